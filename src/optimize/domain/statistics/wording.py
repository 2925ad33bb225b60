"""How numbers are said in a sentence."""

import math

_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def rate(share: float) -> str:
    """An assumed rate: 0.9 is "90 %", 0.5655 is "56.55 %", and no finer than that."""
    return f"{round(100 * share, 2):g} %"


def chance(share: float) -> str:
    """A computed chance to the nearest per cent, never rounded to an impossibility or a certainty it is not."""
    if 0 < share < 0.005:
        return "under 1 %"
    if 0.995 < share < 1:
        return "over 99 %"
    return f"{math.floor(100 * share + 0.5)} %"


def counted(count: int, noun: str) -> str:
    """A count with its noun: "no failures", "one failure", "11 failures"."""
    number = _WORDS[count] if 0 <= count < len(_WORDS) else str(count)
    return f"{number} {noun}" if count == 1 else f"{number} {noun}s"
