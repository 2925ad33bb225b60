"""Every parameter of every kind refuses what it cannot hold: 422, the field named, nothing written."""

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from optimize.domain.criteria import CRITERIA
from tests.api.served import AGENT, Served

PATH = f"/api/agents/{AGENT}/tests"
GOOD: dict[str, dict[str, Any]] = {
    "invokesTool": {"tool": "compare_invoice"},
    "doesNotInvokeTool": {"tool": "compare_invoice"},
    "toolParametersContain": {"tool": "compare_invoice", "parameters": {"invoice": "INV-1003"}},
    "answerContains": {"texts": ["a"]},
    "answerDoesNotContain": {"texts": ["a"]},
    "answerMatches": {"pattern": "a"},
    "answerIsJson": {},
    "respondsWithin": {"seconds": 5},
    "doesNotHallucinate": {},
    "staysInCharacter": {},
    "responseGroundedInKnowledge": {},
    "satisfiesAssertion": {"assertion": "It names a clause."},
    "meetsExpectedBehaviors": {},
}
OPTIONAL = ("before", "times", "effect", "any_of", "anywhere", "schema", "threshold")
"""Parameters for which null means that they are left out."""


def deep(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = {"a": value}
    return value


BAD: dict[str, Any] = {
    "number": 7.5,
    "true": True,
    "empty object in a list": [{}],
    "empty text": "",
    "huge text": "x" * 10_000,
    "lone surrogate": "a\ud800",
    "NUL": "a\0",
    "open class": "([",
    "deep": deep(60),
    "null": None,
    "huge number": 2**53,
}
FITS: set[tuple[str, str, str]] = {
    ("respondsWithin", "seconds", "number"),
    ("toolParametersContain", "case_sensitive", "true"),
    ("answerContains", "case_sensitive", "true"),
    ("answerDoesNotContain", "case_sensitive", "true"),
    ("satisfiesAssertion", "assertion", "open class"),
    ("answerIsJson", "schema", "deep"),
    *((kind, name, "open class") for kind in GOOD for name in ("texts", "any_of", "anywhere")),
    *((kind, name, "null") for kind in GOOD for name in OPTIONAL),
}
"""What looks bad and is right there."""
NOT_JSON: dict[str, tuple[str, str]] = {
    "NaN": ("NaN", "NaN is not a JSON number"),
    "Infinity": ("-Infinity", "Infinity is not a JSON number"),
    "beyond 2^53": (str(2**60), "2^53"),
    "lone surrogate": (r'"\ud800"', "cannot be stored"),
    "NUL": (r'"\u0000"', "cannot be stored"),
    "too deep": ("[" * 100 + "]" * 100, "deeper than 64"),
    "much too deep": ("[" * 100_000 + "]" * 100_000, "deeper than 64"),
}
NESTED: list[tuple[dict[str, Any], str]] = [
    ({"kind": "invokesTool", "tool": "compare_invoice", "times": {"at_least": -1}}, "criteria.0.times.at_least"),
    ({"kind": "invokesTool", "tool": "compare_invoice", "times": {"exactly": 1.5}}, "criteria.0.times.exactly"),
    ({"kind": "invokesTool", "tool": "compare_invoice", "times": {"often": 1}}, "criteria.0.times.often"),
    (
        {"kind": "toolParametersContain", "tool": "compare_invoice", "parameters": {"a[": 1}},
        "criteria.0.parameters",
    ),
    (
        {"kind": "toolParametersContain", "tool": "compare_invoice", "parameters": {"a": {"matches": "(["}}},
        "criteria.0.parameters.a.matches",
    ),
    (
        {"kind": "toolParametersContain", "tool": "compare_invoice", "parameters": {"a": {"number": "ten"}}},
        "criteria.0.parameters.a.number",
    ),
    ({"kind": "answerContains", "texts": ["a", " "]}, "criteria.0.texts.1"),
    ({"kind": "answerContains", "texts": ["a"] * 51}, "criteria.0.texts"),
    ({"kind": "answerIsJson", "schema": {"type": "money"}}, "criteria.0.schema"),
    ({"kind": "answerIsJson", "schema": {"$ref": "https://example.com/x"}}, "criteria.0.schema"),
    ({"kind": "respondsWithin", "seconds": 0}, "criteria.0.seconds"),
    ({"kind": "respondsWithin", "seconds": -1}, "criteria.0.seconds"),
]


def _parameters() -> Iterator[tuple[str, str]]:
    for kind, criterion in CRITERIA.items():
        for name in criterion.model_json_schema()["properties"]:
            if name != "kind":
                yield kind, name


def _body(criterion: dict[str, Any]) -> dict[str, Any]:
    return {"name": "Bad", "situation": {"messages": [{"text": "Hello"}]}, "criteria": [criterion], "runs": 5}


def _sent(client: httpx.Client, body: Any) -> httpx.Response:
    return client.post(PATH, content=json.dumps(body), headers={"Content-Type": "application/json"})


def _written(client: httpx.Client) -> list[str]:
    return [test["name"] for test in client.get(PATH, params={"limit": 200}).json()["items"] if test["name"] == "Bad"]


def test_every_kind_is_in_the_table() -> None:
    assert set(GOOD) == set(CRITERIA)


@pytest.mark.parametrize(("kind", "name"), list(_parameters()))
def test_a_parameter_refuses_what_it_cannot_hold(admin: httpx.Client, kind: str, name: str) -> None:
    for what, value in BAD.items():
        if (kind, name, what) in FITS:
            continue
        answer = _sent(admin, _body({"kind": kind, **GOOD[kind], name: value}))
        problem = answer.json()
        assert answer.status_code == 422, (what, answer.text[:500])
        if problem["error"] in ("bad_json", "threshold_out_of_range"):
            continue
        assert problem["field"].startswith("criteria.0"), (what, problem)
        assert name in problem["field"] or f"`{name}" in problem["detail"], (what, problem)
        assert [p["field"] for p in problem["problems"] if p["field"] == "criteria"] == []
    assert _written(admin) == []


@pytest.mark.parametrize("kind", CRITERIA)
@pytest.mark.parametrize(("text", "said"), NOT_JSON.values(), ids=NOT_JSON)
def test_what_is_no_plain_json_is_refused_for_every_kind(admin: httpx.Client, kind: str, text: str, said: str) -> None:
    criterion = json.dumps({"kind": kind, **GOOD[kind], "threshold": "HERE"}).replace('"HERE"', text)
    body = json.dumps(_body({})).replace("{}", criterion)
    answer = admin.post(PATH, content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["error"]) == (422, "bad_json")
    assert said in answer.json()["detail"]
    assert _written(admin) == []


@pytest.mark.parametrize(("criterion", "field"), NESTED, ids=[field for _, field in NESTED])
def test_a_wrong_part_of_a_parameter_is_named(admin: httpx.Client, criterion: dict[str, Any], field: str) -> None:
    answer = _sent(admin, _body(criterion))
    assert answer.status_code == 422, answer.text
    assert answer.json()["field"].startswith(field), answer.text
    assert _written(admin) == []


@pytest.mark.parametrize("runs", [0, -1, 201, 2.5, "5", True, [], 2**53])
def test_runs_are_1_to_200(served: Served, admin: httpx.Client, runs: Any) -> None:
    answer = _sent(admin, _body({"kind": "staysInCharacter"}) | {"runs": runs})
    assert answer.status_code == 422, answer.text
    assert "runs" in answer.json()["detail"].lower()
    assert _written(admin) == []


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"criteria": [{"kind": "satisfiesAssertion", "assertion": "It goes to {{test_case.to}}."}]}, "unknown_name"),
        ({"criteria": [{"kind": "answerContains", "texts": ["{{agent.nowhere}}"]}]}, "unknown_name"),
        (
            {
                "criteria": [
                    {
                        "kind": "toolParametersContain",
                        "tool": "compare_invoice",
                        "parameters": {"invoice": {"equals": "{{test_case.invoice}}"}},
                    }
                ]
            },
            "unknown_name",
        ),
        ({"situation": {"messages": [{"text": "Go to {{test_case.to}}."}]}}, "unknown_name"),
        ({"expected_behaviors": ["Names {{test_case.to}}."]}, "unknown_name"),
        (
            {"simulated_user": {"persona": "From {{test_case.from}}", "goal": "g", "turn_limit": 2}},
            "unknown_name",
        ),
        ({"situation": {"messages": [{"text": "{{3 + 4}}"}]}}, "bad_template"),
        ({"situation": {"messages": [{"text": "{{test_case.__class__.x}}"}]}}, "unknown_name"),
    ],
)
def test_a_name_that_does_not_exist_is_refused_when_written(
    admin: httpx.Client, change: dict[str, Any], code: str
) -> None:
    answer = _sent(admin, _body({"kind": "staysInCharacter"}) | change)
    assert (answer.status_code, answer.json()["error"]) == (422, code), answer.text
    assert _written(admin) == []
