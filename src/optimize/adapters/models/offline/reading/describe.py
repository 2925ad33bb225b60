"""A described test becomes a draft; what cannot be one becomes a question or a refusal."""

import re

from pydantic import JsonValue

from optimize.adapters.models.offline.reading.audit.audit import audited
from optimize.adapters.models.offline.reading.cases import without_cases
from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.reading.criteria import Built, at_most_ten, criteria_of, with_asserted
from optimize.adapters.models.offline.reading.decisions import edit_draft
from optimize.adapters.models.offline.reading.doubts import is_vague, steers_the_judge, without_orders
from optimize.adapters.models.offline.reading.duties import obliging, with_duties
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.gaps import missing_values, remarks_on
from optimize.adapters.models.offline.reading.invented import (
    Invented,
    about_condition,
    described_state,
    invented_opening,
    with_example,
)
from optimize.adapters.models.offline.reading.items import conflicting, items_in
from optimize.adapters.models.offline.reading.lexicon import cut, opens, pattern, phrase, table
from optimize.adapters.models.offline.reading.nicknames import with_agent
from optimize.adapters.models.offline.reading.opening import opening_of, topic_opening, with_ids
from optimize.adapters.models.offline.reading.outcome import Outcome, ask, one, remark
from optimize.adapters.models.offline.reading.plan import Remark
from optimize.adapters.models.offline.reading.questions import (
    ask_both_ways,
    ask_what_holds,
    ask_what_is_meant,
    ask_which_tool,
)
from optimize.adapters.models.offline.reading.refusals import refuse_setting, refuse_steering
from optimize.adapters.models.offline.reading.request import Request
from optimize.adapters.models.offline.reading.roles import Part
from optimize.adapters.models.offline.reading.said import Said, said_in
from optimize.adapters.models.offline.reading.scene import Scene, scene_of
from optimize.adapters.models.offline.reading.settings import (
    Settings,
    is_about_settings,
    is_judged,
    refusal,
    settings_in,
)
from optimize.adapters.models.offline.reading.several import split_tests
from optimize.adapters.models.offline.reading.talk import Stated, first_and_later, simulated_user, stated_in, wants_talk
from optimize.adapters.models.offline.reading.terse import with_tools
from optimize.adapters.models.offline.reading.titles import title_of
from optimize.adapters.models.offline.reading.wordless import is_sentence


def describe(message: str, language: str, context: Context) -> Outcome:
    """The drafts that a message asks for; one question or refusal instead if any of them cannot be written."""
    text, order = without_orders(with_agent(with_tools(message, language, context), language, context.agent), language)
    if steers_the_judge(text, language):
        return refuse_steering(context, language)
    outcomes = [_one_test(piece, language, context) for piece in split_tests(text, language)]
    stopped = next((o for o in outcomes if o.calls[0].tool != "draft_test"), None)
    if stopped:
        return stopped
    remarks = [r for outcome in outcomes for r in outcome.remarks]
    if order:
        remarks.insert(0, remark(language, "order_ignored", text=order[:160]))
    whole = Outcome([call for outcome in outcomes for call in outcome.calls], _once(remarks))
    return whole._replace(remarks=[*whole.remarks, *audited(text, whole, context.agent, language)])


def _once(remarks: list[Remark]) -> list[Remark]:
    return list({r.text: r for r in remarks}.values())


def _one_test(text: str, language: str, context: Context) -> Outcome:
    said = said_in(cut("test_label", language, text), language)
    text = said.rest
    settings = settings_in(_unordered(text, language), language)
    stated = stated_in(settings.rest, language)
    if not stated.rest:
        return _only_settings(settings, Request(text, language, context))
    cases = without_cases(stated.rest, language, context)
    scene = with_duties(scene_of(cases.rest, language, context))
    built = with_asserted(criteria_of(scene), cases.asserted)
    judged = any(is_judged(str(criterion["kind"])) for criterion in built.criteria)
    refused = refusal(settings, judged=judged or not built.criteria)
    if refused:
        return refuse_setting(settings, refused, language)
    if built.unknown:
        return ask_which_tool(scene, built.unknown)
    if apart := _apart(scene, text, language, context):
        return apart
    if built.both_ways:
        return ask_both_ways(scene, built.both_ways[0])
    if not built.criteria:
        scene = obliging(scene)
        built = criteria_of(scene)
    if not built.criteria:
        return _nothing_to_check(scene, built, settings, text)
    missing = missing_values(scene, built.criteria)
    if missing:
        return ask(missing)
    return _draft(scene, built, settings, stated, said)


