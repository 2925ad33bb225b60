"""What a run used: an agent version plus any swap, and what became of writes."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

from optimize.domain.agent_definition import AgentDefinition, ModelChoice, Name, PromptText, Reference
from optimize.domain.errors import Invalid

WritePolicy = Literal["refuse", "simulate", "execute"]
NOT_LIVE = "not the live version"


class Setup(BaseModel):
    """The swaps of a batch. All empty = the version as it is."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: Reference | None = None
    prompt: dict[Name, PromptText] = {}
    version: Reference | None = None

    def exploratory_reason(self, live_version: str) -> str | None:
        """Why runs under this setup stay out of health; None if nothing is swapped."""
        reasons = []
        if self.model:
            reasons.append(f"model swapped to {self.model}")
        if self.prompt:
            reasons.append(f"prompt part swapped: {', '.join(sorted(self.prompt))}")
        if self.version and self.version != live_version:
            reasons.append(NOT_LIVE)
        return "; ".join(reasons) or None

    def applied_to(self, definition: AgentDefinition) -> AgentDefinition:
        """The definition with its model and prompt parts swapped; settings of the model are kept.

        Raises Invalid `no_model` or `unknown_prompt_part` for a swap that would change nothing.
        """
        changes: dict[str, object] = {}
        if self.model:
            changes["model"] = self._swapped_model(definition, self.model)
        if self.prompt:
            self._require_parts(definition)
            changes["prompt"] = tuple(
                part.model_copy(update={"text": self.prompt.get(part.part, part.text)}) for part in definition.prompt
            )
        return definition.model_copy(update=changes)

    @staticmethod
    def _swapped_model(definition: AgentDefinition, ref: str) -> ModelChoice:
        if definition.model is None:
            raise Invalid("no_model", f"{definition.name} states no model, so none can be swapped.")
        return definition.model.model_copy(update={"ref": ref})

    def _require_parts(self, definition: AgentDefinition) -> None:
        known = [part.part for part in definition.prompt]
        for name in self.prompt:
            if name not in known:
                told = ", ".join(known) or "none"
                raise Invalid(
                    "unknown_prompt_part", f"{definition.name} has no prompt part {name}. It has: {told}.", part=name
                )
