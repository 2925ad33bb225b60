"""The types of parameters that several criteria share, and what they refuse when a test is written."""

from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, JsonValue, StringConstraints

from optimize.domain.storable import Storable, json_within
from optimize.domain.text import fold

TEXT_LIMIT = 4_000
LIST_LIMIT = 50


def _not_blank(text: str) -> str:
    if not fold(text):
        raise ValueError("is blank; write the text that is meant")
    return text


def _listed(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


Text = Annotated[
    str,
    StringConstraints(strict=True, strip_whitespace=True, min_length=1, max_length=TEXT_LIMIT),
    Storable,
    AfterValidator(_not_blank),
]
Texts = Annotated[tuple[Text, ...], Field(min_length=1, max_length=LIST_LIMIT), BeforeValidator(_listed)]
"""One text or several; a single text may be written without the list."""

JsonParameter = Annotated[JsonValue, json_within(text=TEXT_LIMIT)]
CaseSensitive = Annotated[bool, Field(strict=True, description="Whether capital and small letters count as different.")]
