"""What the reader knows before it reads: its own mirror of the JSON that ends the assistant's system message."""

from pydantic import BaseModel, ConfigDict, JsonValue


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class Tool(_Part):
    """One tool of the agent under test."""

    name: str
    description: str = ""
    effect: str = "write"
    parameters: tuple[str, ...] = ()
    hints: dict[str, str] = {}
    """What the schema says of a parameter, example values included."""

    @property
    def writes(self) -> bool:
        return self.effect != "read"


class Agent(_Part):
    """The agent under test, as the person's tests see it."""

    name: str = ""
    description: str = ""
    instructions: str = ""
    tools: tuple[Tool, ...] = ()
    knowledge: tuple[str, ...] = ()

    def tool(self, name: str) -> Tool | None:
        return next((tool for tool in self.tools if tool.name == name), None)


class KnownTest(_Part):
    """A draft or a test that exists; `criteria` are short sentences such as `invokesTool(compare_invoice)`."""

    id: str
    name: str
    state: str
    situation: str = ""
    criteria: tuple[str, ...] = ()
    runs: int = 1
    threshold: float | None = None
    latest: str = ""


class Version(_Part):
    """A version of the agent by its number; one of them is live."""

    number: int
    label: str = ""
    live: bool = False


class Context(_Part):
    """The agent, its tests and what this thread did last."""

    agent: Agent = Agent()
    versions: tuple[Version, ...] = ()
    """Oldest first."""
    other_agents: tuple[str, ...] = ()
    tests: tuple[KnownTest, ...] = ()
    last_draft: str | None = None
    spoken_of: str | None = None
    """The test that this thread talked about last, in whatever state; read from the thread."""
    pending_proposals: tuple[str, ...] = ()
    batches: tuple[str, ...] = ()
    """What this thread has run or looked at, oldest first; not in the message, but read from the thread."""
    drafted: tuple[str, ...] = ()
    """The tests that this thread has drafted, oldest first; read from the thread as well."""
    listed: tuple[str, ...] = ()
    """What this thread drafted or listed last, in that order: what "the second one" is counted in."""
    together: tuple[str, ...] = ()
    """The tests that this thread drafted in one answer last: which ones "both" are."""
    models: dict[str, str] = {}

    def drafts(self) -> tuple[KnownTest, ...]:
        return tuple(test for test in self.tests if test.state == "draft")

    def test(self, reference: str) -> KnownTest | None:
        return next((test for test in self.tests if test.id == reference), None)


class OpenCard(_Part):
    """A call that waited for a yes when the person wrote something else."""

    tool: str
    arguments: dict[str, JsonValue] = {}
    instead: bool = False
    """Whether this message came in place of the yes or no, rather than after a no."""


class Previous(_Part):
    """The message before this one, and what it came to: a question asked back, or a card that got no yes."""

    message: str
    question: str | None = None
    options: tuple[str, ...] = ()
    card: OpenCard | None = None
    drafted: str | None = None
    """The test that the message before made or revised."""
    estimated: dict[str, JsonValue] | None = None
    """What the message before had estimated, as it was asked for: the thing that a yes would start."""
