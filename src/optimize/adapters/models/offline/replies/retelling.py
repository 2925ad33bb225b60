"""Sentences that the server wrote in English, told again in the person's language.

A recorded failure carries no more than its sentence. One of another form is left as it stands.
"""

import re

from optimize.adapters.models.offline.replies.phrases import Phrases

_CRITERIA: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (key, re.compile(source))
    for key, source in (
        ("doesNotInvokeTool", r"The agent does not call (?P<tool>\S+)\."),
        ("doesNotInvokeTool.effect", r"The agent calls no tool that writes\."),
        (
            "invokesTool.times",
            r"The agent calls (?P<tool>\S+) (?P<bound>exactly|at least|at most) (?P<n>once|\d+)(?: times)?\.",
        ),
        ("invokesTool.before", r"The agent calls (?P<tool>\S+) before (?P<before>\S+)\."),
        ("toolParametersContain.every", r"Every call of (?P<tool>\S+) is made with (?P<parameters>.+)\."),
        ("toolParametersContain", r"The agent calls (?P<tool>\S+) with (?P<parameters>.+)\."),
        ("invokesTool", r"The agent calls (?P<tool>\S+)\."),
        ("answerDoesNotContain", r"The final answer does not contain (?P<texts>“.+”)\."),
        ("answerContains", r"The final answer contains (?P<texts>“.+”)\."),
        ("answerMatches", r"The final answer matches the pattern `(?P<pattern>.+)`\."),
        ("answerIsJson", r"The final answer is one JSON value\."),
        ("respondsWithin", r"The agent answers within (?P<seconds>[\d.]+) s in .+\."),
        ("doesNotHallucinate", r"The agent states nothing that its sources do not say\."),
        ("staysInCharacter", r"The agent stays in the role, tone and scope of its instructions\."),
        ("responseGroundedInKnowledge", r"The agent's answer rests on its knowledge\."),
    )
)
_WARNINGS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (key, re.compile(source))
    for key, source in (
        ("warning.impossible", r"This can never pass: one criterion needs a call of (?P<tool>\S+) and another .+"),
        ("warning.vague", r"“(?P<word>.+?)” passes on almost anything: .+"),
        (
            "warning.rarely",
            r"An agent that is right (?P<rate>[\d.]+ %) of the time would rarely pass this test: (?P<chance>.+ %) .+",
        ),
    )
)
_BETWEEN = re.compile(r"(?<=”) (?:and|or) (?=“)")


def criterion_in(sentence: str, say: Phrases) -> str:
    """What a criterion asks for."""
    for key, pattern in () if say.language == "en" else _CRITERIA:
        if match := pattern.fullmatch(sentence):
            return say.say(f"criterion.{key}", **_values(match, say))
    return sentence


def _values(match: re.Match[str], say: Phrases) -> dict[str, str]:
    found = {name: value for name, value in match.groupdict().items() if value}
    if "bound" in found:
        count = 1 if found["n"] == "once" else int(found["n"])
        found["often"] = say.say(f"times.{found['bound'].replace(' ', '_')}", n=count)
    if "texts" in found:
        found["texts"] = _BETWEEN.sub(", ", found["texts"])
    return found


def warning_in(sentence: str, say: Phrases) -> str:
    """What about a draft would pass too easily, or never."""
    for key, pattern in () if say.language == "en" else _WARNINGS:
        if match := pattern.fullmatch(sentence):
            return say.say(key, **match.groupdict())
    return sentence
