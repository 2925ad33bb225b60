"""A persona's goal, told in the first person."""

import re

from optimize.adapters.models.offline.reading.language import language_of
from optimize.domain.text import shortened

_LONGEST = 240
_STAGE_DIRECTION = re.compile(
    r"^(?:if|when|only|do not|don't|never|be |stay |keep |insist|reveal|first|then|wenn|falls|nur|nicht|si|cuando|solo|"
    r"no )\b",
    re.IGNORECASE,
)
_SUBJECT = r"(?:(?:the|a|an) [\w-]+(?: [\w-]+){0,2}?|he|she|they|you|user|customer)"
_OPENINGS: dict[str, tuple[tuple[str, str], ...]] = {
    "en": (
        (rf"^{_SUBJECT} (?:wants?|would like|needs?|wishes?|tries|try|is trying|insists?) (?:to|on) ", "I want to "),
        (rf"^{_SUBJECT} (?:wants?|would like|needs?) ", "I want "),
        (r"^(?:wants?|would like|needs?|tries|try) to |^(?:your |the )?goal (?:is|:) (?:to )?|^to ", "I want to "),
        (r"^(?:wants?|would like|needs?) ", "I want "),
        (
            r"^(?=(?:get|cancel|book|change|return|find|buy|have|make|obtain|refund|move|order|know|learn|ask)\b)",
            "I want to ",
        ),
    ),
    "de": ((r"^(?:(?:der|die|das) \w+ |er |sie )?(?:will|möchte|wollen|möchten) ", "Ich möchte "),),
    "fr": ((r"^(?:(?:le |la |l'|un |une )\w+ |il |elle )?(?:veut|voudrait|souhaite) ", "Je voudrais "),),
    "es": ((r"^(?:(?:el |la |un |una )\w+ |él |ella )?(?:quiere|desea|quisiera) ", "Quiero "),),
    "zh": ((r"^(?:用户|客户|顾客|他|她)?(?:想要|想|希望|要)", "我想"),),
    "ja": ((r"^(?:利用者|ユーザー|顧客|客|お客様|彼|彼女)[はが]", ""),),
}
_OWN: dict[str, tuple[tuple[str, str], ...]] = {
    "en": (
        (r"\b(?:his|their|your)\b", "my"),
        (r"\bher (?=\w)", "my "),
        (r"\b(?:he|she|they|you) (?:is|are)\b", "I am"),
        (r"\b(?:he|she|they|you) (?:has|have)\b", "I have"),
        (r"\b(?:he|she|they|you)\b", "I"),
        (r"\b(?:him|them|her)\b", "me"),
    ),
    "de": ((r"\b(?:sein|ihr)(?=(?:e|en|em|er|es)?\b)", "mein"), (r"\b(?:er|sie) hat\b", "ich habe")),
    "fr": ((r"\bson\b", "mon"), (r"\bsa\b", "ma"), (r"\bses\b", "mes")),
    "es": ((r"\bsus\b", "mis"), (r"\bsu\b", "mi")),
    "zh": ((r"他的|她的|其", "我的"),),
    "ja": (),
}


def wish_of(goal: str) -> str | None:
    """The goal as its owner would say it; None if it has no form that can be turned into speech."""
    sentences = [s.strip() for s in re.split(r"(?<=[.!?。！？])\s*|\n", goal) if s.strip()]
    told = [s for s in sentences if not _STAGE_DIRECTION.match(s)] or sentences[:1]
    return as_own(told[0]) if told else None


def as_own(sentence: str) -> str | None:
    language = language_of(sentence)
    for pattern, opening in _OPENINGS.get(language, ()):
        match = re.match(pattern, sentence, flags=re.IGNORECASE)
        if match:
            return _finished(opening + owned(_lowered(sentence[match.end() :]), language))
    return None


def _lowered(text: str) -> str:
    """Without the capital of a sentence's first word; names in capitals stay."""
    return text[:1].lower() + text[1:] if text[1:2].islower() else text


def owned(text: str, language: str) -> str:
    """Third-person possessives and pronouns turned into the speaker's own."""
    for pattern, mine in _OWN.get(language, ()):
        text = re.sub(pattern, mine, text, flags=re.IGNORECASE)
    return text


def _finished(text: str) -> str:
    short = shortened(text, _LONGEST)
    return (
        short
        if short.endswith((".", "!", "?", "…", "。", "！", "？"))
        else f"{short}{'。' if _is_wide(short) else '.'}"
    )


def _is_wide(text: str) -> bool:
    return bool(re.search(r"[\u3040-\u30ff\u3400-\u9fff]", text))
