"""How a reply says, in six languages, that something was done with our tests and runs: `claims.json` holds the words.

Quoted texts and code claim nothing, nor do questions, negated, conditional and future sentences, nor what befell the
agent's own business, such as a booking.
"""

import json
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

DONE = "done"
"""The act of a bare "Done.": something, whatever it was."""

_QUOTED = re.compile(
    r"```.*?```|`[^`\n]+`|“[^”]*”|„[^“”]*[“”]|«[^»]*»|「[^」]*」|『[^』]*』|\"[^\"\n]*\"|(?<!\w)['‘][^'\n]+'(?!\w)",
    re.DOTALL,
)
_QUOTES = "`“”„«»「」『』\"'‘*_ \u00a0\u202f"
_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+|(?<=[。！？；])|\n+")
_MARKS = re.compile(r"^(?:(?:[-*•#]+|\d+[.)])\s+)+|[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}")
_CLAUSE_END = r",\s+|\s?:\s+|：|\s[–—-]\s|—"
_COLON = (":", "：")
_BACK = 400
"""How many characters before a clause may still make it conditional."""
_NO_CLAIM_STARTS = ("|", ">")
"""How the lines of a table and of a quotation begin."""
_ENDS = ".!。！"
_STATE = ("passive", "bare")
_TERSE = ("terse", "done")
_KINDS = ("first", *_STATE, *_TERSE, "deed")
"""The shapes of a claim: "I accepted it", "it was accepted", "it is accepted", "Accepted.", "Done.", and what goes on
after any of these: "… and started it"."""


class Claim(NamedTuple):
    """That something was done: any of `acts` makes it true, and the first is its word."""

    acts: tuple[str, ...]
    tells_state: bool
    """Whether it tells how things stand ("has been accepted"), which a record may show, not a deed of the speaker."""
    names: tuple[str, ...] = ()
    """The known tests that its sentence names."""


class _Around(NamedTuple):
    """Where a clause stands."""

    sentence: str
    earlier: str
    """What the sentence says before this clause."""
    before: str
    """The sentence before."""


@dataclass(frozen=True)
class _Grammar:
    """How one language claims, denies and supposes."""

    verbs: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]
    shapes: tuple[tuple[str, re.Pattern[str]], ...]
    clause_end: re.Pattern[str]
    denied: re.Pattern[str]
    condition: re.Pattern[str]
    pronoun: re.Pattern[str]
    lead: re.Pattern[str]
    ours: re.Pattern[str]

    def claimed(self, sentence: str, before: str, *, whole: bool) -> Iterator[Claim]:
        """`before` is the sentence before; `whole` says that this is a sentence, not a heading or a label."""
        parts = [*self.clause_end.split(sentence), ""]
        earlier, last = "", None
        for part, end in zip(parts[::2], parts[1::2], strict=True):
            may_be_terse = whole and self._leads(earlier) and end.strip() not in _COLON
            left_out = (() if may_be_terse else _TERSE) + (() if last else ("deed",))
            found = [
                Claim(acts, last.tells_state if kind == "deed" and last else kind in _STATE)
                for kind, acts in self._in_clause(part, _Around(sentence, earlier, before))
                if kind not in left_out
            ]
            yield from found
            last = found[-1] if found else None
            earlier = (earlier + part + end)[-_BACK:]

    def _in_clause(self, part: str, around: _Around) -> Iterator[tuple[str, tuple[str, ...]]]:
        clause = part.strip(f" ;,，；{_ENDS}")
        for kind, shape in self.shapes:
            for found in shape.finditer(clause):
                said = clause[: found.end()]
                supposed = around.sentence if kind == "bare" else around.earlier + said
                if self.denied.search(said) or self.condition.search(supposed):
                    continue
                if kind not in _STATE or self._of_ours(said, around):
                    yield kind, self._acts(found)

    def _of_ours(self, said: str, around: _Around) -> bool:
        """A pronoun stands for one of ours if one was just named, or if nothing was said before."""
        context = [part for part in (around.earlier, around.before) if not self._leads(part)]
        return not self.pronoun.match(said) or not context or any(map(self._speaks_of_ours, context))

    def _speaks_of_ours(self, text: str) -> bool:
        own_deeds = (shape for kind, shape in self.shapes if kind == "first")
        return any(pattern.search(text) for pattern in (self.ours, *own_deeds))

    def _leads(self, text: str) -> bool:
        """Whether this is no more than a word like "Sure," before what is said, or nothing."""
        return bool(self.lead.fullmatch(text if not text or text.endswith(" ") else f"{text} "))

    def _acts(self, found: re.Match[str]) -> tuple[str, ...]:
        verb = found.groupdict().get("verb")
        return next(acts for pattern, acts in self.verbs if pattern.fullmatch(verb)) if verb else (DONE,)


