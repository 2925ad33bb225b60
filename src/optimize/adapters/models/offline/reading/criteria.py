"""Criteria from the clauses that say what must hold: checks by code where they say the same, judged ones else."""

from typing import NamedTuple

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.actions import actions_of
from optimize.adapters.models.offline.reading.calls import call_criteria, loose_parameters
from optimize.adapters.models.offline.reading.carrying import carried
from optimize.adapters.models.offline.reading.clauses import cut_lead
from optimize.adapters.models.offline.reading.conditioned import as_meant, only_when_not
from optimize.adapters.models.offline.reading.contradictions import contradicted
from optimize.adapters.models.offline.reading.doubts import is_vague
from optimize.adapters.models.offline.reading.everywhere import everywhere
from optimize.adapters.models.offline.reading.folding import words
from optimize.adapters.models.offline.reading.lexicon import marks, opens, phrase
from optimize.adapters.models.offline.reading.order import first_of_all, orders_of
from optimize.adapters.models.offline.reading.requirements import requirements_in
from optimize.adapters.models.offline.reading.role_rules import Role
from optimize.adapters.models.offline.reading.roles import Part
from optimize.adapters.models.offline.reading.scene import Scene
from optimize.adapters.models.offline.reading.wordless import without_wordless

Criterion = dict[str, JsonValue]
_EMPTY = frozenset(
    words("the a an its it that agent bot assistant must should shall has to always also der die das le la el")
)
"""Words that change nothing about what an assertion asks for."""


_EXISTS: dict[str, JsonValue] = {"exists": True}


class Built(NamedTuple):
    """The criteria of a test, the vague wishes that became none, and the tools that were named but do not exist.

    `tone`: wishes for a tone, which are written as what can be seen of it. `both_ways`: what is asked for and banned.
    """

    criteria: list[Criterion]
    vague: list[str]
    unknown: list[str]
    tone: list[str]
    both_ways: list[str]


def criteria_of(scene: Scene) -> Built:
    """All criteria of a described test, without doubles: calls first, then the others in the order of the text."""
    musts = [(index, part) for index, part in enumerate(scene.parts) if part.role is Role.MUST]
    carrying = {index: duty for index, part in musts if (duty := carried(scene, part))}
    plain = [(index, part) for index, part in musts if index not in carrying and not only_when_not(scene, part)]
    actions = [as_meant(scene, action) for index, part in plain for action in actions_of(scene, index, part)]
    found: list[Criterion] = []
    last: list[Criterion] = []
    for index, part in musts:
        before = scene.parts[index - 1] if index else None
        here = [action for action in actions if action.part == index]
        made = [carrying[index]] if index in carrying else requirements_in(scene, part, here, before, actions)
        found, last = _appended(scene, part, before, found, last, made)
    orders = orders_of(scene, actions, scene.parts)
    calls = call_criteria(scene, actions, orders)
    calls += [_before_all(tool, scene.language) for tool in first_of_all(scene, actions, orders)]
    vague = [part.clause.text for _, part in musts if is_vague(part.clause.text, scene.language)]
    unknown = [name for _, part in musts for name in scene.catalogue.unknown(part.clause.text)]
    whole = _without_implied(_together(_distinct([*calls, *found, *loose_parameters(scene, actions)])))
    whole = without_wordless(everywhere(scene, whole), scene.language)
    tone = [text for text in vague if whole and marks(text, scene.language, "tone") and not text.endswith("?")]
    whole += [_tone(scene.language)] if tone else []
    vague = [text for text in vague if text not in tone]
    return Built(whole, vague, list(dict.fromkeys(unknown)), tone, contradicted(scene, actions) or _impossible(whole))


def with_asserted(built: Built, asserted: tuple[str, ...]) -> Built:
    """With what a judge has to decide besides."""
    more: list[Criterion] = [{"kind": "satisfiesAssertion", "assertion": text} for text in asserted]
    return built._replace(criteria=[*built.criteria, *more])


def _impossible(criteria: list[Criterion]) -> list[str]:
    """Tools that the criteria ask for and rule out: no agent can do both."""
    wanted = [str(c["tool"]) for c in criteria if c["kind"] in ("invokesTool", "toolParametersContain")]
    return [str(c["tool"]) for c in criteria if c["kind"] == "doesNotInvokeTool" and c.get("tool") in wanted]


def _without_implied(criteria: list[Criterion]) -> list[Criterion]:
    """A call with its details says already that the tool is called."""
    detailed = {c["tool"] for c in criteria if c["kind"] == "toolParametersContain"}
    return [c for c in criteria if not (c["kind"] == "invokesTool" and len(c) == 2 and c["tool"] in detailed)]


