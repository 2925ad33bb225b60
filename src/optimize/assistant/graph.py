"""The assistant: `answer → confirm → act → answer`.

`answer` lets the model reply or choose tools. `confirm` asks for the yes that some of them need, and does nothing else,
because a node runs again from its start when it resumes. `act` runs the tools.
"""

from collections.abc import Callable
from typing import Any, Literal, cast

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from langgraph.types import Command, interrupt

from optimize.application.use_cases import UseCases
from optimize.assistant.acting import Acting, answer_to, canonical_arguments, told, unanswered
from optimize.assistant.answering import Answering
from optimize.assistant.briefing import Briefing
from optimize.assistant.claims import unsupported_claims
from optimize.assistant.figures import unsupported_figures
from optimize.assistant.memory import window
from optimize.assistant.turn import MODEL_CALLS, TOOL_CALLS, TurnContext, TurnState
from optimize.domain.errors import OptimizeError
from optimize.tools import TOOLS
from optimize.tools.base import ToolResult

LIMIT_REACHED = "I have reached my limit of steps for one message. Tell me how to go on, in a smaller step."
MALFORMED = "The arguments of this call were not readable JSON. Call the tool again with valid JSON."

ModelFor = Callable[[TurnContext], BaseChatModel]
"""The model that answers a turn, its calls booked on that turn."""
AfterAnswer = Literal["confirm", "act", "__end__"]
AfterAct = Literal["answer", "__end__"]
Graph = CompiledStateGraph[TurnState, TurnContext, TurnState, TurnState]


class Assistant:
    """The nodes of the graph. What they need is handed in; nothing here knows sockets or the store."""

    def __init__(
        self, model_for: ModelFor, answering: Answering, briefing: Briefing, acting: Acting, use_cases: UseCases
    ) -> None:
        self._model_for, self._answering = model_for, answering
        self._briefing, self._acting, self._use_cases = briefing, acting, use_cases

    async def answer(self, state: TurnState, runtime: Runtime[TurnContext]) -> Command[AfterAnswer]:
        if state.get("model_calls", 0) >= MODEL_CALLS or state.get("tool_calls", 0) >= TOOL_CALLS:
            return Command(goto=cast(AfterAnswer, END), update={"messages": [AIMessage(LIMIT_REACHED)]})
        context = runtime.context
        facts = await self._briefing.context(context.agent, context.thread, state.get("last_draft"))
        context.place.leave()
        reply, shown, asked = await self._answering.answer(self._model_for(context), facts, window(state["messages"]))
        await context.place.give_way()
        update: dict[str, Any] = {"messages": [reply], "model_calls": state.get("model_calls", 0) + asked}
        calls = unanswered([reply])
        if not calls:
            figures = unsupported_figures(str(reply.text), [*state["messages"], *shown])
            acts = unsupported_claims(str(reply.text), state["messages"], facts.tests)
            if figures or acts:
                update["messages"] = [reply, AIMessage(_correction(figures, acts))]
            return Command(goto=cast(AfterAnswer, END), update=update)
        proposed = await self._proposals(calls, state, context)
        return Command(goto="confirm" if proposed["proposals"] else "act", update=update | proposed)

    async def confirm(self, state: TurnState) -> Command[Literal["act"]]:
        """Waits for the person. The decision itself stands in the proposal; a message typed instead comes back here."""
        answer = interrupt(list(state["proposals"].values()))
        return Command(goto="act", update={"follow": answer["typed"]})

    async def act(self, state: TurnState, runtime: Runtime[TurnContext]) -> Command[AfterAct]:
        results: list[tuple[str, str, ToolResult]] = []
        for call in unanswered(state["messages"]):
            if call["name"] == "unreadable" or _malformed(state, str(call["id"])):
                result = ToolResult(status="error", summary=MALFORMED)
            else:
                result = await self._acting.run(call, runtime.context, state)
            results.append((str(call["id"]), call["name"], result))
        update = _told(state, results)
        follow = state.get("follow")
        if follow:
            update |= {"messages": [*update["messages"], HumanMessage(follow["text"], id=follow["id"])], "follow": None}
        return Command(goto=cast(AfterAct, END if update["over"] and not follow else "answer"), update=update)

    async def _proposals(self, calls: list[Any], state: TurnState, context: TurnContext) -> dict[str, Any]:
        """A proposal for each call that needs a yes; what is wrong with a call is kept for `act` to tell."""
        proposals: dict[str, str] = {}
        refusals: dict[str, dict[str, Any]] = {}
        read = state.get("read", [])
        for call in calls:
            try:
                card = await self._acting.card(call, context)
                if card is None:
                    continue
                proposal = await self._use_cases.approvals.propose(
                    agent=context.agent,
                    thread=context.thread,
                    turn=context.turn,
                    call=call["id"],
                    action=call["name"],
                    arguments=canonical_arguments(call),
                    title=card.title,
                    facts=card.facts,
                    beside=card.beside,
                    warning=f"Suggested after reading {', '.join(read)}." if read else None,
                )
                proposals[call["id"]] = proposal.id
            except (OptimizeError, ValueError) as error:
                refusals[call["id"]] = told(error).model_dump(mode="json")  # type: ignore[arg-type]
        proposed = [*state.get("proposed", []), *proposals.values()]
        return {"proposals": proposals, "refusals": refusals, "proposed": proposed}


