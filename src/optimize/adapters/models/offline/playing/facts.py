"""What a persona knows about itself, found for a question."""

import re

from optimize.adapters.models.offline.judging.figures import figures_in
from optimize.adapters.models.offline.judging.wording import content_of
from optimize.domain.text import fold, shortened

_PIECE = re.compile(r"[^.;,。；，\n]+(?:[.,](?=\S)[^.;,。；，\n]*)*")
_IDENTITY = re.compile(r"\b(?:name|called|who am i|who are you|heißen|nom|nombre)\b|名", re.IGNORECASE)
_LABEL = re.compile(r"\b(?:user|customer|id|no|nr|pin|zip|age|dob|iban|plz)\b")
_CALLED = re.compile(
    r"\b(?:you are|is called|named|name is|heißt|s'appelle|se llama)\s+(?P<name>[A-Z][\w'’-]+(?:\s+[A-Z][\w'’-]+)*)"
)


def fact_for(question: str, knowledge: str) -> str | None:
    """The figure or piece of persona and goal that answers best; None if nothing there is about it."""
    called = _CALLED.search(knowledge)
    if called and _IDENTITY.search(question):
        return called["name"]
    wanted = _asked(question)
    pieces = [(len(wanted & _asked(piece)), _tells(piece), piece.strip()) for piece in _PIECE.findall(knowledge)]
    about = [found for found in pieces if found[0] and found[1]]
    if not about:
        return None
    piece = max(about, key=lambda found: found[0])[2]
    figures = figures_in(piece)
    return figures[0].text.strip() if len(figures) == 1 else shortened(piece, 160)


def _asked(text: str) -> frozenset[str]:
    """Content words, and the short ones that label facts (“user id”) and carry no meaning elsewhere."""
    return content_of(text) | frozenset(_LABEL.findall(fold(text)))


def _tells(piece: str) -> bool:
    """Whether a piece holds something that can be handed over: a figure, an id, a quoted text."""
    return bool(figures_in(piece)) or bool(re.search(r"[“\"«「]|\w_\w", piece))
