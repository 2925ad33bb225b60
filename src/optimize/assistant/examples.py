"""A prompt that ends in examples, as messages: small models follow what was answered before, more than what is told."""

import re
from collections.abc import Iterator
from typing import Final

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, SystemMessage

_TURN: Final = re.compile(r"^## (Message|Answer)\n", re.MULTILINE)


def turns_of(prompt: str) -> list[AnyMessage]:
    """The rules, then each `## Message` with its `## Answer`. Raises ValueError if one of a pair is missing."""
    rules, *turns = _TURN.split(prompt)
    said = list(zip(turns[::2], turns[1::2], strict=True))
    if [who for who, _ in said] != ["Message", "Answer"] * ((len(said) + 1) // 2):
        raise ValueError("The examples of a prompt are pairs of ## Message and ## Answer.")
    return [SystemMessage(rules.strip()), *_messages(said)]


def _messages(said: list[tuple[str, str]]) -> Iterator[AnyMessage]:
    for who, text in said:
        yield HumanMessage(text.strip()) if who == "Message" else AIMessage(text.strip())
