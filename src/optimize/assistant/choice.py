"""What the first stage says of a message."""

from collections.abc import Sequence
from typing import Final, NamedTuple

MOST_DRAFTS: Final = 4
MOST_CRITERIA: Final = 6


class Choice(NamedTuple):
    """`demands`: what the message asks of the agent, piece by piece. All but `tool` matter to draft_test alone."""

    tool: str
    demands: Sequence[str] = ()
    tests: int = 1
    simulated_user: bool = False
