"""Tokens, sessions, idempotent replies, the audit log."""

import pytest
from sqlalchemy import text

from optimize.adapters.store.connections import database_url, migrator
from optimize.adapters.store.guard_ddl import drop_guards
from optimize.adapters.store.store import SqlStore
from optimize.application.records import ReplyRecord, SessionRecord, TokenRecord
from optimize.domain.actor import Role
from optimize.domain.errors import Conflict
from tests.conformance.store.world import NOON, later


def _token(token_id: str, **more: object) -> TokenRecord:
    values = {"id": token_id, "name": "ann", "role": Role.EDITOR, "hash": f"h-{token_id}", "created_at": NOON}
    return TokenRecord.model_validate({**values, **more})


async def test_a_token_is_found_by_its_hash_and_revoked_once(store: SqlStore) -> None:
    async with store.writing() as tx:
        await tx.access.add_token(_token("z", once=True, expires_at=later(5)))
        await tx.access.add_token(_token("a"))
        assert await tx.access.token("h-z") == _token("z", once=True, expires_at=later(5))
        assert await tx.access.token("h-none") is None
        assert await tx.access.revoke("z", at=later(1))
        assert not await tx.access.revoke("z", at=later(2))
        assert not await tx.access.revoke("none", at=later(1))
        tokens = await tx.access.tokens()
    assert [(token.id, token.revoked_at) for token in tokens] == [("z", later(1)), ("a", None)]


async def test_two_tokens_never_share_a_hash(store: SqlStore) -> None:
    async with store.writing() as tx:
        await tx.access.add_token(_token("a"))
    with pytest.raises(Conflict):
        async with store.writing() as tx:
            await tx.access.add_token(_token("b", hash="h-a"))


async def test_a_session_ends_once(store: SqlStore) -> None:
    session = SessionRecord(hash="s", name="ann", role=Role.ADMIN, created_at=NOON, expires_at=later(60))
    async with store.writing() as tx:
        await tx.access.add_session(session)
        assert await tx.access.session("s") == session
        assert await tx.access.session("none") is None
        await tx.access.end_session("s", at=later(1))
        await tx.access.end_session("s", at=later(2))
        ended = await tx.access.session("s")
    assert ended == session.model_copy(update={"ended_at": later(1)})


async def test_a_reply_is_kept_under_its_key_once(store: SqlStore) -> None:
    reply = ReplyRecord(key="k", body_hash="b", status=201, body={"id": "t1", "runs": [1, 2]}, at=NOON)
    async with store.writing() as tx:
        await tx.replies.add(reply)
        assert await tx.replies.get("k") == reply
        assert await tx.replies.get("none") is None
    with pytest.raises(Conflict) as refused:
        async with store.writing() as tx:
            await tx.replies.add(reply.model_copy(update={"body_hash": "other"}))
    assert refused.value.code == "already_exists"


async def _log(store: SqlStore, lines: int) -> None:
    async with store.writing() as tx:
        for n in range(1, lines + 1):
            await tx.audit.append(at=later(n), actor="ann", action="accept", object=f"t{n}", after=f"ü{n}")


async def test_each_audit_line_is_chained_to_the_one_before(store: SqlStore) -> None:
    async with store.reading() as tx:
        assert await tx.audit.broken_at() is None
    await _log(store, 3)
    async with store.reading() as tx:
        lines = await tx.audit.list()
        assert await tx.audit.list(limit=1) == lines[:1]
        assert await tx.audit.broken_at() is None
    assert [line.seq for line in lines] == [3, 2, 1]
    assert [line.previous for line in lines] == [lines[1].hash, lines[2].hash, "0" * 64]
    assert (lines[0].object, lines[0].reason, lines[0].before, lines[0].after) == ("t3", "", None, "ü3")


@pytest.mark.parametrize(
    ("tampering", "found_at"),
    [
        (["UPDATE audit SET actor = 'eve' WHERE seq = 2"], 2),
        (["UPDATE audit SET at = '2026-01-01T00:00:00.000000+00:00' WHERE seq = 1"], 1),
        (["DELETE FROM audit WHERE seq = 2"], 3),
        (["DELETE FROM audit WHERE seq = 1"], 2),
        (
            [
                "UPDATE audit SET seq = 100 WHERE seq = 2",
                "UPDATE audit SET seq = 2 WHERE seq = 3",
                "UPDATE audit SET seq = 3 WHERE seq = 100",
            ],
            2,
        ),
    ],
    ids=["edited", "backdated", "deleted", "first deleted", "reordered"],
)
async def test_attack_28_tampering_with_the_audit_log_is_found(
    store: SqlStore, migrated: str, tampering: list[str], found_at: int
) -> None:
    await _log(store, 4)
    intruder = migrator(database_url(migrated))
    async with intruder.begin() as connection:
        if migrated.startswith("postgresql"):
            await connection.execute(text("SET LOCAL session_replication_role = replica"))
        await connection.run_sync(drop_guards)
        for statement in tampering:
            await connection.execute(text(statement))
    await intruder.dispose()
    async with store.reading() as tx:
        assert await tx.audit.broken_at() == found_at
