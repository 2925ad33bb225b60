"""Who may come in: links once, tokens until they end, sessions for a day at most."""

import pytest

from optimize.application.access import IDLE_MINUTES, LINK_MINUTES, SESSION_HOURS, Access
from optimize.domain.actor import Actor, Role
from optimize.domain.errors import Forbidden, Invalid, NotFound
from tests.fakes.world import ADMIN_TOKEN, World

ODD = ["", " ", "nothing", "\ud800", "a\0b", "é", "x" * 100_000, ADMIN_TOKEN + " ", ADMIN_TOKEN[:-1]]


async def test_a_link_signs_in_once(world: World) -> None:
    link = await world.access.create_link()
    signed_in = await world.access.sign_in(link.secret)
    actor = await world.access.session(signed_in.session)
    assert actor is not None
    assert (actor.name, actor.role) == ("admin", Role.ADMIN)
    with pytest.raises(Forbidden) as again:
        await world.access.sign_in(link.secret)
    assert again.value.code == "bad_token"


async def test_a_link_ends(world: World) -> None:
    link = await world.access.create_link()
    world.clock.advance(LINK_MINUTES * 60)
    with pytest.raises(Forbidden):
        await world.access.sign_in(link.secret)


async def test_a_link_is_no_bearer_token(world: World) -> None:
    link = await world.access.create_link()
    assert await world.access.bearer(link.secret) is None


async def test_a_token_has_its_name_and_role(world: World) -> None:
    token = await world.access.create_token("nightly", Role.EDITOR)
    actor = await world.access.bearer(token.secret)
    assert actor is not None
    assert (actor.name, actor.role, actor.assistant) == ("nightly", Role.EDITOR, False)
    signed_in = await world.access.sign_in(token.secret)
    assert (signed_in.name, signed_in.role) == ("nightly", Role.EDITOR)


async def test_a_token_ends(world: World) -> None:
    token = await world.access.create_token("nightly", Role.EDITOR, days=2)
    world.clock.advance(2 * 86_400 - 1)
    assert await world.access.bearer(token.secret) is not None
    world.clock.advance(1)
    assert await world.access.bearer(token.secret) is None
    with pytest.raises(Forbidden):
        await world.access.sign_in(token.secret)


async def test_a_revoked_token_is_nobodys(world: World) -> None:
    token = await world.access.create_token("nightly", Role.ADMIN)
    async with world.store.writing() as tx:
        await tx.access.revoke(token.id, at=world.clock.now())
    assert await world.access.bearer(token.secret) is None


@pytest.mark.parametrize("days", [0, -1])
async def test_a_token_that_would_never_be_valid_is_not_one_that_never_ends(world: World, days: int) -> None:
    with pytest.raises(Invalid) as error:
        await world.access.create_token("nightly", Role.EDITOR, days=days)
    assert error.value.code == "bad_days"


async def test_a_token_needs_a_name(world: World) -> None:
    with pytest.raises(Invalid):
        await world.access.create_token("  ", Role.EDITOR)
    await world.access.create_token("half \ud800", Role.EDITOR)
    async with world.store.reading() as tx:
        assert [token.name for token in await tx.access.tokens()] == ["half ⟦U+D800⟧"]


async def test_only_hashes_are_kept(world: World) -> None:
    token, link = await world.access.create_token("nightly", Role.EDITOR), await world.access.create_link()
    session = (await world.access.sign_in(link.secret)).session
    async with world.store.reading() as tx:
        kept = [record.model_dump_json() for record in await tx.access.tokens()]
    lines = [line.model_dump_json() for line in await world.audit()]
    for secret in (token.secret, link.secret, session):
        assert not any(secret in text for text in (*kept, *lines))


async def test_the_operators_token_is_admin(world: World) -> None:
    actor = await world.access.bearer(ADMIN_TOKEN)
    assert actor is not None
    assert actor.role is Role.ADMIN
    assert (await world.access.sign_in(ADMIN_TOKEN)).role is Role.ADMIN


@pytest.mark.parametrize("secret", ODD)
async def test_anything_else_is_nobody(world: World, secret: str) -> None:
    assert await world.access.bearer(secret) is None
    assert await world.access.session(secret) is None
    with pytest.raises(Forbidden):
        await world.access.sign_in(secret)
    await world.access.sign_out(secret)


@pytest.mark.parametrize("admin_token", [None, ""])
async def test_without_an_operators_token_nothing_stands_for_it(world: World, admin_token: str | None) -> None:
    access = Access(world.store, world.clock, world.ids, admin_token)
    assert await access.bearer("") is None
    assert await access.bearer("None") is None


async def test_a_session_ends_by_time_or_by_signing_out(world: World) -> None:
    first = await world.access.sign_in(ADMIN_TOKEN)
    second = await world.access.sign_in(ADMIN_TOKEN)
    assert first.session != second.session
    await world.access.sign_out(first.session)
    assert await world.access.session(first.session) is None
    assert await world.access.session(second.session) is not None
    world.clock.advance(SESSION_HOURS * 3_600)
    assert await world.access.session(second.session) is None


