"""What one clause asks for beside calls of tools."""

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.actions import Action, is_excepted
from optimize.adapters.models.offline.reading.afterwards import banned_afterwards
from optimize.adapters.models.offline.reading.alternatives import one_enough
from optimize.adapters.models.offline.reading.answers import EXACT, json_answer, shape_of, texts_in, truth_in
from optimize.adapters.models.offline.reading.assertion import assertion_of
from optimize.adapters.models.offline.reading.bounds import kept_by, leaves_number_out
from optimize.adapters.models.offline.reading.calls import spare_parameters
from optimize.adapters.models.offline.reading.clauses import cut_lead
from optimize.adapters.models.offline.reading.conditioned import only_when_not, told_with
from optimize.adapters.models.offline.reading.doubts import is_vague
from optimize.adapters.models.offline.reading.entities import entities_in
from optimize.adapters.models.offline.reading.exclusive import nothing_else
from optimize.adapters.models.offline.reading.folding import fold, is_cjk
from optimize.adapters.models.offline.reading.guards import guard_of
from optimize.adapters.models.offline.reading.held import held_by
from optimize.adapters.models.offline.reading.latency import limit_in
from optimize.adapters.models.offline.reading.lengths import Length, length_in
from optimize.adapters.models.offline.reading.lexicon import marks, opens, pattern, phrase, word_pattern
from optimize.adapters.models.offline.reading.limits import banned_over
from optimize.adapters.models.offline.reading.mentions import speaks_first
from optimize.adapters.models.offline.reading.negation import main_clause, negated_in
from optimize.adapters.models.offline.reading.profiles import content_stems, name_words
from optimize.adapters.models.offline.reading.residue import says_more
from optimize.adapters.models.offline.reading.roles import Part
from optimize.adapters.models.offline.reading.scene import Scene
from optimize.adapters.models.offline.reading.toolless import (
    every_tool_at_most,
    limits_every_tool,
    no_tools,
    rules_out_tools,
    without_tools,
)
from optimize.adapters.models.offline.reading.wordings import wording_in

Criterion = dict[str, JsonValue]


def requirements_in(
    scene: Scene, part: Part, actions: list[Action], before: Part | None, every: list[Action]
) -> list[Criterion]:
    """The criteria of one clause; `actions` are its own calls, `every` those of the whole text."""
    if banned_afterwards(scene, part):
        return [{"kind": "satisfiesAssertion", "assertion": assertion_of(scene, part, before)}]
    found: list[Criterion] = []
    limit = limit_in(part.clause.text, scene.language)
    if limit:
        found.append({"kind": "respondsWithin", "seconds": limit.seconds})
        if not limit.rest or _as_number(limit.rest):
            return found
        part = part._replace(clause=part.clause._replace(text=limit.rest))
    length = length_in(part.clause.text, scene.language)
    if length:
        return found + _length(scene, part, length, actions, before, every)
    if most := limits_every_tool(part.clause.text, scene.language):
        limits = every_tool_at_most(scene, most)
        return found + (limits or [{"kind": "satisfiesAssertion", "assertion": assertion_of(scene, part, before)}])
    if rest := nothing_else(scene, part, every):
        return found + rest
    if rules_out_tools(part.clause.text, scene.language):
        return found + _toolless(scene, part, before, every)
    head = _beside_inventing(part.clause.text, scene.language)
    if head:
        told = part._replace(clause=part.clause._replace(text=head))
        return [*found, *_free(scene, told, actions, before, every), {"kind": "doesNotHallucinate"}]
    fixed = _fixed_kinds(scene, part)
    if fixed:
        return found + fixed
    return found + _free(scene, part, actions, before, every)


def _length(
    scene: Scene, part: Part, length: Length, actions: list[Action], before: Part | None, every: list[Action]
) -> list[Criterion]:
    """A limit that stands for itself or beside something exact; else the clause in the author's words."""
    limit: Criterion = {"kind": "satisfiesAssertion", "assertion": length.assertion}
    if not length.rest:
        return [limit]
    shorter = part._replace(clause=part.clause._replace(text=length.rest))
    if fixed := _fixed_kinds(scene, shorter):
        return [*fixed, limit]
    exact = any(e.kind in EXACT for e in entities_in(length.rest, scene.language))
    if exact or actions:
        return [*_free(scene, shorter, actions, before, every), limit]
    return [{"kind": "satisfiesAssertion", "assertion": assertion_of(scene, part, before)}]


