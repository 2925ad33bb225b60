"""Around the reader: what must not be taken for an order is taken out before, and held back after."""

import re
from collections.abc import Callable

from optimize.adapters.models.offline.reading.asked_why import asked_why, reason_given
from optimize.adapters.models.offline.reading.context import Context, Previous
from optimize.adapters.models.offline.reading.courtesies import without_courtesies
from optimize.adapters.models.offline.reading.doubted import counted, doubted
from optimize.adapters.models.offline.reading.folding import clean, fold
from optimize.adapters.models.offline.reading.language import language_of
from optimize.adapters.models.offline.reading.masked import masked
from optimize.adapters.models.offline.reading.moments import postponed
from optimize.adapters.models.offline.reading.picked import answered, asked_again
from optimize.adapters.models.offline.reading.plan import Plan
from optimize.adapters.models.offline.reading.pointing_back import pointed_back
from optimize.adapters.models.offline.reading.stops import stopping
from optimize.adapters.models.offline.reading.two_orders import one_at_a_time, only_failed

_HEADING = re.compile(r"\W*(?:\w+(?:ing|ion|ung)|取消|キャンセル)\s?[:：]")
"""`Cancellation: …`: the name of an act as a heading, under which nothing is ordered or forbidden to us."""
_Read = Callable[[str, Context, Previous | None], Plan]


def carefully(message: str, context: Context, previous: Previous | None, read: _Read) -> Plan:
    """The plan for `message` that `read` makes of what is left to carry out."""
    fallback = language_of(previous.message) if previous else "en"
    plain = clean(message)
    text = masked(plain, context, fallback)
    # Signs without kana may be Japanese as well.
    language = "ja" if fallback == "ja" and language_of(text, fallback) == "zh" else language_of(text, fallback)
    text = without_courtesies(text, language, context)
    before = asked_why(_masked(previous, context), context)
    if plan := doubted(text, language, before, context):
        return plan
    text = counted(text, language, before)
    pointed = pointed_back(text, language, context, before)
    if pointed.plan:
        return pointed.plan
    text = pointed.text
    answer = answered(text, language, context, before)
    if plan := answer.plan or reason_given(answer.text, language, context, answer.previous):
        return plan
    if plan := stopping(text, language, context):
        return plan
    if plan := postponed(text, language, context, lambda rest: read(rest, context, None)):
        return plan
    if plan := only_failed(text, language, context):
        return plan
    # The message goes on as it was written where nothing of it was changed.
    plan = read(message if answer.text == plain else answer.text, context, answer.previous)
    if not plan.calls and plan.intent == "not_ordered" and _HEADING.match(fold(text)):
        plan = read(f"Test: {text}", context, answer.previous)
    plan = asked_again(plan, before, answer.previous)
    return one_at_a_time(plan, text, context)


def _masked(previous: Previous | None, context: Context) -> Previous | None:
    if previous is None:
        return None
    said = masked(clean(previous.message), context, "en")
    return previous if said == clean(previous.message) else previous.model_copy(update={"message": said})
