"""Things with a recognisable form: a clause, a date, an amount, an address, an id."""

import re
from collections.abc import Callable

from pydantic import BaseModel, ConfigDict

from optimize.adapters.models.offline.judging.case import Case, Line
from optimize.adapters.models.offline.judging.figures import Figure, figures_in
from optimize.adapters.models.offline.judging.finding import Finding, met, not_met
from optimize.adapters.models.offline.judging.wording import content_of
from optimize.domain.text import fold, shortened

Span = tuple[int, int]
Find = Callable[[str], list[Span]]

_CLAUSE_WORDS = r"clause|section|article|paragraph|klausel|abschnitt|artikel|absatz|cláusula|artículo|sección"
_CLAUSE_NUMBER = re.compile(
    rf"(?:\b(?:{_CLAUSE_WORDS})\s*(?:no\.?|nr\.?)?\s*|§+\s*)[A-Z]?\d+(?:[.\-]\d+)*(?:\s?\([a-z0-9]+\))?",
    re.IGNORECASE,
)
_CLAUSE_WORD = re.compile(rf"{_CLAUSE_WORDS}|§", re.IGNORECASE)
_PHONE = re.compile(r"\+?\d[\d ()/-]{6,}\d")
_DAY_WORD = re.compile(
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|"
    r"\b(?:today|tomorrow|tonight|yesterday|week|month|heute|morgen|demain|mañana)\b",
    re.IGNORECASE,
)


def _figures(test: Callable[[Figure], bool]) -> Find:
    return lambda text: [(figure.start, figure.end) for figure in figures_in(text) if test(figure)]


def _matches(pattern: re.Pattern[str]) -> Find:
    return lambda text: [match.span() for match in pattern.finditer(text)]


class Thing(BaseModel):
    """`strong` finds it for certain; where only `weak` finds something, nothing is concluded."""

    model_config = ConfigDict(frozen=True)

    name: str
    strong: Find
    weak: Find
    beside: frozenset[str] = frozenset()
    """Content words that say which one is meant (“the date of delivery”); they must stand in the same sentence."""

    def found(self, case: Case, *, negated: bool) -> Finding | None:
        """Met or not met; None if neither can be shown."""
        certain = [(line, span) for line in case.agent for span in self.strong(line.text)]
        meant = [(line, span) for line, span in certain if self._is_meant(line, span)]
        if meant:
            line, (start, end) = meant[0]
            reason = f"The agent names {self.name}: “{shortened(line.text[start:end])}”"
            return not_met(reason, line.cite(start, end)) if negated else met(reason, line.cite(start, end))
        if certain or any(self.weak(line.text) for line in case.agent):
            return None
        last = case.agent[-1]
        reason = f"The agent's messages were searched: they name no {self.name.partition(' ')[2]}."
        citation = last.cite(0, len(last.text))
        return met(reason, citation) if negated else not_met(reason, citation)

    def _is_meant(self, line: Line, span: Span) -> bool:
        if not self.beside:
            return True
        sentence = next((s for s in line.sentences() if line.text[span[0] : span[1]] in s), line.text)
        return bool(self.beside & content_of(sentence))


_NUMBERS = _figures(lambda figure: figure.kind == "number")
_THINGS: tuple[tuple[str, str, Find, Find], ...] = (
    (
        r"clause|section|article|paragraph|klausel|cláusula",
        "a clause",
        _matches(_CLAUSE_NUMBER),
        _matches(_CLAUSE_WORD),
    ),
    (r"e-?mail", "an email address", _figures(lambda f: f.kind == "address" and "@" in f.text), lambda _: []),
    (
        r"link|url|web ?site|web address",
        "a link",
        _figures(lambda f: f.kind == "address" and "@" not in f.text),
        lambda _: [],
    ),
    (r"(?:tele)?phone(?: number)?", "a phone number", _matches(_PHONE), _NUMBERS),
    (r"date|day|deadline|datum|fecha", "a date", _figures(lambda f: f.kind == "date"), _matches(_DAY_WORD)),
    (r"time|uhrzeit|hora", "a time", _figures(lambda f: f.kind == "time"), _NUMBERS),
    (
        r"amount|price|cost|fee|total|sum|betrag|preis|montant|prix|importe|precio",
        "an amount",
        _figures(lambda f: f.money),
        _NUMBERS,
    ),
    (
        r"(?:[\w-]+ )?(?:id|identifier|reference|number|code|nummer|numéro|número)",
        "a number or id",
        _figures(lambda f: f.kind == "id"),
        _NUMBERS,
    ),
)
_INDEFINITE = re.compile(r"^(?:a|an|any|one|at least one|some|ein|eine|einen|un|une|una)\b", re.IGNORECASE)
_ARTICLE = (
    r"^(?:a|an|any|one|at least one|some|the|its|their|his|her|der|die|das|den|ein|eine|einen|le|la|l'|un|une|el|una)?"
    r"\s*"
)
_ADJECTIVES = (
    r"(?:(?:specific|concrete|exact|correct|right|valid|particular|new|total|full|konkrete\w*|genaue\w*|précise?|exacte?)"
    r"\s+)*"
)


def thing_of(text: str) -> Thing | None:
    """The thing that an object such as “a specific clause of the contract” is about; None if it has no known form."""
    if re.search(r"\b(?:and|or|und|oder|et|ou|y|o)\b|,", fold(text)):
        return None
    for pattern, name, strong, weak in _THINGS:
        match = re.match(rf"{_ARTICLE}{_ADJECTIVES}(?:{pattern})s?\b", text, re.IGNORECASE)
        if match:
            beside = frozenset() if _INDEFINITE.match(text) else content_of(text[match.end() :])
            return Thing(name=name, strong=strong, weak=weak, beside=beside)
    return None