def _toolless(scene: Scene, part: Part, before: Part | None, every: list[Action]) -> list[Criterion]:
    """No tool at all, or none but those asked for or spared by name; what else the clause says is for a judge."""
    text, language = part.clause.text, scene.language
    other = marks(text, language, "other_tools")
    asked = {action.tool for action in every if not action.negated} if other else set()
    asked |= {mention.tool for mention in scene.catalogue.named(text)}
    rest = cut_lead(without_tools(text, language), language).strip(" ,.")
    criteria = no_tools(scene, asked)
    if len(content_stems(rest)) < 2 or opens(rest, language, "conditional") or is_vague(rest, language):
        return criteria
    if not (speaks_first(rest, language) or marks(rest, language, "refusing")):
        return criteria
    left = part._replace(clause=part.clause._replace(text=_undangled(rest, language)))
    return [*criteria, {"kind": "satisfiesAssertion", "assertion": assertion_of(scene, left, before)}]


def _undangled(text: str, language: str) -> str:
    """Without the conjunction that is left over at the end or before a condition."""
    return pattern("left_and", language).sub(" ", text).strip(" ,")


def _as_number(text: str) -> bool:
    return len(text.split()) < 2 and not any(char.isdigit() for char in text)


def _beside_inventing(text: str, language: str) -> str:
    """`say so without guessing where it is`: what is asked for before the ban on making things up."""
    tail = pattern("without_tail", language).search(fold(text))
    head = text[: tail.start()].strip(" ,") if tail else ""
    said = head and marks(text, language, "hallucinate") and not marks(head, language, "hallucinate")
    return head if said and len(cut_lead(head, language).split()) > 1 else ""


def _fixed_kinds(scene: Scene, part: Part) -> list[Criterion]:
    """The kinds that a word of their own gives away."""
    text, language = part.clause.text, scene.language
    if marks(text, language, "hallucinate") and not scene.catalogue.named(text):
        return [{"kind": "doesNotHallucinate"}]
    if marks(text, language, "character") and not opens(text, language, "conditional"):
        return [{"kind": "staysInCharacter"}]
    if marks(text, language, "grounded") and (marks(text, language, "grounded_in") or part.subject != "user"):
        return [{"kind": "responseGroundedInKnowledge"}]
    return json_answer(scene, part) if marks(text, language, "json") else truth_in(scene, part)


def _free(scene: Scene, part: Part, actions: list[Action], before: Part | None, every: list[Action]) -> list[Criterion]:
    text, language = part.clause.text, scene.language
    if _tells_nothing(scene, part, before, actions):
        return []
    conditioned = _conditioned(scene, part, before)
    if conditioned is not None:
        return conditioned
    if not actions and held_by(scene, part) and _covered(scene, part, actions, every):
        return []
    if not actions and (over := banned_over(scene, part)):
        return [{"kind": "satisfiesAssertion", "assertion": over}]
    if all(action.aside and not action.named for action in actions) and not _in_order(actions, every):
        actions = []
    if not actions or (speaks_first(text, language) and not any(action.named for action in actions)):
        negated = negated_in(main_clause(text, language), language)
        texts = wording_in(scene, part, negated=negated) or shape_of(scene, part, negated=negated)
        texts = one_enough(scene, part, texts or texts_in(scene, _without_matter(part, language), negated=negated))
        if texts:
            return _searchable(scene, _bare_values(scene, texts))
    if _covered(scene, part, actions, every) and not _says_beside(scene, part, actions):
        return []
    return [{"kind": "satisfiesAssertion", "assertion": assertion_of(scene, part, before)}]


def _conditioned(scene: Scene, part: Part, before: Part | None) -> list[Criterion] | None:
    """What holds only under a condition or with an exception; None for any other clause."""
    guard = guard_of(scene, part)
    if guard:
        assertion = assertion_of(scene, part, before)
        return [{"kind": "satisfiesAssertion", "assertion": assertion}] if guard.judged else []
    if is_excepted(part.clause.text, scene.language):
        return [{"kind": "satisfiesAssertion", "assertion": _with_exception(scene, part, before)}]
    if only_when_not(scene, part):
        return [{"kind": "satisfiesAssertion", "assertion": told_with(scene, part, before)}] if before else []
    return None


def _with_exception(scene: Scene, part: Part, before: Part | None) -> str:
    """`no refunds except for …` is about what is done, and not about the words of the answer."""
    text, language = part.clause.text.strip(" ."), scene.language
    if not opens(text, language, "noun_ban"):
        return assertion_of(scene, part, before)
    return phrase(language, "assert_plain", text=f"{text[:1].lower()}{text[1:]}.")


def _tells_nothing(scene: Scene, part: Part, before: Part | None, actions: list[Action]) -> bool:
    if _only_says_when(scene, part) and not any(action.named for action in actions):
        return True
    return _is_filler(part.clause.text, scene.language) or _only_names(scene, part) or kept_by(scene, part, before)


def _only_says_when(scene: Scene, part: Part) -> bool:
    """`Before booking, availability has to be checked`: the first clause is told with the second."""
    if not opens(part.clause.text, scene.language, "before_word") or marks(part.clause.text, scene.language, "must"):
        return False
    behind = next((other for other in scene.parts if other.clause.start > part.clause.start), None)
    return behind is not None and behind.clause.sentence == part.clause.sentence


