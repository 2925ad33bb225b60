"""Prompts are files under `prompts/`: rendered strictly, fingerprint stored with every use."""

from typing import Protocol

from pydantic import BaseModel, ConfigDict


class Prompt(BaseModel):
    model_config = ConfigDict(frozen=True)

    text: str
    fingerprint: str


class Prompts(Protocol):
    def render(self, name: str, **values: str) -> Prompt:
        """`prompts/<name>.md` with its `${names}` filled in; a missing or an unknown name is a ValueError."""
        ...
