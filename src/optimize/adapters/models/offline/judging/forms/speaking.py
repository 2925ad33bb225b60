"""In which language the agent answers."""

import re

from optimize.adapters.models.offline.judging.case import Case
from optimize.adapters.models.offline.judging.finding import Finding, met, not_met
from optimize.adapters.models.offline.reading.language import language_of
from optimize.domain.text import fold

_SPELLINGS = {
    "en": "english englisch anglais inglés",
    "de": "german deutsch allemand alemán",
    "fr": "french französisch français francés",
    "es": "spanish spanisch espagnol español",
    "zh": "chinese chinesisch chinois chino",
    "ja": "japanese japanisch japonais japonés",
}
_NAMES = {name: code for code, names in _SPELLINGS.items() for name in names.split()}
_IN = re.compile(
    r"\b(?:answers?|repl(?:y|ies)|responds?|writes?|speaks?|antwortet|répond|responde)\b.{0,30}"
    rf"\b(?:in|auf|en)\s+(?P<name>{'|'.join(_NAMES)})\b"
)
_FEWEST_CHARACTERS = 20


def speaking(text: str, case: Case) -> Finding | None:
    """“answers in German”: every message of the agent that is long enough to tell."""
    match = _IN.search(fold(text))
    if match is None or re.search(r"\b(?:not|never)\b", fold(text)):
        return None
    wanted = _NAMES[match["name"]]
    spoken = [(line, language_of(line.text, "")) for line in case.agent if len(line.text) >= _FEWEST_CHARACTERS]
    other = next((line for line, language in spoken if language and language != wanted), None)
    if other:
        return not_met(f"This message is not in {match['name'].title()}.", other.cite(0, len(other.text)))
    if not spoken or any(not language for _, language in spoken):
        return None
    return met(f"Every message is in {match['name'].title()}.", spoken[-1][0].cite(0, len(spoken[-1][0].text)))
