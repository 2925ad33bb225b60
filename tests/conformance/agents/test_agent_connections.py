"""What holds for every way to connect an agent: one gate, one record, only the operator's code."""

import sys
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from optimize.adapters.agents.connections import Connections
from optimize.adapters.agents.loading import load
from optimize.adapters.agents.tool_calling_model import LoopMessage, Step, ToolUse
from optimize.application.ports.agent_under_test import AgentReply, AgentUnderTest, Tools
from optimize.application.tool_gate import REFUSAL
from optimize.domain.agent_definition import (
    AgentDefinition,
    Limits,
    ModelChoice,
    PromptPart,
    Runtime,
    ToolDeclaration,
    ToolSource,
)
from optimize.domain.criteria.base import Capability
from optimize.domain.errors import Forbidden, Invalid, TooLarge
from optimize.domain.transcript import Transcript

Play = Callable[..., Awaitable[Transcript]]
REACHED: list[tuple[str, str]] = []
ASKED = [("look", {"thing": "A"}), ("order", {"thing": "A"}), ("look", {"thing": "B"})]


def look(thing: str) -> dict[str, str]:
    """A plain function: it runs in a thread."""
    REACHED.append(("look", thing))
    return {"thing": thing, "state": "blue"}


async def order(thing: str) -> dict[str, str]:
    REACHED.append(("order", thing))
    return {"ordered": thing}


class Desk:
    """The owner's class: one object, one conversation."""

    def __init__(self, definition: AgentDefinition, *, seed: int, history: list[tuple[str, str]]) -> None:
        self.tools = {"look": look, "order": order}
        self._opening = f"{definition.instructions}|{seed}|{len(history)}"
        self._turns = 0

    async def reply(self, message: str, tools: Tools) -> str | AgentReply:
        self._turns += 1
        if message == "bye":
            return AgentReply(text="Goodbye.", ended=True)
        if message == "too much":
            while True:
                await tools.call("look", {"thing": "A"})
        tools.say("One moment.")
        results = await tools.call_together(list(ASKED))
        return f"{self._opening}|{self._turns}|{results}"


NOT_CALLABLE = 7


class ScriptedModel:
    """Asks for the three calls once, then tells what came back; `too much` never ends."""

    def __init__(self) -> None:
        self.seen: list[list[LoopMessage]] = []

    async def next_step(self, messages: Sequence[LoopMessage], tools: Sequence[ToolDeclaration]) -> Step:
        self.seen.append(list(messages))
        assert [tool.name for tool in tools] == ["look", "order"]
        if messages[-1].role == "tool" and messages[-4].text != "too much":
            return Step(text=f"{messages[0].text}|" + " ".join(m.text for m in messages[-3:]))
        said = messages[-1].text if messages[-1].role == "user" else "too much"
        uses = [ToolUse(id=f"u{at}", name=name, arguments=values) for at, (name, values) in enumerate(ASKED)]
        return Step(text="too much" if said == "too much" else "One moment.", calls=tuple(uses))


def definition(*, code: bool) -> AgentDefinition:
    return AgentDefinition(
        name="desk",
        model=ModelChoice(ref="test:scripted"),
        runtime=Runtime(python=f"{__name__}:Desk") if code else None,
        prompt=(PromptPart(part="role", text="You work in {{agent.location}}."),),
        tools=(
            ToolDeclaration(name="look", effect="read", source=ToolSource(python=f"{__name__}:look")),
            ToolDeclaration(name="order", source=ToolSource(python=f"{__name__}:order", sample={"ordered": "sample"})),
        ),
        attributes={"location": "Leeds"},
        limits=Limits(tool_calls=10),
    )


def connect(described: AgentDefinition, *allowed: str) -> AgentUnderTest:
    model = ScriptedModel()
    return Connections(frozenset(allowed or {__name__}), lambda choice, context: model).connect(described)


@pytest.fixture(params=["python", "declared"])
def described(request: pytest.FixtureRequest) -> AgentDefinition:
    REACHED.clear()
    return definition(code=request.param == "python")


async def test_a_refused_write_is_on_record_and_reaches_nothing(play: Play, described: AgentDefinition) -> None:
    transcript = await play(connect(described), described, "Order A.")
    assert [(call.name, call.status, call.sent) for call in transcript.tool_calls] == [
        ("look", "executed", True),
        ("order", "refused", False),
        ("look", "executed", True),
    ]
    assert {call.parent for call in transcript.tool_calls} == {0}
    assert sorted(REACHED) == [("look", "A"), ("look", "B")]
    assert REFUSAL in (transcript.answer or "")
    assert transcript.agent_messages[0].text == "One moment."


