"""Runs, threshold and turn limit that a message states, and whether such a setting can be met."""

import re
from typing import NamedTuple

from optimize.adapters.models.offline.reading.entities import plain_number
from optimize.adapters.models.offline.reading.folding import fold, is_cjk
from optimize.adapters.models.offline.reading.lexicon import cut, marks, number_words, parts_of, pattern
from optimize.domain.acceptance_test import CODE_RUNS, JUDGED_RUNS
from optimize.domain.criteria import CRITERIA
from optimize.domain.pass_rule import DEFAULT_THRESHOLD
from optimize.domain.statistics.counts import MAX_RUNS
from optimize.domain.statistics.setting import SettingCheck, check_setting


class Settings(NamedTuple):
    """What the message states, and the message without those words. None: not stated."""

    runs: int | None
    threshold: float | None
    turns: int | None
    rest: str
    failures: int | None = None
    """How many runs may fail, when it was put as `48 of 50`."""


_SHARE_BEHIND = re.compile(
    r"[\s,;/、]*(?:\b(?!to\b)[a-z]{1,4}\b\s*)?(?P<t>\d{1,3}(?:[.,]\d+)?)\s*%(?! (?:off|discount|rabatt|de|des|of)\b)"
)

_CLAUSE_ENDS = re.compile(r"[.,;:!?。，、；：\n]|->|→")
_IDENTIFIER = re.compile(r"[a-zA-Z]\w*_\w")
_CALL_BEFORE = re.compile(r"[a-zA-Z]\w*_\w+[`\"']?\s*$")
_BOUNDED = re.compile(r"\s*(?:まで|以内|以下|以上|以内に)")
"""Behind a number of times: how often the agent may act; nobody sets runs by a limit."""
_LEAST_PERCENT = 10
"""A bare threshold from here on is a percentage; `1.2` is neither a share nor likely to mean 1.2 %."""


_FEW = 4
"""Words beside a setting that may say which test is meant, and hardly tell a situation."""


def settings_in(message: str, language: str) -> Settings:
    """Read and remove the settings; what stands in quotes is not a setting."""
    rest, turns = _taken(message, "turns", language)
    rest, counted = _k_of_n(rest, language)
    rest, threshold = _threshold(rest, language)
    rest, threshold = (rest, threshold) if threshold is not None else _beside_runs(rest, language)
    rest, runs = _taken(rest, "runs", language)
    if counted is not None:
        passed, of = counted
        return Settings(of, _share(passed, of), _whole(turns, language), rest, of - passed)
    return Settings(_whole(runs, language), threshold, _whole(turns, language), rest)


def is_about_settings(message: str, language: str) -> bool:
    """`7 runs for the second one, please`: a few words around a number of runs or a threshold describe no situation."""
    settings = settings_in(message, language)
    left = settings.rest
    few = len(left) < 12 if is_cjk(left) else len(left.split()) <= _FEW
    return few and (settings.runs is not None or settings.threshold is not None)


def part_of_runs(message: str, language: str) -> str | None:
    """`2.5 runs`: a number of runs that is not whole, as it was written."""
    match = pattern("part_runs", language).search(_unquoted(message))
    return parts_of(match)["n"] if match else None


def _taken(text: str, kind: str, language: str) -> tuple[str, str | None]:
    for match in pattern(kind, language).finditer(_unquoted(text)):
        value = parts_of(match).get("n")
        if kind == "runs" and pattern("acts_repeatedly", language).search(fold(text[: match.start()])):
            continue
        if kind == "runs" and (_counts_calls(text, match, language) or _BOUNDED.match(text, match.end())):
            continue
        if kind == "runs" and _ends_range(text, match, language):
            continue
        if value and _whole(value, language) is not None:
            return _without(text, match), value
    return text, None


def _counts_calls(text: str, match: re.Match[str], language: str) -> bool:
    """`must look it up 3 times`, `get_order 2x`: how often the agent acts; `must pass 3 times` is about runs."""
    if not marks(match.group(), language, "times_word") or marks(match.group(), language, "runs_verb"):
        return False
    before, behind = _CLAUSE_ENDS.split(text[: match.start()])[-1], _CLAUSE_ENDS.split(text[match.end() :])[0]
    clause = cut("bound_no", language, f"{before} {behind}")
    if _IDENTIFIER.search(clause) and _is_limit(text, match, language):
        return True
    duty = marks(clause, language, "duty") and not marks(clause, language, "not", "runs_verb")
    return duty or bool(_CALL_BEFORE.search(before))


