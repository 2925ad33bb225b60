import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from optimize.domain.criteria.answer_is_json import AnswerIsJson
from optimize.domain.criteria.json_schema import STEPS_ALLOWED, CannotCheck, Work
from optimize.domain.transcript import Transcript

CASES: dict[str, tuple[str, bool, str]] = {
    "object": ('{"a":1}', True, "The answer is one JSON object."),
    "object, line end": ('{"a":1}\n', True, "one JSON object."),
    "fence with label": ('```json\n{"a":1}\n```', True, "one JSON object, inside a fence."),
    "fence without label": ("```\n[1]\n```", True, "one JSON array, inside a fence"),
    "fence, blank lines inside": ('```json\n\n{"a":1}\n\n```\n', True, "inside a fence"),
    "tilde fence": ('~~~json\n{"a":1}\n~~~', True, "inside a fence"),
    "long fence": ('````json\n{"a":"```"}\n````', True, "inside a fence"),
    "fence, Windows line ends": ('```json\r\n{"a":1}\r\n```\r\n', True, "inside a fence"),
    "BOM": ('\ufeff{"a":1}', True, "one JSON object"),
    "BOM before a fence": ('\ufeff```json\n{"a":1}\n```', True, "inside a fence"),
    "text before": ('Here is it: {"a":1}', False, "there is text before the JSON: “Here is it:”"),
    "text before a fence": ("Here:\n```json\n{}\n```", False, "there is text before the JSON: “Here:”"),
    "text after": ('{"a":1} Anything else?', False, "there is more: “Anything else?”"),
    "text after a fence": ("```json\n{}\n```\nBye.", False, "there is text after the fence: “Bye.”"),
    "two fences": ("```\n1\n```\n```\n2\n```", False, "there is more"),
    "open fence": ('```json\n{"a":1}', False, "a fence is opened but not closed"),
    "fence in one line": ('```json {"a":1}```', False, "not closed"),
    "empty fence": ("```json\n```", False, "there is nothing in it"),
    "number": ("42", True, "one JSON number"),
    "negative zero": ("-0.0", True, "one JSON number"),
    "text value": ('"hi"', True, "one JSON text"),
    "true": ("true", True, "one JSON true or false"),
    "null": ("null", True, "one JSON null"),
    "NaN": ("NaN", False, "NaN is not JSON"),
    "NaN inside": ('{"a": NaN}', False, "NaN is not JSON"),
    "Infinity": ("[-Infinity]", False, "-Infinity is not JSON"),
    "two objects": ('{"a":1}{"b":2}', False, 'after the first JSON value there is more: “{"b":2}”'),
    "two lines of JSON": ("1\n2", False, "there is more: “2”"),
    "plain text": ("It is done.", False, "it is plain text: “It is done.”"),
    "single quotes": ("{'a': 1}", False, "line 1, column 2"),
    "trailing comma": ('{"a": 1,}', False, "line 1, column"),
    "comment": ('{"a": 1 /* one */}', False, "column 9"),
    "cut off": ('{"a": [1, 2', False, "the text ends there"),
    "leading zero": ("01", False, "there is more: “1”"),
    "hexadecimal": ("0x10", False, "there is more"),
    "True of Python": ("True", False, "plain text"),
    "line break in a text": ('"a\nb"', False, "invalid control character"),
    "no-break space around": ("\u00a0{}", False, "text before"),
    "escaped surrogate": (r'"\ud800"', True, "one JSON text"),
    "duplicate key": ('{"a":1,"a":2}', True, "one JSON object"),
    "too large a number": ("1e999", False, "too large"),
    "thousands of digits": ("9" * 5_000, False, "more than 300 digits"),
    "deep, within": ("[" * 200 + "]" * 200, True, "one JSON array"),
    "deep": ("[" * 100_000 + "]" * 100_000, False, "nested more than 256 levels"),
    "deep objects": ('{"a":' * 5_000 + "1" + "}" * 5_000, False, "nested more than 256 levels"),
    "brackets in a text": (json.dumps("[" * 1_000), True, "one JSON text"),
    "blank": (" \n", False, "The agent gave no answer."),
}


