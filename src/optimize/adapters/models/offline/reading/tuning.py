"""`set the runs of t-3 to 12`: a change of runs, threshold, first message or name of a test, said as an order."""

import re
from functools import cache
from typing import NamedTuple

from optimize.adapters.models.offline.reading.called import called
from optimize.adapters.models.offline.reading.context import Context, KnownTest, Previous
from optimize.adapters.models.offline.reading.entities import plain_number
from optimize.adapters.models.offline.reading.folding import fold, is_cjk
from optimize.adapters.models.offline.reading.lexicon import number_words, pattern, spoken, table
from optimize.adapters.models.offline.reading.ordinals import ordinal_in
from optimize.adapters.models.offline.reading.outcome import Outcome, ask, one
from optimize.adapters.models.offline.reading.references import found_in, reference_in, tests_named
from optimize.adapters.models.offline.reading.refusals import refuse_edit, refuse_runs, refuse_setting
from optimize.adapters.models.offline.reading.request import Request
from optimize.adapters.models.offline.reading.settings import Settings, is_judged, refusal
from optimize.domain.statistics.counts import MAX_RUNS

_PERCENT = r"(?:\s*(?P<p>%|percent\b|prozent\b|pour cent\b|por ciento\b))?"
_NUMBER = rf"(?<![\d.,\w-])(?P<n>-?\d+(?:[.,]\d+)?)(?![\d\w]|[.,]\d){_PERCENT}"
_WIDE_NUMBER = r"(?P<n>-?\d+(?:[.,]\d+)?)(?:\s*(?P<p>%))?"
_MOST_LEFT = 8
"""Words that may say which test is meant; more of them say something else."""


class Tuned(NamedTuple):
    """The settings of an order, and what is left of it: which test is meant, if anything."""

    settings: Settings
    left: str
    ordered: bool
    noun_first: bool


def tuned(text: str, language: str, context: Context, previous: Previous | None = None) -> Outcome | None:
    """What comes of an order that changes settings, a first message or a name; None for any other message."""
    request = Request(text, language, context)
    said = _with_both_named(text, language, context)
    named = tests_named(said, context)
    found = _settings_of(_without_names(said, named), language)
    if found is None or (named and found.left) or _is_answer(found, named, previous):
        return _reworded(request, previous)
    tests = named or _meant(request, found, previous)
    if tests is None or isinstance(tests, Outcome):
        return _reworded(request, previous) or tests
    return _each(request, tests, found.settings)


def _with_both_named(text: str, language: str, context: Context) -> str:
    """`make both 10 runs`: the tests that one answer drafted, by their ids."""
    known = [test.id for one in context.together if (test := context.test(one))]
    match = pattern("both", language).search(fold(text)) if len(known) > 1 else None
    return f"{text[: match.start()]} {', '.join(known)} {text[match.end() :]}".strip() if match else text


def _is_answer(found: Tuned, named: list[KnownTest], previous: Previous | None) -> bool:
    """Beside an open question or card, bare settings belong to that."""
    waiting = previous is not None and (previous.question is not None or bool(previous.card and previous.card.instead))
    return waiting and not named and not found.left


@cache
def _source(kind: str, language: str) -> str:
    return "|".join(f"(?:{table('tuned')[code][kind]})" for code in spoken(language))


@cache
def _compiled(source: str) -> re.Pattern[str]:
    return re.compile(source)


def _without_names(text: str, named: list[KnownTest]) -> str:
    for test in named:
        for name in (test.name, test.id):
            while match := found_in(fold(text), name):
                text = f"{text[: match.start()]} {text[match.end() :]}"
    return text


