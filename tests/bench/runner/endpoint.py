"""A model endpoint that costs next to nothing: a bare HTTP server with a fixed latency, in a process of its own.

`python endpoint.py LATENCY_SECONDS` prints its port. It plays the agent and the judge over chat completions.
`GET /` tells how many calls came and how many were under way at most.
"""

import asyncio
import json
import re
import sys

SAID = "Hello, how can I help you with your order today?"
_NONCE = re.compile(rb'nonce\\": \\"([^\\"]+)')
_LENGTH = re.compile(rb"content-length: *(\d+)", re.IGNORECASE)


class Endpoint:
    def __init__(self, latency: float) -> None:
        self.latency = latency
        self.calls = self.under_way = self.most_under_way = 0

    def counts(self) -> bytes:
        return json.dumps({"calls": self.calls, "most_under_way": self.most_under_way}).encode()


class Connection(asyncio.Protocol):
    """One kept-alive connection; requests on it come one after the other."""

    def __init__(self, endpoint: Endpoint) -> None:
        self._endpoint = endpoint
        self._buffer = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        head, end, body = self._buffer.partition(b"\r\n\r\n")
        if not end:
            return
        if head.startswith(b"GET"):
            self._buffer = b""
            self._send(self._endpoint.counts())
            return
        length = _LENGTH.search(head)
        if length is not None and len(body) >= int(length[1]):
            self._buffer = b""
            self._take(body)

    def _take(self, body: bytes) -> None:
        endpoint = self._endpoint
        endpoint.calls += 1
        endpoint.under_way += 1
        endpoint.most_under_way = max(endpoint.most_under_way, endpoint.under_way)
        asyncio.get_running_loop().call_later(endpoint.latency, self._answer, body)

    def _answer(self, body: bytes) -> None:
        self._endpoint.under_way -= 1
        self._send(_completion(_verdict(body) if b'"response_format"' in body else SAID))

    def _send(self, body: bytes) -> None:
        if not self._transport.is_closing():
            head = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n" % len(body)
            self._transport.write(head + body)


def _verdict(body: bytes) -> str:
    nonce = _NONCE.search(body)
    assert nonce is not None
    return json.dumps(
        {
            "nonce": nonce[1].decode(),
            "reason": "The agent greets the user in its first words.",
            "citations": [{"event": 1, "quote": "Hello, how can I help you"}],
            "verdict": "met",
            "control": "not_met",
        }
    )


def _completion(text: str) -> bytes:
    message = {"role": "assistant", "content": text, "refusal": None}
    return json.dumps(
        {
            "id": "chatcmpl-1",
            "object": "chat.completion",
            "created": 1_767_600_000,
            "model": "bench",
            "choices": [{"index": 0, "message": message, "finish_reason": "stop", "logprobs": None}],
            "usage": {"prompt_tokens": 400, "completion_tokens": 40, "total_tokens": 440},
        }
    ).encode()


async def serve(latency: float) -> None:
    endpoint = Endpoint(latency)
    server = await asyncio.get_running_loop().create_server(lambda: Connection(endpoint), "127.0.0.1", 0, backlog=512)
    sys.stdout.write(f"{server.sockets[0].getsockname()[1]}\n")
    sys.stdout.flush()
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(float(sys.argv[1])))
