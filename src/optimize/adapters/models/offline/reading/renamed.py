"""`rename the first one to Rx first`: a draft gets another name, and nothing else about it changes."""

from optimize.adapters.models.offline.reading.back import whole
from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import spans
from optimize.adapters.models.offline.reading.outcome import one, plan_of
from optimize.adapters.models.offline.reading.plan import Plan
from optimize.adapters.models.offline.reading.refusals import refuse_edit
from optimize.adapters.models.offline.reading.request import Request
from optimize.adapters.models.offline.reading.who_meant import one_meant

_AROUND = " \t\"'“”„‘’«»「」『』."


def renamed(text: str, language: str, context: Context) -> Plan | None:
    """None if no test is given a name; a question where it is not clear which."""
    bare = text.strip(" .!。！")
    match = whole("renames", language, fold(bare))
    if match is None or not context.tests:
        return None
    places = spans(match)
    who, name = (bare[slice(*places[group])].strip() for group in ("who", "name"))
    name = name.strip(_AROUND)
    if not name:
        return None
    test = one_meant(who, language, context)
    if test is None:
        outcome = Request(text, language, context).ask_which(list(context.drafts()), "ask_which_draft")
    elif test.state != "draft":
        outcome = refuse_edit(test, language)
    else:
        outcome = one("revise_draft", test=test.id, name=name)
    return plan_of(outcome, language, "edit")
