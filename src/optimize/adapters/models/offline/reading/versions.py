"""Versions of the agent that a message names, and what running on one of them means."""

import re

from optimize.adapters.models.offline.reading.back import found, saying
from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.outcome import Outcome, ask, one, remark
from optimize.adapters.models.offline.reading.references import tests_named
from optimize.adapters.models.offline.reading.request import Request
from optimize.adapters.models.offline.reading.settings import settings_in

_NAMED = re.compile(r"(?<![A-Za-z0-9_.])(?:v|versione?n?s?\s*|版本\s*|バージョン\s*)(\d+)(?![A-Za-z0-9_])")
_LISTED = re.compile(
    r"\bversion(?:s|en|es)? \d+ (?:and|vs\.?|versus|against|und|et|y|or|with|to|mit|gegen|avec|con) (\d+)\b"
)
_TWO = 2


def versions_in(text: str) -> list[str]:
    """Version numbers named in the text, in reading order."""
    return list(dict.fromkeys([*_NAMED.findall(fold(text)), *_LISTED.findall(fold(text))]))


def live_version(context: Context) -> str | None:
    """The number of the version that is live."""
    return next((str(version.number) for version in context.versions if version.live), None)


def versions_meant(request: Request) -> list[str]:
    """The versions that are named by number or label, and the live one where the message says so, older first."""
    folded = fold(request.text)
    labels = {fold(version.label): str(version.number) for version in request.context.versions if version.label}
    called = [number for label, number in labels.items() if re.search(rf"(?<!\w){re.escape(label)}(?!\w)", folded)]
    live = live_version(request.context) if found("live", request.language, folded) else None
    named = [*versions_in(request.text), *called, *([live] if live else [])]
    return sorted(dict.fromkeys(named), key=int)


def compared(text: str, language: str, context: Context) -> tuple[str, str] | None:
    """The two versions that a message compares, whatever it calls them: by number, by label, or `live`."""
    request = Request(text, language, context)
    if found("compares", language, fold(text)) is None or found("tries", language, fold(text)):
        return None
    bare = re.findall(r"(?<![\w.])\d{1,3}(?![\w.%])", text) if found("live", language, fold(text)) else []
    known = [str(version.number) for version in context.versions]
    sides = sorted({*versions_meant(request), *(number for number in bare if number in known)}, key=int)
    return (sides[0], sides[1]) if len(sides) == _TWO and set(sides) <= set(known) else None


def beside_live(request: Request, versions: list[str]) -> str | Outcome:
    """The one version that an experiment sets beside the live one; the question which, where the live one is none."""
    live = live_version(request.context)
    if live is None or len(versions) == 1:
        return versions[0]
    others = [version for version in versions if version != live]
    if len(others) == 1:
        return others[0]
    return ask(
        saying(request.language, "ask_against_live", live=live), [f"Experiment: v{version}" for version in others]
    )


def run_on_version(request: Request) -> Outcome | None:
    """`run version 3`: official runs are of the live version, so another one is tried beside it.

    A version that does not exist is refused by the tool with the versions that do. None if the text names no version,
    or only the live one.
    """
    named = versions_in(request.text)
    if not named or named == [live_version(request.context)]:
        return None
    tests = [test.id for test in tests_named(request.text, request.context) if test.state == "accepted"]
    runs = settings_in(_NAMED.sub(" ", fold(request.text)), request.language).runs
    outcome = one("run_experiment", version=named[0], runs=runs, tests=list(tests) or None)
    return Outcome(outcome.calls, [remark(request.language, "version_beside_live")])