def _without_matter(part: Part, language: str) -> Part:
    """Without what the answer is about: `names the clause in its answer for INV-1003` asks for no number."""
    match = pattern("answer_for", language).search(fold(part.clause.text))
    if match is None or match.start() < 1:
        return part
    clause = part.clause
    return part._replace(clause=clause._replace(text=clause.text[: match.start()], end=clause.start + match.start()))


def _covered(scene: Scene, part: Part, actions: list[Action], every: list[Action]) -> bool:
    """Whether calls or parameters already say what the clause says, or it says nothing that can be checked."""
    text, language = part.clause.text, scene.language
    if marks(text, language, "any_write") and marks(text, language, "not"):
        return True
    if actions:
        if all(action.aside for action in actions) and speaks_first(text, language) and not _in_order(actions, every):
            return False
        judged = leaves_number_out(scene, part.clause.start, part.clause.end) and not negated_in(text, language)
        return not judged and not marks(text, language, "refusing") and not says_more(scene, part, actions)
    if leaves_number_out(scene, part.clause.start, part.clause.end):
        return False
    return spare_parameters(scene, part, every) or is_vague(text, language)


def _says_beside(scene: Scene, part: Part, actions: list[Action]) -> bool:
    """What stands behind the calls of a clause and is no call itself."""
    return _lost_order(scene, part, actions) or _lost_manner(scene, part, actions)


def _lost_manner(scene: Scene, part: Part, actions: list[Action]) -> bool:
    """`blocks the SIM without asking twice for the number`: how a call must not be made."""
    text = part.clause.text
    tail = pattern("without_tail", scene.language).search(fold(text))
    if tail is None or not actions or any(action.start >= part.clause.start + tail.start() for action in actions):
        return False
    said = text[tail.end() :]
    return len(said.split()) > 2 and not marks(text[tail.start() :], scene.language, "hallucinate")


def _lost_order(scene: Scene, part: Part, actions: list[Action]) -> bool:
    """`A right away, before asking for insurance`: what comes later is no call, so that no check of calls sees it."""
    text, language = part.clause.text, scene.language
    word = next(pattern("before_word", language).finditer(fold(text)), None)
    if word is None or is_cjk(text) or any(action.negated or action.aside for action in actions) or not actions:
        return False
    said = content_stems(text[word.end() :])
    return len(said) > 1 and all(action.end <= part.clause.start + word.start() for action in actions)


def _in_order(actions: list[Action], every: list[Action]) -> bool:
    """Whether a clause that only says before what something comes continues a call named beside it."""
    return any(abs(action.part - other.part) == 1 and not other.aside for action in actions for other in every)


def _is_filler(text: str, language: str) -> bool:
    return (
        len(text.strip()) < 3
        or bool(pattern("bare_subject", language).fullmatch(fold(text)))
        or marks(text, language, "filler")
        or marks(cut_lead(text, language), language, "nothing_else")
    )


def _only_names(scene: Scene, part: Part) -> bool:
    """`the summary of meeting M-88`: a thing with its number and without a verb is what it is about."""
    text, language = part.clause.text, scene.language
    named = any(entity.kind == "id" for entity in scene.inside(part.clause.start, part.clause.end))
    verbs = any(word_pattern(kind, language).search(fold(text)) for kind in ("verbs", "speech", "act_start"))
    return named and not verbs and not marks(text, language, "must", "not", "contains", "holds", "calling")


def _bare_values(scene: Scene, texts: list[Criterion]) -> list[Criterion]:
    """`names clause 5.4`: the number is what an answer must have, whatever word for the thing stands before it."""
    names = {name_words(name) for tool in scene.context.agent.tools for name in tool.parameters}
    names |= {name.removesuffix(" id").removesuffix(" number") for name in names}
    quoted = {entity.value for entity in scene.values("quote")}
    changed: list[Criterion] = []
    for criterion in texts:
        for key in ("texts", "any_of"):
            listed = criterion.get(key)
            if isinstance(listed, list):
                bare: list[JsonValue] = [text if text in quoted else _bare_value(str(text), names) for text in listed]
                criterion = {**criterion, key: bare}
        changed.append(criterion)
    return changed


def _bare_value(text: str, names: set[str]) -> str:
    *words, value = text.split()
    return value if any(char.isdigit() for char in value) and " ".join(words) in names else text


def _searchable(scene: Scene, texts: list[Criterion]) -> list[Criterion]:
    """Words that must be keys of a JSON answer are looked for with any separator between them."""
    if not marks(scene.text, scene.language, "json"):
        return texts
    changed: list[Criterion] = []
    for criterion in texts:
        listed = criterion.get("texts")
        if criterion["kind"] != "answerContains" or not isinstance(listed, list):
            changed.append(criterion)
            continue
        changed += [{"kind": "answerMatches", "pattern": "(?i)" + "[ _-]?".join(str(text).split())} for text in listed]
    return changed
