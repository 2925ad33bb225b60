"""What of a message is left to carry out, without the commands that it forbids, asks about or only tells of."""

import re
from typing import Literal, NamedTuple

from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.reading.folding import fold
from optimize.adapters.models.offline.reading.intent import describes, intent_of, without_politeness
from optimize.adapters.models.offline.reading.lexicon import marks, opens, pattern, table, word_pattern
from optimize.adapters.models.offline.reading.moods import (
    Mention,
    Mood,
    describes_duty,
    first_verb,
    forbids_outright,
    is_deferred,
    is_negated,
    mentioned,
    mood_in_part,
    mood_of,
    speaks_of_people,
    told_in,
)
from optimize.adapters.models.offline.reading.plan import Remark
from optimize.adapters.models.offline.reading.references import tests_named

_SENTENCES = re.compile(r"(?<=[.!?;])\s+|(?<=[。！？；])\s*|\n+")
_HEADED = re.compile(
    r"(?i)\s*(?:(?:tests?|pruebas?|测试|テスト)\s*[:：]|test (?:that|whether|if|case)\b|(?:a|new) test\b|"
    r"(?:please )?(?:write|make|create|add|draft|build|give me) (?:me )?(?:an?|one|two|three|another|new)\b.{0,25}"
    r"\btests?\b|(?:schreib|erstell|écri|ecri|cr[eé]|escrib)\w*\b.{0,25}\b(?:tests?|pruebas?)\b)"
)
_READS = frozenset(
    (
        *("unsupported", "plan_runs", "cost_past", "cost", "compare", "suggest", "describe_criteria", "list_agents"),
        *("transcript", "health", "results", "list", "only_failed", "only_passed", "tools", "said", "copy", "undo"),
        *("schedule_off", "schedule_other"),
    )
)
"""What a sentence may ask for though it names a command: `how much does run all cost?`."""
_COMMANDS = frozenset(
    (
        *("accept", "accept_all", "discard", "retire", "amend", "activate"),
        *("cancel", "run", "run_all", "dry_run", "dry_run_all", "schedule"),
    )
)
_NOTHING_TO_DO = ("yes", "no", "thanks", "greeting", "help")
_SPENDING = ("run", "dry_run", "schedule", "experiment")


class Piece(NamedTuple):
    """A sentence, if `whole`, or a part of one. `mention`: the command it names."""

    text: str
    mood: Mood | None
    mention: Mention | None
    whole: bool


class Heard(NamedTuple):
    """The text that is left; `said` stands for all of it if nothing is. `named`: the test that was named besides."""

    text: str
    said: Remark | None
    named: str | None = None
    intent: str | None = None
    """What it is, where the words of a command would tell otherwise."""


def heard(text: str, language: str, context: Context, *, answering: bool = False) -> Heard:
    """`answering`: a question of ours is open, which `we don't run it any more` may answer with a reason."""
    if _HEADED.match(text):
        return Heard(text, None)
    pieces = [piece for sentence in _sentences(text) for piece in _pieces(sentence, language, context)]
    duty = any(describes_duty(piece.text, language) for piece in pieces)
    by_the_way = answering or duty or (speaks_of_people(text, language) and describes(text, language, context))
    if len(pieces) > 1 and _takes_back(pieces[-1], language):
        pieces = [piece._replace(mood="refused") if piece.mention else piece for piece in pieces[:-1]]
    refused = [piece for piece in pieces if _is_out(piece, language, by_the_way=by_the_way)]
    if not refused:
        other = not any(piece.mood for piece in pieces) and _is_no_order(text, language, context)
        return Heard(text, None, intent="describe" if other else None)
    ordered = any(piece.mood == "ordered" for piece in pieces)
    kept = [piece for piece in pieces if piece not in refused and (ordered or _stands(piece, language, context))]
    left = _joined(kept)
    if ordered and not tests_named(left, context) and any(_excepts(piece, context) for piece in refused):
        return Heard(text, None)
    named = [piece for piece in refused if piece.mention]
    if _is_wanted(left, language, context, ordered=ordered):
        besides = [test.id for piece in named for test in tests_named(piece.text, context)]
        return Heard(left, None, besides[0] if len(set(besides)) == 1 else None)
    return Heard(text, None if answering and not named else _answer((*named, *refused)[0], language))


def asks(text: str, language: str, context: Context) -> bool:
    """Whether the message only asks about a command."""
    mention = mentioned(text, language, context)
    return mention is not None and mood_of(text, language, mention) == "asked"


def _is_no_order(text: str, language: str, context: Context) -> bool:
    """`do not accept cash`: a ban or a question on a command's verb, but about something else than tests."""
    verb = first_verb(text, language)
    if verb is None or mentioned(text, language, context) or intent_of(text, language, context) not in _COMMANDS:
        return False
    return is_negated(fold(text), language, verb) or mood_of(text, language, verb) in (
        "asked",
        "refused",
        "conditional",
    )


def _sentences(text: str) -> list[str]:
    return [part for part in _SENTENCES.split(text) if part.strip()]


def _pieces(sentence: str, language: str, context: Context) -> list[Piece]:
    """The sentence as one piece, unless its parts order and forbid on their own."""
    whole, parts = Piece(sentence, None, None, True), _parts(sentence, language)
    mention = mentioned(sentence, language, context)
    if re.search(r"->|→", sentence) or not (mention or any(_speaks(part, language, context) for part in parts)):
        return [whole]
    if mention and (mood := _mood(sentence, language, context, mention)):
        return [whole if mood == "none" else whole._replace(mood=mood, mention=mention)]
    if any(_only_named(part, language, context) for part in parts[1:]):
        return [whole]
    tells = describes(sentence, language, context)
    pieces = [_piece(part, language, context, tells=tells, alone=len(parts) == 1) for part in parts]
    agent = next(
        (at for at, part in enumerate(parts) if word_pattern("agent", language).search(fold(part))), len(parts)
    )
    # `the agent apologises and cancels nothing`: what stands behind the agent is what it does.
    return [piece if at <= agent else piece._replace(mood=None, mention=None) for at, piece in enumerate(pieces)]


