"""Text for readers that obey or refuse some characters: a terminal, an XML parser."""

import re

_NOT_SHOWN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # what a terminal obeys, and what XML 1.0 forbids; tab and line feed stay
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # what reverses the text beside it
    "\ud800-\udfff\ufffe\uffff]"
)


def visible(text: str) -> str:
    """`text` with a mark such as `⟦U+001B⟧` in place of every character that does something instead of being seen."""
    return _NOT_SHOWN.sub(lambda found: f"⟦U+{ord(found[0]):04X}⟧", text)
