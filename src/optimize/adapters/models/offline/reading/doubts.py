"""What makes a message doubtful: wishes that any answer fulfils, orders smuggled in, texts that steer the judge."""

import re

from optimize.adapters.models.offline.reading.folding import fold, is_cjk, stem, words
from optimize.adapters.models.offline.reading.lexicon import pattern, spoken, table, word_pattern


def is_vague(text: str, language: str) -> bool:
    """Whether a wish is made of nothing but praise and small words, so that it passes on almost anything."""
    folded = fold(text)
    if is_cjk(text):
        return bool(pattern("vague_wide", language).search(text)) and not pattern("concrete_wide", language).search(
            text
        )
    praise = word_pattern("vague", language)
    plain = _words("plain", language)
    known = plain | {stem(word) for word in plain}
    said = words(re.sub(r"[\"'()]", " ", folded))
    praised = [word for word in said if praise.fullmatch(word)]
    return bool(praised) and all(word in praised or word in known or stem(word) in known for word in said)


def _words(kind: str, language: str) -> frozenset[str]:
    listed = " ".join(table(code)["words"].get(kind, "") for code in spoken(language))
    return frozenset(map(fold, listed.split()))


def without_orders(text: str, language: str) -> tuple[str, str | None]:
    """The text without a piece that poses as an instruction to this assistant, and that piece."""
    match = pattern("injection", language).search(fold(text))
    if match is None or match.start() == 0:
        return text, None
    return text[: match.start()].rstrip(), text[match.start() :].strip()


def steers_the_judge(text: str, language: str) -> bool:
    """Whether a requirement speaks to whoever judges instead of describing the agent."""
    return bool(pattern("steer", language).search(fold(text)))
