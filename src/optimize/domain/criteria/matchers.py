"""What an argument of a call is compared with."""

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from typing import Annotated, Any, Literal, NamedTuple, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue, model_validator

from optimize.domain.criteria.parameters import LIST_LIMIT, JsonParameter, Texts
from optimize.domain.criteria.pattern import Pattern, found
from optimize.domain.criteria.values import as_number, equal, shown, texts_in
from optimize.domain.template import has_placeholder
from optimize.domain.text import occurs


def _number(value: Any) -> Any:
    """A number; or a text that is one or will be one when its placeholder is filled."""
    if not isinstance(value, str) or has_placeholder(value):
        return value
    number = as_number(value)
    if number is None:
        raise ValueError("must be a number, or a placeholder such as {{test_case.amount}}")
    return float(number)


def _unset(value: object) -> bool:
    return value is None


Number = Annotated[
    Annotated[float, Field(strict=True)] | Annotated[str, Field(strict=True, max_length=200)],
    BeforeValidator(_number),
]


class Part(NamedTuple):
    """One thing a matcher asks for: its words and its test (value, case sensitive)."""

    words: str
    accepts: Callable[[JsonValue, bool], bool]


class Matcher(BaseModel):
    """What must hold for the value at a path; everything that is set must hold for the same value.

    A plain text, number or true/false stands for `equals`. Empty fields count as not set.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    equals: JsonParameter = Field(
        default=None,
        exclude_if=_unset,
        description='The same value. 1, 1.0 and "1" are equal, as are true and "true"; texts ignore case.',
    )
    contains: Texts | None = Field(
        default=None, exclude_if=_unset, description="Texts that all occur in it; in a list or object, anywhere in it."
    )
    one_of: tuple[JsonParameter, ...] | None = Field(
        default=None,
        exclude_if=_unset,
        min_length=1,
        max_length=LIST_LIMIT,
        description="Values of which it equals one.",
    )
    matches: Pattern | None = Field(
        default=None, exclude_if=_unset, description="A google-re2 pattern that is found in it."
    )
    number: Number | None = Field(
        default=None, exclude_if=_unset, description="A number that it equals, give or take `tolerance`."
    )
    tolerance: float | None = Field(
        default=None, exclude_if=_unset, strict=True, ge=0, description="How far from `number` it may be; 0 if empty."
    )
    at_least: Number | None = Field(default=None, exclude_if=_unset, description="The smallest number allowed.")
    at_most: Number | None = Field(default=None, exclude_if=_unset, description="The largest number allowed.")
    exists: Literal[True] | None = Field(
        default=None, exclude_if=_unset, description="true: the argument is there, whatever its value."
    )
    absent: Literal[True] | None = Field(
        default=None, exclude_if=_unset, description="true: the argument is not there. Stands alone."
    )

    @model_validator(mode="before")
    @classmethod
    def _shorthand(cls, value: Any) -> Any:
        if value is None:
            return {"one_of": [None]}
        if isinstance(value, str | int | float):
            return {"equals": value}
        if isinstance(value, list | tuple):
            raise ValueError('a list is not a matcher: write {"one_of": […]} or {"equals": […]}')
        return value

    @model_validator(mode="after")
    def _sensible(self) -> Self:
        given = {name for name in type(self).model_fields if getattr(self, name) is not None}
        if not given:
            raise ValueError(f"a matcher needs one of {', '.join(type(self).model_fields)}")
        if self.absent and given != {"absent"}:
            raise ValueError("`absent` stands alone: what is not there has no value")
        if self.tolerance is not None and self.number is None:
            raise ValueError("`tolerance` belongs to `number`")
        if isinstance(self.at_least, float) and isinstance(self.at_most, float) and self.at_least > self.at_most:
            raise ValueError(f"at_least {self.at_least:g} is more than at_most {self.at_most:g}")
        return self

    def holds(self, values: Sequence[JsonValue], *, case_sensitive: bool) -> bool:
        """Whether one of the values found at the path satisfies everything; for `absent`, that there is none."""
        if self.absent:
            return not values
        return any(all(part.accepts(value, case_sensitive) for part in self._parts()) for value in values)

    def words(self) -> str:
        """`equal to “INV-1003”`, `at least 5 and at most 10`."""
        return "absent" if self.absent else " and ".join(part.words for part in self._parts())

    def _parts(self) -> Iterator[Part]:
        if self.exists:
            yield Part("given", lambda _value, _case: True)
        yield from self._text_parts()
        yield from self._number_parts()

    def _text_parts(self) -> Iterator[Part]:
        equals, one_of, contains, matches = self.equals, self.one_of, self.contains, self.matches
        if equals is not None:
            yield Part(f"equal to {shown(equals)}", lambda value, case: equal(equals, value, case_sensitive=case))
        if one_of is not None:
            words = f"one of {', '.join(shown(wanted) for wanted in one_of)}"
            yield Part(words, lambda v, case: any(equal(wanted, v, case_sensitive=case) for wanted in one_of))
        for text in contains or ():
            yield _containing(text)
        if matches is not None:
            yield _matching(matches)

    def _number_parts(self) -> Iterator[Part]:
        if self.number is not None:
            near = f" ± {self.tolerance:g}" if self.tolerance else ""
            yield _compared(f"{_shown(self.number)}{near}", self.number, self._near)
        if self.at_least is not None:
            yield _compared(f"at least {_shown(self.at_least)}", self.at_least, Decimal.__ge__)
        if self.at_most is not None:
            yield _compared(f"at most {_shown(self.at_most)}", self.at_most, Decimal.__le__)

    def _near(self, value: Decimal, wanted: Decimal) -> bool:
        return abs(value - wanted) <= Decimal(repr(self.tolerance or 0))


def _containing(text: str) -> Part:
    def accepts(value: JsonValue, case_sensitive: bool) -> bool:
        return any(occurs(text, inner, case_sensitive=case_sensitive) for inner in texts_in(value))

    return Part(f"containing {shown(text)}", accepts)


def _matching(pattern: str) -> Part:
    def accepts(value: JsonValue, _case: bool) -> bool:
        return any(found(pattern, inner) is not None for inner in texts_in(value))

    return Part(f"matching `{pattern}`", accepts)


def _compared(words: str, wanted: float | str, test: Callable[[Decimal, Decimal], bool]) -> Part:
    def accepts(value: JsonValue, _case: bool) -> bool:
        number, bound = as_number(value), as_number(wanted)
        return number is not None and bound is not None and test(number, bound)

    return Part(words, accepts)


def _shown(number: float | str) -> str:
    return number if isinstance(number, str) else f"{Decimal(repr(number)).normalize():f}"
