"""The facts of one test on a card: everything that a yes would freeze."""

import json

from optimize.application.views import TestView
from optimize.domain.acceptance_test import TestBody


def facts_of_test(view: TestView) -> tuple[tuple[str, str], ...]:
    return (("Test", view.name), *facts_of_body(view), ("Means", " ".join(view.setting)))


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
