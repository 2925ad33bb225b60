"""What makes a message doubtful: wishes that any answer fulfils, orders smuggled in, texts that steer the judge."""

import re
from collections.abc import Iterator

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


_BLOCK = re.compile(
    r"<!--.*?-->|\[INST\].*?\[/INST\]|<(?P<tag>system|assistant|instructions?|tool)>.*?</(?P=tag)>"
    r"|\{[^{}]*\"(?:tool|function|tool_calls?)\"\s*:[^{}]*(?:\{[^{}]*\}[^{}]*)*\}",
    re.IGNORECASE | re.DOTALL,
)


def without_blocks(text: str) -> tuple[str, str | None]:
    """The text without comments, model markup and written-out calls, and the first of those: nobody types them."""
    match = _BLOCK.search(text)
    rest = _BLOCK.sub(" ", text).strip()
    return (rest, match.group()) if match and rest else (text, None)


def without_orders(text: str, language: str) -> tuple[str, str | None]:
    """The text without a piece that poses as an instruction to this assistant, and that piece. Quotes are content."""
    led = _led_by_order(text, language)
    if led:
        rest, more = without_orders(led[1], language)
        return rest, f"{led[0]}. {more}" if more else led[0]
    match = pattern("injection", language).search(_blanked(fold(text), _QUOTED.finditer(text)))
    if match is None or match.start() == 0:
        return text, None
    return text[: match.start()].rstrip(), text[match.start() :].strip(" .!?;\n。")


def _led_by_order(text: str, language: str) -> tuple[str, str] | None:
    """The first sentence if it is an order to this assistant, and what follows; an arrow makes it what a user says."""
    order, stop, rest = (*re.split(r"([.!;\n]+\s+)", text, maxsplit=1), "", "")[:3]
    folded = fold(order)
    opens = pattern("order_opens", language).match(folded) and not re.search(r"[-=]>|→|:", order)
    return (order.strip(), rest) if opens and stop and rest.strip() else None


def steers_the_judge(text: str, language: str) -> bool:
    """Whether a requirement speaks to whoever judges; what the user of the agent says is no requirement."""
    folded = fold(text)
    said = (quote for quote in _QUOTED.finditer(text) if _by_user(folded[: quote.start()], language))
    return bool(pattern("steer", language).search(_blanked(folded, said)))


_QUOTED = re.compile(r"\"[^\"]*\"|「[^」]*」|(?<!\w)'[^']*'(?!\w)")


def _by_user(before: str, language: str) -> bool:
    near = before[-40:]
    return bool(word_pattern("user", language).search(near)) and bool(
        pattern("says_quote", language).search(near[-28:])
    )


def _blanked(folded: str, quotes: Iterator[re.Match[str]]) -> str:
    for quote in quotes:
        folded = folded[: quote.start()] + " " * len(quote.group()) + folded[quote.end() :]
    return folded
