"""What a run used: an agent version plus any swap, and what became of writes."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

WritePolicy = Literal["refuse", "simulate", "execute"]


class Setup(BaseModel):
    """The swaps of a batch. All empty = the version as it is."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str | None = None
    prompt: dict[str, str] = {}
    version: str | None = None

    def exploratory_reason(self, live_version: str) -> str | None:
        """Why runs under this setup stay out of health; None if nothing is swapped."""
        reasons = []
        if self.model:
            reasons.append(f"model swapped to {self.model}")
        if self.prompt:
            reasons.append(f"prompt part swapped: {', '.join(sorted(self.prompt))}")
        if self.version and self.version != live_version:
            reasons.append("not the live version")
        return "; ".join(reasons) or None
