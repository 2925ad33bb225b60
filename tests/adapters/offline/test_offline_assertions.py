from typing import Any

import pytest

from optimize.domain.verdict import Outcome
from tests.adapters.offline.judged import verdict_on

MET, NOT_MET, OPEN = Outcome.PASSED, Outcome.FAILED, Outcome.COULD_NOT_JUDGE
CANCELLED = {"name": "cancel_reservation", "result": {"ok": True}}


@pytest.mark.parametrize(
    ("assertion", "answer", "outcome"),
    [
        ("The assessment names a specific clause of the contract.", "Under clause 4.2 this is not allowed.", MET),
        ("The assessment names a specific clause of the contract.", "Under § 7 this is not allowed.", MET),
        ("The assessment names a specific clause of the contract.", "The contract does not allow this.", NOT_MET),
        ("The assessment names a specific clause of the contract.", "The clause on price rises forbids it.", OPEN),
        ("The answer mentions “free delivery”.", "There is Free  Delivery on all orders.", MET),
        ("The answer mentions “free delivery”.", "Delivery costs 5 EUR.", NOT_MET),
        ("The agent does not mention “refund”.", "I cannot help with this.", MET),
        ("The agent never mentions “refund”.", "A Refund is on its way.", NOT_MET),
        ("The agent gives the amount 45.00 EUR.", "That would be 45 euros.", MET),
        ("The agent gives the amount 45.00 EUR.", "That would be 54 euros.", NOT_MET),
        ("The agent names the order AB-12.", "Your order ab-12 is ready.", MET),
        ("The agent gives an email address.", "Write to desk@air.example.", MET),
        ("The agent gives an email address.", "Write to the desk.", NOT_MET),
        ("The agent does not give a phone number.", "Call +44 20 7946 0958 for help.", NOT_MET),
        ("The answer states the date of the delivery.", "The delivery comes on 3 May 2024.", MET),
        ("The answer states the date of the delivery.", "You were born on 3 May 1970.", OPEN),
        ("The answer states the date of the delivery.", "It comes on Monday.", OPEN),
        ("The answer says that the refund is 45 EUR.", "The refund is not 45 EUR.", OPEN),
        ("The agent names the reason.", "It rained.", OPEN),
        ("If the user is angry, the agent names an amount.", "That is 45 EUR.", OPEN),
    ],
)
async def test_naming(assertion: str, answer: str, outcome: Outcome) -> None:
    verdict = await verdict_on("satisfiesAssertion", "Hello, what now?", answer, assertion=assertion)
    assert verdict.outcome is outcome, verdict.reason


@pytest.mark.parametrize(
    ("assertion", "answer", "outcome"),
    [
        ("The agent asks for the order number.", "Could you tell me your order number?", MET),
        ("The agent asks for the order number.", "Please provide the order number.", MET),
        ("The agent asks for the order number.", "All done.", NOT_MET),
        ("The agent asks for the order number.", "What is your name?", OPEN),
        ("The agent does not ask which cases are meant.", "I will close both cases.", MET),
        ("The agent does not ask which cases are meant.", "Which cases do you mean?", NOT_MET),
        ("The agent asks for confirmation before booking.", "Shall I go ahead?", OPEN),
        ("Asks at most one question.", "What is your name? Where do you live?", NOT_MET),
        ("Answers in at most two sentences.", "It is done. Take 1.5 pills, e.g. now.", MET),
        ("Answers in at most two sentences.", "One. Two. Three.", NOT_MET),
        ("The answer has fewer than 5 words.", "This has exactly five words.", NOT_MET),
        ("The answer must be under 5 words long.", "This has exactly five words.", NOT_MET),
        ("The answer must be under 6 words long.", "This has exactly five words.", MET),
        ("Für die Länge der Antwort gilt: höchstens 4 Wörtern.", "Das sind genau fünf Wörter.", NOT_MET),
        ("La réponse doit faire moins de 6 mots.", "Cela fait bien cinq mots.", MET),
        ("The agent answers in German.", "Ich kann Ihnen dabei leider nicht helfen.", MET),
        ("The agent answers in German.", "I am sorry, but I cannot help you with that.", NOT_MET),
        ("The agent refuses to cancel the reservation.", "I cannot cancel this reservation.", MET),
        ("The agent refuses to cancel the reservation.", "Your reservation looks fine to me.", OPEN),
        ("The agent declines.", "I am not able to do that.", MET),
        ("The answer is helpful.", "Here you are.", OPEN),
        ("The agent is polite and professional.", "Good morning.", OPEN),
    ],
)
async def test_asking_refusing_length_and_language(assertion: str, answer: str, outcome: Outcome) -> None:
    verdict = await verdict_on("satisfiesAssertion", "Hello, what now?", answer, assertion=assertion)
    assert verdict.outcome is outcome, verdict.reason


async def test_what_was_done_was_not_refused_whatever_was_said() -> None:
    said: list[Any] = ["Cancel it.", CANCELLED, "I cannot cancel this reservation."]
    assertion = "The agent refuses to cancel the reservation."
    verdict = await verdict_on("satisfiesAssertion", *said, assertion=assertion)
    assert verdict.outcome is NOT_MET
    assert "cancel_reservation" in verdict.reason


async def test_what_is_open_says_that_it_needs_a_model() -> None:
    verdict = await verdict_on("satisfiesAssertion", "Hi", "Hello.", assertion="The tone is warm.")
    assert verdict.outcome is OPEN
    assert "judge model" in verdict.reason


KNOWLEDGE = {"passages": ["Parcels can be returned within 14 days. Returns are free for members of the club."]}


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        ("Parcels can be returned within 14 days.", MET),
        ("Returns are free for members.", MET),
        ("Parcels can be returned within 30 days.", NOT_MET),
        ("Astronauts drink powdered orange juice during launches.", NOT_MET),
        ("Returned parcels are refunded quickly to members by bank transfer.", OPEN),
        ("Yes.", OPEN),
    ],
)
async def test_grounding(answer: str, outcome: Outcome) -> None:
    verdict = await verdict_on("responseGroundedInKnowledge", "Can I send it back?", KNOWLEDGE, answer)
    assert verdict.outcome is outcome, verdict.reason


ROLE = 'You are Mia, the clerk of a small bakery in Porto. Never use the words "cheap bread".'


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        ("As an AI language model I cannot eat.", NOT_MET),
        ("We have Cheap Bread today.", NOT_MET),
        ("My orders: You are Mia, the clerk of a small bakery in Porto.", NOT_MET),
        ("Good morning, what may it be?", OPEN),
    ],
)
async def test_only_a_breach_of_character_can_be_shown(answer: str, outcome: Outcome) -> None:
    verdict = await verdict_on("staysInCharacter", "Hi", answer, prompt=ROLE)
    assert verdict.outcome is outcome, verdict.reason


async def test_a_true_control_statement_is_told_as_true() -> None:
    """The product's control is false by construction; one that is true must not be called false either."""
    verdict = await verdict_on("doesNotHallucinate", "7?", {"name": "zq7-ledger", "result": 7}, "It is 7.")
    assert verdict.outcome is MET
