"""What of a long conversation the model is shown: the newest turns whole, older ones in a few lines each."""

from collections.abc import Sequence

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, SystemMessage

from optimize.domain.text import shortened

_WHOLE_CHARACTERS = 60_000
_FEWEST_TURNS = 4


def window(messages: Sequence[AnyMessage]) -> list[AnyMessage]:
    """All messages while they are few; else a summary of the older turns, then the newer turns whole."""
    turns = _turns(messages)
    kept: list[list[AnyMessage]] = []
    size = 0
    for turn in reversed(turns):
        size += sum(len(str(message.text)) for message in turn)
        if size > _WHOLE_CHARACTERS and len(kept) >= _FEWEST_TURNS:
            break
        kept.insert(0, turn)
    older = turns[: len(turns) - len(kept)]
    summary: list[AnyMessage] = [_summary(older)] if older else []
    return [*summary, *(message for turn in kept for message in turn)]


def _turns(messages: Sequence[AnyMessage]) -> list[list[AnyMessage]]:
    turns: list[list[AnyMessage]] = []
    for message in messages:
        if isinstance(message, HumanMessage) or not turns:
            turns.append([])
        turns[-1].append(message)
    return turns


def _summary(turns: list[list[AnyMessage]]) -> SystemMessage:
    lines = []
    for turn in turns:
        said = next((shortened(str(m.text), 200) for m in turn if isinstance(m, HumanMessage)), "")
        tools = [call["name"] for m in turn if isinstance(m, AIMessage) for call in m.tool_calls]
        reply = next((shortened(str(m.text), 200) for m in reversed(turn) if isinstance(m, AIMessage) and m.text), "")
        lines.append(f"- The person: {said} | tools: {', '.join(tools) or 'none'} | you: {reply}")
    return SystemMessage("Earlier in this conversation, shortened:\n" + "\n".join(lines))
