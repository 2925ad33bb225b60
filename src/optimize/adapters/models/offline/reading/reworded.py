"""`I meant that it must …` behind a draft: the same draft with what was meant in place of what it checks."""

import re

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.context import Context, KnownTest, Previous
from optimize.adapters.models.offline.reading.describe import describe
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import marks, opens
from optimize.adapters.models.offline.reading.outcome import Outcome, one

_THAT = re.compile(r"^(?:(?:to say )?that|dass|daß|que|qu'|a saber)[ ,:]+|^qu'", re.IGNORECASE)

_HE = re.compile(r"^er (?=.*\b(?:muss|soll|darf)\b)")
_ALSO = re.compile(r"\b(?:also|as well|additionally|auch|zusatzlich|aussi|en plus|tambien|ademas)\b|还|也|[^\W\d_]も")


def draft_meant(previous: Previous | None, context: Context) -> KnownTest | None:
    """The draft that the message before made or changed."""
    draft = context.test(previous.drafted or "") if previous else None
    return draft if draft and draft.state == "draft" else None


def reworded(what: str, language: str, context: Context, draft: KnownTest) -> Outcome | None:
    """The revision of the draft; None where what was meant describes no test."""
    said = _HE.sub("der Agent ", _THAT.sub("", what.strip()))
    if opens(said, language, "order", "question") or marks(said, language, "product_word"):
        return None
    outcome = describe(said, language, context)
    drafts = [call.arguments for call in outcome.calls if call.tool == "draft_test"]
    if len(drafts) != 1:
        return None
    criteria = drafts[0].get("criteria")
    if _ALSO.search(fold(said)):
        return one("revise_draft", test=draft.id, add_criteria=criteria)
    gone: list[JsonValue] = list(range(len(draft.criteria)))
    revised = one("revise_draft", test=draft.id, name=drafts[0]["name"], remove_criteria=gone, add_criteria=criteria)
    kept = [remark for remark in outcome.remarks if not remark.code.startswith("situation_invented")]
    return revised._replace(remarks=kept)
