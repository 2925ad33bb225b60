"""Cases for the offline judge, put to it through the real judge of the product: every quote is looked up."""

from typing import Any, cast

from langchain_core.messages import HumanMessage, SystemMessage

from optimize.adapters.models.offline.chat_model import OfflineRules
from optimize.adapters.models.structured import read_object
from optimize.application.judge import Judge, Question
from optimize.application.judged_document import Matter
from optimize.application.ports.models import CallContext, ModelReply, PromptMessage
from optimize.domain.agent_definition import AgentDefinition
from optimize.domain.cost import CallRole
from optimize.domain.criteria import CRITERIA
from optimize.domain.criteria.base import JudgedCriterion
from optimize.domain.transcript import AnyEvent, Message, Retrieval, ToolCall, Transcript
from optimize.domain.verdict import Verdict
from tests.fakes.ids import CountingIds
from tests.fakes.prompts import FakePrompts


class OfflineModels:
    """The port, straight to the offline model."""

    def name_of(self, role: CallRole) -> str:
        del role
        return "offline:rules"

    async def ask(
        self,
        role: CallRole,
        messages: list[PromptMessage],
        *,
        context: CallContext,
        schema: dict[str, Any] | None = None,
        model: str | None = None,
        max_tokens: int = 1_500,
    ) -> ModelReply:
        del context, model, max_tokens
        assert role in ("judge", "simulator")
        assert schema is not None
        sent = [SystemMessage(m.text) if m.role == "system" else HumanMessage(m.text) for m in messages]
        answer = await OfflineRules(role=role).ainvoke(sent)
        parsed, problem = read_object(answer.text, schema)
        return ModelReply(text=answer.text, parsed=parsed, problem=problem, model="offline:rules")


def conversation(*said: str | dict[str, Any]) -> tuple[AnyEvent, ...]:
    """Texts are user and agent in turn; a dict is a tool call, or a retrieval if it has `passages`."""
    events: list[AnyEvent] = []
    speaker = "user"
    for seq, one in enumerate(said):
        if isinstance(one, str):
            role = cast(Any, "user" if speaker == "user" else "assistant")
            events.append(Message(seq=seq, turn=1, role=role, text=one))
            speaker = "agent" if speaker == "user" else "user"
        elif "passages" in one:
            events.append(Retrieval(seq=seq, turn=1, query="", passages=tuple(one["passages"])))
        else:
            events.append(ToolCall(seq=seq, turn=1, call_id=f"c{seq}", arguments={}, **one))
    return tuple(events)


async def verdict_on(kind: str, *said: str | dict[str, Any], prompt: str = "", **parameters: Any) -> Verdict:
    """What the judge says on a conversation, for one criterion."""
    criterion = CRITERIA[kind].model_validate({"kind": kind, **parameters})
    assert isinstance(criterion, JudgedCriterion)
    definition = AgentDefinition.model_validate({"name": "desk", "prompt": [{"part": "role", "text": prompt}]})
    matter = Matter(transcript=Transcript(events=conversation(*said)), definition=definition)
    question = Question(kind=kind, requirement=criterion.requirement(), evidence=criterion.evidence)
    judge = Judge(OfflineModels(), FakePrompts(), CountingIds())
    return await judge.decide(question, matter, CallContext(agent="desk"))
