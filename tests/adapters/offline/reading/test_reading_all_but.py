"""`run everything except …` runs what is left, and never the whole set."""

import pytest

from optimize.adapters.models.offline.reading.context import KnownTest, Previous
from optimize.adapters.models.offline.reading.plan import Plan
from optimize.adapters.models.offline.reading.read import read
from tests.adapters.offline.reading.invoice_desk import CONTEXT

ACCEPTED = tuple(
    KnownTest(id=id_, name=name, state="accepted", situation="INV-1004", criteria=("answerContains",), runs=1)
    for id_, name in (("a-1", "Never registers twice"), ("a-2", "Quotes clause 7.2"), ("a-3", "Says which currency"))
)
DESK = CONTEXT.model_copy(update={"tests": ACCEPTED})


def started(plan: Plan) -> list[object]:
    (call,) = plan.calls
    return [call.tool, call.arguments.get("tests")]


@pytest.mark.parametrize(
    "message",
    [
        "run everything except clause 7.2",
        "run all but the clause one",
        "starte alle außer Quotes clause 7.2",
        "lance tout sauf clause 7.2",
        "ejecuta todo menos clause 7.2",
        "除了 clause 7.2 以外全部运行",
        "clause 7.2以外を全部実行して",
    ],
)
def test_the_others_are_run(message: str) -> None:
    assert started(read(message, DESK)) == ["run_tests", ["a-1", "a-3"]]


@pytest.mark.parametrize(
    "message",
    [
        "run everything except the weather one",
        "Lass alle laufen, außer den mit der Klausel",
        "run everything except clause 7.2 and the one about money",
    ],
)
def test_it_is_asked_which_are_left_out_where_that_is_not_clear(message: str) -> None:
    assert started(read(message, DESK))[0] == "ask"


def test_the_answer_leaves_that_one_out() -> None:
    asked = read("run everything except the weather one", DESK).calls[0].arguments
    previous = Previous(
        message="run everything except the weather one",
        question=str(asked["question"]),
        options=tuple(test.name for test in ACCEPTED),
    )
    assert started(read("Says which currency", DESK, previous)) == ["run_tests", ["a-1", "a-2"]]
