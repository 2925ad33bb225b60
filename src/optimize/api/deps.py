"""What routes ask for, as named types."""

from typing import Annotated

from fastapi import Depends, Header, Query
from starlette.requests import HTTPConnection, Request

from optimize.api.caller import Caller
from optimize.api.state import State, state_of
from optimize.bootstrap import Optimize
from optimize.domain.actor import Actor

MOST_PER_PAGE = 200


def _optimize(connection: HTTPConnection) -> Optimize:
    return state_of(connection)["optimize"]


def _caller(connection: HTTPConnection) -> Caller:
    """The door let nobody in without one, so a missing caller is our own mistake."""
    return state_of(connection)["caller"]


CallerDep = Annotated[Caller, Depends(_caller)]


def _actor(caller: CallerDep) -> Actor:
    return caller.actor


ActorDep = Annotated[Actor, Depends(_actor)]


def _key(
    request: Request,
    actor: ActorDep,
    idempotency_key: Annotated[str | None, Header(min_length=1, max_length=200)] = None,
) -> str | None:
    """The caller's key, unique to what is asked and who asks."""
    return f"{request.method} {request.url.path} {actor.name} {idempotency_key}" if idempotency_key else None


def _known_revision(
    if_match: Annotated[
        str | None, Header(description="The revision that was looked at; refused if there is another by now.")
    ] = None,
) -> str | None:
    return None if if_match in (None, "*") else if_match.removeprefix("W/").strip('"')


RevisionDep = Annotated[str | None, Depends(_known_revision)]
OptimizeDep = Annotated[Optimize, Depends(_optimize)]
StateDep = Annotated[State, Depends(state_of)]
KeyDep = Annotated[str | None, Depends(_key)]
CursorDep = Annotated[str | None, Query(description="`next` of the page before.")]
LimitDep = Annotated[int, Query(ge=1, le=MOST_PER_PAGE)]
