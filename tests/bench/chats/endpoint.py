"""The stand-in for a model endpoint, with an answer of fixed length: `python -m tests.bench.chats.endpoint PORT`.

`POST /control` takes how the next requests are answered, for example the time until the first word.
"""

import sys
from typing import Any

import uvicorn

from tests.standins.openai_wire import Message, Reply, Wire

WORDS = 60
ANSWER = " ".join(f"word{number}" for number in range(WORDS))


def brain(messages: list[Message], tools: list[dict[str, Any]]) -> Reply:
    del messages, tools
    return Reply(text=ANSWER)


if __name__ == "__main__":
    uvicorn.run(Wire(brain).app, host="127.0.0.1", port=int(sys.argv[1]), log_level="warning", backlog=512)
