"""A typed yes or no, in the languages the product speaks."""

from optimize.domain.text import fold

_YES = (
    "yes|y|yep|yeah|yes please|ok|okay|sure|approve|approved|do it|go ahead|please do",
    "ja|ja bitte|jawohl|gerne|mach das|einverstanden",
    "oui|oui merci|d'accord|vas-y|allez-y",
    "sí|si|vale|adelante|de acuerdo|claro",
    "是|是的|好|好的|可以|同意|确认",
    "はい|ええ|お願いします|いいです|了解",
)
_NO = (
    "no|n|nope|don't|do not|stop|cancel|not now|no thanks",
    "nein|nein danke|nicht|lieber nicht",
    "non|non merci|pas maintenant",
    "no gracias|ahora no",
    "不|不是|不要|不行|取消",
    "いいえ|やめて|いや|結構です",
)
_YES_WORDS, _NO_WORDS = (frozenset("|".join(lines).split("|")) for lines in (_YES, _NO))
_ENDS = ".!。！ "


def plain_answer(text: str) -> bool | None:
    """True for a plain yes, False for a plain no, None for anything else."""
    said = fold(text).strip(_ENDS).replace(",", "")
    if said in _YES_WORDS:
        return True
    return False if said in _NO_WORDS else None
