"""How an answer ended: fit for use, or with a sentence saying what is wrong with it."""

from langchain_core.messages import AIMessage, BaseMessage

from optimize.domain.text import shortened

_CUT = {
    "length": "The answer was cut off at its length limit.",
    "content_filter": "The provider's content filter held the answer back.",
}


def problem_of(message: BaseMessage, finish_reason: str | None) -> str | None:
    """None for a complete answer; else why it must not be taken as one."""
    refusal = message.additional_kwargs.get("refusal")
    if refusal:
        return f"The model refused to answer: {shortened(str(refusal))}"
    if finish_reason in _CUT:
        return _CUT[finish_reason]
    calls = isinstance(message, AIMessage) and (message.tool_calls or message.invalid_tool_calls)
    return None if calls or message.text.strip() else "The answer was empty."