async def test_writes_are_simulated_or_executed_as_the_policy_says(play: Play, described: AgentDefinition) -> None:
    simulated = await play(connect(described), described, "Order A.", policy="simulate")
    assert next(simulated.calls_of("order")).result == {"ordered": "sample"}
    assert ("order", "A") not in REACHED
    await play(connect(described), described, "Order A.", policy="execute")
    assert ("order", "A") in REACHED


async def test_the_prompt_knows_the_attributes(play: Play, described: AgentDefinition) -> None:
    transcript = await play(connect(described), described, "Order A.")
    assert (transcript.answer or "").startswith("You work in Leeds.|")


async def test_an_agent_that_never_stops_calling_is_stopped(play: Play, described: AgentDefinition) -> None:
    with pytest.raises(TooLarge, match="more than 10 tool calls"):
        await play(connect(described), described, "too much")


async def test_conversations_share_nothing(play: Play, described: AgentDefinition) -> None:
    agent = connect(described)
    first = await play(agent, described, "Order A.")
    second = await play(agent, described, "Order A.")
    assert first.answer == second.answer


def test_what_the_connection_can_see(described: AgentDefinition) -> None:
    assert connect(described).capabilities == frozenset(Capability)


def test_code_runs_only_from_modules_the_operator_allowed(described: AgentDefinition) -> None:
    with pytest.raises(Forbidden, match="only if the operator allows this module") as refused:
        connect(described, "some.other.module")
    assert refused.value.code == "module_not_allowed"
    assert refused.value.fields == {"module": __name__}


def test_a_prompt_that_names_an_unknown_attribute_is_refused(described: AgentDefinition) -> None:
    wrong = described.model_copy(update={"attributes": {}})
    with pytest.raises(Invalid, match=r"agent\.location"):
        connect(wrong)


@pytest.mark.parametrize("reference", ["nowhere", ":x", f"{__name__}:absent", f"{__name__}:NOT_CALLABLE", "gone:x"])
def test_code_that_cannot_be_loaded_says_why(reference: str) -> None:
    described = definition(code=True).model_copy(update={"runtime": Runtime(python=reference)})
    with pytest.raises(Invalid) as refused:
        connect(described, __name__, "gone")
    assert refused.value.code == "agent_not_loadable"


def test_a_model_that_nobody_serves_is_told_with_its_field() -> None:
    def nobody(choice: object, context: object) -> Any:
        raise Invalid("unknown_provider", "“acme:large” names no model that can be reached.", model="acme:large")

    with pytest.raises(Invalid) as refused:
        Connections(frozenset({__name__}), nobody).check(definition(code=False))
    assert refused.value.body() == {
        "error": "unknown_provider",
        "detail": "“acme:large” names no model that can be reached.",
        "model": "acme:large",
        "field": "model.ref",
    }
    Connections(frozenset({__name__}), nobody).check(definition(code=True))


async def test_a_python_agent_hears_history_and_seed_and_may_end_the_conversation(play: Play) -> None:
    described = definition(code=True)
    agent = connect(described)
    history = [("user", "Hello"), ("assistant", "Hello.")]
    transcript = await play(agent, described, "Order A.", "Order A.", history=history)
    assert [text.split("|")[1:4] for text in (m.text for m in transcript.agent_messages) if "|" in text] == [
        ["3", "2", "1"],
        ["3", "2", "2"],
    ]
    conversation = agent.open(run="run_2", attempt=1, seed=1, history=[])
    tools: Any = None
    assert await conversation.reply("bye", tools) == AgentReply(text="Goodbye.", ended=True)


async def test_a_declared_agent_hands_history_and_results_to_its_model(play: Play) -> None:
    described = definition(code=False)
    model = ScriptedModel()
    agent = Connections(frozenset({__name__}), lambda choice, context: model).connect(described)
    await play(agent, described, "Order A.", history=[("user", "Hello"), ("assistant", "Hello.")])
    last = model.seen[-1]
    assert [message.role for message in last] == [
        *("system", "user", "assistant", "user", "assistant"),
        *("tool", "tool", "tool"),
    ]
    assert [message.answers for message in last[-3:]] == ["u0", "u1", "u2"]
    assert last[-2].text == REFUSAL


def test_a_declared_agent_without_material_cannot_be_judged_on_it() -> None:
    bare = AgentDefinition(name="bare", tools=(ToolDeclaration(name="order"),))
    assert Capability.PASSAGES not in connect(bare).capabilities
    assert Capability.PASSAGES in connect(bare.model_copy(update={"knowledge": {"a": "b"}})).capabilities


def test_code_is_found_where_the_service_was_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "desk_beside_the_service.py").write_text("class Agent:\n    def __init__(self, *_, **__): ...\n")
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if entry])
    monkeypatch.chdir(tmp_path)
    code = "desk_beside_the_service:Agent"
    assert load(code, frozenset({"desk_beside_the_service"})).__name__ == "Agent"
