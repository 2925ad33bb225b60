import json
from collections.abc import Callable
from typing import Any

import pytest
from pydantic import ValidationError

from optimize.domain.criteria.tool_parameters_contain import ToolParametersContain
from optimize.domain.criteria.values import texts_in
from optimize.domain.transcript import Transcript

PAYMENT = {"payment": {"items": [{"sku": "A-1", "amount": 12.5}, {"sku": "B-2", "amount": 20}]}, "note": "für Köln"}


def pay(arguments: Any, **changes: Any) -> dict[str, Any]:
    return {"tool": "pay", "in": 2, "args": arguments, **changes}


def at(path: str, matcher: Any, **more: Any) -> dict[str, Any]:
    return {"parameters": {path: matcher}, **more}


CASES: dict[str, tuple[dict[str, Any], list[Any], bool, list[str]]] = {
    "equal": (at("invoice", {"equals": "INV-1"}), [pay({"invoice": "INV-1"})], True, ["equal to “INV-1”"]),
    "expected and got": (
        at("invoice", {"equals": "INV-1003"}),
        [pay({"invoice": "INV-1004"})],
        False,
        ["pay: at event 1, invoice expected equal to “INV-1003”, got “INV-1004”."],
    ),
    "shorthand": (at("invoice", "INV-1"), [pay({"invoice": "inv-1"})], True, []),
    "absent argument": (at("invoice", "INV-1"), [pay({})], False, ["got nothing (the argument is absent)"]),
    "never called": (at("invoice", "INV-1"), [{"tool": "read"}], False, ["pay was never called; called were: read."]),
    "held back": (at("invoice", "INV-1"), [pay({"invoice": "INV-1"}, status="not_run")], False, ["never called"]),
    "refused call is looked at": (at("invoice", "INV-1"), [pay({"invoice": "INV-1"}, status="refused")], True, []),
    "unreadable arguments": (
        at("invoice", "INV-1"),
        [pay('{"invoice": "INV-1"')],
        False,
        ['arguments were not readable JSON: “{"invoice": "INV-1"”'],
    ),
    "unreadable, and a good call": (at("invoice", "INV-1"), [pay("{"), pay({"invoice": "INV-1"})], True, []),
    "unreadable, every": (
        at("invoice", "INV-1", calls="every"),
        [pay("{"), pay({"invoice": "INV-1"})],
        False,
        ["1 of 2 calls", "not readable"],
    ),
    "unreadable and absent": (at("invoice", {"absent": True}), [pay("{")], False, ["not readable"]),
    "nested": (at("payment.items[0].amount", 12.5), [pay(PAYMENT)], True, []),
    "nested, wrong index": (at("payment.items[1].amount", 12.5), [pay(PAYMENT)], False, ["got 20"]),
    "nested, no such index": (at("payment.items[7].amount", 12.5), [pay(PAYMENT)], False, ["absent"]),
    "some element": (at("payment.items[*].sku", "B-2"), [pay(PAYMENT)], True, []),
    "no element": (at("payment.items[*].sku", "C-3"), [pay(PAYMENT)], False, ["got “A-1” / “B-2”"]),
    "dollar path": (at("$.payment.items[0].sku", "A-1"), [pay(PAYMENT)], True, []),
    "quoted key": (at('["a.b"]', 1), [pay({"a.b": 1})], True, []),
    "key with a space": (at("order number", 7), [pay({"order number": "7"})], True, []),
    "name on a list": (at("payment.items.sku", "A-1"), [pay(PAYMENT)], False, ["absent"]),
    "index on an object": (at("payment[0]", "A-1"), [pay(PAYMENT)], False, ["absent"]),
    "all together in one call": (
        {"parameters": {"a": 1, "b": 2}},
        [pay({"a": 1, "b": 3}), pay({"a": 9, "b": 2})],
        False,
        ["2 of 2 calls", "b expected equal to 2, got 3", "a expected equal to 1, got 9"],
    ),
    "all together, second call": ({"parameters": {"a": 1, "b": 2}}, [pay({"a": 1}), pay({"a": 1, "b": 2})], True, []),
    "every call": (at("a", 1, calls="every"), [pay({"a": 1}), pay({"a": 1})], True, ["All 2 calls"]),
    "not every call": (at("a", 1, calls="every"), [pay({"a": 1}), pay({"a": 2})], False, ["1 of 2", "got 2"]),
    "every of none": (at("a", 1, calls="every"), [], False, ["never called"]),
    "many misses are cut": (at("a", 1), [pay({"a": 2})] * 9, False, ["9 of 9 calls", "and 6 more"]),
    "anywhere": ({"anywhere": ["A-1", "köln"]}, [pay(PAYMENT)], True, []),
    "anywhere, a number": ({"anywhere": "12.5"}, [pay(PAYMENT)], True, []),
    "anywhere, one missing": (
        {"anywhere": ["A-1", "Bonn"]},
        [pay(PAYMENT)],
        False,
        ["“Bonn” expected somewhere in the arguments, got {"],
    ),
    "anywhere, keys do not count": ({"anywhere": "payment"}, [pay(PAYMENT)], False, []),
    "anywhere, case sensitive": ({"anywhere": "köln", "case_sensitive": True}, [pay(PAYMENT)], False, []),
    "case sensitive equals": (at("a", "INV", case_sensitive=True), [pay({"a": "inv"})], False, ["“INV”", "“inv”"]),
    "null": (at("a", None), [pay({"a": None})], True, []),
    "null is not absent": (at("a", None), [pay({})], False, []),
}


