"""A limit must be one of the same kind and number in the draft: on calls, on a value, on time, or in words."""

import re
from collections.abc import Mapping

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.audit.drafted import Drafted, carried
from optimize.adapters.models.offline.reading.audit.lexis import content, sign
from optimize.adapters.models.offline.reading.audit.pieces import Piece
from optimize.adapters.models.offline.reading.audit.quantity import Limit, limits_in
from optimize.adapters.models.offline.reading.audit.teller import carriers, users

_ENOUGH = 0.5
_SETTING = re.compile(r'"(?:runs|turn_limit|threshold|max_length|min_length)": (\d+(?:\.\d+)?)')


def missed(piece: Piece, draft: Drafted) -> bool:
    limits = limits_in(piece.text, draft.language)
    if not limits and sign("compared", draft.language).search(piece.folded):
        return not _in_words(piece, draft)
    ours = bool(draft.tooling.spoken(piece.text))
    return any(not _kept(limit, draft, _told(limit, piece, draft), of_tool=ours) for limit in limits)


def _in_words(piece: Piece, draft: Drafted) -> bool:
    """Whether a limit without a number, such as `never more than the order's total`, is in a text."""
    if not content(piece.text, draft.language):
        return True
    return carried(piece.text, carriers(piece, draft), draft.language, at_least=_ENOUGH)


def _told(limit: Limit, piece: Piece, draft: Drafted) -> list[Limit]:
    """The limits of texts that may say this one; of how often something is done, none that says nothing else."""
    texts = carriers(piece, draft)
    if limit.kind in ("most", "least") and not users(piece, draft):
        texts = [text for text in (*draft.required, *draft.said) if content(text, draft.language) or not limit.calls]
    return [one for text in texts for one in draft.limits[text]]


def _kept(limit: Limit, draft: Drafted, told: list[Limit], *, of_tool: bool) -> bool:
    if any((one.kind, one.number) == (limit.kind, limit.number) for one in told):
        return True
    if any(_on_calls(limit, one["times"]) for one in draft.criteria if isinstance(one.get("times"), dict)):
        return True
    return _on_values(limit, draft) or (not (of_tool and limit.calls) and _by_settings(limit, draft)) or _any(limit)


def _on_calls(limit: Limit, times: JsonValue) -> bool:
    if not isinstance(times, dict):
        return False
    exactly = times.get("exactly")
    least, most = times.get("at_least", exactly), times.get("at_most", exactly)
    wanted_least, wanted_most = limit.ends()
    if limit.kind == "exact":
        return bool(most == wanted_most)
    return wanted_most == most if wanted_least is None else wanted_least == least


def _on_values(limit: Limit, draft: Drafted) -> bool:
    keys = {"most": ("at_most",), "less": ("at_most",), "least": ("at_least",), "more": ("at_least",)}
    for matcher in _matchers(draft):
        wanted = keys.get(limit.kind, ("equals", "number", "one_of"))
        if any(key in matcher and _number(matcher[key]) == limit.number for key in wanted):
            return True
    return any(
        _number(one.get("seconds")) in (limit.number, limit.number * 60)
        for one in draft.criteria
        if limit.kind in ("most", "less")
    )


def _matchers(draft: Drafted) -> list[Mapping[str, JsonValue]]:
    given = [one["parameters"] for one in draft.criteria if isinstance(one.get("parameters"), dict)]
    return [
        matcher for named in given if isinstance(named, dict) for matcher in named.values() if isinstance(matcher, dict)
    ]


def _by_settings(limit: Limit, draft: Drafted) -> bool:
    numbers = {float(said) for said in _SETTING.findall(draft.written)}
    return limit.number in numbers or limit.number / 100 in numbers


def _any(limit: Limit) -> bool:
    """`at least one` asks for no more than that it happens."""
    return limit.kind == "least" and limit.number == 1


def _number(value: JsonValue) -> float | None:
    try:
        return float(str(value).replace(",", ".")) if not isinstance(value, dict | list) else None
    except ValueError:
        return None
