"""Versions of the agent that a message names, and what running on one of them means."""

import re

from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.outcome import Outcome, one, remark
from optimize.adapters.models.offline.reading.references import tests_named
from optimize.adapters.models.offline.reading.request import Request
from optimize.adapters.models.offline.reading.settings import settings_in

_NAMED = re.compile(r"(?<![A-Za-z0-9_.])(?:v|versione?n?s?\s*|版本\s*|バージョン\s*)(\d+)(?![A-Za-z0-9_])")
_LISTED = re.compile(
    r"\bversion(?:s|en|es)? \d+ (?:and|vs\.?|versus|against|und|et|y|or|with|to|mit|gegen|avec|con) (\d+)\b"
)


def versions_in(text: str) -> list[str]:
    """Version numbers named in the text, in reading order."""
    return list(dict.fromkeys([*_NAMED.findall(fold(text)), *_LISTED.findall(fold(text))]))


def run_on_version(request: Request) -> Outcome | None:
    """`run version 3`: official runs are of the live version, so another one is tried beside it.

    A version that does not exist is refused by the tool with the versions that do. None if the text names no version.
    """
    found = versions_in(request.text)
    if not found:
        return None
    tests = [test.id for test in tests_named(request.text, request.context) if test.state == "accepted"]
    runs = settings_in(_NAMED.sub(" ", fold(request.text)), request.language).runs
    outcome = one("run_experiment", version=found[0], runs=runs, tests=list(tests) or None)
    return Outcome(outcome.calls, [remark(request.language, "version_beside_live")])