@pytest.mark.parametrize(("answer", "holds", "reason"), CASES.values(), ids=CASES)
def test_verdict(told: Callable[..., Transcript], answer: str, holds: bool, reason: str) -> None:
    verdict = AnswerIsJson().check(told(answer))

    assert verdict.passed is holds, verdict.reason
    assert reason in verdict.reason


AMOUNT = {"type": "object", "properties": {"amount": {"type": "number"}}, "required": ["amount"]}
TREE = {"type": "object", "properties": {"next": {"$ref": "#"}, "value": {"type": "integer"}}}
CLOSED = {
    "patternProperties": {"^x_(a+)+$": {"type": "integer"}},
    "properties": {"b": {}},
    "additionalProperties": False,
}

SCHEMAS: dict[str, tuple[dict[str, Any], str, bool, str]] = {
    "fits": (AMOUNT, '{"amount": 1}', True, "and fits the schema"),
    "anything fits": ({}, "null", True, "fits"),
    "wrong type, with its path": (
        {"properties": {"items": {"items": AMOUNT}}},
        '{"items": [{"amount": 1}, {"amount": "x"}]}',
        False,
        "does not fit the schema at $.items[1].amount: 'x' is not of type 'number'",
    ),
    "missing property": (AMOUNT, "{}", False, "'amount' is a required property"),
    "fenced": (AMOUNT, '```json\n{"amount": "x"}\n```', False, "inside a fence, but does not fit"),
    "1.0 is a whole number": ({"type": "integer"}, "1.0", True, ""),
    "enum": ({"enum": ["a", "b"]}, '"c"', False, "'c' is not one of"),
    "pattern": ({"pattern": "^a+$"}, '"ab"', False, "does not match"),
    "pattern by re2": ({"pattern": r"^\p{L}+$"}, '"Größe"', True, ""),
    "pattern and a lone surrogate": ({"pattern": "^a$"}, r'"\ud800"', False, "does not match"),
    "pattern properties": (CLOSED, '{"x_a": "no"}', False, "$.x_a: 'no' is not of type 'integer'"),
    "additional property": (CLOSED, '{"b": 1, "c": 2}', False, "'c' is not one of the properties"),
    "additional property that fits": ({"additionalProperties": {"type": "null"}}, '{"a": null}', True, ""),
    "unique items": ({"uniqueItems": True}, "[1, true, 1.0]", False, "has items that are equal"),
    "unique, true is not 1": ({"uniqueItems": True}, "[1, true, 0, false]", True, ""),
    "recursive": (TREE, '{"next": {"next": {"value": "x"}}}', False, "$.next.next.value"),
    "definition": ({"$defs": {"n": {"type": "null"}}, "$ref": "#/$defs/n"}, "1", False, "not of type 'null'"),
    "draft 7": (
        {"$schema": "http://json-schema.org/draft-07/schema#", "items": [{"type": "null"}]},
        "[1]",
        False,
        "$[0]",
    ),
    "format is not checked": ({"format": "date"}, '"soon"', True, ""),
    "multiple of": ({"multipleOf": 0.01}, "1e300", True, ""),
    "not JSON at all": (AMOUNT, "amount: 1", False, "plain text"),
    "value too deep for a schema": (TREE, '{"next":' * 250 + "{}" + "}" * 250, False, "could not be checked"),
    "references without end": (
        {"$defs": {"a": {"anyOf": [{"items": {"$ref": "#/$defs/a"}, "minItems": 9}] * 4}}, "$ref": "#/$defs/a"},
        "[" * 40 + "]" * 40,
        False,
        "could not be checked against the schema: the schema and the value together ask for too many steps",
    ),
}


