"""Which clauses are requirements by what they say of the agent's tools, beside those that say so in words."""

from dataclasses import replace

from optimize.adapters.models.offline.reading.actions import actions_of, is_limited
from optimize.adapters.models.offline.reading.afterwards import with_bans_afterwards
from optimize.adapters.models.offline.reading.calls import spare_parameters
from optimize.adapters.models.offline.reading.carrying import carried
from optimize.adapters.models.offline.reading.clauses import cut_lead
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import cut, marks, opens, word_pattern
from optimize.adapters.models.offline.reading.profiles import content_stems, name_words
from optimize.adapters.models.offline.reading.role_rules import Role
from optimize.adapters.models.offline.reading.roles import Part
from optimize.adapters.models.offline.reading.scene import Scene


def with_duties(scene: Scene) -> Scene:
    """The scene where a clause that is about what a tool makes or does counts as a requirement: `it names X`."""
    parts: list[Part] = []
    scene = replace(scene, parts=with_bans_afterwards(scene))
    for part in scene.parts:
        if _gives_an_example(scene, part):
            parts.append(part._replace(role=Role.FACT))
            continue
        due = part.role is not Role.MUST and (
            _on_a_call(scene, part) or _goes_on(scene, part, parts) or _bans_beside(scene, part)
        )
        parts.append(part._replace(role=Role.MUST) if due else part)
    for place, part in enumerate(parts):
        first = part.role is Role.MUST and all(other.role is not Role.MUST for other in parts[:place])
        if first and _states_a_lack(scene, part):
            parts[place] = part._replace(role=Role.USER)
    return replace(scene, parts=parts)


def _on_a_call(scene: Scene, part: Part) -> bool:
    if _names_a_value(scene, part):
        return True
    if part.subject not in ("", "verb"):
        return False
    names = part.role is Role.USER and any("_" in mention.tool for mention in scene.catalogue.named(part.clause.text))
    return bool(names or carried(scene, part) or _decides(scene, part) or _limits(scene, part))


def _gives_an_example(scene: Scene, part: Part) -> bool:
    """`Use INV-1004.`: the thing that the test is about, and nothing that the agent must do."""
    alone = all(o == part or o.clause.sentence != part.clause.sentence for o in scene.parts) and len(scene.parts) > 1
    given = any(entity.kind == "id" for entity in scene.inside(part.clause.start, part.clause.end))
    return alone and given and opens(part.clause.text, scene.language, "use_example")


def _bans_beside(scene: Scene, part: Part) -> bool:
    """`no balance check, but the manager must be notified`: a thing ruled out beside what is asked for."""
    if part.subject or not opens(part.clause.text, scene.language, "noun_ban"):
        return False
    behind = [other for other in scene.parts if other.clause.start > part.clause.start]
    beside = behind and behind[0].clause.sentence == part.clause.sentence and behind[0].role is Role.MUST
    return bool(beside) and bool(actions_of(scene, 0, part))


def _names_a_value(scene: Scene, part: Part) -> bool:
    """`A gets date 2026-06-11, client Meyer`: a parameter and its value, in the sentence of the call."""
    said = part.clause.text.split()
    same = [other for other in scene.parts if other.clause.sentence == part.clause.sentence]
    named = [mention.tool for other in same for mention in scene.catalogue.named(other.clause.text)]
    parameters = {name for tool in named for name in scene.catalogue.tools[tool].parameters}
    return 1 < len(said) < 4 and said[0] in parameters and same[0] != part


def _limits(scene: Scene, part: Part) -> bool:
    """`voucher at most 1 night`: a limit on what a tool that writes gives, said of nobody."""
    text, language = part.clause.text, scene.language
    if part.subject or not is_limited(scene, part) or word_pattern("user_verb", language).search(fold(text)):
        return False
    mention = scene.catalogue.described(text, nominal=True)
    return mention is not None and scene.catalogue.tools[mention.tool].writes


def _goes_on(scene: Scene, part: Part, before: list[Part]) -> bool:
    """`student answers it. grade it, don't give it away`: an order by a tool's own verb, and bans right behind one."""
    if part.role is not Role.USER or part.subject not in ("", "verb") or not before:
        return False
    if opens(part.clause.text, scene.language, "never_base"):
        return before[-1].role is Role.MUST and before[-1].clause.sentence == part.clause.sentence
    first = fold((cut_lead(part.clause.text, scene.language).split() or [""])[0])
    verbs = {name_words(tool).split()[0] for tool in scene.catalogue.tools}
    told = before[-1].role is Role.USER and before[-1].subject == "user" and part.clause.opening
    return told and first in verbs and bool(actions_of(scene, 0, part))


def _decides(scene: Scene, part: Part) -> bool:
    """`booking is not allowed`, `refund no`: a verdict on what a tool does."""
    decided = marks(part.clause.text, scene.language, "ruled_out", "yes_at_end", "no_at_end")
    return decided and bool(actions_of(scene, 0, part))


def _states_a_lack(scene: Scene, part: Part) -> bool:
    """`no insurance`, before anything is asked for: a value that some tool takes is said to be missing."""
    head = part.clause.text.split(",")[0]
    said = content_stems(cut("negation_start", scene.language, head))
    names = " ".join(name_words(name) for tool in scene.context.agent.tools for name in tool.parameters)
    short = len(head.split()) < 4 and opens(head, scene.language, "negation_start")
    return short and bool(said) and said <= content_stems(names) and not actions_of(scene, 0, part)


def obliging(scene: Scene) -> Scene:
    """The same scene where what is done to a thing counts as asked for: `ticket created with priority high`."""
    parts = [
        part._replace(role=Role.MUST) if part.role is Role.USER and _asks_for(scene, part) else part
        for part in scene.parts
    ]
    return replace(scene, parts=parts)


def _asks_for(scene: Scene, part: Part) -> bool:
    if part.subject == "verb":
        return marks(part.clause.text, scene.language, "before_word") and bool(actions_of(scene, 0, part))
    done = marks(part.clause.text, scene.language, "done_to", "before_word", "only_if")
    return not part.subject and (done or spare_parameters(scene, part, []))
