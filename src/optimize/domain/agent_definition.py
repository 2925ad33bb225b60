"""The definition of an agent under test, and the identity of a version of it."""

import hashlib
from collections import Counter
from collections.abc import Iterable
from typing import Annotated, Any, Literal, Self

import rfc8785
from pydantic import BaseModel, ConfigDict, Field, JsonValue, StringConstraints, field_validator, model_validator

from optimize.domain.errors import Invalid
from optimize.domain.storable import Storable, json_within
from optimize.domain.transcript import Effect

Name = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,119}$")]
ToolName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_.-]{1,64}$")]
Description = Annotated[str, StringConstraints(max_length=4_000), Storable]
PromptText = Annotated[str, StringConstraints(max_length=20_000), Storable]
Reference = Annotated[str, StringConstraints(max_length=200), Storable]
JsonObject = Annotated[dict[str, JsonValue], json_within()]
Knowledge = Annotated[dict[str, JsonValue], json_within(text=5_000_000, entries=50_000)]
_NOT_SETTINGS = frozenset({"functions", "messages", "model", "n", "stream", "stream_options", "tools"})


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, allow_inf_nan=False)


class ModelChoice(_Part):
    """`provider:model`, with settings handed to the provider as they are: `{"temperature": 0, "max_tokens": 500}`."""

    ref: Reference = Field(min_length=1)
    settings: JsonObject = {}

    @field_validator("settings")
    @classmethod
    def _leave_the_run_alone(cls, settings: dict[str, JsonValue]) -> dict[str, JsonValue]:
        """What is asked, with which tools and in what form, is for the run to say."""
        if taken := sorted(_NOT_SETTINGS & settings.keys()):
            raise ValueError(f"{', '.join(taken)} cannot be set for a model: each run says that itself")
        return settings


class PromptPart(_Part):
    part: Name
    text: PromptText


class ToolSource(_Part):
    """Where a tool is implemented. `sample`: it is not; calling it returns the sample."""

    sample: Annotated[JsonValue, json_within(text=200_000, entries=10_000)] = None
    python: Reference | None = None


class ToolDeclaration(_Part):
    """A tool of the agent. No stated effect means write."""

    name: ToolName
    description: Description = ""
    effect: Effect = "write"
    parameters: Annotated[dict[str, JsonValue], json_within(entries=5_000)] = {"type": "object", "properties": {}}
    source: ToolSource = Field(default=ToolSource(), alias="from")

    @property
    def parameter_names(self) -> tuple[str, ...]:
        properties = self.parameters.get("properties")
        return tuple(properties) if isinstance(properties, dict) else ()


class Runtime(_Part):
    """Code that plays the agent: `module:attribute`, importable only where the operator allowed the module."""

    python: Reference
    settings: JsonObject = {}


class Limits(_Part):
    turns: int = Field(default=12, ge=1, le=50)
    tool_calls: int = Field(default=30, ge=1, le=500)
    seconds: float = Field(default=120, gt=0, le=3_600)


class AgentDefinition(_Part):
    """An agent as its owner describes it. Without `runtime` our own loop runs it (model, prompt parts, tools)."""

    kind: Literal["agent/1"] = "agent/1"
    name: Name
    description: Description = ""
    model: ModelChoice | None = None
    runtime: Runtime | None = None
    prompt: tuple[PromptPart, ...] = ()
    tools: tuple[ToolDeclaration, ...] = Field(default=(), max_length=200)
    knowledge: Knowledge = {}
    attributes: JsonObject = {}
    limits: Limits = Limits()

    @model_validator(mode="after")
    def _told_apart(self) -> Self:
        _require_distinct("tool", (tool.name for tool in self.tools))
        _require_distinct("prompt part", (part.part for part in self.prompt))
        return self

    @property
    def instructions(self) -> str:
        """The prompt parts as one text, joined by a blank line."""
        return "\n\n".join(part.text for part in self.prompt)

    @property
    def write_tools(self) -> tuple[str, ...]:
        return tuple(tool.name for tool in self.tools if tool.effect == "write")

    def tool(self, name: str) -> ToolDeclaration | None:
        return next((tool for tool in self.tools if tool.name == name), None)


def _require_distinct(what: str, names: Iterable[str]) -> None:
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        raise ValueError(f"there is more than one {what} named {twice[0]}: give each its own name")


def version_hash(definition: AgentDefinition) -> str:
    """SHA-256 over the RFC 8785 canonical JSON of the definition: equal content, equal version."""
    return digest(definition.model_dump(mode="json", by_alias=True))


def digest(value: Any) -> str:
    """SHA-256 (hex) of the RFC 8785 canonical form of a JSON value. Raises Invalid `not_canonical` if it has none."""
    try:
        return hashlib.sha256(rfc8785.dumps(value)).hexdigest()
    except (rfc8785.CanonicalizationError, RecursionError) as error:
        raise Invalid("not_canonical", "Something in this cannot be recorded as JSON: remove it.") from error
