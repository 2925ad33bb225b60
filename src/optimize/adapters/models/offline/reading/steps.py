"""A message of two steps: the first is carried out, the second is said to be left."""

import re

from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import opens, parts_of, pattern, phrase, spans

_RUNS = re.compile(r"(?<![a-z])(?:run|exec|launch|start)")


def one_order(text: str, language: str, context: Context) -> tuple[str, str | None]:
    """The text up to the order at its end, and that order; None if there is none, or if it is one not to do it.

    Behind a described test only a dry run is surely an order: `… reads the order and accept it` may describe it.
    """
    if (run := _run_behind(text, language, context)) is not None:
        return text[: run.start()].rstrip(" ,;"), parts_of(run)["other"]
    match = pattern("other_order", language).search(fold(text))
    if match is None or not text[: match.start()].strip():
        return text, None
    start, end = spans(match)["other"]
    order, first = text[start:end].strip(), text[: match.start()].rstrip(" ,;")
    refused = opens(order, language, "order_refused")
    drafted = opens(first, language, "new_draft") and opens(order, language, "dry_only")
    if drafted or (opens(first, language, "opens_order") and not refused):
        return first, None if refused else order
    return text, None


def _run_behind(text: str, language: str, context: Context) -> re.Match[str] | None:
    """`draft a test that … and run it`: an order, unless the agent itself can run things."""
    match = pattern("run_behind", language).search(fold(text)) if opens(text, language, "new_draft") else None
    own = " ".join(f"{tool.name} {tool.description}" for tool in context.agent.tools)
    return None if match is None or not match.start() or _RUNS.search(fold(own)) else match


def with_bans(text: str, language: str, context: Context) -> str:
    """`forbid list_invoices` in the words of a duty, if it names a tool of the agent."""
    kept, begin = [], 0
    for match in pattern("bans_tool", language).finditer(fold(text)):
        behind = fold(text[match.end() :])
        tool = max((one.name for one in context.agent.tools if behind.startswith(fold(one.name))), key=len, default="")
        if tool:
            kept += [text[begin : match.start()], phrase(language, "never_calls", tool=tool)]
            begin = match.end() + len(tool)
    return "".join([*kept, text[begin:]])


def in_order(text: str, language: str) -> str:
    """`not the last one, the first: dry-run that` with the test that is meant behind the verb."""
    match = pattern("not_but", language).match(fold(text))
    if match is None:
        return text
    found = parts_of(match)
    return f"{found['verb']} {found['meant']}"