def _tone(language: str) -> Criterion:
    """A tone that can be seen to be missing: a wish for politeness alone passes on almost anything."""
    return {"kind": "satisfiesAssertion", "assertion": phrase(language, "option_tone")}


def _before_all(tool: str, language: str) -> Criterion:
    return {"kind": "satisfiesAssertion", "assertion": phrase(language, "calls_first", tool=tool)}


def _appended(
    scene: Scene,
    part: Part,
    before: Part | None,
    found: list[Criterion],
    last: list[Criterion],
    made: list[Criterion],
) -> tuple[list[Criterion], list[Criterion]]:
    """The criteria so far with those of one more clause, which may restate or continue the assertion before it."""
    if _only_assertion(last) and opens(part.clause.text, scene.language, "restates"):
        found = found[:-1]
    elif _only_assertion(last) and _only_assertion(made) and _continues(scene, part, before):
        found, made = found[:-1], [_joined(last[0], part, scene.language)]
    return [*found, *made], made


def _only_assertion(made: list[Criterion]) -> bool:
    return [criterion["kind"] for criterion in made] == ["satisfiesAssertion"]


def _continues(scene: Scene, part: Part, before: Part | None) -> bool:
    """Whether a clause hangs on the one before it by a bare "and", without a subject of its own."""
    if (
        before is None
        or before.role is not Role.MUST
        or part.clause.opening
        or part.subject in ("agent", "answer", "user")
    ):
        return False
    return opens(scene.text[before.clause.end : part.clause.end], scene.language, "bare_and")


def _joined(first: Criterion, part: Part, language: str) -> Criterion:
    text = cut_lead(part.clause.text, language).strip(" .")
    joined = phrase(language, "joined_and", first=str(first["assertion"]).rstrip(".。"), second=text)
    return {"kind": "satisfiesAssertion", "assertion": joined}


def _distinct(criteria: list[Criterion]) -> list[Criterion]:
    """Each criterion once; an assertion that only repeats another one in small words is the same."""
    found: dict[str, Criterion] = {}
    for criterion in criteria:
        found.setdefault(_said(criterion), criterion)
    return list(found.values())


def _said(criterion: Criterion) -> str:
    """What makes two criteria the same."""
    if criterion["kind"] != "satisfiesAssertion":
        return str(sorted(criterion.items(), key=str))
    return " ".join(word for word in words(str(criterion["assertion"])) if word not in _EMPTY)


def _together(criteria: list[Criterion]) -> list[Criterion]:
    """Parameters of one tool given in several places belong to one call, unless one is given twice."""
    found: list[Criterion] = []
    for criterion in criteria:
        other = next((c for c in found if _same_call(c, criterion)), None)
        if other is None:
            found.append(criterion)
        else:
            joined = {**_parameters_of(other), **_told_better(_parameters_of(criterion), _parameters_of(other))}
            found[found.index(other)] = {**other, "parameters": joined}
    return found


def _same_call(one: Criterion, other: Criterion) -> bool:
    same = (
        all(one.get(key) == other.get(key) for key in ("kind", "tool", "calls"))
        and one["kind"] == "toolParametersContain"
    )
    if not same:
        return False
    mine, theirs = _parameters_of(one), _parameters_of(other)
    return all(
        _EXISTS in (mine[name], theirs[name]) or mine[name] == theirs[name] for name in mine.keys() & theirs.keys()
    )


def _told_better(new: dict[str, JsonValue], old: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """Without what only has to be there and has a value already."""
    return {name: matcher for name, matcher in new.items() if matcher != _EXISTS or name not in old}


def _parameters_of(criterion: Criterion) -> dict[str, JsonValue]:
    found = criterion.get("parameters")
    return found if isinstance(found, dict) else {}


def at_most_ten(criteria: list[Criterion], language: str) -> list[Criterion]:
    """A draft holds ten criteria; assertions beyond that are put together into one."""
    if len(criteria) <= 10:
        return criteria
    judged = [criterion for criterion in criteria if criterion["kind"] == "satisfiesAssertion"]
    others = [criterion for criterion in criteria if criterion["kind"] != "satisfiesAssertion"]
    joined = phrase(language, "joined", texts=" ".join(str(criterion["assertion"]) for criterion in judged))
    rest: list[Criterion] = [{"kind": "satisfiesAssertion", "assertion": joined}] if judged else []
    return [*others[: 10 - len(rest)], *rest]
