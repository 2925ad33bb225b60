"""A thing that is asked for twice is made once."""

from datetime import datetime

from optimize.application.ports.store import Transaction
from optimize.application.records import ReplyRecord
from optimize.domain.errors import Conflict


async def once(tx: Transaction, key: str | None, body_hash: str, at: datetime, new_id: str) -> str:
    """The id to create under `key`: `new_id` the first time, the id made then every time after.

    `body_hash` covers what is asked for and where, not only its content. Raises Conflict `key_reused` if the key came
    with something else before.
    """
    if key is None:
        return new_id
    earlier = await tx.replies.get(key)
    if earlier is None:
        await tx.replies.add(ReplyRecord(key=key, body_hash=body_hash, status=201, body={"id": new_id}, at=at))
        return new_id
    if earlier.body_hash != body_hash:
        raise Conflict("key_reused", "This idempotency key came with another content before: use a new key.")
    return str(earlier.body["id"])
