"""Criteria in the person's language."""

import json
from typing import Any

from optimize.adapters.models.offline.replies.phrases import Phrases


def sentences_of(data: dict[str, Any], say: Phrases) -> list[str]:
    """The server's English sentences, or the same from the phrase table of another language where it has one."""
    sentences = [str(sentence) for sentence in data.get("sentences", [])]
    criteria = [c for c in data.get("criteria", []) if isinstance(c, dict)]
    if say.language == "en" or len(criteria) != len(sentences):
        return sentences
    return [_sentence(c, say) or english for c, english in zip(criteria, sentences, strict=True)]


def _sentence(criterion: dict[str, Any], say: Phrases) -> str | None:
    key = f"criterion.{_form(criterion)}"
    return say.say(key, **_values(criterion, say)) if say.has(key) else None


def _form(criterion: dict[str, Any]) -> str:
    kind = str(criterion.get("kind"))
    if kind == "invokesTool":
        counted = criterion.get("times") not in (None, {"at_least": 1})
        # A count and an order at once are in no phrase table; the English sentence says both.
        return (
            _variant(kind, criterion, "before") if not counted else "-" if criterion.get("before") else f"{kind}.times"
        )
    if kind == "toolParametersContain" and criterion.get("calls") == "every":
        return f"{kind}.every"
    return _variant(kind, criterion, "effect") if kind == "doesNotInvokeTool" else kind


def _variant(kind: str, criterion: dict[str, Any], field: str) -> str:
    return f"{kind}.{field}" if criterion.get(field) else kind


def _values(criterion: dict[str, Any], say: Phrases) -> dict[str, str]:
    texts = criterion.get("texts") or criterion.get("any_of") or []
    wanted = [f"{path} {_matcher(matcher, say)}" for path, matcher in (criterion.get("parameters") or {}).items()]
    times = criterion.get("times") or {}
    often = [say.say(f"times.{bound}", n=n) for bound, n in times.items() if n]
    named = {key: str(value) for key, value in criterion.items() if isinstance(value, (str, int, float))}
    return {
        **dict.fromkeys(("tool", "before", "pattern", "seconds", "assertion"), ""),
        **named,
        "often": ", ".join(often),
        "texts": ", ".join(f"“{text}”" for text in texts),
        "parameters": ", ".join([*wanted, *(f"“{text}”" for text in criterion.get("anywhere") or ())]),
    }


def _matcher(matcher: Any, say: Phrases) -> str:
    """`= "5"`, `≤ 500`: a bound is not told as a value to be equal to."""
    parts = matcher if isinstance(matcher, dict) else {"equals": matcher}
    return ", ".join(_one_of_matcher(name, value, say) for name, value in parts.items())


def _one_of_matcher(name: str, value: Any, say: Phrases) -> str:
    word = say.word("matcher", name)
    return word if value is True and name in ("exists", "absent") else f"{word} {json.dumps(value, ensure_ascii=False)}"
