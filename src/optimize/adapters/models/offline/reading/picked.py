"""What is said after a question of ours: an answer to it only if it is nothing else."""

import re
from typing import NamedTuple

from optimize.adapters.models.offline.reading.answering import completed
from optimize.adapters.models.offline.reading.called import of_label
from optimize.adapters.models.offline.reading.context import Context, Previous
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.intent import describes, intent_of
from optimize.adapters.models.offline.reading.language import language_of
from optimize.adapters.models.offline.reading.lexicon import opens, table
from optimize.adapters.models.offline.reading.masked import by_id
from optimize.adapters.models.offline.reading.moods import first_verb
from optimize.adapters.models.offline.reading.outcome import remark
from optimize.adapters.models.offline.reading.plan import Plan, Remark
from optimize.adapters.models.offline.reading.references import tests_named
from optimize.adapters.models.offline.reading.signs import sign, telling

_PICKED = ("accept", "discard", "dry_run", "run", "show", "amend", "retire", "edit")
_REASONED = ("retire", "amend", "activate")
_LOST = ("describe", "yes", "no", "thanks", "greeting", "help")
_BOTH = 2
_GLUE = {"zh": "和", "ja": "と"}
"""Ids alone would be read as English."""


class Answer(NamedTuple):
    """`text`: the message as the reader gets it; `previous`: without its question if this is no answer to it."""

    text: str
    previous: Previous | None
    plan: Plan | None = None


def answered(text: str, language: str, context: Context, previous: Previous | None) -> Answer:
    """Told apart only after a question on a command; a description is completed by whatever is said."""
    if previous is None or not previous.question:
        return Answer(text, previous)
    before = intent_of(previous.message, language_of(previous.message), context)
    if before not in (*_PICKED, *_REASONED):
        return Answer(text, previous)
    if before in _PICKED and describes(text, language, context):
        return Answer(text, previous)
    bare = by_id(text.replace("*", "").strip(), context)
    if sign("both", language).match(fold(bare)) and (ids := _offered(bare, language, previous, context)):
        return Answer(ids, previous)
    if _stands_alone(bare, language, context, previous, before):
        return Answer(bare, previous.model_copy(update={"question": None, "options": ()}))
    return Answer(text, previous, _no_answer(bare, language, previous, before))


def _offered(text: str, language: str, previous: Previous, context: Context) -> str:
    """The ids of all that was offered, where `both` can only mean them."""
    ids = [test.id for option in previous.options if (test := of_label(option, context))]
    only_two = len(ids) == _BOTH or not re.search(r"\b(?:both|beiden?|deux|dos|ambos)\b|两|両|二|2", fold(text))
    return _GLUE.get(language, " ").join(ids) if ids and len(ids) == len(previous.options) and only_two else ""


def _no_answer(text: str, language: str, previous: Previous, before: str) -> Plan | None:
    """What is said to a doubt, a refusal, a `not that one` or a question on the question; None for an answer."""
    folded = fold(text)
    if sign("keep", language).search(folded):
        return _plan(language, remark(language, "nothing_done"))
    asks = _is_question(text, language)
    spared = bool(previous.options) and sign("not", language).search(folded)
    if not (asks or spared or sign("doubt", language).search(folded)):
        return None
    told = [_explained(language, before)] if asks and before in table("orders")[language]["phrases"] else []
    return _plan(language, *told, telling(language, "ask_again", question=str(previous.question)))


def _plan(language: str, *said: Remark) -> Plan:
    return Plan(language=language, intent="not_ordered", remarks=said)


def _explained(language: str, command: str) -> Remark:
    return Remark(code="command_told", text=table("orders")[language]["phrases"][command])


def _is_question(text: str, language: str) -> bool:
    return text.rstrip().endswith(("?", "？", "か", "か。")) or opens(text, language, "question")


def _stands_alone(text: str, language: str, context: Context, previous: Previous, before: str) -> bool:
    """A question or an order of its own, or words with which the order before would become another one."""
    own = intent_of(text, language, context)
    if _is_question(text, language) and own not in _LOST:
        return True
    verb = first_verb(text, language)
    if before in _REASONED and not previous.options:
        return (verb is not None or own == "show") and opens(text, language, "order") and own not in (*_LOST, "edit")
    if verb is not None and own not in (*_LOST, "show"):
        return True
    if own == "edit" and tests_named(text, context):
        return True
    whole = completed(text, previous, language, context)
    picks = any(option in whole for option in previous.options)
    return not picks and intent_of(whole, language, context) != before


def asked_again(plan: Plan, previous: Previous | None, now: Previous | None) -> Plan:
    """The question once more, where the message stood alone and nothing could be made of it."""
    question = previous.question if previous else None
    lost = plan.intent == "describe" or any(call.tool == "draft_test" for call in plan.calls)
    if not question or previous is now or not lost:
        return plan
    return _plan(plan.language, telling(plan.language, "ask_again", question=question))
