from typing import Any, ClassVar, Literal, Self

import re2
from pydantic import Field

from optimize.domain.criteria.answer_criterion import AnswerCriterion, quoted
from optimize.domain.criteria.pattern import Pattern, found
from optimize.domain.template import Names, fill
from optimize.domain.verdict import Verdict, failed, passed


class AnswerMatches(AnswerCriterion):
    """A pattern (google-re2) is found in the final answer."""

    title: ClassVar[str] = "Answer matches a pattern"

    kind: Literal["answerMatches"] = "answerMatches"
    pattern: Pattern = Field(
        description=(
            "A google-re2 pattern that must be found somewhere in the final answer, e.g. `\\b15\\b` for the number 15 "
            "alone. Start with `(?i)` to ignore case. `\\d` and `\\w` are ASCII; no look-around, no back-reference."
        )
    )

    def sentence(self) -> str:
        return f"The final answer matches the pattern `{self.pattern}`."

    def filled(self, names: Names) -> Self:
        data: dict[str, Any] = fill(self.model_dump(mode="json", exclude={"pattern"}), names)
        return self.checked_again({**data, "pattern": fill(self.pattern, names, quote=re2.escape)})

    def check_answer(self, answer: str, event: int) -> Verdict:
        hit = found(self.pattern, answer)
        if hit is None:
            return failed(f"Nothing in the answer matches `{self.pattern}`; it says {quoted(answer)}.", event)
        what = quoted(hit) if hit else "the empty text"
        return passed(f"The answer matches `{self.pattern}` with {what}.", event)
