"""Short forms that name things rather than acts, put in words that name the tools: `first identity, then balance`."""

import re
from functools import cache

from optimize.adapters.models.offline.reading.catalogue import Catalogue
from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.reading.folding import fold, is_cjk
from optimize.adapters.models.offline.reading.lexicon import marks, pattern, phrase, spoken, table
from optimize.adapters.models.offline.reading.nouns import done_by, searched_for, tool_meant

_SENTENCES = re.compile(r"(?<=[.!?;])(?<!\bmax\.)(?<!\bMax\.)\s+|(?<=[。！？；])\s*|\n+")
_WHOLE = re.compile(_SENTENCES.pattern.replace(";", "").replace("；", ""))
_VALUE = re.compile(r"[\d\"=]")
_BOTH = 2
_PIECES = re.compile(r"\s*(?:[,，、;；]|->|→)\s*")
_ENDS = re.compile(r"[\s.!;。！；]+$")


def with_tools(text: str, language: str, context: Context) -> str:
    """The text with each sentence of such a form in words that name the tools; all others as they are."""
    catalogue = Catalogue(context.agent.tools, language)
    if not catalogue.tools:
        return text
    sentences = sentences_in(text)
    for sentence in sentences:
        forms = (*_FORMS, *_ALONE) if len(sentences) == 1 else _FORMS
        put_so = (form(sentence, catalogue, language) for form in forms)
        found = (put for put in put_so if put and _keeps_values(sentence, put))
        if put := next(found, None):
            text = text.replace(sentence, put, 1)
    return text


def sentences_in(text: str, *, parts: bool = True) -> list[str]:
    """The sentences, without what ends them; `parts`: cut at semicolons as well."""
    cuts = _SENTENCES if parts else _WHOLE
    found = (_ENDS.sub("", sentence).strip() for sentence in cuts.split(text))
    return [sentence for sentence in found if sentence]


def _keeps_values(sentence: str, put: str) -> bool:
    """Whether every number of the sentence is still there."""
    return all(number in put for number in re.findall(r"\d+", sentence))


def _row(sentence: str, catalogue: Catalogue, language: str) -> str | None:
    """`first identity, then balance`: each piece a thing that one tool stands for."""
    pieces = [piece for piece in _PIECES.split(sentence) if piece.strip()]
    places = [_without(piece, language, "then" if at else "first") for at, piece in enumerate(pieces)]
    if (
        pieces
        and places[0] is None
        and (match := _compiled(str(_forms(language)["first_behind"])).search(fold(pieces[0])))
    ):
        places[0] = pieces[0][: match.start()]
    if len(pieces) < _BOTH or None in places or _VALUE.search(sentence):
        return None
    tools = [tool_meant(place, catalogue, language) for place in places if place is not None]
    named = [tool for tool in tools if tool]
    if len(named) < len(pieces) or len(set(named)) < len(named):
        return None
    return _ordered(named)


def _ordered(tools: list[str]) -> str:
    """In words that are no name of a parameter, as `first` may be."""
    return ", ".join(f"{'then' if at else 'initially'} {tool}" for at, tool in enumerate(tools))


def _most(sentence: str, catalogue: Catalogue, language: str) -> str | None:
    """`max. one refund`."""
    found = parts_of_form("most", language, sentence)
    tool = tool_meant(found["noun"], catalogue, language) if found else None
    if not tool:
        return None
    said = fold(found["n"])
    count = int(said) if said.isdigit() else table("terse")["counts"].get(said)
    return f"call {tool} at most {count} times" if count else None


def _neither(sentence: str, catalogue: Catalogue, language: str) -> str | None:
    """`neither a refund nor a notification`."""
    found = parts_of_form("neither", language, sentence)
    tools = [tool_meant(found[key], catalogue, language) for key in ("one", "two")] if found else []
    return _all_of(tools, "option_never_calls", language)


def _both(sentence: str, catalogue: Catalogue, language: str) -> str | None:
    """`reads invoice and order`: the second thing has the verb of the first."""
    found = parts_of_form("verb", language, sentence)
    things = [f"{found['verb']} {found[key]}" for key in ("one", "two")] if found else []
    return _all_of([_done(thing, catalogue) for thing in things], "option_calls", language)


def _done(text: str, catalogue: Catalogue) -> str | None:
    meant = catalogue.described(text)
    return meant.tool if meant else None


def _infinitive(sentence: str, catalogue: Catalogue, language: str) -> str | None:
    """`Urlaubsantrag einreichen`, of a tool that changes something; not where it stands in an order of two."""
    found = {} if marks(sentence, language, "before_word", "after") else parts_of_form("infinitive", language, sentence)
    tool = _done(found["all"], catalogue) or tool_meant(found["all"], catalogue, language) if found else None
    return phrase(language, "option_calls", tool=tool) if tool and catalogue.tools[tool].writes else None


def _in_case(sentence: str, catalogue: Catalogue, language: str) -> str | None:
    """`if the balance is zero, no leave request`."""
    found = parts_of_form("case_no", language, sentence)
    if not found:
        return None
    tool = tool_meant(found["noun"], catalogue, language)
    if tool is None:
        return None
    said = phrase(language, "option_never_calls", tool=tool)
    glue = "，" if is_cjk(found["cond"]) else ", "
    return _ENDS.sub("", f"{found['cond']}{glue}{said[0].lower()}{said[1:]}")


def _never_before(sentence: str, catalogue: Catalogue, language: str) -> str | None:
    """`never book before it searches`: an order of the two calls, where both are known."""
    found = parts_of_form("never_before", language, sentence)
    if not found or any(pattern("coordination", language).search(fold(found[key])) for key in ("act", "until")):
        return None
    main = done_by(found["act"], catalogue, language)
    first = searched_for(found["until"], main, catalogue, language) if main else None
    return f"never {main} without {first} before" if main and first and main != first else None


def _in_turn(sentence: str, catalogue: Catalogue, language: str) -> str | None:
    """`Aしてから、Bする`."""
    found = parts_of_form("in_turn", language, sentence)
    tools = [tool for key in found if (tool := done_by(found[key], catalogue, language))]
    if len(set(tools)) < _BOTH or _VALUE.search(sentence):
        return None
    return _ordered(tools)


_FORMS = (_row, _most, _neither, _both, _in_case, _never_before)
_ALONE = (_in_turn, _infinitive)
"""Forms that mean so much only where nothing else is said."""


def _all_of(tools: list[str | None], key: str, language: str) -> str | None:
    named = [tool for tool in tools if tool]
    if not named or len(named) < len(tools) or len(set(named)) < len(named):
        return None
    return _ENDS.sub("", " ".join(phrase(language, key, tool=tool) for tool in named))


def _without(piece: str, language: str, kind: str) -> str | None:
    match = next((m for code in spoken(language) if (m := _compiled(str(_forms(code)[kind])).match(fold(piece)))), None)
    return piece[match.end() :] if match else None


def parts_of_form(kind: str, language: str, sentence: str) -> dict[str, str]:
    """The named parts of a form, as they are written; empty if the sentence has another form."""
    source = _forms(language).get(kind)
    match = _compiled(str(source)).search(fold(sentence)) if source else None
    if match is None:
        return {}
    return {name.rstrip("23"): sentence[slice(*match.span(name))] for name, said in match.groupdict().items() if said}


def _forms(language: str) -> dict[str, object]:
    found: dict[str, object] = table("terse")[language]
    return found


@cache
def _compiled(source: str) -> re.Pattern[str]:
    return re.compile(source)
