"""An assertion taken apart: verb, negation, and what comes after the verb."""

import re

from pydantic import BaseModel, ConfigDict

from optimize.domain.text import fold

_NOT = r"(?P<not>does not|doesn't|do not|don't|did not|never|must not|should not|may not|cannot|nicht|ne|nunca|no)\s+"
_AFTER_NOT = re.compile(r"^\W*(?:nicht|pas|jamais)\b")


class Statement(BaseModel):
    """`rest` is the object of the verb, in the author's own spelling."""

    model_config = ConfigDict(frozen=True)

    negated: bool
    rest: str


def statement_of(text: str, verbs: str) -> Statement | None:
    """The statement if one of the verbs (a regular expression) is its main verb: it stands near the beginning."""
    flat = re.sub(r"\s+", " ", text.strip()).rstrip(".。")
    match = re.search(
        rf"^(?P<head>[^.;:]{{0,60}}?)\b(?:{_NOT})?(?:\w+ly\s+)?(?:{verbs})\b(?P<rest>.*)$", flat, re.IGNORECASE
    )
    if match is None or re.search(r"\b(?:if|when|unless|wenn|falls|si|cuando)\b", fold(match["head"])):
        return None
    rest = match["rest"].strip()
    negated = bool(match["not"]) or bool(_AFTER_NOT.match(fold(rest)))
    return Statement(negated=negated, rest=re.sub(r"^\W*(?:nicht|pas|jamais)\b\s*", "", rest, flags=re.IGNORECASE))
