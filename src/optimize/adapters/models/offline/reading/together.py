"""`both`, `all three of them`, `t-1 and t-3`: the drafts that one command is about, when they are several."""

import re
from typing import NamedTuple

from optimize.adapters.models.offline.reading.context import KnownTest
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.intent import without_politeness
from optimize.adapters.models.offline.reading.lexicon import cut, number_words, parts_of, pattern, table
from optimize.adapters.models.offline.reading.ordinals import made_here
from optimize.adapters.models.offline.reading.outcome import Outcome, one, remark
from optimize.adapters.models.offline.reading.references import tests_named
from optimize.adapters.models.offline.reading.request import Request
from optimize.domain.text import shortened


class Group(NamedTuple):
    """`drafts` is empty if the message means several and does not tell which; `elsewhere`: left alone on purpose."""

    drafts: list[KnownTest]
    elsewhere: list[KnownTest]


def drafts_meant(request: Request) -> Group | None:
    """None if the command is about a single draft."""
    if named := _named(request):
        return Group(named, []) if all(test.state == "draft" for test in named) else None
    said = _bare(without_politeness(request.text, request.language), request.language)
    if (spared := pattern("all_but", request.language).match(said)) is not None:
        return Group(_but(request, parts_of(spared).get("kept", "")), [])
    match = pattern("group", request.language).match(said)
    if match is None:
        return None
    parts = parts_of(match)
    own = _own(request)
    if "all" not in parts:
        return Group(_counted(request, own, parts), [])
    if _accepted_too(request, said, parts):
        return Group([], [])
    return Group(own, [draft for draft in request.context.drafts() if draft not in own] if own else [])


def _accepted_too(request: Request, said: str, parts: dict[str, str]) -> bool:
    """Whether `them` or `all tests` may mean accepted tests as well."""
    if pattern("draft_word", request.language).search(said):
        return False
    meant = request.context.tests if "tests" in parts else map(request.context.test, request.context.listed)
    return any(test is not None and test.state == "accepted" for test in meant)


def for_each(request: Request, tool: str, group: Group, most: int) -> Outcome:
    """One call for each draft, `most` of them at once, and which are left."""
    calls = [call for draft in group.drafts[:most] for call in one(tool, test=draft.id).calls]
    remarks = []
    if left := group.drafts[most:]:
        taken = _in_words(most, request.language)
        remarks.append(remark(request.language, "only_some", taken=taken, names=_names(left)))
    if group.elsewhere:
        remarks.append(remark(request.language, "left_elsewhere", names=_names(group.elsewhere)))
    return Outcome(calls, remarks)


def _in_words(n: int, language: str) -> str:
    """A figure would have to stand in what a tool returned."""
    return [str(word) for word, number in table(language)["numbers"].items() if number == n][-1]


def _names(drafts: list[KnownTest]) -> str:
    return shortened(", ".join(f"{draft.id} ({draft.name})" for draft in drafts), 800)


def _bare(text: str, language: str) -> str:
    """What the command is about: the message without its verb."""
    return re.sub(r"\s+", " ", cut("group_verb", language, fold(text))).strip(" .!?,;。！？、")


def _named(request: Request) -> list[KnownTest]:
    """The tests of a message that names several and says nothing else: `t-1, t-2 says the same` is about one."""
    named = tests_named(request.text, request.context)
    if len(named) < 2 or len({fold(test.name) for test in named}) < len(named):
        return []
    left = fold(without_politeness(request.text, request.language))
    for name in sorted((fold(name) for test in named for name in (test.id, test.name)), key=len, reverse=True):
        left = left.replace(name, " ")
    left = cut("group_join", request.language, cut("group_verb", request.language, left))
    return [] if re.search(r"\w", left) else named


def _but(request: Request, kept: str) -> list[KnownTest]:
    """`all but the last`: the others of this conversation, if it is known which one is kept."""
    own = _own(request)
    placed = request._replace(text=kept).ordinal()
    spared = tests_named(kept, request.context) or ([placed.test] if placed and placed.test else [])
    return [draft for draft in own if draft not in spared] if spared else []


def _own(request: Request) -> list[KnownTest]:
    return [draft for draft in request.context.drafts() if made_here(draft.id, request.context)]


def _counted(request: Request, own: list[KnownTest], parts: dict[str, str]) -> list[KnownTest]:
    """So many drafts: those of the last answer, of what was listed last, of this conversation, or none if unclear."""
    n = 2 if "two" in parts else _number(parts["n"], request.language)
    context = request.context
    listed = [test for one in context.listed if (test := context.test(one)) and test.state == "draft"]
    if places := parts.keys() & {"first", "foremost", "last", "hindmost"}:
        pool = listed or own
        found = pool[:n] if places & {"first", "foremost"} else pool[-n:]
        return found if len(found) == n > 0 else []
    together = [test for one in context.together if (test := context.test(one)) and test.state == "draft"]
    return next((pool for pool in (together, listed, own) if len(pool) == n > 1), [])


def _number(said: str, language: str) -> int:
    return int(said) if said.isdigit() else number_words(language).get(said, 0)
