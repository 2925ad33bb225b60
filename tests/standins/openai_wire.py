"""A local server that speaks the OpenAI chat completions wire as the real ones do, trouble included.

What it says comes from a brain (a function of messages and tools); how it says it can be scripted, one step per
request: delays, errors, cut streams, malformed arguments. As a process: `python tests/standins/openai_wire.py --port N`
serves the offline model over the wire; `POST /control` then takes a list of steps.
"""

import argparse
import asyncio
import hashlib
import json
import re
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import uvicorn
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, convert_to_messages
from pydantic import BaseModel, ConfigDict
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from optimize.adapters.models.offline.chat_model import OfflineRules
from optimize.adapters.models.offline.documents import document_of
from optimize.adapters.models.offline.roles import OfflineRole

Message = dict[str, Any]
_PIECE = 7
"""Characters of tool arguments per chunk, so that a call always comes in several."""


class Call(BaseModel):
    """`arguments` is sent as it is: it need not be JSON. `id`: of a server that numbers its calls, or gives no ids."""

    model_config = ConfigDict(frozen=True)

    name: str
    arguments: str
    id: str | None = None


class Reply(BaseModel):
    model_config = ConfigDict(frozen=True)

    text: str = ""
    calls: tuple[Call, ...] = ()
    finish: str | None = None
    refusal: str | None = None


