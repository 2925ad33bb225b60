"""The tool calls that a clause asks for or forbids."""

import re
from itertools import pairwise
from typing import NamedTuple

from optimize.adapters.models.offline.reading.afterwards import banned_afterwards
from optimize.adapters.models.offline.reading.catalogue import Mention
from optimize.adapters.models.offline.reading.concepts import concepts_in
from optimize.adapters.models.offline.reading.folding import fold, is_cjk
from optimize.adapters.models.offline.reading.guards import Guard, guard_of
from optimize.adapters.models.offline.reading.lexicon import cut, marks, opens, pattern, word_pattern
from optimize.adapters.models.offline.reading.mentions import mentions_in
from optimize.adapters.models.offline.reading.negation import negated_in, parted
from optimize.adapters.models.offline.reading.quantities import bound_of, repeats_the_same
from optimize.adapters.models.offline.reading.roles import Part
from optimize.adapters.models.offline.reading.scene import Scene
from optimize.adapters.models.offline.reading.toolless import limits_every_tool, rules_out_tools
from optimize.adapters.models.offline.reading.wordings import wording_in

_NEAR_AHEAD, _NEAR_BEHIND, _NEAR_BEHIND_WIDE = 18, 2, 6
"""How many letters a `may` stands before the call that it allows, and behind it."""


class Action(NamedTuple):
    """One tool in one clause; positions are those of the whole text. `aside`: it only stands behind a "before".

    `allowed`: it stands under a condition, so that only values given for it ask for the call.
    """

    tool: str
    start: int
    end: int
    negated: bool
    named: bool
    part: int
    aside: bool = False
    allowed: bool = False


class Segment(NamedTuple):
    """A piece of a clause between order words."""

    start: int
    end: int
    aside: bool


def actions_of(scene: Scene, index: int, part: Part) -> list[Action]:
    """The tools of one clause in reading order."""
    if _about_no_call(scene, part):
        return []
    guard = guard_of(scene, part)
    if guard:
        return _guarded(guard, index)
    if is_excepted(part.clause.text, scene.language):
        return []
    if one_of_several(scene, part):
        return []
    found: list[Action] = []
    allowed = _only_allowed(part, scene.language)
    for segment in segments_of(scene, part):
        text = scene.text[segment.start : segment.end]
        negated = negated_in(text, scene.language) or _declined(text, scene.language)
        refused = _refused(scene, text)
        if refused:
            found.append(
                Action(refused.tool, segment.start + refused.start, segment.end, True, False, index, segment.aside)
            )
            continue
        nominal = negated or segment.aside or _bare_thing(part, scene.language)
        mentions = mentions_in(scene, text, nominal=nominal) or _written(scene, text, segment, part)
        if negated:
            mentions = _without_any_change(_without_readers(scene, mentions, text), text, scene.language)
        for mention in mentions:
            start, end = segment.start + mention.start, segment.start + mention.end
            denied = negated and not _only_attribute(text, mention, scene.language)
            turned = denied or bool(pattern("instead", scene.language).search(fold(text[: mention.start])[-16:]))
            kept = turned and not pattern("instead_only", scene.language).search(fold(text[mention.end :]))
            if not kept and pattern("only_if", scene.language).search(fold(text[mention.start :])):
                continue
            free = not kept and _is_free(scene, part, start, end)
            found.append(Action(mention.tool, start, end, kept, mention.named, index, segment.aside or allowed, free))
    return found


def _about_no_call(scene: Scene, part: Part) -> bool:
    """Whether a clause is about every tool, about words of the answer, or about a limit that a judge sees."""
    text, language = part.clause.text, scene.language
    if rules_out_tools(text, language) or limits_every_tool(text, language) or opens(text, language, "else_lead"):
        return True
    said = wording_in(scene, part, negated=True)
    return (
        bool(said) or banned_afterwards(scene, part) or repeats_the_same(text, language) or may_be_bounded(scene, part)
    )


def is_excepted(text: str, language: str) -> bool:
    """`no refunds except for damaged goods`, `no pickup on Sundays`: neither banned nor asked for at all, which only a
    judge can tell apart.
    """
    at_times = marks(text, language, "at_times") and negated_in(text, language)
    return (at_times or marks(text, language, "except_for")) and not rules_out_tools(text, language)