def _settings_of(text: str, language: str) -> Tuned | None:
    """None unless the message is made of an order, settings, and words that may say which test."""
    folded = _in_digits(fold(text), language)
    rest = _compiled(rf"(?<!\w)(?:{_source('from', language)})").sub(" ", folded)
    rest, runs, first = _value("runs", rest, language)
    rest, threshold, before = _value("threshold", rest, language)
    if runs is None and threshold is None:
        return None
    if runs is not None and ("%" in runs or "." in runs):
        return None
    settings = Settings(int(runs) if runs else None, _share(threshold), None, "")
    cut = _compiled(_words("verb", language)).sub(" ", rest)
    ordered = cut != rest
    left = _compiled(_words("small", language)).sub(" ", cut)
    return Tuned(settings, re.sub(r"[\s,;:.!?\"'()/]+", " ", left).strip(), ordered, first or before)


def _words(kind: str, language: str) -> str:
    body = _source(kind, language)
    return rf"(?:{body})" if language in ("zh", "ja") else rf"(?<![\w-])(?:{body})(?![\w-])"


def _in_digits(folded: str, language: str) -> str:
    """Numbers in words as digits, where the setting's word follows or an order leads to them."""
    listed = [word for word, value in number_words(language).items() if value > 1]
    if not listed or is_cjk(folded):
        return folded
    source = rf"(?<!\w)(?:{'|'.join(map(re.escape, listed))})(?!\w)"
    return _compiled(source).sub(lambda match: str(number_words(language)[match.group()]), folded)


def _value(kind: str, text: str, language: str) -> tuple[str, str | None, bool]:
    """The text without the setting, its value, and whether the setting's word came before the number."""
    noun, to, behind = _source(kind, language), _source("to", language), r"(?:\s*(?:回|次))?"
    wide = language in ("zh", "ja")
    number, begin = (_WIDE_NUMBER, "") if wide else (_NUMBER, r"(?<!\w)")
    joined = rf"\s*(?:{to})?\s*" if wide else rf"(?:\s*(?:{to})\s*|\s+|(?<=[^\w\s]))"
    between = r"(?P<who>[^.!?\n]{1,80}?)"
    led = rf"(?:{to})\s*" if wide else rf"(?:{begin}|(?=[-:=]))(?:{to}) ?\s*"
    forms = (
        rf"{begin}{number}\s*(?:{noun})",
        rf"{begin}(?:{noun}){joined}{number}{behind}",
        rf"{begin}(?:{noun}){between}{led}{number}{behind}",
    )
    for at, form in enumerate(forms):
        if match := _compiled(form).search(text):
            who = match.groupdict().get("who") or ""
            value = f"{match['n']}{'%' if match['p'] else ''}".replace(",", ".")
            return f"{text[: match.start()]} {who} {text[match.end() :]}", value, at > 0
    return text, None, False


def _share(value: str | None) -> float | None:
    if value is None:
        return None
    share = float(plain_number(value.removesuffix("%")))
    return round(share / 100 if value.endswith("%") or share >= 10 else share, 6)


def _meant(request: Request, found: Tuned, previous: Previous | None) -> list[KnownTest] | Outcome | None:
    """The test that the words beside the settings say, else the one talked about last."""
    if placed := ordinal_in(request.text, request.language, request.context):
        return [placed.test] if placed.test else None
    if not found.left:
        return _it(request, previous) if found.ordered or found.noun_first else None
    if not (found.ordered or found.noun_first) or len(found.left.split()) > _MOST_LEFT or "_" in found.left:
        return None
    alike = reference_in(found.left, request.language, request.context, pronouns=False)
    if alike.test:
        return [alike.test]
    drafts = list(request.context.drafts())
    sure = found.ordered and found.noun_first and len(found.left.split()) <= _MOST_LEFT // 2
    return request.ask_which(alike.among or drafts, "ask_which_draft") if sure and drafts else None


