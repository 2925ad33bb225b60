"""What a change puts in the place of a criterion: one of the same kind, if it says `instead` or only one can stand."""

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.back import back
from optimize.adapters.models.offline.reading.context import KnownTest
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.outcome import Outcome
from optimize.adapters.models.offline.reading.questions import ask_which_criterion

_ONE_OF_A_KIND = ("respondsWithin", "answerIsJson")
"""Two time limits on one answer say no more than the shorter."""


def without_instead(text: str, language: str) -> tuple[str, bool]:
    """The text without the word, and whether it was there."""
    for pattern in back("instead", language):
        if match := pattern.search(fold(text)):
            return f"{text[: match.start()]}{text[match.end() :]}".strip(), True
    return text, False


def undecided(added: dict[str, JsonValue], test: KnownTest, language: str, *, instead: bool) -> Outcome | None:
    """The question which criterion goes, where the test has several of the kind."""
    several = instead and any(len(_same_kind(kind, test)) > 1 for kind in _kinds(added) if kind not in _ONE_OF_A_KIND)
    return ask_which_criterion(test, language) if several else None


def in_place(added: dict[str, JsonValue], test: KnownTest, *, instead: bool) -> dict[str, JsonValue]:
    """What is added, and the places of the criteria that it supersedes."""
    replaced = {at for kind in _kinds(added) if instead or kind in _ONE_OF_A_KIND for at in _same_kind(kind, test)}
    places: list[JsonValue] = [*sorted(replaced | _bare(added, test))]
    return {**added, "remove_criteria": places} if places else added


def _bare(added: dict[str, JsonValue], test: KnownTest) -> set[int]:
    """The bare `must be called` criteria in whose place a number of calls is given."""
    counted = [one for one in _listed(added) if one.get("times")]
    bare = {f"invokesTool({one['tool']})" for one in counted}
    return {at for at, criterion in enumerate(test.criteria) if criterion in bare}


def _kinds(added: dict[str, JsonValue]) -> list[str]:
    return [str(one["kind"]) for one in _listed(added)]


def _same_kind(kind: str, test: KnownTest) -> list[int]:
    return [at for at, criterion in enumerate(test.criteria) if criterion.split("(")[0] == kind]


def _listed(added: dict[str, JsonValue]) -> list[dict[str, JsonValue]]:
    listed = added.get("add_criteria")
    return [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []
