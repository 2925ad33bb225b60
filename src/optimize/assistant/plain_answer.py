"""A typed yes or no, in the languages the product speaks."""

import re
from typing import Literal

from optimize.domain.text import fold

Kind = Literal["yes", "no", "filler"]

_YES = (
    "yes|y|yep|yeah|yea|yup|yess|yes please|ok|okay|sure|approve|approved|do it|go ahead|please do",
    "sounds good|go for it|confirmed",
    "ja|jo|ja bitte|jawohl|gerne|mach das|mach es|mach's|einverstanden|klar|na klar|passt",
    "oui|oui merci|d'accord|vas-y|allez-y|bien sûr|bien sur",
    "sí|si|vale|adelante|de acuerdo|claro|hazlo|por supuesto",
    "是|是的|好|好的|可以|同意|确认|没问题|行",
    "はい|ええ|お願いします|いいです|了解|うん",
)
_NO = (
    "no|n|nope|nah|don't|do not|stop|cancel|not now|not yet|no thanks|later|maybe later",
    "nein|nein danke|nicht|lieber nicht|noch nicht|jetzt nicht|nicht jetzt|später|spaeter|vielleicht später",
    "non|non merci|pas maintenant|pas encore|plus tard|peut-être plus tard",
    "no gracias|ahora no|todavía no|todavia no|aún no|aun no|más tarde|mas tarde|luego",
    "不|不是|不要|不行|取消|还没|还没有|还不|现在不|以后|稍后|以后再说",
    "いいえ|やめて|いや|結構です|まだ|まだです|あとで|後で|また今度",
)
_FILLER = (
    "please|pls|plz|plesae|pleese|plese|pleas|thanks|thank you|thx|go on|now|then|well|so|hm|hmm|hmmm|um|uh|oh|ah",
    "no problem|no worries|kein problem|keine sorge|pas de problème|pas de probleme|pas de souci",
    "sin problema|no hay problema|問題ない|問題ないです|問題ありません",
    "bitte|danke|mach|mach mal|mal|na|also|dann|los|schön",
    "s'il vous plaît|s'il te plaît|s'il vous plait|s'il te plait|svp|stp|merci|alors|bon",
    "por favor|porfa|porfavor|gracias|bueno|pues|entonces",
    "请|谢谢|吧|嗯",
    "ありがとう|ありがとうございます|どうぞ|では|じゃあ|です",
)
_LISTS: tuple[tuple[Kind, tuple[str, ...]], ...] = (("filler", _FILLER), ("no", _NO), ("yes", _YES))
_KINDS = {fold(words): kind for kind, lines in _LISTS for line in lines for words in line.split("|")}
_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_BETWEEN = re.compile(r"[\s,.!;:…~¡。、，！；：]+")


def _of_one(words: str) -> str:
    """Scripts that write without spaces need no end of the word."""
    return re.escape(words) + ("" if _WIDE.search(words) else r"(?![\w'])")


_NEXT = re.compile("|".join(_of_one(words) for words in sorted(_KINDS, key=len, reverse=True)))


def plain_answer(text: str) -> bool | None:
    """True for a plain yes, False for a plain no, None for anything else.

    Polite words around it change nothing. A question, a yes with a condition and words of both are neither.
    """
    kinds = _kinds(_BETWEEN.sub(" ", fold(text)).strip())
    if kinds is None or ("yes" in kinds) == ("no" in kinds):
        return None
    return "yes" in kinds


def _kinds(said: str) -> set[Kind] | None:
    """What the words are, longest first; None if one of them is something else."""
    found: set[Kind] = set()
    at = 0
    while at < len(said):
        match = _NEXT.match(said, at)
        if match is None:
            return None
        found.add(_KINDS[match.group()])
        at = match.end() + (said[match.end() : match.end() + 1] == " ")
    return found
