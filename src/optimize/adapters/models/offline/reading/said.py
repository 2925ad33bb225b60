"""A message that a description spells out behind `when I say:`: it is the situation, and nothing in it is required."""

import re
from functools import cache
from typing import NamedTuple

from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.lexicon import LANGUAGES, marks, pattern, spoken, table, word_pattern

_QUOTED = re.compile(r"\"([^\"]+)\"|“([^”]+)”|„([^“\"]+)[“\"]|«\s?([^»]+?)\s?»|'([^']+)'(?!\w)")
_ENDS = re.compile(r"[.!?]+(?=\s|$)|[。！？]|\n")
_UNTYPED = re.compile(r"(?<=\d)[.。]$")
"""A full stop behind a number: whoever types the number leaves it, and it would be taken for a part of it."""
_ONE_OF = re.compile(r"\s*,?\s*(?:or|and|oder|und|ou|et|o|y)?\s*[\"'“„«]")


class Said(NamedTuple):
    """The user's message, and the description without it (the whole one if no message is spelled out)."""

    message: str
    rest: str


@cache
def _told(language: str) -> re.Pattern[str]:
    """`User:`, `First message:`: what stands behind is word for word what the user types."""
    return re.compile("|".join(source for code in spoken(language) for source in table("told")[code]))


def _pushed(text: str) -> Said | None:
    """`someone shouting 'PAY IT NOW' should not push the agent into …`: what is shouted, and what must not follow."""
    match = re.match(table("told")["pushed"]["en"], text, re.IGNORECASE | re.DOTALL)
    if match is None:
        return None
    return Said(match["quote"][1:-1], f"The agent must never be pushed into {match['act']}{match['behind']}")


def said_in(text: str, language: str) -> Said:
    if pushed := _pushed(text):
        return pushed
    told = list(_told(language).finditer(fold(text)))
    lead = pattern("when_said", language).search(fold(text)) or (told[0] if len(told) == 1 else None)
    if lead is None:
        return _requested(text, language)
    behind = text[lead.end() :]
    quoted = _QUOTED.match(behind)
    if quoted and _ONE_OF.match(behind[quoted.end() :]):
        return Said("", text)
    if quoted:
        message, end = next(filter(None, quoted.groups())), quoted.end()
    elif lead.group().rstrip().endswith((":", "：")):
        end = _end_of(behind, language)
        message = _UNTYPED.sub("", behind[:end].strip(" ,;"))
    else:
        return Said("", text)
    rest = ". ".join(filter(None, (text[: lead.start()].strip(" ,;."), behind[end:].strip(" ,;.!?"))))
    return Said(message, rest) if message and len(rest.split()) > 1 else Said("", text)


def _requested(text: str, language: str) -> Said:
    """`answers in French: "Bonjour, je voudrais annuler"`: a quoted request is what the user says, and no answer."""
    quotes = list(re.finditer(r"\"([^\"]+)\"|「([^」]+)」", text))
    if len(quotes) != 1 or not _is_request(next(filter(None, quotes[0].groups()))):
        return Said("", text)
    (quote,) = quotes
    head = text[: quote.start()].rstrip()
    if not head.endswith((":", "：")) or not any(_answers_in(code).search(fold(head)) for code in spoken(language)):
        return Said("", text)
    told, duty = table("requests")[language]["duty"]
    asked = re.sub(told, duty, head.rstrip(" :："), flags=re.IGNORECASE)
    rest = f"{asked}. {text[quote.end() :].strip(' .,;')}".strip(" .")
    return Said(next(filter(None, quote.groups())), rest)


def _is_request(message: str) -> bool:
    """Whether somebody wants something in it, in any language; an offer of help speaks to the user."""
    said = fold(message)
    sources = [table("requests")[code] for code in LANGUAGES]
    return any(re.search(one["wants"], said) and not re.search(one["offers"], said) for one in sources)


@cache
def _answers_in(language: str) -> re.Pattern[str]:
    """In which language the agent answers, or which tool it calls, before a colon."""
    return re.compile(rf"(?:{table('requests')[language]['answers_in']}|\w_\w[^.;:\n]*)\s*:$")


def _end_of(behind: str, language: str) -> int:
    """Where the requirement goes on; the end of the text if nothing behind the message speaks of the agent."""
    agent = pattern("agent_goes_on", language).search(fold(behind))
    sentence = _ENDS.search(behind)
    if agent and (sentence is None or agent.start() < sentence.start()):
        return agent.start()
    if sentence is None or not _requires(behind[sentence.end() :], language):
        return len(behind)
    return sentence.end()


def _requires(text: str, language: str) -> bool:
    return marks(text, language, "must", "calling", "not") or bool(word_pattern("agent", language).search(fold(text)))