@pytest.mark.parametrize(("schema", "answer", "holds", "reason"), SCHEMAS.values(), ids=SCHEMAS)
def test_schema(told: Callable[..., Transcript], schema: dict[str, Any], answer: str, holds: bool, reason: str) -> None:
    verdict = AnswerIsJson(schema=schema).check(told(answer))

    assert verdict.passed is holds, verdict.reason
    assert reason in verdict.reason


COSTLY: dict[str, tuple[dict[str, Any], str, str]] = {
    "pattern": ({"pattern": "^(a+)+$"}, json.dumps("a" * 20_000 + "X"), "does not match"),
    "property pattern": (
        {"patternProperties": {"^(a|a)*$": {}}, "additionalProperties": False},
        json.dumps({"a" * 5_000 + "X": 1}),
        "not one of the prop",
    ),
    "unique items": ({"uniqueItems": True}, json.dumps([[i] for i in range(20_000)]), "fits"),
    "quotes without end": ({}, '"' + '\\"' * 50_000, "not exactly one"),
    "one long fence": ({}, "`" * 50_000, "not exactly one"),
    "many fences": ({}, "```\n" * 20_000, "not exactly one"),
    "many alternatives": ({"items": {"anyOf": [{"type": "null"}] * 300}}, json.dumps([1] * 900), "too many steps"),
    "many that never fit": ({"items": {"anyOf": [False] * 900}}, json.dumps([1] * 300), "too many steps"),
    "many long quotations": ({"anyOf": [{"minItems": 10**9}] * 450}, json.dumps([1] * 50_000), "too many steps"),
    "many property patterns": (
        {"patternProperties": {f"^(a+)+{i}$": {} for i in range(400)}},
        json.dumps({f"a{i}": 1 for i in range(600)}),
        "too many steps",
    ),
    "many slow patterns": (
        {"anyOf": [{"pattern": f"(.*a){{25}}[{i}x]"} for i in range(9)]},
        json.dumps("a" * 50_000),
        "too many steps",
    ),
    "one text too long for its pattern": (
        {"pattern": "(.*a){25}"},
        json.dumps("a" * 500_000),
        "too many steps",
    ),
}


@pytest.mark.parametrize(("schema", "answer", "reason"), COSTLY.values(), ids=COSTLY)
def test_no_answer_keeps_a_worker_busy(
    told: Callable[..., Transcript], schema: dict[str, Any], answer: str, reason: str
) -> None:
    assert reason in AnswerIsJson(schema=schema).check(told(answer)).reason


def test_a_check_has_so_many_steps_and_not_one_more() -> None:
    work = Work()
    work.spend(STEPS_ALLOWED)

    with pytest.raises(CannotCheck, match="too many steps"):
        work.spend(1)


def test_a_long_list_of_ordinary_items_is_checked_in_full(told: Callable[..., Transcript]) -> None:
    fields = {name: {"type": "string", "minLength": 1, "pattern": "^a"} for name in "abcde"}
    schema = {"items": {"properties": fields, "required": list("abcde"), "additionalProperties": False}}

    assert AnswerIsJson(schema=schema).check(told(json.dumps([dict.fromkeys("abcde", "abc")] * 1_000))).passed


def nested(levels: int) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "object"}
    for _ in range(levels):
        schema = {"not": schema}
    return schema


