"""Whether a sentence orders a command of this assistant, forbids it, asks about it, or only tells of it."""

import re
from functools import cache
from typing import Literal, NamedTuple

from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.reading.folding import fold, is_cjk
from optimize.adapters.models.offline.reading.language import is_small
from optimize.adapters.models.offline.reading.lexicon import cut, marks, opens, pattern, spoken, table, word_pattern
from optimize.adapters.models.offline.reading.references import found_in, tests_named

Mood = Literal["ordered", "refused", "asked", "conditional"]
_FEW_WORDS, _FEW_SIGNS, _SHORT = 10, 1, 16
_SMALL_SIGNS = re.compile(r"[请先再现在还了吧呢吗啊需要我你您应该必须可以能的会就也都\W]")
_OTHER_THING = re.compile(r"\w[をは]|[^\W誰何]が")
_MAY_BE_TOLD = ("discard", "retire", "amend", "accept", "activate", "cancel", "run", "dry_run")
"""Commands whose verb is an order only where an order has it; a change may be put as a statement."""
_NEVER_ELSEWHERE = ("accept", "discard", "retire", "amend")
_QUOTED = re.compile(r"[“\"«„「‘'][^”\"»“」’']*[”\"»“」’']")
_NOW = re.compile(r"\b(?:now|jetzt|maintenant|ahora)\b|现在|立刻|马上|今すぐ")
_GERUND = re.compile(r"\w+ing (?:it|this|that|them)\b")


class Mention(NamedTuple):
    """A command's verb in a folded text."""

    command: str
    start: int
    end: int


def told_in(language: str, key: str) -> re.Pattern[str]:
    """One of this module's patterns, of one language."""
    return _compiled(str(table("orders")[language][key]))


@cache
def _compiled(source: str) -> re.Pattern[str]:
    return re.compile(source)


def first_verb(text: str, language: str) -> Mention | None:
    """The first verb of a command in the text, whatever it is about."""
    folded = fold(text)
    found = [
        Mention(command, match.start(), match.end())
        for code in spoken(language)
        for command, source in table("orders")[code]["verbs"].items()
        if (match := _compiled(source).search(folded))
    ]
    return min(found, key=lambda mention: mention.start, default=None)


def mentioned(text: str, language: str, context: Context) -> Mention | None:
    """The first command that the text names, if it is about tests, drafts, runs or versions."""
    first = first_verb(text, language)
    return first if first and _is_ours(text, fold(text), first, language, context) else None


def _is_ours(text: str, folded: str, mention: Mention, language: str, context: Context) -> bool:
    beside = f"{folded[: mention.start]} | {folded[mention.end :]}"
    if mention.command in ("dry_run", "experiment") or tests_named(text, context):
        return True
    if any(told_in(code, "strong").search(beside) for code in spoken(language)):
        return True
    if language != "en" and told_in(language, "weak").match(folded[mention.end :].lstrip()):
        return True
    if speaks_of_people(text, language) or told_in(language, "elsewhere").search(folded):
        return False
    if is_cjk(text):
        return _bare_in_signs(beside, language)
    behind = folded[mention.end :]
    if language == "en":
        if mention.command in _NEVER_ELSEWHERE and _GERUND.match(folded[mention.start :]):
            return True
        ours = re.search(r"\b(?:i|we)\b", folded[: mention.start]) and re.match(r" (?:it|this|that|them)\b", behind)
        waits = told_in("en", "waits").search(behind) and not told_in("en", "negations").search(folded)
        return bool(ours or waits or told_in("en", "tail").match(behind))
    if opens(text, language, "ban"):
        return False
    weak = told_in(language, "weak").search(beside) and len(folded.split()) <= _FEW_WORDS
    return bool(weak) or not _other_words(beside, language)


def _other_words(beside: str, language: str) -> list[str]:
    """What stands beside the verb and is neither a not nor one of the small words: some other object."""
    left = told_in(language, "negations").sub(" ", cut("polite", language, beside))
    adverbs = str(table("orders")[language]["adverbs"]).split()
    return [word for word in re.findall(r"[^\W\d]+", left) if not is_small(word, language) and word not in adverbs]


