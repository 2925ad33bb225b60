"""A figure the assistant states has to stand somewhere: in a tool's result, the person's words or the briefing."""

import re
from collections.abc import Iterable

from langchain_core.messages import AIMessage, BaseMessage, ToolMessage

_FIGURE = re.compile(r"(?<![\w.#-])\d+(?:[.,]\d+)*(?![\w-])")
_LISTED = re.compile(r"(?m)^\s*\d+[.)]\s")


def unsupported_figures(text: str, sources: Iterable[BaseMessage]) -> list[str]:
    """Figures of `text` that stand in no source. The numbering of a list is no figure.

    A percentage is supported by the share it renders: 57 by 0.5655 (rounded either way).
    """
    known = {_plain(figure) for source in sources if not isinstance(source, AIMessage) for figure in _figures(source)}
    percents = {value for figure in known for value in _as_percent(figure)}
    found = dict.fromkeys(_FIGURE.findall(_LISTED.sub("", text)))
    return [figure for figure in found if _plain(figure) not in known | percents]


def _figures(message: BaseMessage) -> list[str]:
    """In a tool's result, which is JSON, a comma may also part two numbers: [-1.0,0.587] states 1.0 and 0.587."""
    found: list[str] = re.findall(r"\d+(?:[.,]\d+)*", str(message.text))
    if isinstance(message, ToolMessage):
        found += [part for figure in found for part in figure.split(",")]
    return found


def _plain(figure: str) -> str:
    """1,500 and 1500 are one figure; so are 0.5 and 0.50."""
    plain = re.sub(r",(?=\d{3}\b)", "", figure).replace(",", ".")
    try:
        return f"{float(plain):g}"
    except ValueError:
        return plain


def _as_percent(figure: str) -> set[str]:
    try:
        share = float(figure)
    except ValueError:
        return set()
    if not 0 <= share <= 1:
        return set()
    percent = share * 100
    return {
        f"{value:g}" for value in (int(percent), int(percent) + 1, round(percent), round(percent, 1), round(percent, 2))
    }