def claims(text: str, names: Collection[str] = ()) -> list[Claim]:
    """What `text` claims was done. The tests called `names` are ours also where the word "test" is missing."""
    known = _longest_first(names)
    sentences = [part.strip() for part in _SENTENCE_END.split(_masked(text, known)) if part.strip()]
    found: list[Claim] = []
    before = ""
    for raw in sentences:
        sentence = " ".join(_MARKS.sub("", raw).split())
        if not raw.startswith(_NO_CLAIM_STARTS) and not sentence.endswith(("?", "？")):
            whole = len(sentences) == 1 or sentence.endswith(tuple(_ENDS))
            claimed = [c for grammar in _grammars() for c in grammar.claimed(sentence, before, whole=whole)]
            found += [claim._replace(names=_named(sentence, known)) for claim in claimed]
        before = sentence
    return list(dict.fromkeys(found))


def named_in(text: str, names: Collection[str]) -> tuple[str, ...]:
    """Those of `names` that `text` names: in quotes, or without if they have more than one word."""
    known = _longest_first(names)
    return _named(_masked(text, known), known)


def _longest_first(names: Collection[str]) -> list[str]:
    """So that no name hides within a longer one."""
    return sorted(names, key=len, reverse=True)


def _named(masked: str, known: list[str]) -> tuple[str, ...]:
    return tuple(known[int(at)] for at in re.findall(r"⟦t(\d+)⟧", masked))


def _masked(text: str, known: list[str]) -> str:
    """Quoted texts and code as ⟦q⟧, and names of tests, which are ours, as ⟦t⟧ with their place in `known`."""
    places = {name: f"⟦t{at}⟧" for at, name in enumerate(known)}
    plain = text.replace("’", "'")
    masked = _QUOTED.sub(lambda quoted: places.get(quoted[0].strip(_QUOTES), "⟦q⟧"), plain)
    for name in known:
        if " " in name:
            masked = masked.replace(name, places[name])
    return masked


@cache
def _grammars() -> tuple[_Grammar, ...]:
    tables = json.loads(files("optimize.assistant").joinpath("claims.json").read_text("utf-8"))
    return tuple(_grammar(table) for table in tables.values())


def _grammar(table: dict[str, Any]) -> _Grammar:
    verb = "|".join(sorted(table["verbs"], key=len, reverse=True))
    parts = {**table["parts"], "verb": f"(?P<verb>{verb})", "any_verb": f"(?:{verb})"}

    def pattern(template: str) -> re.Pattern[str]:
        while found := re.search(r"(?<!\?P)<(\w+)>", template):
            template = template.replace(found[0], parts[found[1]])
        return re.compile(template, re.IGNORECASE)

    shapes = [(kind, pattern(one)) for kind in _KINDS for one in table[kind]]
    return _Grammar(
        verbs=tuple((pattern(words), tuple(acts.split())) for words, acts in table["verbs"].items()),
        shapes=tuple(shapes),
        clause_end=pattern(f"({table['joint']}|{_CLAUSE_END})"),
        denied=pattern(f"{table['not']}|{table['unsure']}"),
        condition=pattern(table["condition"]),
        pronoun=pattern(table["pronoun"]),
        lead=pattern("<lead>"),
        ours=pattern("<ours>"),
    )