def _without_readers(scene: Scene, mentions: list[Mention], text: str) -> list[Mention]:
    """Where words have no spaces, a verb that is not known looks like none: no reason to ban that a thing is read."""
    reads = not is_cjk(text) or any(concept.act for concept in concepts_in(text, scene.language))
    return [m for m in mentions if reads or m.named or scene.catalogue.tools[m.tool].writes]


def _without_any_change(mentions: list[Mention], text: str, language: str) -> list[Mention]:
    """`not change anything` means every tool that writes, and not the one whose name has a "change"."""
    places = [match.span() for match in pattern("any_change", language).finditer(fold(text))]
    return [m for m in mentions if m.named or not any(start <= m.start < end for start, end in places)]


def one_of_several(scene: Scene, part: Part) -> bool:
    """`A or B must be called`, `either A or say why not`: one is enough, which no check of calls can say."""
    text, language = cut("not_both", scene.language, part.clause.text), scene.language
    if marks(text, language, "or_says"):
        return True
    if text != part.clause.text and marks(text, language, "either"):
        return True
    said = text != part.clause.text or marks(text, language, "one_of_them")
    if not said and (not marks(text, language, "either") or negated_in(text, language)):
        return False
    mentions = mentions_in(scene, text, nominal=False)
    between = [text[a.end : b.start] for a, b in pairwise(mentions) if a.tool != b.tool]
    return any(said or marks(words, language, "either") for words in between)


def _only_attribute(text: str, mention: Mention, language: str) -> bool:
    """`book a flight to Rome, economy, no insurance`: what is denied is a trait of the thing, not the act before it."""
    if not negated_in(text, language) or negated_in(cut("attribute", language, text), language):
        return False
    denied = pattern("attribute", language).search(fold(text))
    return bool(denied) and len(text[mention.start : denied.start() if denied else 0].split()) > 3


def _declined(text: str, language: str) -> bool:
    """`refund no`: a thing and the verdict on it. In a longer text the "no" is a value."""
    return len(text.split()) < 5 and marks(text, language, "no_at_end")


def _only_allowed(part: Part, language: str) -> bool:
    """`and may only then flag it`: allowed in its turn, not asked for."""
    return only_allows(part.clause.text, language) and marks(part.clause.text, language, "only_then")


def only_allows(text: str, language: str) -> bool:
    """`may`, without a `must`."""
    return marks(text, language, "may") and not marks(text, language, "duty")


def _is_free(scene: Scene, part: Part, start: int, end: int) -> bool:
    """`may call A`, `A may be called`: the `may` of this call, and not one of somebody else in the clause."""
    text, language, at = part.clause.text, scene.language, part.clause.start
    if not only_allows(text, language):
        return False
    said = [(at + match.start(), at + match.end()) for match in pattern("may", language).finditer(fold(text))]
    behind = _NEAR_BEHIND_WIDE if is_cjk(text) else _NEAR_BEHIND
    return any(0 <= start - stop <= _NEAR_AHEAD or 0 <= begin - end <= behind for begin, stop in said)


def may_be_bounded(scene: Scene, part: Part) -> bool:
    """`may transfer at most 500 EUR`: nobody asks for the call, so only a judge can see that the limit is kept."""
    text, language = part.clause.text, scene.language
    return (only_allows(text, language) or _says_no_act(scene, text)) and is_limited(scene, part)


def _says_no_act(scene: Scene, text: str) -> bool:
    """`voucher at most 1 night`: no verb, no duty, no tool by its name."""
    verbs = any(word_pattern(kind, scene.language).search(fold(text)) for kind in ("verbs", "speech", "act_start"))
    said = marks(text, scene.language, "must", "not", "calling") or scene.catalogue.named(text)
    return not (verbs or said or re.search(r"\w=", text))


def is_limited(scene: Scene, part: Part) -> bool:
    """Whether a number of the clause is a limit rather than a value."""
    clause = part.clause
    return any(
        bound_of(clause.text, entity.start - clause.start, entity.end - clause.start, scene.language)
        for entity in scene.inside(clause.start, clause.end)
        if entity.kind in ("amount", "number", "percent")
    )


