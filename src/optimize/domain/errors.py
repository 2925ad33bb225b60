"""What can go wrong, as one small tree.

OptimizeError
├── Invalid        what was sent can never be right; the person must change it
├── NotFound       no such thing, or not for this person
├── Conflict       right in itself, but not in this state (or somebody was faster)
├── Forbidden      this actor may not do this
├── TooLarge       more than the stated limit
└── Unavailable    something outside does not answer; trying later may help

A door (REST, websocket, MCP, command line) has one table from these classes to its own language.
The `code` is stable and documented; `detail` is one sentence that says what to do.
"""

from typing import Any


class OptimizeError(Exception):
    """A refusal with a stable `code`, one sentence for people, and fields for programs."""

    def __init__(self, code: str, detail: str, **fields: Any) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.fields = fields

    def body(self) -> dict[str, Any]:
        """The one shape every door sends: `{"error", "detail", …fields}`."""
        return {"error": self.code, "detail": self.detail, **self.fields}


class Invalid(OptimizeError):
    """What was sent can never be right."""


class NotFound(OptimizeError):
    """There is no such thing."""


class Conflict(OptimizeError):
    """Not possible in the present state."""


class Forbidden(OptimizeError):
    """This actor may not do this."""


class TooLarge(OptimizeError):
    """More than the stated limit."""


class Unavailable(OptimizeError):
    """Something outside does not answer."""