def _apart(scene: Scene, text: str, language: str, context: Context) -> Outcome | None:
    """One test for each item of a list that asks for a call in one item and rules it out in another."""
    items = items_in(text) if conflicting(scene) else []
    outcomes = [_one_test(item, language, context) for item in items]
    drafts = [call for outcome in outcomes for call in outcome.calls if call.tool == "draft_test"]
    if not items or len(drafts) != len(items):
        return None
    return Outcome(drafts, [note for outcome in outcomes for note in outcome.remarks])


def _nothing_to_check(scene: Scene, built: Built, settings: Settings, text: str) -> Outcome:
    if is_about_settings(text, scene.language):
        return _whose_settings(settings, Request(text, scene.language, scene.context))
    vague = built.vague or [part.clause.text for part in scene.parts if is_vague(part.clause.text, scene.language)]
    return ask_what_is_meant(scene, vague, text) if vague else ask_what_holds(scene)


def _only_settings(settings: Settings, request: Request) -> Outcome:
    """Runs and threshold alone: of the draft made last here, else for a test still to be described."""
    last = request.context.test(request.context.last_draft or "")
    if last and last.state == "draft" and (settings.runs or settings.threshold):
        return edit_draft(request, last)
    return _whose_settings(settings, request)


def _whose_settings(settings: Settings, request: Request) -> Outcome:
    refused = refusal(settings, judged=False)
    if refused:
        return refuse_setting(settings, refused, request.language)
    drafts = list(request.context.drafts())
    return request.ask_which(drafts, "ask_which_draft") if drafts else ask(request.say("no_draft"))


def _unordered(text: str, language: str) -> str:
    """Without the order to write a test that stands before it: `draft a test: …`."""
    before, colon, after = text.partition(":")
    ordered = any(re.match(rf"(?:{source})\W*$", fold(before)) for source in table(language)["intents"]["new_test"])
    return after.strip() if colon and ordered else text


def _draft(scene: Scene, built: Built, settings: Settings, stated: Stated, said: Said) -> Outcome:
    whole = said.rest
    talk = wants_talk(scene, whole, settings.turns) or bool(stated.persona or stated.goal)
    first, later = first_and_later(scene)
    told, invented = (
        (said.message, None) if said.message else _opening(scene, first if talk else [*first, *later], built)
    )
    if invented and stated.goal:
        told, invented = phrase(scene.language, "please_goal", goal=stated.goal), None
    opening = said.message or with_ids(scene, with_example(scene, told), built.criteria)
    arguments: dict[str, JsonValue] = {
        "name": title_of(scene, built.criteria),
        "situation": opening[:4_000],
        "criteria": list(at_most_ten(built.criteria, scene.language)),
        "simulated_user": simulated_user(scene, whole, settings.turns, stated) if talk else None,
        "runs": settings.runs,
        "threshold": settings.threshold,
    }
    remarks = remarks_on(scene, built, settings, arguments)
    if invented:
        remarks.append(_made_up(scene.language, opening, invented))
    return Outcome(one("draft_test", **arguments).calls, remarks)


def _made_up(language: str, opening: str, invented: Invented) -> Remark:
    example = invented.example
    if example is None or not example.noun:
        return remark(language, "situation_invented", text=opening)
    return remark(language, "situation_invented_thing", text=opening, thing=example.noun, value=example.value)


def _opening(scene: Scene, first: list[Part], built: Built) -> tuple[str, Invented | None]:
    """The first message, and what was made up for it."""
    conditions = _conditions(first, scene.language)
    told = [p for p in first if p not in conditions and not opens(p.clause.text, scene.language, "waiting")]
    opening = opening_of(scene, told)
    if opening and is_sentence(opening, built.criteria, scene):
        return opening, None
    made = about_condition(scene, conditions, built.criteria) if conditions else None
    if made and is_sentence(made.text, built.criteria, scene):
        return made.text, made
    stated = described_state(scene, built.criteria)
    topic = "" if stated else topic_opening(scene)
    if topic and is_sentence(topic, built.criteria, scene):
        return topic, None
    made = stated or invented_opening(scene, built.criteria)
    return made.text, made


def _conditions(first: list[Part], language: str) -> list[Part]:
    """The clauses that say when, and those without a subject that go on from them: `when it matches and is paid`."""
    found: list[Part] = []
    for part in first:
        goes_on = found and part.subject != "user" and part.clause.sentence == found[-1].clause.sentence
        if part.subject != "user" and (goes_on or _is_condition(part, language)):
            found.append(part)
    return found


def _is_condition(part: Part, language: str) -> bool:
    """Japanese says at the end of a clause that it is a condition."""
    found = pattern("conditional", language)
    return bool(found.search(fold(part.clause.text)) if language == "ja" else found.match(fold(part.clause.text)))