@pytest.mark.parametrize(("parameters", "events", "holds", "reasons"), CASES.values(), ids=CASES)
def test_verdict(
    told: Callable[..., Transcript], parameters: dict[str, Any], events: list[Any], holds: bool, reasons: list[str]
) -> None:
    verdict = ToolParametersContain.model_validate({"tool": "pay", **parameters}).check(told(*events))

    assert verdict.passed is holds, verdict.reason
    assert all(reason in verdict.reason for reason in reasons), verdict.reason


def deep(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


BAD: dict[str, dict[str, Any]] = {
    "nothing to find": {},
    "no such parameter": {"anywhere": "a", "all": True},
    "no matcher": at("a", {}),
    "unknown matcher": at("a", {"like": "x"}),
    "list as matcher": at("a", ["x"]),
    "empty path": at("", 1),
    "index first": at("[0].a", 1),
    "blank path": at("  ", 1),
    "double dot": at("a..b", 1),
    "open bracket": at("a[0", 1),
    "negative index": at("a[-1]", 1),
    "dot at the end": at("a.", 1),
    "placeholder as path": at("{{test_case.x}}", 1),
    "NUL in path": at("a\0", 1),
    "surrogate in path": at("a\ud800", 1),
    "huge path": at("a" * 301, 1),
    "number as path": {"parameters": {1: 1}},
    "many paths": {"parameters": {f"p{i}": 1 for i in range(51)}},
    "NaN": at("a", float("nan")),
    "infinity in one_of": at("a", {"one_of": [float("inf")]}),
    "beyond 2^53": at("a", {"equals": 2**53 + 1}),
    "deep value": at("a", {"equals": deep(65)}),
    "very deep value": at("a", {"equals": deep(100_000)}),
    "many entries": at("a", {"equals": list(range(1_001))}),
    "surrogate": at("a", "\ud800"),
    "NUL": at("a", {"equals": {"k": "\0"}}),
    "surrogate in a key": at("a", {"equals": {"\udfff": 1}}),
    "huge text": at("a", "x" * 4_001),
    "empty contains": at("a", {"contains": []}),
    "blank contains": at("a", {"contains": " "}),
    "empty one_of": at("a", {"one_of": []}),
    "bad pattern": at("a", {"matches": "(["}),
    "number is text": at("a", {"number": "ten"}),
    "number is true": at("a", {"number": True}),
    "negative tolerance": at("a", {"number": 1, "tolerance": -1}),
    "NaN tolerance": at("a", {"number": 1, "tolerance": float("nan")}),
    "tolerance alone": at("a", {"at_least": 1, "tolerance": 1}),
    "empty range": at("a", {"at_least": 2, "at_most": 1}),
    "exists false": at("a", {"exists": False}),
    "absent with a value": at("a", {"absent": True, "equals": 1}),
    "empty anywhere": {"anywhere": []},
    "number anywhere": {"anywhere": [5]},
    "long anywhere": {"anywhere": ["a"] * 51},
    "unknown calls": {"anywhere": "a", "calls": "first"},
    "case as text": {"anywhere": "a", "case_sensitive": "yes"},
}


@pytest.mark.parametrize("parameters", BAD.values(), ids=BAD)
def test_refused_when_written(parameters: dict[str, Any]) -> None:
    with pytest.raises(ValidationError) as refusal:
        ToolParametersContain.model_validate({"tool": "pay", **parameters})

    assert str(refusal.value)


def test_survives_the_store() -> None:
    matchers = {"a": None, "b": {"equals": [1, "x"]}, "c": {"number": 1.5, "tolerance": 0.1}, "d": {"absent": True}}
    criterion = ToolParametersContain.model_validate({"tool": "pay", "parameters": matchers, "anywhere": "x"})

    stored = json.loads(json.dumps(criterion.model_dump(mode="json")))

    assert ToolParametersContain.model_validate(stored) == criterion
    assert stored["parameters"]["c"] == {"number": 1.5, "tolerance": 0.1}


def test_attributes_are_filled_in_and_harmless_in_patterns(told: Callable[..., Transcript]) -> None:
    matchers = {
        "city": {"equals": "{{test_case.city}}"},
        "amount": {"number": "{{test_case.amount}}", "tolerance": 1},
        "id": {"matches": "^{{test_case.id}}$"},
        "tags": {"equals": "{{test_case.tags}}"},
    }
    names: dict[str, Any] = {"test_case": {"city": "Köln", "amount": 10, "id": "a.b", "tags": ["x", "y"]}}
    criterion = ToolParametersContain.model_validate({"tool": "pay", "parameters": matchers}).filled(names)

    right = {"city": "KÖLN", "amount": 10.5, "id": "a.b", "tags": ["x", "y"]}

    assert criterion.check(told(pay(right))).passed
    assert not criterion.check(told(pay({**right, "id": "aXb"}))).passed
    assert not criterion.check(told(pay({**right, "amount": 12}))).passed


def test_what_it_names() -> None:
    criterion = ToolParametersContain.model_validate(
        {"tool": "pay", "parameters": {"a": 1, "b[*].c": {"exists": True}}}
    )

    assert criterion.parameters_of() == {"pay": ("a", "b")}
    assert criterion.sentence() == "The agent calls pay with a equal to 1, b[*].c given."


def test_one_call_is_not_told_as_all_of_several(told: Callable[..., Transcript]) -> None:
    criterion = ToolParametersContain.model_validate({"tool": "pay", "parameters": {"a": 1}, "calls": "every"})

    assert criterion.check(told(pay({"a": 1}))).reason.startswith("pay at event 1, had a equal to 1")


LONG = "word " * 150 + "PO-2003"


@pytest.mark.parametrize(
    ("parameters", "holds"), [({"note": {"contains": "PO-2003"}}, True), ({"note": {"contains": "PO-9"}}, False)]
)
def test_the_proof_in_a_long_argument_is_not_cut(
    told: Callable[..., Transcript], parameters: dict[str, Any], holds: bool
) -> None:
    criterion = ToolParametersContain.model_validate({"tool": "pay", "parameters": parameters})

    verdict = criterion.check(told(pay({"note": LONG})))
    assert verdict.passed is holds
    assert LONG in verdict.reason


@pytest.mark.parametrize(("path", "position"), [("ab[x", 3), ("a.b.", 4), ("a[0]b", 5), ("[", 1)])
def test_a_path_that_cannot_be_read_says_where(path: str, position: int) -> None:
    with pytest.raises(ValidationError, match=f"at position {position};"):
        ToolParametersContain.model_validate({"tool": "pay", "parameters": {path: 1}})


def test_a_number_is_searched_as_it_is_written_and_in_full() -> None:
    assert list(texts_in(1e16)) == ["1e+16", "10000000000000000"]
    assert list(texts_in({"a": [1.5, True, None, "x"]})) == ["x", "true", "1.5"]
