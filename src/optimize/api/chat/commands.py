"""Commands of a person, the same for the socket and for HTTP."""

import logging
from typing import Any, Final

from pydantic import TypeAdapter, ValidationError

from optimize.api.errors import INTERNAL
from optimize.api.json_body import require_plain_json
from optimize.assistant.protocol import LONGEST_MESSAGE, Command, Notice
from optimize.bootstrap import Optimize
from optimize.domain.actor import Actor, Role
from optimize.domain.errors import Invalid, OptimizeError, TooLarge

_log = logging.getLogger(__name__)
LARGEST: Final = 120 * 1024
"""Bytes. A message of the most characters fits even if each of them takes six bytes as JSON."""
_LONGEST_ID: Final = 100
_COMMAND: Final = TypeAdapter[Command](Command)
_TYPES: Final = ("message", "resume", "cancel", "retry")


async def obey(optimize: Optimize, thread: str, command: Command, actor: Actor) -> Notice:
    """Raises what is wrong with the command, as an OptimizeError."""
    actor.require(Role.EDITOR)
    return await optimize.conversations.handle(thread, command, actor)


async def answer(optimize: Optimize, thread: str, text: str, actor: Actor) -> Notice:
    """The notice that answers one frame of a socket; whatever is wrong with it is a refusal, never an exception."""
    sent: Any = None
    try:
        if len(text.encode()) > LARGEST:
            raise TooLarge("too_large", f"One message may have at most {LARGEST // 1024} KB.")
        sent = require_plain_json(text)
        return await obey(optimize, thread, _command(sent), actor)
    except OptimizeError as error:
        return refused(error, sent)
    except Exception:
        _log.exception("a command of %s failed", thread)
        return refused(OptimizeError(INTERNAL["error"], INTERNAL["detail"]), sent)


def refused(error: OptimizeError, sent: Any = None) -> Notice:
    fields = sent if isinstance(sent, dict) else {}
    kind, client_id = fields.get("type"), fields.get("client_id")
    return Notice(
        type="refused",
        command=kind if kind in _TYPES else "unknown",
        client_id=client_id[:_LONGEST_ID] if isinstance(client_id, str) else None,
        error=error.code,
        detail=error.detail,
    )


def _command(sent: Any) -> Command:
    try:
        return _COMMAND.validate_python(sent)
    except ValidationError as error:
        raise _wrong(sent, error) from error


def _wrong(sent: Any, error: ValidationError) -> OptimizeError:
    first = error.errors(include_url=False)[0]
    if first["type"] == "string_too_long" and first["loc"][-1] == "text":
        return TooLarge("message_too_long", f"A message may have at most {LONGEST_MESSAGE:,} characters.")
    if not isinstance(sent, dict) or sent.get("type") not in _TYPES:
        return Invalid("unknown_command", f"There is no such command; there are {', '.join(_TYPES)}.")
    field = ".".join(str(part) for part in first["loc"][1:]) or "type"
    return Invalid("invalid", f"{field}: {first['msg']}.")
