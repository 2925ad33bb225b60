"""Pages of a list that is read as a whole: the cursor is the identity of the last item that was shown."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from optimize.application.views import Page
from optimize.domain.errors import Invalid

T = TypeVar("T")


def page_of(items: Sequence[T], identity: Callable[[T], str], *, cursor: str | None, limit: int) -> Page[T]:
    """The page after `cursor`. Raises Invalid `bad_cursor` if the item it names is not in the list (any more)."""
    start = 0 if cursor is None else _position(items, identity, cursor) + 1
    shown = list(items[start : start + limit])
    return Page(items=shown, next=identity(shown[-1]) if start + limit < len(items) else None)


def _position(items: Sequence[T], identity: Callable[[T], str], cursor: str) -> int:
    for position, item in enumerate(items):
        if identity(item) == cursor:
            return position
    raise Invalid("bad_cursor", "This list has changed: read it again from the start.", field="cursor")
