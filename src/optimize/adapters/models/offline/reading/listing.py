"""Lists, on one line or on several, laid out so that each item is a sentence of its own."""

import re
from itertools import pairwise

from optimize.adapters.models.offline.reading.folding import fold, is_cjk
from optimize.adapters.models.offline.reading.lexicon import opens, pattern, phrase, word_pattern

_ITEM = r"(?=[^\W\d_])"
_STYLES = (
    re.compile(rf"(?:(?<=^)|(?<=\s)|(?<=[:：。；;，,]))(?P<n>\d{{1,2}})(?:\.\s+|、\s*){_ITEM}"),
    re.compile(rf"\((?P<n>\d{{1,2}}|[a-h])\)\s*{_ITEM}"),
    re.compile(rf"(?:(?<=^)|(?<=\s)|(?<=[:：。；;，,]))(?P<n>\d{{1,2}}|[a-h])\)\s*{_ITEM}"),
)
_STEP = re.compile(r"(?P<n>\d{1,2})[.)]\s+`?(?P<tool>[A-Za-z]\w*_\w+)`?[.;,]?")
_BULLETS = re.compile(rf"(?:(?<=^)|(?<=\n))[ \t]*[-*•]\s+{_ITEM}")
_QUOTED = re.compile(r"\"[^\"\n]*\"|「[^」\n]*」|(?<!\w)'[^'\n]*'(?!\w)")
_JOINS = re.compile(r"(?i)[\s,;]*\b(?:and|und|et|y)\s*$|[\s,;，；、]+$")
_CONNECTED = re.compile(r"(?i)(?:and|or|of|in|und|oder|von|et|ou|de|y|o)\b")
_WORD_BEFORE = re.compile(r"(\w+)\W*$")
_BEGINS = re.compile(r"(?:^|[.!?:：。;；\n])\s*$")


def laid_out(text: str, language: str) -> str:
    """`the agent must: 1. compare 2. never pay` as two sentences; a text without a list of two items as it is."""
    marks = _marks(text)
    if not marks:
        return _steps(text, language)
    head = text[: marks[0].start()].rstrip()
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    items = [_JOINS.sub("", text[mark.end() : end]) for mark, end in zip(marks, ends, strict=True)]
    if stem := _stem(head, language):
        head = head[: len(head) - len(stem)].rstrip()
        lead = stem.rstrip(" :：")
        whole = [item if _says_who(item, language) else f"{lead}{'' if is_cjk(lead) else ' '}{item}" for item in items]
        return "\n".join([*([head] if head else []), *whole])
    if all(_on_own_line(text, mark) for mark in marks) and "、" not in marks[0].group():
        return text
    listed = [f"{_numbered(mark)} {item}" for mark, item in zip(marks, items, strict=True)]
    return "\n".join([*([head] if head else []), *listed])


def _steps(text: str, language: str) -> str:
    """Numbered lines that only name tools, as one sentence in their order; any other text as it is."""
    lines = [_STEP.fullmatch(line.strip()) for line in text.strip().split("\n")]
    steps = [line for line in lines if line]
    if len(steps) < 2 or len(steps) < len(lines) or any(_place(step["n"]) != n for n, step in enumerate(steps, 1)):
        return text
    first, *others = (step["tool"] for step in steps)
    return phrase(language, "in_steps", first=first, then=phrase(language, "and_then").join(others))


def _numbered(mark: re.Match[str]) -> str:
    n = mark.groupdict().get("n")
    return "-" if n is None else f"{n}." if n.isdigit() else f"{n})"


def _marks(text: str) -> list[re.Match[str]]:
    """The places where the items of the first list begin."""
    masked = _QUOTED.sub(lambda match: "\0" * len(match.group()), text)
    runs = [_counted(list(style.finditer(masked))) for style in _STYLES]
    runs.append(list(_BULLETS.finditer(masked)))
    found = [run for run in runs if len(run) > 1 and _lists(masked, run)]
    return min(found, key=lambda run: run[0].start(), default=[])


def _counted(marks: list[re.Match[str]]) -> list[re.Match[str]]:
    """1, 2, 3 or a, b, c: those that count on from the first."""
    run: list[re.Match[str]] = []
    for mark in marks:
        if _place(mark["n"]) == len(run) + 1 and (not run or mark["n"].isdigit() == run[0]["n"].isdigit()):
            run.append(mark)
    return run


def _place(n: str) -> int:
    return int(n) if n.isdigit() else ord(n) - ord("a") + 1


def _lists(text: str, run: list[re.Match[str]]) -> bool:
    """Whether items stand there: `on 1. and 2. May` and `clause (a) and (b) of the contract` count something else."""
    first, second = (_WORD_BEFORE.search(text[: mark.start()]) for mark in run[:2])
    bracketed = re.match(r"\(\d", run[0].group()) and text[run[0].start() - 1].isspace()
    if not (bracketed or _BEGINS.search(text[: run[0].start()])) or (first and second and first[1] == second[1]):
        return False
    ends = [*((a.end(), b.start()) for a, b in pairwise(run)), (run[-1].end(), len(text))]
    items = [text[start:end].strip() for start, end in ends]
    return all((len(item.split()) > 1 or is_cjk(item)) and not _CONNECTED.match(item) for item in items)


def _on_own_line(text: str, mark: re.Match[str]) -> bool:
    return not text[: mark.start()].strip() or text[: mark.start()].rstrip(" \t").endswith("\n")


def _stem(head: str, language: str) -> str:
    """`The agent must:` at the end of what stands before the list, which each item goes on from."""
    last = re.split(r"(?<=[.!?。])\s+|\n", head)[-1]
    bare = fold(last).rstrip(" :：")
    ended = [match for kind in ("must", "not") for match in pattern(kind, language).finditer(bare)]
    wide = is_cjk(bare)
    return last if any(match.end() == len(bare) and (wide or match.start()) for match in ended) else ""


def _says_who(item: str, language: str) -> bool:
    """Whether an item is a sentence already, such as `it must call …`; `answer` alone may be a verb."""
    article = pattern("article", language).match(fold(item))
    named = ("agent", "user", "answer") if article else ("agent", "user")
    bare = fold(item[article.end() :] if article else item)
    said = any(word_pattern(kind, language).match(bare) for kind in named)
    return said or opens(item, language, "agent_it", "conditional")