def _speaks(part: str, language: str, context: Context) -> bool:
    return bool(told_in(language, "bare_not").match(fold(part)) or mentioned(part, language, context))


def _mood(sentence: str, language: str, context: Context, mention: Mention) -> Mood | Literal["none"] | None:
    """The mood of the whole sentence; `none` if it speaks of something else, None if its parts have to be seen."""
    mood = mood_of(sentence, language, mention)
    duty = mood == "refused" or (mood == "conditional" and marks(sentence, language, "must"))
    if duty and describes(sentence, language, context):
        mood = None
    if _reads(sentence, language, context, mention, mood):
        return "none"
    asks = mood == "asked" and re.search(r"[?？]\W*$", sentence)
    return "none" if mood in ("asked", "refused") and not asks and describes_duty(sentence, language) else mood


def _reads(sentence: str, language: str, context: Context, mention: Mention, mood: Mood | None) -> bool:
    """`how much does run all cost?`, `list what never ran`: something to be read, though it names a command."""
    if told_in(language, "how_long").search(fold(sentence)) or intent_of(sentence, language, context) not in _READS:
        return False
    forbidden = is_negated(fold(sentence), language, mention) and not opens(sentence, language, "order", "question")
    return mood == "asked" or not forbidden


def _parts(sentence: str, language: str) -> list[str]:
    """The sentence cut where another order may begin; what only goes on with the part before stays with it."""
    parts: list[str] = []
    begin = 0
    for match in told_in(language, "splits").finditer(fold(sentence)):
        behind = fold(sentence[match.end() :])
        if not behind.strip() or told_in(language, "joined").match(behind):
            continue
        parts.append(sentence[begin : match.start()].strip())
        begin = match.end()
    return [part for part in (*parts, sentence[begin:].strip()) if part]


def _only_named(part: str, language: str, context: Context) -> bool:
    """`verwirf nicht t-1, sondern t-2`: the verb of one part is that of the other, too."""
    return bool(tests_named(part, context)) and mentioned(part, language, context) is None


def _piece(part: str, language: str, context: Context, *, tells: bool, alone: bool) -> Piece:
    """`tells`: the sentence describes a test, so that only a not makes its commands none; `alone`: it is all of it."""
    mention = mentioned(part, language, context)
    if told_in(language, "bare_not").match(fold(part)):
        return Piece(part, "refused", mention, whole=False)
    held = not alone and told_in(language, "hold").fullmatch(fold(part))
    if mention is None or held or describes_duty(part, language):
        return Piece(part, None, None, whole=False)
    mood = mood_in_part(part, language, mention, context)
    only_told = mood == "refused" and not is_negated(fold(part), language, mention)
    if only_told and (tells or (marks(part, language, "must") and not re.search(r"\b(?:i|we|you)\b", fold(part)))):
        return Piece(part, None, None, whole=False)
    if mood == "ordered" and (aside := told_in(language, "asides").search(fold(part))):
        part = part[: aside.start()] + part[aside.end() :]
    return Piece(part, mood, mention, whole=False)


def _is_out(piece: Piece, language: str, *, by_the_way: bool) -> bool:
    """`by_the_way`: something else than commands is spoken of, so that only an outright ban is one."""
    if piece.mood == "refused" and by_the_way and piece.mention:
        return forbids_outright(piece.text, language, piece.mention)
    return piece.mood in ("refused", "asked", "conditional")


def _takes_back(last: Piece, language: str) -> bool:
    """`run all … no`, `run all, but not today`."""
    text = fold(last.text)
    later = told_in(language, "later").match(text)
    return bool(later or (not last.mention and pattern("no", language).match(text)))


def _excepts(piece: Piece, context: Context) -> bool:
    """`run all tests, but not t-3`: a test that is only left out of what is ordered."""
    return piece.mention is None and bool(tests_named(piece.text, context))


def _stands(piece: Piece, language: str, context: Context) -> bool:
    """`I still need it` goes with what it explains; a sentence of its own, or a request, does not."""
    return (
        piece.whole
        or opens(without_politeness(piece.text, language), language, "order", "question")
        or describes(piece.text, language, context)
    )


def _joined(kept: list[Piece]) -> str:
    text = ""
    for piece in kept:
        glue = "" if not text else " " if piece.whole or re.search(r"[.!?。！？]$", text) else ", "
        text += glue + piece.text
    return text


def _is_wanted(left: str, language: str, context: Context, *, ordered: bool) -> bool:
    if not re.search(r"\w", left):
        return False
    intent = intent_of(left, language, context)
    return ordered or (intent not in _NOTHING_TO_DO and (intent != "describe" or describes(left, language, context)))


def _answer(piece: Piece, language: str) -> Remark:
    phrases = table("orders")[language]["phrases"]
    command = piece.mention.command if piece.mention else "revise"
    if piece.mood == "conditional":
        why = "deferred" if is_deferred(piece.text, language) else "conditional"
        return Remark(code="nothing_done", text=phrases[why])
    if piece.mood == "refused":
        return Remark(code="nothing_done", text=phrases["nothing_run" if command in _SPENDING else "nothing_changed"])
    keys = [key for key in ("how_long", "who") if told_in(language, key).search(fold(piece.text))]
    return Remark(code="command_told", text=" ".join(phrases[key] for key in (*keys, command)))
