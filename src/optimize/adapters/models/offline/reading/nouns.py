"""Which tool a thing means that stands without a verb: `a refund`, `identity`, `Urlaubsantrag`."""

import re

from optimize.adapters.models.offline.reading.catalogue import Catalogue
from optimize.adapters.models.offline.reading.concepts import concepts_in
from optimize.adapters.models.offline.reading.folding import fold, is_cjk, words
from optimize.adapters.models.offline.reading.lexicon import cut, table
from optimize.adapters.models.offline.reading.profiles import name_words

_MOST_WORDS, _MOST_SIGNS = 6, 10
_ALIKE = 5


def tool_meant(noun: str, catalogue: Catalogue, language: str) -> str | None:
    """The one tool that a few words mean, by its name or by what it is for; None if none or several may be meant."""
    bare = cut("article", language, noun).strip(" .,;:!。，、")
    if named := catalogue.named(bare):
        return named[0].tool if len({mention.tool for mention in named}) == 1 else None
    short = len(bare) <= _MOST_SIGNS if is_cjk(bare) else len(bare.split()) <= _MOST_WORDS
    if not bare or not short:
        return None
    found = catalogue.called_after(bare) or catalogue.described(bare, nominal=True)
    return found.tool if found else _only_one(bare, catalogue, language)


def _only_one(noun: str, catalogue: Catalogue, language: str) -> str | None:
    """The one tool in whose name something of it stands; of several, the one that is for requests if it is one."""
    alike = [tool for tool in catalogue.tools if _begins_alike(noun, tool)]
    said = {concept.name for concept in concepts_in(noun, language)}
    found = (
        alike
        if len(alike) == 1
        else [
            tool
            for tool in catalogue.tools
            if said & {concept.name for concept in concepts_in(name_words(tool), "en")} or tool in alike
        ]
    )
    if len(found) > 1 and re.search(str(table("terse")[language]["request"]), fold(noun)):
        found = [tool for tool in found if "request" in name_words(tool).split()]
    return found[0] if len(found) == 1 else None


def _begins_alike(noun: str, tool: str) -> bool:
    """`notification` and `notify`."""
    own = [word for word in name_words(tool).split() if len(word) > _ALIKE]
    return any(word.startswith(begin[:_ALIKE]) for word in words(noun) for begin in own)


def searched_for(text: str, beside: str, catalogue: Catalogue, language: str) -> str | None:
    """The tool that a condition means; of several that do the same, the one about the thing of the tool `beside`."""
    if found := tool_meant(text, catalogue, language):
        return found
    able = [tool for tool in _able(text, catalogue, language) if tool != beside]
    about = [tool for tool in able if _things(beside) & _things(tool)]
    return able[0] if len(able) == 1 else about[0] if len(about) == 1 else None


def done_by(text: str, catalogue: Catalogue, language: str) -> str | None:
    """The one tool that a verb alone means."""
    able = _able(text, catalogue, language)
    return tool_meant(text, catalogue, language) or (able[0] if len(able) == 1 else None)


def _able(text: str, catalogue: Catalogue, language: str) -> list[str]:
    """The tools whose names begin with an act of the text."""
    acts = {concept.name for concept in concepts_in(text, language) if concept.act}
    first = {tool: concepts_in(name_words(tool), "en") for tool in catalogue.tools}
    return [tool for tool, said in first.items() if any(c.act and not c.start and c.name in acts for c in said)]


def _things(tool: str) -> set[str]:
    return {concept.name for concept in concepts_in(name_words(tool), "en") if not concept.act}
