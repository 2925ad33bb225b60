from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optimize.domain.errors import Invalid
from optimize.domain.template import Names, fill, has_placeholder, with_stand_ins

NAMES: Names = {
    "test_case": {"city": "Köln", "amount": 12.5, "paid": True, "none": None, "guest": {"name": "Ann", "tags": ["a"]}},
    "agent": {"location": "London", "token": "t-1"},
}

FILLED: dict[str, tuple[Any, Any]] = {
    "text": ("to {{test_case.city}}!", "to Köln!"),
    "agent": ("{{agent.location}}", "London"),
    "blanks": ("{{  agent.location }}", "London"),
    "two": ("{{agent.location}}-{{test_case.city}}", "London-Köln"),
    "nested": ("{{test_case.guest.name}}", "Ann"),
    "number": ("{{test_case.amount}}", "12.5"),
    "true": ("{{test_case.paid}}", "true"),
    "null": ("{{test_case.none}}", "null"),
    "object as JSON": ("{{test_case.guest}}", '{"name": "Ann", "tags": ["a"]}'),
    "in a list": (["{{test_case.city}}", 5], ["Köln", 5]),
    "in a tuple": (("{{test_case.city}}",), ["Köln"]),
    "in an object": ({"a": {"b": "{{test_case.city}}"}}, {"a": {"b": "Köln"}}),
    "keys stay": ({"{{test_case.city}}": 1}, {"{{test_case.city}}": 1}),
    "no placeholder": ("{test_case.city} } {", "{test_case.city} } {"),
    "other signs stay": ("{% for x in y %} ${x} #{x} %(x)s", "{% for x in y %} ${x} #{x} %(x)s"),
    "opened only": ("{{ test_case.city", "{{ test_case.city"),
    "not text": (5, 5),
    "nothing": (None, None),
}


@pytest.mark.parametrize(("value", "filled"), FILLED.values(), ids=FILLED)
def test_filled(value: Any, filled: Any) -> None:
    assert fill(value, NAMES) == filled


REFUSED = {
    "attribute of Python": ("{{agent.__class__}}", "unknown_name"),
    "calculation": ("{{7*7}}", "bad_template"),
    "filter": ("{{test_case.city|safe}}", "bad_template"),
    "call": ("{{test_case.city.upper()}}", "bad_template"),
    "index": ("{{test_case.guest['name']}}", "bad_template"),
    "third root": ("{{secrets.KEY}}", "bad_template"),
    "no root": ("{{city}}", "bad_template"),
    "root alone": ("{{test_case}}", "bad_template"),
    "nothing in it": ("{{}}", "bad_template"),
    "three braces": ("{{{test_case.city}}}", "bad_template"),
    "four braces": ("{{{{test_case.city}}}}", "bad_template"),
    "line break in the name": ("{{test_case.\ncity}}", "bad_template"),
    "number as name": ("{{test_case.1}}", "bad_template"),
    "name of 65 letters": ("{{test_case." + "a" * 65 + "}}", "bad_template"),
    "unknown": ("{{test_case.town}}", "unknown_name"),
    "unknown, nested": ("{{test_case.guest.age}}", "unknown_name"),
    "into a text": ("{{test_case.city.name}}", "unknown_name"),
    "into a list": ("{{test_case.guest.tags.a}}", "unknown_name"),
    "deep in an object": ({"a": [{"b": "{{agent.x}}"}]}, "unknown_name"),
}


@pytest.mark.parametrize(("value", "code"), REFUSED.values(), ids=REFUSED)
def test_refused(value: Any, code: str) -> None:
    with pytest.raises(Invalid) as refusal:
        fill(value, NAMES)

    assert refusal.value.code == code


def test_an_unknown_name_is_refused_with_the_known_ones() -> None:
    with pytest.raises(
        Invalid, match=r"There is no attribute agent.city. Known: agent.location, agent.token"
    ) as refusal:
        fill("{{agent.city}}", NAMES)

    assert refusal.value.fields["name"] == "agent.city"


def test_what_is_filled_in_is_never_read_again() -> None:
    names: Names = {"test_case": {"x": "{{agent.token}} {{7*7}} {% x %}"}, "agent": {"token": "t-1"}}

    assert fill("<{{test_case.x}}>", names) == "<{{agent.token}} {{7*7}} {% x %}>"


def test_two_values_cannot_make_a_placeholder_together() -> None:
    assert fill("{{test_case.a}}{{test_case.b}}", {"test_case": {"a": "{{agent", "b": ".x}}"}}) == "{{agent.x}}"


def test_an_expansion_of_a_megabyte_is_refused() -> None:
    with pytest.raises(Invalid) as refusal:
        fill("{{test_case.x}}" * 100, {"test_case": {"x": "y" * 10_000}})

    assert refusal.value.code == "template_too_long"


@given(st.text(), st.text())
def test_any_value_arrives_as_it_is(value: str, before: str) -> None:
    before = before.replace("{", "(")

    assert fill(before + "{{test_case.x}}", {"test_case": {"x": value}}) == before + value


@given(st.text("{}ab. _test_case"))
def test_any_text_is_filled_or_refused(text: str) -> None:
    try:
        filled = fill(text, NAMES)
    except Invalid:
        filled = None

    assert filled is None or isinstance(filled, str)


def test_quoted_while_filled_in() -> None:
    assert fill(["a {{test_case.city}}"], NAMES, quote=str.upper) == ["a KÖLN"]


def test_stand_ins() -> None:
    assert has_placeholder("a {{test_case.x}}")
    assert not has_placeholder("a {test_case.x}")
    assert with_stand_ins("^{{test_case.x}}-{{agent.y}}$", "x") == "^x-x$"
