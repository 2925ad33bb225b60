"""Numbers as people write them: thousands separators, decimal commas, currency signs, percent."""

import re
from decimal import Decimal

NUMBER = re.compile(
    r"(?<![\w.,])(?P<money>[$€£¥]\s?)?(?P<digits>\d+(?:[.,'’]\d+)*(?:[ \u00a0\u202f]\d{3}(?!\d))*(?:[.,]\d+)?)"
    r"(?P<percent>\s?%)?(?P<unit>\s?(?:[$€£¥]|EUR|USD|GBP|CHF|JPY|CNY|euros?|dollars?|pounds?|元|円)(?![A-Za-z]))?"
)
WORDS = {
    word: str(n)
    for n, words in enumerate(
        (
            "zero null zéro cero",
            "one ein eine einen un une uno una",
            "two zwei deux dos",
            "three drei trois tres",
            "four vier quatre cuatro",
            "five fünf cinq cinco",
            "six sechs seis",
            "seven sieben sept siete",
            "eight acht huit ocho",
            "nine neun neuf nueve",
            "ten zehn dix diez",
            "eleven elf onze once",
            "twelve zwölf douze doce",
        )
    )
    for word in words.split()
}


def values_of(digits: str) -> frozenset[Decimal]:
    """What the digits may mean. “1.234” may be a thousand or a fraction; both are kept."""
    bare = re.sub(r"[\s'’\u00a0\u202f]", "", digits)
    marks = [c for c in bare if c in ".,"]
    if not marks:
        return frozenset({Decimal(bare)})
    if len(set(marks)) == 2:
        return frozenset({_with_decimal(bare, marks[-1])})
    if len(marks) > 1:
        return frozenset({Decimal(bare.replace(marks[0], ""))})
    whole, _, rest = bare.partition(marks[0])
    fraction = Decimal(f"{whole}.{rest}")
    if len(rest) == 3 and len(whole) <= 3 and whole != "0":
        return frozenset({fraction, Decimal(whole + rest)})
    return frozenset({fraction})


def _with_decimal(bare: str, mark: str) -> Decimal:
    head, _, tail = bare.rpartition(mark)
    return Decimal(f"{re.sub('[.,]', '', head)}.{tail}")


def spelled(text: str) -> frozenset[Decimal]:
    """Small numbers written as words."""
    return frozenset(Decimal(WORDS[word]) for word in re.findall(r"\w+", text.casefold()) if word in WORDS)
