"""What the assistant knows before it is asked: the agent, its tools and its tests, as data in the system message.

Figures are left out on purpose: a number may only be said if a tool returned it in this conversation.
"""

from pydantic import BaseModel, ConfigDict


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True)


class ToolInContext(_Part):
    name: str
    description: str
    effect: str
    parameters: list[str]
    hints: dict[str, str]
    """What the schema says of a parameter, example values included."""


class AgentInContext(_Part):
    name: str
    description: str
    instructions: str
    tools: list[ToolInContext]
    knowledge: list[str]


class VersionInContext(_Part):
    number: int
    label: str
    live: bool
    """Whether users talk to this one; what is compared "with the live version" or tried "beside" it."""


class TestInContext(_Part):
    __test__ = False

    id: str
    name: str
    state: str
    situation: str
    criteria: list[str]
    """Kinds, in order, e.g. `invokesTool(compare_invoice)`."""
    runs: int
    threshold: float | None
    latest: str
    """Verdict of the newest result in one word, or `no result`."""


class AssistantContext(_Part):
    """Serialized as JSON in a ```json fence that ends the system message."""

    agent: AgentInContext
    versions: list[VersionInContext]
    """Those of the agent, newest last."""
    other_agents: list[str]
    tests: list[TestInContext]
    """Drafts and accepted tests, newest last."""
    last_draft: str | None
    """The draft made or revised last in this thread."""
    pending_proposals: list[str]
    models: dict[str, str]
    """Which model serves which role."""