BAD: dict[str, tuple[Any, str]] = {
    "text": ("object", "valid dictionary"),
    "list": ([], "valid dictionary"),
    "true": (True, "valid dictionary"),
    "unknown type": ({"properties": {"a": {"type": "money"}}}, "not valid at $.properties.a.type"),
    "bad keyword": ({"minLength": "3"}, "not valid at $.minLength"),
    "remote reference": ({"$ref": "https://example.com/schema"}, "may only point into the schema itself"),
    "file reference": ({"items": {"$ref": "file:///etc/passwd"}}, "may only point into the schema itself"),
    "missing reference": ({"properties": {"a": {"$ref": "#/$defs/b"}}}, "not in the schema"),
    "circle": ({"$ref": "#"}, "refers to itself"),
    "circle of two": (
        {"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"},
        "itself",
    ),
    "dynamic reference": ({"$dynamicRef": "#a"}, "$dynamicRef is not supported; use $ref"),
    "unevaluated": ({"unevaluatedProperties": False}, "use additionalProperties"),
    "unknown dialect": ({"$schema": "https://example.com/mine"}, "must be one of http://json-schema.org/draft-04"),
    "bad pattern": ({"pattern": "(["}, "position 2, “[”"),
    "look-ahead": ({"properties": {"a": {"pattern": "a(?=b)"}}}, "look-ahead is not supported"),
    "bad property pattern": ({"patternProperties": {"*": {}}}, "position 1"),
    "placeholder in a pattern": ({"pattern": "^{{test_case.x}}$"}, "cannot hold a placeholder"),
    "too deep": (nested(65), "more than 64 levels"),
    "much too deep": (nested(50_000), "more than 64 levels"),
    "too many entries": ({"enum": list(range(2_000))}, "more than 1,000 entries"),
    "NaN": ({"const": float("nan")}, "not finite"),
    "beyond 2^53": ({"maximum": 2**60}, "2^53"),
    "NUL": ({"const": "\0"}, "cannot be stored"),
    "lone surrogate in a key": ({"properties": {"\ud800": {}}}, "cannot be stored"),
    "number as key": ({1: {}}, "valid string"),
}


@pytest.mark.parametrize(("schema", "complaint"), BAD.values(), ids=BAD)
def test_refused_when_written(schema: Any, complaint: str) -> None:
    with pytest.raises(ValidationError) as refusal:
        AnswerIsJson.model_validate({"schema": schema})

    assert complaint in str(refusal.value)


def test_explosive_references_are_refused() -> None:
    definitions = {f"d{i}": {"allOf": [{"$ref": f"#/$defs/d{i + 1}"}] * 2} for i in range(60)}

    with pytest.raises(ValidationError, match="too many steps"):
        AnswerIsJson(schema={"$defs": {**definitions, "d60": {}}, "$ref": "#/$defs/d0"})


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)


def answered(text: str) -> Transcript:
    message = {"kind": "message", "seq": 1, "turn": 1, "role": "assistant", "text": text}
    return Transcript.model_validate({"events": [message]})


@given(JSON, st.booleans(), st.sampled_from(["", " ", "\n", "\r\n\t"]), st.booleans())
def test_every_json_value_is_json(value: Any, ascii_only: bool, around: str, fenced: bool) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=1 if fenced else None)
    answer = f"```json\n{text}\n```" if fenced else text

    assert AnswerIsJson().check(answered(around + answer + around)).passed


@given(JSON, JSON)
def test_two_values_are_not_one(one: Any, other: Any) -> None:
    assert not AnswerIsJson().check(answered(f"{json.dumps([one])} {json.dumps(other)}")).passed


@given(st.text())
def test_no_text_is_too_odd(text: str) -> None:
    assert AnswerIsJson(schema=AMOUNT).check(answered(text)).reason


def test_survives_the_store() -> None:
    criterion = AnswerIsJson(schema=AMOUNT)
    stored = json.loads(json.dumps(criterion.model_dump(mode="json")))

    assert stored["schema"] == AMOUNT
    assert AnswerIsJson.model_validate(stored) == criterion
    assert AnswerIsJson().filled({}) == AnswerIsJson()


def test_filled_in(told: Callable[..., Transcript]) -> None:
    criterion = AnswerIsJson(schema={"const": "{{test_case.city}}"}).filled({"test_case": {"city": "Köln"}})

    assert criterion.check(told('"Köln"')).passed


def test_sentence() -> None:
    assert AnswerIsJson().sentence() == "The final answer is one JSON value."
    assert AnswerIsJson(schema={}).sentence() == "The final answer is one JSON value that fits the schema."
