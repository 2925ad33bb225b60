"""`calls A and, if the order is late, B`: a call that one case asks for, and that no check of calls can ask for."""

import re
from typing import NamedTuple

from optimize.adapters.models.offline.reading.catalogue import Catalogue
from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.reading.folding import fold, is_cjk
from optimize.adapters.models.offline.reading.lexicon import cut, opens, pattern, phrase, word_pattern
from optimize.adapters.models.offline.reading.nouns import tool_meant
from optimize.adapters.models.offline.reading.terse import parts_of_form, sentences_in


class Cases(NamedTuple):
    """The text without such cases, and each case as a sentence for a judge."""

    rest: str
    asserted: tuple[str, ...]


def without_cases(text: str, language: str, context: Context) -> Cases:
    """Only behind an act of the agent: a condition that opens a sentence is the situation that the test is about."""
    catalogue = Catalogue(context.agent.tools, language)
    asserted: list[str] = []
    for sentence in sentences_in(text, parts=False):
        found = parts_of_form("case_no", language, sentence)
        if found and not tool_meant(found["noun"], catalogue, language):
            asserted.append(f"{sentence[0].upper()}{sentence[1:]}{'。' if is_cjk(sentence) else '.'}")
            text = text.replace(sentence, found["cond"], 1)
            continue
        found = parts_of_form("case", language, sentence)
        if found and _about_calls(found["head"], found["act"], catalogue, language):
            asserted.append(_as_sentence(found["cond"], found["act"], catalogue, language))
            text = text.replace(sentence, _as_duty(found["head"].rstrip(" ,"), catalogue, language), 1)
    return Cases(text, tuple(asserted))


def _about_calls(head: str, act: str, catalogue: Catalogue, language: str) -> bool:
    if word_pattern("user", language).match(cut("article", language, fold(head))):
        return False
    first, then = _meant(head, catalogue, language), _meant(act, catalogue, language)
    return bool(first and then and first != then)


def _meant(text: str, catalogue: Catalogue, language: str) -> str | None:
    named = catalogue.named(text)
    found = named[0] if named else catalogue.described(text)
    return found.tool if found else tool_meant(text, catalogue, language)


def _as_duty(head: str, catalogue: Catalogue, language: str) -> str:
    """`vérifie le solde`, left alone, would be what a user asks for."""
    tool = _meant(head, catalogue, language)
    plain = not re.search(r"[\d\"']", head) and not pattern("coordination", language).search(fold(head))
    ordered = tool and plain and opens(head, language, "imperative")
    return phrase(language, "option_calls", tool=tool).rstrip(" .。") if ordered else head


def _as_sentence(condition: str, act: str, catalogue: Catalogue, language: str) -> str:
    act = act.strip(" .;。；")
    bare = re.fullmatch(r"`?(\w+)`?", act)
    if bare and bare.group(1) in catalogue.tools:
        act = phrase(language, "option_calls", tool=bare.group(1)).rstrip(" .。")
        act = act[0].lower() + act[1:]
    glue, stop = ("，" if language == "zh" else "、", "。") if is_cjk(condition) else (", ", ".")
    return f"{condition[0].upper()}{condition[1:]}{glue}{act}{stop}"
