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
    return say.say(key, **_values(criterion)) if say.has(key) else None


def _form(criterion: dict[str, Any]) -> str:
    kind = str(criterion.get("kind"))
    if kind == "invokesTool":
        # How often is not in the phrase tables; the English sentence says it then.
        return "-" if criterion.get("times") not in (None, {"at_least": 1}) else _variant(kind, criterion, "before")
    return _variant(kind, criterion, "effect") if kind == "doesNotInvokeTool" else kind


def _variant(kind: str, criterion: dict[str, Any], field: str) -> str:
    return f"{kind}.{field}" if criterion.get(field) else kind


def _values(criterion: dict[str, Any]) -> dict[str, str]:
    texts = criterion.get("texts") or criterion.get("any_of") or []
    wanted = [f"{path} = {_matcher(matcher)}" for path, matcher in (criterion.get("parameters") or {}).items()]
    named = {key: str(value) for key, value in criterion.items() if isinstance(value, (str, int, float))}
    return {
        **dict.fromkeys(("tool", "before", "pattern", "seconds", "assertion"), ""),
        **named,
        "texts": ", ".join(f"“{text}”" for text in texts),
        "parameters": ", ".join([*wanted, *(f"“{text}”" for text in criterion.get("anywhere") or ())]),
    }


def _matcher(matcher: Any) -> str:
    value = next(iter(matcher.values())) if isinstance(matcher, dict) and len(matcher) == 1 else matcher
    return json.dumps(value, ensure_ascii=False)