def _bare_in_signs(beside: str, language: str) -> bool:
    """Whether the verb has no other object than `it` or `all`."""
    left = told_in(language, "negations").sub("", told_in(language, "weak").sub("", beside))
    if language == "ja":
        return not _OTHER_THING.search(left)
    return len(_SMALL_SIGNS.sub("", left)) <= _FEW_SIGNS


def mood_of(text: str, language: str, mention: Mention) -> Mood | None:
    """How a whole sentence means the command that it names; None if that has to be seen part by part."""
    folded = fold(text)
    if told_in(language, "orders").search(folded):
        return "ordered"
    if told_in(language, "questions").search(folded):
        return "asked"
    if told_in(language, "conditions").search(folded):
        # What happens then is what is asked.
        return "asked" if re.search(r"[?？]\W*$", folded) else "conditional"
    if mention.command != "schedule" and is_deferred(text, language):
        return "conditional"
    # Japanese says who said it behind what was said.
    if told_in(language, "told").search(folded if language == "ja" else folded[: mention.start]):
        return "refused"
    return None


def is_deferred(text: str, language: str) -> bool:
    """`run all tests tonight`: of a name in quotes the time is no part."""
    said = fold(_QUOTED.sub(" ", text))
    return bool(told_in(language, "deferred").search(said) and not _NOW.search(said))


def mood_in_part(text: str, language: str, mention: Mention, context: Context) -> Mood:
    """How one part of a sentence means the command that it names."""
    folded = fold(text)
    if is_negated(folded, language, mention):
        return "refused"
    if mention.command != "schedule" and is_deferred(text, language):
        return "conditional"
    if mention.command not in _MAY_BE_TOLD:
        return "ordered"
    if told_in(language, "waits").search(folded[mention.end :]):
        return "conditional"
    if language != "en":
        return "ordered"
    verb, lead = folded[mention.start : mention.end], _unnamed(folded[: mention.start], context)
    if re.search(r"(?:ing|ed)$|^ran$", verb.split(" ")[0]) and not re.search(r"\b(?:be|want\b.*|mind) ?$", lead):
        return "refused"
    performed = mention.command == "accept" and told_in("en", "performs").fullmatch(lead)
    return "ordered" if performed or told_in("en", "frames").fullmatch(lead) else "refused"


def is_negated(folded: str, language: str, mention: Mention) -> bool:
    """English says the not before the verb, other languages on either side of it."""
    real = told_in(language, "unreal").sub(lambda match: " " * len(match.group()), folded)
    where = real[: mention.start] if language == "en" else real
    behind = told_in(language, "behind").match(real[mention.end :])
    return bool(behind or told_in(language, "negations").search(where))


def forbids_outright(text: str, language: str, mention: Mention) -> bool:
    """`don't run it`, not `we don't run it any more`: nothing but politeness stands before the not.

    In other languages a short text about a test is taken for one.
    """
    if language != "en":
        short = len(text) <= _SHORT if is_cjk(text) else len(text.split()) <= _FEW_WORDS
        return short and not speaks_of_people(text, language) and bool(told_in(language, "strong").search(fold(text)))
    lead = fold(text)[: mention.start]
    negation = told_in("en", "negations").search(lead)
    return bool(negation and told_in("en", "frames").fullmatch(lead[: negation.start()]))


def describes_duty(text: str, language: str) -> bool:
    """Whether a sentence says what the agent must do, whatever else it speaks of."""
    agent = word_pattern("agent", language).search(fold(text))
    if told_in(language, "duty").search(fold(text)):
        return True
    return bool(re.search(r"->|→|\w_\w", text) or (agent and (marks(text, language, "must", "behaviour"))))


def speaks_of_people(text: str, language: str) -> bool:
    """Whether the agent or its user is named."""
    return any(word_pattern(kind, language).search(fold(text)) for kind in ("agent", "user"))


def _unnamed(lead: str, context: Context) -> str:
    for test in context.tests:
        for name in (test.id, test.name):
            if match := found_in(lead, name):
                lead = lead[: match.start()] + lead[match.end() :]
    match = pattern("polite", "en").match(lead)
    return lead[match.end() :] if match else lead
