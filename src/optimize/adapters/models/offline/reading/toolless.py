"""`calls no tool at all`, `no other tool`: every tool of the agent is ruled out, but for those that are asked for."""

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import marks, pattern, phrase
from optimize.adapters.models.offline.reading.quantities import most_times, times_in
from optimize.adapters.models.offline.reading.scene import Scene

_MOST = 8
"""A draft holds ten criteria; with more tools than this, writes are ruled out by code and the rest by a judge."""


def rules_out_tools(text: str, language: str) -> bool:
    return marks(text, language, "no_tools") and not limits_every_tool(text, language)


def limits_every_tool(text: str, language: str) -> int | None:
    """`no tool more than once`, `each tool at most twice`: the most calls that every tool may have."""
    if not marks(text, language, "each_tool"):
        return None
    most = times_in(text, language).get("at_most")
    return most if isinstance(most, int) else most_times(text, language)


def every_tool_at_most(scene: Scene, most: int) -> list[dict[str, JsonValue]]:
    """One limit for each tool; none if they are more than a draft has criteria."""
    tools = scene.context.agent.tools
    times: dict[str, JsonValue] = {"at_least": 0, "at_most": most}
    found: list[dict[str, JsonValue]] = [
        {"kind": "invokesTool", "tool": tool.name, "times": dict(times)} for tool in tools
    ]
    return found if len(tools) <= _MOST else []


def without_tools(text: str, language: str) -> str:
    """The text without the words that rule the tools out."""
    match = pattern("no_tools", language).search(fold(text))
    return f"{text[: match.start()]} {text[match.end() :]}".strip(" ,.;:") if match else text


def no_tools(scene: Scene, asked: set[str]) -> list[dict[str, JsonValue]]:
    """The criteria that no tool is called except `asked`."""
    others = [tool for tool in scene.context.agent.tools if tool.name not in asked]
    if len(others) <= _MOST:
        return [{"kind": "doesNotInvokeTool", "tool": tool.name} for tool in others]
    key = "calls_no_other" if asked else "calls_none"
    assertion = phrase(scene.language, key, tools=", ".join(sorted(asked)))
    writes = [tool.name for tool in others if tool.writes]
    asked_write = any(scene.catalogue.tools[name].writes for name in asked)
    ruled_out: list[dict[str, JsonValue]] = (
        [{"kind": "doesNotInvokeTool", "tool": name} for name in writes[:_MOST]]
        if asked_write
        else [{"kind": "doesNotInvokeTool", "effect": "write"}]
    )
    return [*ruled_out, {"kind": "satisfiesAssertion", "assertion": assertion}]
