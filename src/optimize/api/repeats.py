"""A creating request that comes again under its key gets the answer it got before."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import TypeVar

from pydantic import BaseModel

from optimize.application.records import ReplyRecord
from optimize.bootstrap import Optimize
from optimize.domain.agent_definition import digest
from optimize.domain.errors import Conflict

V = TypeVar("V", bound=BaseModel)


async def made_once(
    optimize: Optimize, key: str | None, asked: BaseModel, kind: type[V], make: Callable[[], Awaitable[V]]
) -> V:
    """The view that `make` answers with, or answered with before. Raises Conflict `key_reused`.

    For use cases without a key of their own. The reply is kept after the deed, so a crash between the two makes the
    repetition a new request; what has a name of its own is refused then as being there already.
    """
    if key is None:
        return await make()
    content = digest(asked.model_dump(mode="json", by_alias=True))
    async with optimize.store.reading() as tx:
        earlier = await tx.replies.get(key)
    if earlier is not None:
        if earlier.body_hash != content:
            raise Conflict("key_reused", "This idempotency key came with another content before: use a new key.")
        return kind.model_validate(earlier.body)
    view = await make()
    reply = ReplyRecord(
        key=key, body_hash=content, status=201, body=view.model_dump(mode="json", by_alias=True), at=datetime.now(UTC)
    )
    async with optimize.store.writing() as tx:
        await tx.replies.add(reply)
    return view
