"""Orders that are not carried out in part: a second one beside what cannot be undone, and `only what failed`."""

import re

from optimize.adapters.models.offline.reading.called import called
from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import opens
from optimize.adapters.models.offline.reading.moods import first_verb
from optimize.adapters.models.offline.reading.outcome import ask, decline
from optimize.adapters.models.offline.reading.plan import Plan
from optimize.adapters.models.offline.reading.references import tests_named
from optimize.adapters.models.offline.reading.signs import sentence, sign

_PARTS = re.compile(
    r"[,;.]\s*|\s+(?:and then|and|then|und dann|und|et|puis|y|luego)\s+"
    r"|[，；。、]\s*(?:然后|再|并)?|そして|して(?:から)?"
)


def one_at_a_time(plan: Plan, text: str, context: Context) -> Plan:
    """The plan, or the question which of two orders comes first where one of them is to discard a draft."""
    left = any(remark.code == "left_undone" for remark in plan.remarks)
    if left or not any(call.tool == "discard_draft" for call in plan.calls):
        return plan
    gone = {str(call.arguments.get("test")) for call in plan.calls}
    parts = [part.strip() for part in _PARTS.split(text) if part.strip()]
    verbs = [first_verb(part, plan.language) for part in parts]
    others = [
        part
        for part, verb in zip(parts, verbs, strict=True)
        if verb and verb.command in ("run", "dry_run", "accept") and _another(part, context, gone)
    ]
    if not others:
        return plan
    rest = [part for part in parts if part not in others]
    asked = ask(sentence(plan.language, "two_orders"), [*rest, *others])
    return plan.model_copy(update={"calls": tuple(asked.calls), "remarks": ()})


def _another(part: str, context: Context, gone: set[str]) -> bool:
    return any(test.id not in gone for test in tests_named(part, context))


def only_failed(text: str, language: str, context: Context) -> Plan | None:
    """Nothing here picks tests by a result: said so, with those whose newest one is a fail."""
    verb = first_verb(text, language)
    if verb is None or verb.command not in ("run", "dry_run") or not sign("failed", language).search(fold(text)):
        return None
    if opens(text, language, "question") or tests_named(text, context) or len(text.split()) > _SHORT:
        return None
    failed = [test for test in context.tests if test.latest == "failed"]
    names = ", ".join(called(test, context) for test in failed)
    code = "only_failed" if failed else "only_failed_unknown"
    said = decline(sentence(language, code, names=names), [test.name for test in failed])
    return Plan(language=language, intent="run", calls=tuple(said.calls))


_SHORT = 10