def _guarded(guard: Guard, index: int) -> list[Action]:
    """The calls of a guard; none if a judge has to look at the condition."""
    main = guard.main
    if guard.first is None or not (main or guard.always):
        return []
    aside = not guard.always
    found = [Action(m.tool, m.start, m.end, False, m.named, index, aside=aside) for m in guard.firsts]
    for main in guard.mains:
        found.append(Action(main.tool, main.start, main.end, False, main.named, index, aside=guard.may, allowed=True))
    return sorted(found, key=lambda action: action.start)


def _refused(scene: Scene, text: str) -> Mention | None:
    """`must refuse to cancel`: the call that a refusal rules out."""
    match = pattern("refusing", scene.language).search(fold(text))
    if match is None or scene.catalogue.named(text):
        return None
    rest = text[match.end() :]
    mention = scene.catalogue.described(rest, nominal=True)
    changes = mention is not None and scene.catalogue.tools[mention.tool].writes
    return Mention(mention.tool, match.end(), len(text), False) if mention and changes else None


def segments_of(scene: Scene, part: Part) -> list[Segment]:
    clause = part.clause
    text = fold(clause.text)
    meta = pattern("meta", scene.language).match(text)
    lead = meta.end() if meta and meta.end() < len(text) else 0
    text = " " * lead + text[lead:]
    because = pattern("because", scene.language).search(text)
    text = text[: because.start()] if because and because.start() > 6 else text
    guarded = parted(text, scene.language)
    if guarded:
        (begin, end), (start, stop) = guarded.act, guarded.condition
        act = Segment(clause.start + begin, clause.start + end, False)
        return [act, Segment(clause.start + start, clause.start + stop, True)]
    denied = pattern("without_tail", scene.language).search(text, lead)
    if denied and denied.start() - lead > 2:
        return [
            Segment(clause.start + lead, clause.start + denied.start(), False),
            Segment(clause.start + denied.start(), clause.start + len(text), False),
        ]
    cuts = [
        *pattern("before_word", scene.language).finditer(text),
        *pattern("after", scene.language).finditer(text),
    ]
    cuts = [cut for cut in cuts if not re.match(r"\s*(?:[\d$€£]|noon|midnight)", text[cut.end() :])]
    first = min(cuts, key=lambda match: match.start(), default=None)
    if first is None:
        return [Segment(clause.start + lead, clause.start + len(text), False)]
    left = Segment(clause.start + lead, clause.start + first.start(), scene.language in ("zh", "ja"))
    right = Segment(clause.start + first.end(), clause.start + len(text), scene.language not in ("zh", "ja"))
    if _done_by_user(text[first.end() :], scene, part):
        return [left]
    return [segment for segment in (left, right) if segment.end - segment.start > 1]


def _done_by_user(text: str, scene: Scene, part: Part) -> bool:
    """`hand over after the customer typed a wrong password`: what the user does is no call.

    A German `er` behind a duty of the agent is the agent.
    """
    opens = word_pattern("user", scene.language).match(cut("article", scene.language, text.strip()))
    agent = part.subject == "agent" and opens and word_pattern("user_pronoun", scene.language).fullmatch(opens.group())
    user = bool(opens) and not agent and not scene.catalogue.named(text)
    return user and not marks(text, scene.language, "passive", "was_done", "user_gets_thing")


def _bare_thing(part: Part, language: str) -> bool:
    return marks(part.clause.text, language, "nominal", "yes_at_end")


def _written(scene: Scene, text: str, segment: Segment, part: Part) -> list[Mention]:
    """`before it files any claim`, `flag before send`: the one writing tool whose name has most of the words."""
    placed = marks(text, scene.language, "first") or opens(part.clause.text, scene.language, "then")
    if len(text.split()) < 4 and placed and not segment.aside:
        called = scene.catalogue.called_after(cut("then", scene.language, cut("first", scene.language, text)))
        return [called] if called else []
    terse = len(text.split()) < 3 and len(segments_of(scene, part)) > 1
    if not (segment.aside or terse):
        return []
    tool = scene.catalogue.writing(text)
    return [Mention(tool, 0, len(text), False)] if tool else []
