import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from optimize.domain.criteria.matchers import Matcher
from optimize.domain.criteria.values import equal

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3)
)

CASES: dict[str, tuple[Any, Any, bool]] = {
    "1 = 1.0": (1, 1.0, True),
    '1 = "1"': (1, "1", True),
    '1.0 = "1"': (1.0, "1", True),
    '"1" = 1': ("1", 1, True),
    '"1.0" = 1': ("1.0", 1, True),
    '0.1 = "0.1"': (0.1, "0.1", True),
    '1e3 = "1000"': (1e3, "1000", True),
    "1 is not 2": (1, 2, False),
    "1 is not true": (1, True, False),
    "0 is not false": (0, False, False),
    '"1" is not true': ("1", True, False),
    'true = "true"': (True, "true", True),
    '"True" = true': ("True", True, True),
    'true is not "yes"': (True, "yes", False),
    '"false" = false': ("false", False, True),
    "true is not false": (True, False, False),
    '"007" is not 7': ("007", 7, False),
    '"007" is not "7"': ("007", "7", False),
    '"1.10" is not "1.1"': ("1.10", "1.1", False),
    '" 15 " = 15': (" 15 ", 15, True),
    "full-width digits": ("１２", 12, True),
    '"" is not 0': ({"equals": ""}, 0, False),
    '"" is ""': ({"equals": ""}, "", True),
    "large numbers stay apart": (2**53, 2**53 + 1, False),
    "absurd number": (1, "1e999999999999999999999", False),
    "million digits": (1, int("9" * 4_000), False),
    "not a number at all": (1, float("nan"), False),
    "composed = decomposed": ("café", "cafe\u0301", True),
    "straße = STRASSE": ("straße", "STRASSE", True),
    "list = list": ({"equals": [1, "a"]}, ["1", "A"], True),
    "list order counts": ({"equals": [1, 2]}, [2, 1], False),
    "list is not its element": ("a", ["a"], False),
    "object key order does not count": ({"equals": {"a": 1, "b": 2}}, {"b": 2, "a": 1}, True),
    "object with more": ({"equals": {"a": 1}}, {"a": 1, "b": 2}, False),
    "object written as text": ({"equals": {"a": 1}}, '{"a": 1}', True),
    "list is not plain text": ({"equals": ["a"]}, "a", False),
    "contains": ({"contains": "v-10"}, "INV-1003", True),
    "contains, number in text": ({"contains": "15"}, 150, True),
    "contains, whole float": ({"contains": "150000"}, 150000.0, True),
    "contains all": ({"contains": ["a", "b"]}, "abc", True),
    "contains not all": ({"contains": ["a", "z"]}, "abc", False),
    "contains in a list": ({"contains": "b"}, ["a", "b"], True),
    "contains in an object": ({"contains": "b"}, {"k": {"l": "abc"}}, True),
    "contains in null": ({"contains": "null"}, None, False),
    "contains true": ({"contains": "true"}, True, True),
    "one of": ({"one_of": ["a", 2]}, "2", True),
    "none of": ({"one_of": ["a", 2]}, 3, False),
    "one of null": ({"one_of": [None]}, None, True),
    "matches": ({"matches": r"^INV-\d+$"}, "INV-10", True),
    "matches not": ({"matches": r"^INV-\d+$"}, "XINV-10", False),
    "matches a number": ({"matches": r"^\d+$"}, 12, True),
    "matches keeps case": ({"matches": "^inv"}, "INV-10", False),
    "number": ({"number": 10}, "10.0", True),
    "number within": ({"number": 120.5, "tolerance": 0.01}, 120.51, True),
    "number outside": ({"number": 120.5, "tolerance": 0.01}, 120.511, False),
    "number below": ({"number": 120.5, "tolerance": 0.01}, 120.49, True),
    "number of a text": ({"number": 10}, "ten", False),
    "number of a list": ({"number": 10}, [10], False),
    "number of true": ({"number": 1}, True, False),
    "at least, equal": ({"at_least": 5}, 5, True),
    "at least, below": ({"at_least": 5}, 4.999, False),
    "at least, text": ({"at_least": 5}, "6", True),
    "at most, above": ({"at_most": 5}, 5.001, False),
    "between": ({"at_least": 1, "at_most": 5}, 3, True),
    "not between": ({"at_least": 1, "at_most": 5}, 0, False),
    "at least of NaN": ({"at_least": 0}, float("nan"), False),
    "at least of infinity": ({"at_least": 0}, float("inf"), False),
    "exists, null": ({"exists": True}, None, True),
    "absent, there": ({"absent": True}, None, False),
    "unset fields are ignored": ({"equals": None, "contains": "a", "number": None}, "abc", True),
}


@pytest.mark.parametrize(("matcher", "value", "holds"), CASES.values(), ids=CASES)
def test_matcher(matcher: Any, value: Any, holds: bool) -> None:
    assert Matcher.model_validate(matcher).holds([value], case_sensitive=False) is holds


@pytest.mark.parametrize(("matcher", "holds"), [({"absent": True}, True), ({"exists": True}, False), ("a", False)])
def test_nothing_there(matcher: Any, holds: bool) -> None:
    assert Matcher.model_validate(matcher).holds([], case_sensitive=False) is holds


def test_one_value_satisfies_everything() -> None:
    matcher = Matcher.model_validate({"at_least": 5, "at_most": 6})

    assert not matcher.holds([1, 10], case_sensitive=False)
    assert matcher.holds([1, 6, 10], case_sensitive=False)


def test_words() -> None:
    assert Matcher.model_validate({"number": 120.5, "tolerance": 0.01}).words() == "120.5 ± 0.01"
    assert Matcher.model_validate({"at_least": 1, "at_most": 50}).words() == "at least 1 and at most 50"
    assert Matcher.model_validate({"one_of": ["a", 2, None]}).words() == "one of “a”, 2, null"


@given(VALUES, VALUES, st.booleans())
def test_equality_has_no_sides(one: Any, other: Any, case_sensitive: bool) -> None:
    assert equal(one, one, case_sensitive=case_sensitive)
    assert equal(one, other, case_sensitive=case_sensitive) == equal(other, one, case_sensitive=case_sensitive)


@given(st.integers(-(2**53), 2**53))
def test_a_number_equals_itself_written_down(number: int) -> None:
    assert equal(number, json.dumps(number), case_sensitive=True)
    assert equal(float(number), number, case_sensitive=True)


def test_a_number_may_be_written_as_text_and_a_word_may_not() -> None:
    assert Matcher(number="5").number == 5.0
    with pytest.raises(ValidationError, match="must be a number"):
        Matcher(number="five")