def _told(state: TurnState, results: list[tuple[str, str, ToolResult]]) -> dict[str, Any]:
    """The tool messages, and what the turn has done so far."""
    did, drafts, batches, read = (list(state.get(name, [])) for name in ("did", "drafts", "batches", "read"))  # type: ignore[call-overload]
    last_draft = state.get("last_draft")
    over = False
    for _, name, result in results:
        tool = TOOLS.get(name)
        if tool is None or result.status not in ("ok", "empty"):
            continue
        did.append(tool.did)
        over = over or tool.ends_turn
        if tool.did in ("drafted", "revised"):
            last_draft = result.data["test"]
            drafts.append(result.data["test"])
        if tool.did == "acted":
            batches += _batches_in(result.data)
        if tool.untrusted:
            read.append(
                f"run {result.data['n']} of “{result.data['test']}”" if "run" in result.data else "recorded reasons"
            )
    return {
        "messages": [answer_to(call_id, name, result) for call_id, name, result in results],
        "tool_calls": state.get("tool_calls", 0) + len(results),
        "did": did,
        "drafts": drafts,
        "batches": batches,
        "read": read,
        "last_draft": last_draft,
        "over": over,
        "proposals": {},
        "refusals": {},
    }


def _batches_in(data: dict[str, Any]) -> list[str]:
    """An experiment has one batch for each side."""
    if "batch" in data:
        return [data["batch"]["id"]]
    return list(data.get("experiment", {}).get("batches", []))


def _malformed(state: TurnState, call_id: str) -> bool:
    return any(
        call["id"] == call_id
        for message in state["messages"]
        if isinstance(message, AIMessage)
        for call in message.invalid_tool_calls
    )


def _correction(figures: list[str], acts: list[str]) -> str:
    """Says what is on record, not what happened: an act that was cut short may have happened all the same."""
    doubts = []
    if figures:
        doubts.append(f"{', '.join(figures)} stands in no recorded result of this conversation; please disregard it.")
    if acts:
        doubts.append(f"There is no record that anything was {' or '.join(acts)} in this turn.")
    return " ".join(["Correction:", *doubts])


def build(assistant: Assistant, checkpointer: BaseCheckpointSaver[Any]) -> Graph:
    graph = StateGraph(TurnState, context_schema=TurnContext)
    graph.add_node("answer", assistant.answer)
    graph.add_node("confirm", assistant.confirm)
    graph.add_node("act", assistant.act)
    graph.add_edge(START, "answer")
    return graph.compile(checkpointer=checkpointer)
