from typing import ClassVar, Literal, Self

from pydantic import Field, model_validator

from optimize.domain.criteria.answer_criterion import AnswerCriterion, listed, quoted
from optimize.domain.criteria.parameters import CaseSensitive, Texts
from optimize.domain.text import occurs
from optimize.domain.verdict import Verdict, failed, passed


class AnswerContains(AnswerCriterion):
    """The final answer contains the given texts."""

    title: ClassVar[str] = "Answer contains text"

    kind: Literal["answerContains"] = "answerContains"
    texts: Texts | None = Field(
        default=None,
        description="Texts that must all occur in the final answer. “15” also occurs in “150”: see answerMatches.",
    )
    any_of: Texts | None = Field(default=None, description="Texts of which at least one must occur.")
    case_sensitive: CaseSensitive = False

    @model_validator(mode="after")
    def _something_to_find(self) -> Self:
        if self.texts is None and self.any_of is None:
            raise ValueError("answerContains needs `texts` (all must occur) or `any_of` (one must occur)")
        return self

    def sentence(self) -> str:
        wanted = [listed(self.texts, "and")] if self.texts else []
        wanted += [f"at least one of {listed(self.any_of, 'or')}"] if self.any_of else []
        return f"The final answer contains {', and '.join(wanted)}."

    def check_answer(self, answer: str, event: int) -> Verdict:
        missing = tuple(text for text in self.texts or () if not self._occurs(text, answer))
        if missing:
            return failed(f"The answer does not contain {listed(missing, 'or')}; it says {quoted(answer)}.", event)
        met = tuple(text for text in self.any_of or () if self._occurs(text, answer))
        if self.any_of and not met:
            return failed(f"The answer contains none of {listed(self.any_of, 'and')}; it says {quoted(answer)}.", event)
        return passed(f"The answer contains {listed((*(self.texts or ()), *met), 'and')}.", event)

    def _occurs(self, text: str, answer: str) -> bool:
        return occurs(text, answer, case_sensitive=self.case_sensitive)
