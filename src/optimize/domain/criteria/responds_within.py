import math
from typing import ClassVar, Literal

from pydantic import Field

from optimize.domain.criteria.answer_criterion import no_answer
from optimize.domain.criteria.base import CodeCriterion
from optimize.domain.transcript import Transcript
from optimize.domain.verdict import Verdict, failed, passed


class RespondsWithin(CodeCriterion):
    """The agent answers within a time: its own wall time, without our queueing, back-off, judge or simulated user."""

    title: ClassVar[str] = "Responds in time"

    kind: Literal["respondsWithin"] = "respondsWithin"
    seconds: float = Field(strict=True, gt=0, le=86_400, description="The longest time allowed, in seconds.")
    of: Literal["every_turn", "final", "total"] = Field(
        default="every_turn",
        description="`every_turn`: each turn on its own. `final`: the last turn. `total`: all turns together.",
    )

    def sentence(self) -> str:
        what = {"every_turn": "each turn", "final": "the last turn", "total": "the whole conversation"}[self.of]
        return f"The agent answers within {_shown(self.seconds)} in {what}."

    def check(self, transcript: Transcript) -> Verdict:
        if transcript.answer is None:
            return no_answer(transcript)
        if not transcript.turn_ms:
            return failed("No turn was timed.")
        took, what, turn = self._slowest(transcript.turn_ms)
        events = [m.seq for m in transcript.agent_messages if turn is None or m.turn == turn]
        if took <= self.seconds:
            return passed(f"{what} took {_shown(took)}; allowed were {_shown(self.seconds)}.", *events)
        return failed(f"{what} took {_shown(took)}; allowed were only {_shown(self.seconds)}.", *events)

    def _slowest(self, turns: tuple[float, ...]) -> tuple[float, str, int | None]:
        """The time that decides, in seconds, its name, and the turn it belongs to (None = all)."""
        if self.of == "total":
            return _seconds(math.fsum(turns)), "The whole conversation", None
        if self.of == "final" or len(turns) == 1:
            return _seconds(turns[-1]), "The last turn" if len(turns) > 1 else "The answer", len(turns)
        slowest = max(range(len(turns)), key=turns.__getitem__)
        return _seconds(turns[slowest]), f"The slowest turn, {slowest + 1} of {len(turns)},", slowest + 1


def _seconds(milliseconds: float) -> float:
    return round(milliseconds) / 1_000


def _shown(seconds: float) -> str:
    return f"{seconds:.3f}".rstrip("0").rstrip(".") + " s"