class Step(BaseModel):
    """How one request is answered. `reply` None asks the brain; `cut_after` ends a stream after so many chunks;
    `model` is who it says has answered, if not the one that was asked.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    status: int = 200
    error_code: str | None = None
    error: str = "scripted"
    retry_after: str | None = None
    delay: float = 0.0
    cut_after: int | None = None
    body: str | None = None
    reply: Reply | None = None
    model: str | None = None


Brain = Callable[[list[Message], list[dict[str, Any]]], Reply]


class Wire:
    """The server. `requests` are the bodies it was sent; `key` None accepts any. `otherwise`: after the `steps`."""

    def __init__(self, brain: Brain, *, key: str | None = None, knows_schemas: bool = True) -> None:
        self.steps: deque[Step] = deque()
        self.otherwise: Callable[[], Step] = Step
        self.requests: list[dict[str, Any]] = []
        self.under_way = self.most_under_way = 0
        self._brain = brain
        self._key = key
        self._knows_schemas = knows_schemas
        self.app = Starlette(
            routes=[
                Route("/v1/chat/completions", self._complete, methods=["POST"]),
                Route("/v1/models", self._models),
                Route("/control", self._control, methods=["POST"]),
            ]
        )

    async def _complete(self, request: Request) -> Response:
        body = await request.json()
        self.requests.append(body)
        if self._key is not None and request.headers.get("authorization") != f"Bearer {self._key}":
            return _error(401, "invalid_api_key", f"Incorrect API key provided: {request.headers.get('authorization')}")
        if "response_format" in body and not self._knows_schemas:
            return _error(400, None, "response_format json_schema is not supported by this model")
        step = self.steps.popleft() if self.steps else self.otherwise()
        self.under_way += 1
        self.most_under_way = max(self.most_under_way, self.under_way)
        try:
            await asyncio.sleep(step.delay)
            return self._answer({**body, "model": step.model or body["model"]}, step)
        finally:
            self.under_way -= 1

    def _answer(self, body: dict[str, Any], step: Step) -> Response:
        if step.body is not None:
            return PlainTextResponse(step.body, status_code=step.status)
        if step.status != 200:
            return _error(step.status, step.error_code, step.error, step.retry_after)
        reply = step.reply or self._brain(body["messages"], body.get("tools") or [])
        if body.get("stream"):
            return StreamingResponse(_streamed(body, reply, step.cut_after), media_type="text/event-stream")
        return JSONResponse(_whole(body, reply))

    async def _models(self, request: Request) -> Response:
        del request
        return JSONResponse({"object": "list", "data": [{"id": "rules", "object": "model"}]})

    async def _control(self, request: Request) -> Response:
        self.steps.extend(Step.model_validate(step) for step in await request.json())
        return JSONResponse({"steps": len(self.steps)})


def _error(status: int, code: str | None, message: str, retry_after: str | None = None) -> Response:
    headers = {"retry-after": retry_after} if retry_after is not None else {}
    return JSONResponse({"error": {"message": message, "type": "error", "code": code}}, status, headers)


def _finish(reply: Reply) -> str:
    return reply.finish or ("tool_calls" if reply.calls else "stop")


def _usage(body: dict[str, Any], reply: Reply) -> dict[str, Any]:
    read = sum(len(str(message.get("content") or "").split()) for message in body["messages"])
    written = len(reply.text.split()) + sum(len(call.arguments.split()) for call in reply.calls)
    cached = {"prompt_tokens_details": {"cached_tokens": 1}}
    return {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written, **cached}


def _whole(body: dict[str, Any], reply: Reply) -> dict[str, Any]:
    message: Message = {"role": "assistant", "content": reply.text or None, "refusal": reply.refusal}
    if reply.calls:
        message["tool_calls"] = [_call(body, index, call) for index, call in enumerate(reply.calls)]
    choice = {"index": 0, "message": message, "finish_reason": _finish(reply), "logprobs": None}
    return {**_head(body, "chat.completion"), "choices": [choice], "usage": _usage(body, reply)}


def _call(body: dict[str, Any], index: int, call: Call) -> dict[str, Any]:
    said = hashlib.sha256(json.dumps(body["messages"]).encode()).hexdigest()[:12]
    return {
        "id": f"wire_{said}_{index}" if call.id is None else call.id,
        "type": "function",
        "function": {"name": call.name, "arguments": call.arguments},
    }


def _head(body: dict[str, Any], kind: str) -> dict[str, Any]:
    return {"id": "chatcmpl-1", "object": kind, "created": 1_767_600_000, "model": body["model"]}


async def _streamed(body: dict[str, Any], reply: Reply, cut_after: int | None) -> AsyncIterator[str]:
    head = _head(body, "chat.completion.chunk")
    for index, (delta, finish) in enumerate(_deltas(body, reply)):
        if cut_after is not None and index >= cut_after:
            return
        choice = {"index": 0, "delta": delta, "finish_reason": finish, "logprobs": None}
        yield f"data: {json.dumps({**head, 'choices': [choice]}, ensure_ascii=False)}\n\n"
    if (body.get("stream_options") or {}).get("include_usage"):
        yield f"data: {json.dumps({**head, 'choices': [], 'usage': _usage(body, reply)})}\n\n"
    yield "data: [DONE]\n\n"


def _deltas(body: dict[str, Any], reply: Reply) -> Iterator[tuple[Message, str | None]]:
    yield {"role": "assistant", "content": ""}, None
    for word in re.findall(r"\s*\S+\s*", reply.text):
        yield {"content": word}, None
    for index, call in enumerate(reply.calls):
        opened = _call(body, index, call) | {"index": index, "function": {"name": call.name, "arguments": ""}}
        yield {"tool_calls": [opened]}, None
        for start in range(0, len(call.arguments), _PIECE):
            piece = call.arguments[start : start + _PIECE]
            yield {"tool_calls": [{"index": index, "function": {"arguments": piece}}]}, None
    yield {}, _finish(reply)


def offline_brain(messages: list[Message], tools: list[dict[str, Any]]) -> Reply:
    """Answers as `offline:rules` would, in the role that the messages speak of."""
    read = convert_to_messages(messages)
    answer = OfflineRules(role=_role(read)).invoke(read, tools=tools)
    assert isinstance(answer, AIMessage)
    calls = (Call(name=c["name"], arguments=json.dumps(c["args"], ensure_ascii=False)) for c in answer.tool_calls)
    return Reply(text=answer.text, calls=tuple(calls))


def _role(messages: list[BaseMessage]) -> OfflineRole:
    humans: list[BaseMessage] = [message for message in messages if isinstance(message, HumanMessage)]
    document = document_of(humans[-1:])
    if "record" in document:
        return "judge"
    return "simulator" if "persona" in document else "assistant"


def main() -> None:
    parser = argparse.ArgumentParser(description="Serve the offline model over the OpenAI wire on loopback.")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--key", default=None, help="Only accept this key.")
    options = parser.parse_args()
    wire = Wire(offline_brain, key=options.key)
    uvicorn.run(wire.app, host="127.0.0.1", port=options.port, log_level="warning")


if __name__ == "__main__":
    main()
