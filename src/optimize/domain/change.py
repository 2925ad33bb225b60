"""What an experiment changes: the model, one named part of the prompt, or the version. One thing, so that a difference
has one cause."""

from typing import Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from optimize.domain.agent_definition import Name, PromptText, Reference
from optimize.domain.setup import Setup
from optimize.domain.text import shortened

_SHOWN = 80


class PromptChange(BaseModel):
    """One part of the prompt, with the text that stands in its place."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    part: Name
    text: PromptText


class Change(BaseModel):
    """Exactly one of the three."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: Reference | None = Field(default=None, min_length=1)
    prompt: PromptChange | None = None
    version: Reference | None = Field(default=None, min_length=1)

    @model_validator(mode="after")
    def _one(self) -> Self:
        if sum(part is not None for part in (self.model, self.prompt, self.version)) != 1:
            raise ValueError("change one thing: a model, a prompt part, or a version")
        return self

    @property
    def setup(self) -> Setup:
        """The changed setup; the current one is `Setup()`."""
        prompt = {self.prompt.part: self.prompt.text} if self.prompt else {}
        return Setup(model=self.model, prompt=prompt, version=self.version)

    def sentence(self, version: str | None = None) -> str:
        """`version`: what people call the version that it names."""
        if self.model is not None:
            return f"model {self.model}"
        if self.prompt is not None:
            return f"prompt part {self.prompt.part}: “{shortened(self.prompt.text, _SHOWN)}”"
        return version or f"version {self.version}"
