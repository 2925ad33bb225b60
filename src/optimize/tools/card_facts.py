"""The facts of one test on a card: everything that a yes would freeze."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence

from optimize.application.told import OUTCOMES, bound
from optimize.application.use_cases import UseCases
from optimize.application.views import TestView
from optimize.domain.acceptance_test import TestBody
from optimize.domain.result import CriterionResult

NEVER_DRY_RUN = "It has not been dry-run yet."
_STILL_RUNNING = "A dry run of it is going on and has no result yet."
_CHANGED_SINCE = "It has not been dry-run since it was changed."


def facts_of_test(view: TestView, name: str) -> tuple[tuple[str, str], ...]:
    """`name`: what it is called among the tests of its agent."""
    return (("Test", name), *facts_of_body(view), ("Means", " ".join(view.setting)))


async def dry_run_of(use_cases: UseCases, draft: TestView) -> str:
    """What its newest dry run gave, or that there was none: an untried draft may not mean what was meant."""
    if draft.active_batch:
        return _STILL_RUNNING
    if draft.latest is None:
        ran = await use_cases.history.newest_batch(draft.agent, test=draft.id)
        return _CHANGED_SINCE if ran else NEVER_DRY_RUN
    criteria = draft.latest.criteria
    results = "; ".join(f"{name} {bound(result)}" for name, result in zip(_told_apart(criteria), criteria, strict=True))
    lost = f" {draft.latest.why_lost}" if draft.latest.why_lost else ""
    return f"{OUTCOMES[draft.latest.verdict].capitalize()} ({results}).{lost}"


def _told_apart(results: Sequence[CriterionResult]) -> Iterator[str]:
    """The kind of each, numbered among its like in the order in which the card lists them."""
    of_kind, seen = Counter(result.kind for result in results), Counter[str]()
    for result in results:
        seen[result.kind] += 1
        yield result.kind if of_kind[result.kind] == 1 else f"{result.kind} {seen[result.kind]}"


def facts_of_body(body: TestBody) -> tuple[tuple[str, str], ...]:
    user = body.simulated_user
    facts = [("Situation", " / ".join(message.text for message in body.situation.messages))]
    if user:
        facts.append(("Simulated user", f"{user.persona} Goal: {user.goal} (at most {user.turn_limit} turns)"))
    facts += [(criterion.kind, criterion.sentence()) for criterion in body.criteria]
    facts += [("Expected behavior", text) for text in body.expected_behaviors]
    facts.append(("Runs", str(body.planned_runs)))
    if body.threshold is not None:
        facts.append(("Threshold", f"{body.threshold:g}"))
    facts += [(f"Attribute {name}", json.dumps(value, ensure_ascii=False)) for name, value in body.attributes.items()]
    return tuple(facts)