async def test_a_session_does_not_outlive_its_token(world: World) -> None:
    token = await world.access.create_token("nightly", Role.EDITOR, days=1)
    world.clock.advance(86_400 - 60)
    signed_in = await world.access.sign_in(token.secret)
    world.clock.advance(60)
    assert await world.access.session(signed_in.session) is None


async def test_a_session_is_no_bearer_token_and_the_reverse(world: World) -> None:
    token = await world.access.create_token("nightly", Role.EDITOR)
    signed_in = await world.access.sign_in(token.secret)
    assert await world.access.bearer(signed_in.session) is None
    assert await world.access.session(token.secret) is None


IDLE = IDLE_MINUTES * 60


async def _signed_in(world: World) -> str:
    return (await world.access.sign_in((await world.access.create_link()).secret)).session


async def test_a_session_that_nobody_uses_for_an_hour_ends_for_good(world: World) -> None:
    session = await _signed_in(world)
    world.clock.advance(IDLE - 1)
    assert await world.access.session(session) is not None
    world.clock.advance(1)
    assert await world.access.session(session) is None
    world.access.used(session)
    assert await world.access.session(session) is None
    assert await Access(world.store, world.clock, world.ids, None).session(session) is None


async def test_to_ask_whose_a_session_is_does_not_use_it(world: World) -> None:
    session = await _signed_in(world)
    for _ in range(4):
        world.clock.advance(IDLE / 4)
        ended = await world.access.session(session) is None
    assert ended


async def test_a_session_in_use_lasts_twelve_hours_and_no_longer(world: World) -> None:
    session = await _signed_in(world)
    other = await _signed_in(world)
    for _ in range(2 * SESSION_HOURS - 1):
        world.clock.advance(30 * 60)
        world.access.used(session)
        assert await world.access.session(session) is not None
    assert await world.access.session(other) is None
    world.clock.advance(30 * 60)
    assert await world.access.session(session) is None


async def test_a_new_process_knows_no_use_and_counts_from_its_start(world: World) -> None:
    session = await _signed_in(world)
    world.clock.advance(IDLE + 1)
    world.access.used(session)
    restarted = Access(world.store, world.clock, world.ids, None)
    world.clock.advance(IDLE - 1)
    assert await restarted.session(session) is not None
    world.clock.advance(1)
    assert await restarted.session(session) is None


async def test_signing_in_forgets_idle_sessions_and_revives_none(world: World) -> None:
    idle = await _signed_in(world)
    world.access.used(idle)
    world.clock.advance(IDLE)
    await _signed_in(world)
    assert await world.access.session(idle) is None


async def test_revoking_a_token_ends_the_sessions_it_opened_and_no_others(world: World) -> None:
    token, other = [await world.access.create_token(name, Role.ADMIN) for name in ("lost", "kept")]
    sessions = [(await world.access.sign_in(secret)).session for secret in (token.secret, token.secret)]
    kept = [(await world.access.sign_in(secret)).session for secret in (other.secret, ADMIN_TOKEN)]
    kept.append(await _signed_in(world))
    await world.access.revoke_token(token.id, actor=Actor(name="ann"))
    assert [await world.access.session(session) for session in sessions] == [None, None]
    assert None not in [await world.access.session(session) for session in kept]
    assert await world.access.bearer(token.secret) is None
    restarted = Access(world.store, world.clock, world.ids, ADMIN_TOKEN)
    assert [await restarted.session(session) for session in sessions] == [None, None]
    lines = [(line.actor, line.object) for line in await world.audit() if line.action == "revoke token"]
    assert lines == [("ann", token.id)]


async def test_a_session_cannot_be_cut_loose_from_its_token_or_tied_to_another(world: World) -> None:
    token, other = [await world.access.create_token(name, Role.ADMIN) for name in ("lost", "kept")]
    session = (await world.access.sign_in(token.secret)).session
    loose = session.partition(".")[0]
    tied = f"{loose}.{(await world.access.sign_in(other.secret)).session.partition('.')[2]}"
    for forged in (loose, f"{loose}.", tied):
        assert await world.access.session(forged) is None


async def test_tokens_are_listed_without_links_and_revoked_once(world: World) -> None:
    await world.access.create_link()
    token = await world.access.create_token("nightly", Role.EDITOR)
    assert [(known.id, known.name) for known in await world.access.tokens()] == [(token.id, "nightly")]
    for _ in range(2):
        await world.access.revoke_token(token.id, actor=Actor(name="ann"))
    assert len([line for line in await world.audit() if line.action == "revoke token"]) == 1
    with pytest.raises(NotFound) as error:
        await world.access.revoke_token("token_none", actor=Actor(name="ann"))
    assert error.value.code == "no_such_token"
