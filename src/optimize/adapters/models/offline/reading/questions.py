"""Questions back to the person, each with answers to pick that would make a checkable test."""

from optimize.adapters.models.offline.reading.clauses import cut_lead
from optimize.adapters.models.offline.reading.context import KnownTest
from optimize.adapters.models.offline.reading.identifying import ids_for
from optimize.adapters.models.offline.reading.lexicon import phrase
from optimize.adapters.models.offline.reading.outcome import Outcome, ask
from optimize.adapters.models.offline.reading.scene import Scene
from optimize.adapters.models.offline.reading.talk import wants_talk


def ask_what_is_meant(scene: Scene, vague: list[str], whole: str) -> Outcome:
    """A wish such as "helpful" passes on almost anything: ask for what can be seen to be true or false."""
    wish = cut_lead(vague[0], scene.language).strip(" .")
    key = "ask_vague_talk" if wants_talk(scene, whole, None) else "ask_vague"
    return ask(phrase(scene.language, key, wish=wish), _checkable(scene))


def _checkable(scene: Scene) -> list[str]:
    language = scene.language
    writes = [tool.name for tool in scene.context.agent.tools if tool.writes]
    options = [phrase(language, "option_never_calls", tool=tool) for tool in writes[:2]]
    options += [phrase(language, "option_tone"), phrase(language, "option_promise")]
    return [*options, phrase(language, "option_handoff")] if len(options) < 4 else options


def ask_what_holds(scene: Scene) -> Outcome:
    """Only a situation was given: ask what must be true, with the call that seems meant as a proposal."""
    language = scene.language
    mention = scene.catalogue.described(scene.text, nominal=True)
    options = []
    if mention:
        ids = ", ".join(
            f"{name} {next(iter(m.values())) if isinstance(m, dict) else m}"
            for name, m in ids_for(scene, mention.tool).items()
        )
        key = "option_calls_with" if ids else "option_calls"
        options.append(phrase(language, key, tool=mention.tool, values=ids))
    options += [phrase(language, "option_answer_names"), phrase(language, "option_invents_nothing")]
    writes = next((tool.name for tool in scene.context.agent.tools if tool.writes), None)
    if writes:
        options.append(phrase(language, "option_never_calls", tool=writes))
    return ask(phrase(language, "ask_what_holds"), options)


def ask_which_tool(scene: Scene, unknown: list[str]) -> Outcome:
    near = scene.catalogue.near(unknown[0])
    key = "ask_unknown_tool" if near else "ask_unknown_tool_none"
    return ask(phrase(scene.language, key, name=unknown[0], near=", ".join(near)), near)


def ask_both_ways(scene: Scene, what: str) -> Outcome:
    """One call or one behaviour is asked for and ruled out at once."""
    keys = ("option_calls", "option_never_calls") if what in scene.catalogue.tools else ()
    options = [phrase(scene.language, key, tool=what) for key in keys]
    return ask(phrase(scene.language, "ask_both_ways", what=what), options)


def ask_which_criterion(test: KnownTest, language: str) -> Outcome:
    """Something is to be removed, and no criterion of the test, or more than one, fits the words."""
    listed = enumerate(test.criteria, start=1)
    options = [phrase(language, "option_drop_criterion", n=n, criterion=criterion) for n, criterion in listed]
    return ask(phrase(language, "ask_which_criterion", name=test.name), options[:5])
