"""Chat completions over HTTP, one answer in one piece: what a run needs, at a third of what a full client costs."""

import json
from dataclasses import dataclass
from typing import Any

import httpx2
from langchain_core.messages import AIMessage, BaseMessage, InvalidToolCall, ToolCall, ToolMessage
from langchain_core.messages.ai import InputTokenDetails, UsageMetadata
from langchain_core.outputs import ChatGeneration, ChatResult

_ROLES = {"human": "user", "ai": "assistant", "system": "system", "tool": "tool"}
_MOST_TOKENS = 10**9


class Refused(Exception):
    """The endpoint answered with a status that is not 200. `body` is what it said, if that was JSON."""

    def __init__(self, status: int, body: Any, retry_after: str | None) -> None:
        super().__init__(f"HTTP {status}")
        self.status, self.retry_after = status, retry_after
        error = body.get("error") if isinstance(body, dict) else None
        self.code = error.get("code") if isinstance(error, dict) else None
        self.said = str(error.get("message") or "") if isinstance(error, dict) else str(error or "")


@dataclass(frozen=True)
class Completions:
    """Implements `Completing`.

    Raises Refused, a transport error of the client, or one of TypeError, KeyError, ValueError, AttributeError for an
    answer that is no chat completion.
    """

    model: str
    url: str
    client: httpx2.AsyncClient

    async def complete(self, messages: list[BaseMessage], **options: Any) -> ChatResult:
        body = {"model": self.model, "messages": [_sent(message) for message in messages], **options}
        response = await self.client.post(self.url, json=body)
        if response.status_code != 200:
            raise Refused(response.status_code, _json_or_none(response.text), response.headers.get("retry-after"))
        return _result(json.loads(response.content))


def _sent(message: BaseMessage) -> dict[str, Any]:
    sent: dict[str, Any] = {"role": _ROLES[message.type], "content": message.text}
    if isinstance(message, ToolMessage):
        sent["tool_call_id"] = message.tool_call_id
    if isinstance(message, AIMessage) and (calls := _calls_sent(message)):
        sent |= {"content": message.text or None, "tool_calls": calls}
    return sent


def _calls_sent(message: AIMessage) -> list[dict[str, Any]]:
    told = [(call["id"], call["name"], json.dumps(call["args"], ensure_ascii=False)) for call in message.tool_calls]
    told += [(call["id"], call["name"] or "", call["args"] or "") for call in message.invalid_tool_calls]
    return [
        {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}
        for call_id, name, arguments in told
    ]


def _result(body: dict[str, Any]) -> ChatResult:
    choice = body["choices"][0]
    said = choice["message"]
    readable, unreadable = _calls(said.get("tool_calls") or ())
    message = AIMessage(
        content=said.get("content") or "",
        tool_calls=readable,
        invalid_tool_calls=unreadable,
        usage_metadata=_usage(body.get("usage")),
        response_metadata={"finish_reason": choice.get("finish_reason"), "model_name": body.get("model")},
        additional_kwargs={"refusal": said["refusal"]} if said.get("refusal") else {},
    )
    return ChatResult(generations=[ChatGeneration(message=message)])


def _calls(calls: Any) -> tuple[list[ToolCall], list[InvalidToolCall]]:
    """Calls whose arguments are a JSON object, and those whose arguments are kept as the text they are."""
    readable: list[ToolCall] = []
    unreadable: list[InvalidToolCall] = []
    for call in calls:
        name, text, call_id = call["function"]["name"], call["function"]["arguments"], call.get("id")
        arguments = _json_or_none(text or "{}")
        if isinstance(arguments, dict):
            readable.append(ToolCall(name=name, args=arguments, id=call_id, type="tool_call"))
        else:
            unreadable.append(InvalidToolCall(name=name, args=text, id=call_id, error=None, type="invalid_tool_call"))
    return readable, unreadable


def _usage(usage: Any) -> UsageMetadata | None:
    """None unless both counts can be true: a cost made of nonsense would be worse than none."""
    if not isinstance(usage, dict):
        return None
    read, written = _count(usage, "prompt_tokens"), _count(usage, "completion_tokens")
    if read is None or written is None:
        return None
    cached = _count(usage.get("prompt_tokens_details") or {}, "cached_tokens")
    details = InputTokenDetails(cache_read=cached) if cached is not None and cached <= read else InputTokenDetails()
    return UsageMetadata(
        input_tokens=read, output_tokens=written, total_tokens=read + written, input_token_details=details
    )


def _count(usage: dict[str, Any], name: str) -> int | None:
    count = usage.get(name)
    return count if type(count) is int and 0 <= count < _MOST_TOKENS else None


def _json_or_none(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
