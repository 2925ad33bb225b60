"""What a person may write down as a test, and that it is the same after it was stored."""

import json
from typing import Any

import pytest
from pydantic import ValidationError

from optimize.domain.acceptance_test import AcceptanceTest, TestBody
from optimize.domain.criteria import CRITERIA
from optimize.domain.errors import Invalid

ONE_OF_EACH: dict[str, dict[str, Any]] = {
    "invokesTool": {"tool": "a", "before": "b", "times": {"exactly": 2}},
    "doesNotInvokeTool": {"effect": "write"},
    "toolParametersContain": {
        "tool": "a",
        "parameters": {"x.y[0]": {"equals": None, "one_of": [1, "b", None]}, "z": {"absent": True}},
        "anywhere": ["t"],
        "calls": "every",
    },
    "answerContains": {"texts": ["a", "b"], "case_sensitive": True},
    "answerDoesNotContain": {"texts": ["a"], "scope": "conversation"},
    "answerMatches": {"pattern": "^a+$"},
    "answerIsJson": {"schema": {"type": "object", "required": ["a"]}},
    "respondsWithin": {"seconds": 2.5, "of": "total"},
    "doesNotHallucinate": {},
    "staysInCharacter": {},
    "responseGroundedInKnowledge": {},
    "satisfiesAssertion": {"assertion": "The agent names {{test_case.clause}}.", "threshold": 0.4},
    "meetsExpectedBehaviors": {"report": "all"},
}


def body(*criteria: dict[str, Any], **parts: Any) -> TestBody:
    said: dict[str, Any] = {
        "name": "A test",
        "situation": {"messages": [{"role": "user", "text": "Hello"}]},
        "criteria": list(criteria) or [{"kind": "answerContains", "texts": ["hello"]}],
    }
    return TestBody.model_validate(said | parts)


def judged(**parts: Any) -> TestBody:
    return body({"kind": "doesNotHallucinate"}, **parts)


def test_every_kind_is_covered_here() -> None:
    assert set(ONE_OF_EACH) == set(CRITERIA)


@pytest.mark.parametrize("kind", sorted(ONE_OF_EACH))
def test_every_kind_survives_json(kind: str) -> None:
    test = body({"kind": kind, **ONE_OF_EACH[kind]}, attributes={"a": {"b": [1, None, "é"]}}, runs=10)
    stored = json.loads(json.dumps(test.model_dump(mode="json")))
    again = TestBody.model_validate(stored)
    assert again == test
    assert again.content_hash == test.content_hash
    assert TestBody.model_validate_json(test.model_dump_json(by_alias=True)) == test


def test_a_schema_is_written_as_schema() -> None:
    [criterion] = body({"kind": "answerIsJson", "schema": {"type": "object"}}).model_dump(mode="json")["criteria"]
    assert criterion["schema"] == {"type": "object"}


def test_the_body_of_a_test_is_what_was_written() -> None:
    written = body(*({"kind": kind, **ONE_OF_EACH[kind]} for kind in sorted(ONE_OF_EACH)[:10]), runs=10)
    content = {name: getattr(written, name) for name in TestBody.model_fields}
    test = AcceptanceTest(**content, id="test_1", agent="desk")
    assert test.body() == written
    assert test.content_hash == written.content_hash
    other = AcceptanceTest(**content, id="test_2", agent="other", retired_reason="x")
    assert other.content_hash == test.content_hash


def test_equal_content_has_an_equal_hash_and_other_content_another() -> None:
    assert body().content_hash == body().content_hash
    assert body().content_hash != body(name="Another").content_hash
    assert body(attributes={"a": 1, "b": 2}).content_hash == body(attributes={"b": 2, "a": 1}).content_hash


def test_default_runs() -> None:
    assert (body().runs, judged().runs) == (1, 5)
    assert body({"kind": "doesNotHallucinate"}, {"kind": "answerContains", "texts": ["a"]}).runs == 5


def test_the_threshold_of_a_test_never_loosens_a_check_by_code() -> None:
    test = body(
        {"kind": "doesNotHallucinate"},
        {"kind": "answerContains", "texts": ["a"]},
        {"kind": "answerContains", "texts": ["a"], "threshold": 0.5},
        runs=20,
        threshold=0.6,
    )
    assert [(rule.threshold, rule.must_pass) for rule in test.rules()] == [(0.6, 17), (None, 20), (0.5, 15)]


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ({"runs": 3}, "needs_more_runs"),
        ({"threshold": 0.6}, "needs_more_runs"),
        ({"threshold": 0.99}, "threshold_unreachable"),
        ({"threshold": 0.0}, "threshold_out_of_range"),
        ({"threshold": 1}, "threshold_out_of_range"),
        ({"threshold": -0.5}, "threshold_out_of_range"),
        ({"threshold": 0.12345}, "threshold_too_fine"),
        ({"runs": 0}, "runs_out_of_range"),
        ({"runs": 201}, "runs_out_of_range"),
        ({"runs": -1}, "runs_out_of_range"),
        ({"runs": -(10**30)}, "runs_out_of_range"),
    ],
)
def test_a_setting_that_can_never_be_met(parts: dict[str, Any], code: str) -> None:
    with pytest.raises(Invalid) as error:
        judged(**parts).require_reachable()
    assert error.value.code == code
    assert error.value.fields["field"] == ("threshold" if code.startswith("threshold") else "runs")


