"""Conversations with the assistant: over a websocket, and the same events and commands over HTTP."""

from contextlib import ExitStack
from typing import Annotated, Final

from fastapi import APIRouter, Header, Query, WebSocket
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import JSONResponse, Response, StreamingResponse

from optimize.api.chat.commands import obey
from optimize.api.chat.follow import envelope
from optimize.api.chat.server_sent import STREAM, server_sent
from optimize.api.chat.socket import ChatSocket, refuse
from optimize.api.deps import ActorDep, CallerDep, CursorDep, KeyDep, LimitDep, OptimizeDep, StateDep
from optimize.api.paging import page_of
from optimize.api.repeats import made_once
from optimize.application.views import Page, ThreadView
from optimize.assistant.protocol import SUBPROTOCOL, Command, EventPage, Notice
from optimize.domain.errors import OptimizeError

router = APIRouter(prefix="/api")
_EVENTS: Final = 1_000
AfterDep = Annotated[int, Query(ge=0, description="Number of the last event that was seen.")]


class NewThread(BaseModel):
    model_config = ConfigDict(extra="forbid")

    title: str | None = Field(default=None, max_length=200)


class Titled(BaseModel):
    model_config = ConfigDict(extra="forbid")

    title: str = Field(max_length=200)


@router.post("/agents/{agent}/threads", status_code=201)
async def new_thread(
    agent: str, optimize: OptimizeDep, actor: ActorDep, key: KeyDep, body: NewThread | None = None
) -> ThreadView:
    asked = body or NewThread()
    threads = optimize.use_cases.threads
    return await made_once(
        optimize, key, asked, ThreadView, lambda: threads.create(agent, actor=actor, title=asked.title)
    )


@router.get("/agents/{agent}/threads")
async def threads(
    agent: str, optimize: OptimizeDep, cursor: CursorDep = None, limit: LimitDep = 50
) -> Page[ThreadView]:
    """Newest activity first."""
    found = await optimize.use_cases.threads.of_agent(agent)
    return page_of(found, lambda thread: thread.id, cursor=cursor, limit=limit)


@router.put("/chat/{thread}")
async def rename(thread: str, body: Titled, optimize: OptimizeDep, actor: ActorDep) -> ThreadView:
    """Give a conversation another title."""
    return await optimize.use_cases.threads.rename(thread, body.title, actor=actor)


@router.post("/chat/{thread}/commands")
async def commands(thread: str, body: Command, optimize: OptimizeDep, actor: ActorDep) -> Notice:
    return await obey(optimize, thread, body, actor)


@router.get("/chat/{thread}/events", response_model=EventPage)
async def events(
    thread: str,
    optimize: OptimizeDep,
    caller: CallerDep,
    after: AfterDep = 0,
    accept: Annotated[str, Header()] = "",
    last_event_id: Annotated[int | None, Header(ge=0)] = None,
) -> Response:
    """What is on record; with `Accept: text/event-stream`, that and then what comes."""
    records = await optimize.use_cases.threads.events(thread, after=after, limit=_EVENTS)
    if STREAM in accept:
        seen = after if last_event_id is None else last_event_id
        return StreamingResponse(server_sent(optimize, thread, caller, seen), media_type=STREAM)
    full = len(records) == _EVENTS
    # As recorded, like on the socket: a reader that changes from one to the other sees the same events.
    return JSONResponse({"items": [envelope(r) for r in records], "next": records[-1].seq if full else None})


@router.websocket("/chat/{thread}/socket")
async def socket(websocket: WebSocket, thread: str, state: StateDep, caller: CallerDep, after: AfterDep = 0) -> None:
    with ExitStack() as place:
        try:
            await state["optimize"].use_cases.threads.get(thread)
            place.enter_context(state["sockets"].place(caller.credential))
        except OptimizeError as error:
            await refuse(websocket, error)
            return
        await websocket.accept(SUBPROTOCOL if SUBPROTOCOL in websocket.scope["subprotocols"] else None)
        await ChatSocket(websocket, state["optimize"], state["background"], thread, caller).serve(after)