def _it(request: Request, previous: Previous | None) -> list[KnownTest] | Outcome | None:
    """The test last talked about. An accepted one beside a draft of this thread leaves two: asked."""
    context = request.context
    named = tests_named(previous.message, context) if previous else []
    spoken_of = named[0] if len(named) == 1 else context.test(context.spoken_of or "")
    draft = context.test(context.last_draft or "")
    if spoken_of and spoken_of.state != "draft" and draft and draft.state == "draft":
        return request.ask_which([draft, spoken_of])
    it = spoken_of or (draft if draft and draft.state == "draft" else None)
    drafts = list(context.drafts())
    if it or len(drafts) == 1:
        return [it or drafts[0]]
    return request.ask_which(drafts, "ask_which_draft") if drafts else None


def _each(request: Request, tests: list[KnownTest], settings: Settings) -> Outcome:
    outcomes = [_one(request, test, settings) for test in tests]
    refused = next((outcome for outcome in outcomes if outcome.calls[0].tool == "decline"), None)
    return refused or Outcome([call for outcome in outcomes for call in outcome.calls], [])


def _one(request: Request, test: KnownTest, settings: Settings) -> Outcome:
    if settings.runs is not None and not 1 <= settings.runs <= MAX_RUNS:
        return refuse_runs(settings.runs, request.language)
    if test.state != "draft":
        return refuse_edit(test, request.language)
    wanted = settings._replace(
        runs=test.runs if settings.runs is None else settings.runs,
        threshold=test.threshold if settings.threshold is None else settings.threshold,
    )
    judged = any(is_judged(criterion.split("(")[0]) for criterion in test.criteria)
    if check := refusal(wanted, judged=judged):
        return refuse_setting(wanted, check, request.language)
    return one("revise_draft", test=test.id, runs=settings.runs, threshold=settings.threshold)


def _reworded(request: Request, previous: Previous | None) -> Outcome | None:
    """`change the first message of t-3 to: …`: all that stands before the colon or the `to` is the order."""
    folded = fold(request.text)
    matches = (_compiled(table("tuned")[code]["order"]).match(folded) for code in spoken(request.language))
    match = next(filter(None, matches), None)
    if match is None:
        return None
    field = "name" if _compiled(table("tuned")["names"]).match(match["field"]) else "situation"
    for who, new in _splits(request, match):
        tests = _whose(request._replace(text=who), previous)
        if isinstance(tests, Outcome):
            return tests
        if tests and new:
            return _with(request, tests[0], field, new)
    return None


def _splits(request: Request, match: re.Match[str]) -> list[tuple[str, str]]:
    """Who the field is of and its new text, in every way that the order can be read, the likeliest first."""
    text, parts = request.text, match.groupdict()
    if "who" in parts:
        kind = "quoted" if parts.get("quoted") else "new"
        return [(text[slice(*match.span("who"))], _bare(text[slice(*match.span(kind))]))]
    into = rf"(?<!\w)(?:{_source('into', request.language)})"
    ends = [*re.finditer(rf"(?:{into})?\s*:", fold(text)), *re.finditer(rf"{into}(?!\w)", fold(text))]
    return [(text[match.end() : end.start()], _bare(text[end.end() :])) for end in ends if end.start() >= match.end()]


def _bare(new: str) -> str:
    return new.strip(" \"'「」“”.。") if re.match(r"\s*[\"'「“]", new) else new.strip()


def _whose(request: Request, previous: Previous | None) -> list[KnownTest] | Outcome | None:
    if named := tests_named(request.text, request.context):
        return named
    left = _compiled(_words("small", request.language)).sub(" ", fold(request.text)).strip(" ,:\"'")
    if not left:
        return _it(request, previous)
    found = reference_in(request.text, request.language, request.context, pronouns=False)
    return [found.test] if found.test and len(left.split()) <= _MOST_LEFT else None


def _with(request: Request, test: KnownTest, field: str, new: str) -> Outcome:
    if test.state != "draft":
        return refuse_edit(test, request.language)
    return (
        one("revise_draft", test=test.id, **{field: new[:4_000]})
        if new
        else ask(request.say("ask_change", id=called(test, request.context)))
    )