def test_a_threshold_of_one_criterion_is_checked_too() -> None:
    with pytest.raises(Invalid) as error:
        body({"kind": "answerContains", "texts": ["a"], "threshold": 0.5}).require_reachable()
    assert (error.value.code, error.value.fields["n_min"]) == ("needs_more_runs", 4)
    with pytest.raises(Invalid) as error:
        body({"kind": "answerContains", "texts": ["a"], "threshold": 1.5}).require_reachable()
    assert (error.value.code, error.value.fields["field"]) == ("threshold_out_of_range", "criteria.0.threshold")


def test_the_threshold_of_a_test_is_checked_even_where_it_decides_nothing() -> None:
    with pytest.raises(Invalid, match="above 0 and below 1"):
        body(threshold=1.0).require_reachable()
    with pytest.raises(Invalid) as error:
        body(runs=10, threshold=0.9).require_reachable()
    assert (error.value.code, error.value.fields["n_min"]) == ("needs_more_runs", 35)
    body(runs=35, threshold=0.9).require_reachable()


NUL, HALF, LONG = "a\0b", "a\ud800b", "x" * 100_000
PLACES: dict[str, Any] = {
    "name": lambda text: {"name": text},
    "message": lambda text: {"situation": {"messages": [{"text": text}]}},
    "persona": lambda text: {"simulated_user": {"persona": text, "goal": "g"}},
    "goal": lambda text: {"simulated_user": {"persona": "p", "goal": text}},
    "behavior": lambda text: {"expected_behaviors": [text]},
    "attribute": lambda text: {"attributes": {"a": {"b": [text]}}},
    "attribute name": lambda text: {"attributes": {"a": {text: 1}}},
    "top attribute name": lambda text: {"attributes": {text: 1}},
    "criterion": lambda text: {"criteria": [{"kind": "satisfiesAssertion", "assertion": text}]},
}


@pytest.mark.parametrize("text", [NUL, HALF, LONG], ids=["nul", "half a surrogate pair", "100,000 characters"])
@pytest.mark.parametrize("place", PLACES)
def test_text_that_no_store_accepts_is_refused_wherever_it_stands(place: str, text: str) -> None:
    with pytest.raises(ValidationError):
        body(**PLACES[place](text))


@pytest.mark.parametrize("text", ["", "  ", "\u00a0\u2003"])
@pytest.mark.parametrize("place", ["name", "message", "persona", "goal", "behavior", "criterion"])
def test_a_blank_text_is_refused(place: str, text: str) -> None:
    with pytest.raises(ValidationError):
        body(**PLACES[place](text))


@pytest.mark.parametrize("text", ["“Straße” 1½ 😀", "العربية", "a\u200bb", "line\nline", "=1+1", "<b>", "'; --"])
@pytest.mark.parametrize("place", PLACES)
def test_unusual_text_is_kept_as_it_is(place: str, text: str) -> None:
    test = body(**PLACES[place](text))
    assert TestBody.model_validate_json(test.model_dump_json()) == test
    assert text in json.dumps(test.model_dump(mode="json"), ensure_ascii=False).replace("\\n", "\n")
    assert len(test.content_hash) == 64


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    "value",
    [float("nan"), float("inf"), 2**53 + 1, nested(70), nested(100_000), list(range(5_000)), object(), {1: 2}],
    ids=["nan", "infinity", "beyond 2^53", "deep", "very deep", "many", "no json", "a key that is no text"],
)
def test_attributes_that_json_cannot_carry_are_refused(value: Any) -> None:
    with pytest.raises(ValidationError):
        body(attributes={"a": value})


def test_attributes_that_json_can_carry() -> None:
    value = {"a": None, "b": True, "c": -(2**53), "d": 1.5, "e": nested(50), "f": {"g": "h"}}
    assert body(attributes=value).attributes == value


@pytest.mark.parametrize(
    "parts",
    [
        {"criteria": []},
        {"criteria": [{"kind": "doesNotHallucinate"}] * 11},
        {"criteria": [{"kind": "nothing"}]},
        {"situation": {"messages": []}},
        {"situation": {"messages": [{"role": "system", "text": "x"}]}},
        {"situation": {"messages": [{"role": "assistant", "text": "x"}]}},
        {"situation": {"messages": [{"text": "x"}] * 51}},
        {"simulated_user": {"persona": "p", "goal": "g", "turn_limit": 0}},
        {"simulated_user": {"persona": "p", "goal": "g", "turn_limit": 51}},
        {"simulated_user": {"persona": "p"}},
        {"expected_behaviors": ["b"] * 51},
        {"threshold": float("nan")},
        {"surprise": 1},
    ],
)
def test_what_is_no_test(parts: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        body(**parts)


def test_history_before_the_last_message_of_the_user() -> None:
    messages = [{"text": "a"}, {"role": "assistant", "text": "b"}, {"text": "c"}]
    assert [m.role for m in body(situation={"messages": messages}).situation.messages] == ["user", "assistant", "user"]
