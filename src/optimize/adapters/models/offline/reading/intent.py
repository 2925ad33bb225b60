"""What a message wants: a described test, or one of the commands and questions that this assistant knows."""

import re
from functools import cache

from optimize.adapters.models.offline.reading.catalogue import Catalogue
from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.latency import limit_in
from optimize.adapters.models.offline.reading.lexicon import cut, marks, opens, pattern, spoken, table, word_pattern
from optimize.adapters.models.offline.reading.negation import negated_in, parted
from optimize.adapters.models.offline.reading.references import tests_named
from optimize.adapters.models.offline.reading.settings import settings_in

_ORDER = (
    *("unsupported", "thanks", "schedule_other", "schedule_off", "schedule", "plan_runs"),
    *("cost_past", "cost", "experiment"),
    *("compare", "suggest", "describe_criteria", "list_agents", "transcript", "why", "amend", "retire", "discard"),
    *("dry_run", "accept_all", "accept", "activate", "cancel", "edit", "run_all", "run", "health", "results"),
    *("list", "show", "greeting", "help"),
)
"""The first that fits wins: the telling ones come before those that share words with them."""
_QUESTIONS = ("plan_runs", "cost_past", "cost", "compare", "suggest", "describe_criteria", "why", "health", "results")
"""What a single question without any duty in it asks for, however much it speaks of the agent."""
_REMOVAL = ("removing", "criterion_word")


@cache
def _patterns(intent: str, language: str, kind: str = "intents") -> re.Pattern[str]:
    found = [source for code in spoken(language) for source in table(code)[kind].get(intent, [])]
    return re.compile("|".join(f"(?:{source})" for source in found) if found else r"(?!)")


def without_politeness(text: str, language: str) -> str:
    folded = fold(text)
    match = pattern("polite", language).match(folded)
    return folded[match.end() :] if match and re.search(r"\w", folded[match.end() :]) else folded


def intent_of(text: str, language: str, context: Context) -> str:
    """The intent's name; `describe` for anything else, above all what the agent must do."""
    if pattern("yes", language).match(fold(text)):
        return "yes"
    if pattern("no", language).match(fold(text)):
        return "no"
    said = without_politeness(text, language)
    certain = _certain(fold(text), language) or _certain(said, language)
    if certain:
        return certain
    if context.drafts() and only_settings(said, language):
        return "edit"
    if context.last_draft and _patterns("edit_draft", language).search(said):
        return "edit"
    if not _describes(said, text, language, context):
        found = next((intent for intent in _ORDER if _patterns(intent, language).search(_unquoted(said))), None)
        if found:
            return found
        if tests_named(text, context):
            return "edit" if _changes(said, language) else "show"
    return "describe"


def _changes(said: str, language: str) -> bool:
    """Whether a message that names a test says what should be otherwise about it."""
    settings = settings_in(said, language)
    given = settings.runs is not None or settings.threshold is not None
    given = given or limit_in(said, language) is not None
    return given or marks(said, language, "must") or all(marks(said, language, kind) for kind in _REMOVAL)


def describes(text: str, language: str, context: Context) -> bool:
    """Whether a message, taken alone, says what the agent must do or must not do."""
    return _describes(without_politeness(text, language), text, language, context)


def _certain(folded: str, language: str) -> str | None:
    """A command that is the whole message, or opens it in a way that no description does."""
    intents = (intent for code in spoken(language) for intent in table(code)["certain"])
    return next((intent for intent in intents if _patterns(intent, language, "certain").match(folded)), None)


def only_settings(text: str, language: str) -> bool:
    """`make it 7 runs`, `rather 80 %, 20 runs`: a number of runs or a threshold, and nothing else."""
    settings = settings_in(text, language)
    given = settings.runs is not None or settings.threshold is not None
    return given and bool(pattern("around_setting", language).match(fold(settings.rest)))


def _asks(said: str, language: str) -> bool:
    """One question about the agent or its tests, without a duty."""
    one = re.fullmatch(r"[^.!?。？\n]+[?？]\s*", said)
    return (
        bool(one)
        and not pattern("must", language).search(said)
        and any(_patterns(intent, language).search(said) for intent in _QUESTIONS)
    )


def _unquoted(text: str) -> str:
    return re.sub(r"\"[^\"]*\"|(?<!\w)'[^']*'(?!\w)", lambda match: " " * len(match.group()), text)


def _describes(said: str, text: str, language: str, context: Context) -> bool:
    """Whether the message states behaviour of the agent, so that words like "run" in it are no command."""
    if _patterns("new_test", language).search(said):
        return True
    if _asks(said, language):
        return False
    opening = re.split(r"(?<=[.!?。])\s+|[。\n]", text, maxsplit=1)[0]
    if _patterns("surely_command", language).search(said) or tests_named(opening, context):
        return False
    if _tells(said, language) or marks(said, language, "or_says") or _obliges(said, language, context):
        return True
    if word_pattern("user", language).match(cut("article", language, said)) and len(said.split()) > 4:
        return True
    guarded = parted(said, language)
    if guarded and negated_in(said[slice(*guarded.act)], language):
        return True
    if pattern("conditional", language).match(said) and len(said.split()) > 5 and not said.endswith("?"):
        return True
    oblige = pattern("behaviour", language).search(_unquoted(fold(text)))
    return bool(oblige or "->" in text or any(_has_name(text, tool.name) for tool in context.agent.tools))


def _tells(said: str, language: str) -> bool:
    """`a supplier asks about the price`, `never register it while the status is open`: words of others, and a ban."""
    return opens(said, language, "story", "ban") and not marks(said, language, "product_word")


def _obliges(said: str, language: str, context: Context) -> bool:
    """`before renewing, the status has to be checked`: a duty that has its time or is a call, and not in our tests."""
    if (
        not marks(said, language, "must")
        or marks(said, language, "product_word")
        or said.rstrip().endswith(("?", "？"))
    ):
        return False
    timed = marks(said, language, "before_word", "after")
    return timed or Catalogue(context.agent.tools, language).described(said) is not None


def _has_name(text: str, tool: str) -> bool:
    return "_" in tool and tool.lower() in text.lower()
