"""What a call may use at most, so that its price can be reserved before it leaves."""

from collections.abc import Iterable
from typing import Any

from langchain_core.messages import BaseMessage

from optimize.domain.cost import Usage

_BYTES_PER_TOKEN = 3
_TOKENS_PER_MESSAGE = 8
_LIMITS = ("max_completion_tokens", "max_tokens")
LONGEST_ANSWER = 4_096
"""Tokens that an answer without a limit is taken to have."""


def at_most(messages: Iterable[BaseMessage], options: dict[str, Any], answer: int | None = None) -> Usage:
    """An estimate on the high side: most tokens are longer than three bytes. `answer`: the limit sent along, if it does
    not stand among the options.
    """
    texts = [str(message.content) for message in messages]
    read = sum(len(text.encode(errors="replace")) for text in texts) + len(str(options))
    return Usage(
        input_tokens=read // _BYTES_PER_TOKEN + _TOKENS_PER_MESSAGE * (len(texts) + 1),
        output_tokens=_limit(options) if answer is None else answer,
    )


def _limit(options: dict[str, Any]) -> int:
    told = [options[name] for name in _LIMITS if type(options.get(name)) is int]
    return max(told, default=LONGEST_ANSWER)