def _ends_range(text: str, match: re.Match[str], language: str) -> bool:
    """`between 2 and 4 times`: nobody sets runs by a range."""
    ranges = pattern("times_range", language).finditer(fold(text))
    return any(found.start() < match.start() < found.end() for found in ranges)


def _is_limit(text: str, match: re.Match[str], language: str) -> bool:
    """`at most 2 times`, `2 times or more`: a number of runs is given plainly."""
    limits = (
        limit for kind in ("times", "repeated", "times_range") for limit in pattern(kind, language).finditer(fold(text))
    )
    return any(
        parts_of(limit).keys() & {"most", "least", "more", "high", "only", "once"}
        for limit in limits
        if limit.start() < match.end() and match.start() < limit.end()
    )


def _unquoted(text: str) -> str:
    quoted = r"\"[^\"\n]*\"|「[^」]*」|“[^”]*”|(?<!\w)'[^'\n]*'(?!\w)"
    return re.sub(quoted, lambda match: " " * len(match.group()), fold(text))


def _without(text: str, match: re.Match[str]) -> str:
    left, right = _undangled(text[: match.start()]), text[match.end() :].lstrip(" ,;、，")
    if left.endswith("(") and right.startswith(")"):
        left, right = left[:-1].rstrip(), right[1:].lstrip()
    glue = "" if not left or not right or right[0] in ".:!?。：" else (" " if left[-1] in ".:!?。：" else ", ")
    return f"{left}{glue}{right}".lstrip(" :,.：，。")


def _undangled(text: str) -> str:
    """Without the small words that led to what was taken out."""
    return re.sub(r"(?i)(?:^|[\s,;、]|\b(?:with|and|at|a|an|of|for|mit|und|bei|avec|et|con|y)\b)+$", "", text)


def _whole(value: str | None, language: str) -> int | None:
    if value is None:
        return None
    value = re.sub(r"[.,](?=\d{3})", "", value.replace("minus ", "-"))
    if value.removeprefix("-").isdigit():
        return int(value)
    return number_words(language).get(fold(value))


def _k_of_n(text: str, language: str) -> tuple[str, tuple[int, int] | None]:
    match = pattern("k_of_n", language).search(_unquoted(text))
    if match is None:
        return text, None
    passed, of = int(parts_of(match)["k"]), int(parts_of(match)["of"])
    return (_without(text, match), (passed, of)) if 0 < passed <= of and of > 2 else (text, None)


def _share(passed: int, of: int) -> float | None:
    """The strictest threshold (two decimals) that `passed` of `of` runs meets; None when every run must pass."""
    if of > MAX_RUNS or passed == of:
        return None
    shares = [share / 100 for share in range(99, 0, -1)]
    return next((share for share in shares if (check_setting(of, share).k_min or of + 1) <= passed), None)


def _threshold(text: str, language: str) -> tuple[str, float | None]:
    match = pattern("threshold", language).search(_unquoted(text))
    if match is None:
        return text, None
    found = parts_of(match)
    value = float(plain_number(found["t"]) if "." not in found["t"] else found["t"])
    value = value / 100 if found.get("p") or value >= _LEAST_PERCENT else value
    return _without(text, match), round(value, 6)


def _beside_runs(text: str, language: str) -> tuple[str, float | None]:
    """`20 times, 80%: …`: a percentage right behind the number of runs is the threshold."""
    folded = _unquoted(text)
    for runs in pattern("runs", language).finditer(folded):
        match = _SHARE_BEHIND.match(folded, runs.end())
        if match and parts_of(runs).get("n"):
            share = float(match["t"].replace(",", ".")) / 100
            return text[: runs.end()] + text[match.end() :], round(share, 6)
    return text, None


def is_judged(kind: str) -> bool:
    """Whether a judge decides criteria of this kind."""
    return kind in CRITERIA and CRITERIA[kind].judged


def refusal(settings: Settings, *, judged: bool) -> SettingCheck | None:
    """The check that refuses these settings, or None if they can be met. A judged criterion has a threshold anyway."""
    if settings.threshold is None and settings.runs is None:
        return None
    threshold = DEFAULT_THRESHOLD if judged and settings.threshold is None else settings.threshold
    default = JUDGED_RUNS if judged else CODE_RUNS
    check = check_setting(default if settings.runs is None else settings.runs, threshold)
    if check.ok or (settings.runs is None and check.code == "needs_more_runs"):
        return None
    return check
