from typing import ClassVar, Literal

from pydantic import Field

from optimize.domain.criteria.answer_criterion import answer_message, line_with, listed, no_answer, quoted
from optimize.domain.criteria.base import CodeCriterion
from optimize.domain.criteria.parameters import CaseSensitive, Texts
from optimize.domain.text import occurs
from optimize.domain.transcript import Message, Transcript
from optimize.domain.verdict import Verdict, failed, passed


class AnswerDoesNotContain(CodeCriterion):
    """None of the given texts occurs in the final answer, or in any message of the agent."""

    title: ClassVar[str] = "Answer leaves text out"

    kind: Literal["answerDoesNotContain"] = "answerDoesNotContain"
    texts: Texts = Field(description="Texts of which none may occur.")
    scope: Literal["final", "conversation"] = Field(
        default="final", description="`final`: the final answer. `conversation`: every message of the agent."
    )
    case_sensitive: CaseSensitive = False

    def sentence(self) -> str:
        where = "The final answer" if self.scope == "final" else "No message of the agent"
        return f"{where} {'does not contain' if self.scope == 'final' else 'contains'} {listed(self.texts, 'or')}."

    def check(self, transcript: Transcript) -> Verdict:
        messages = self._messages(transcript)
        if not messages:
            return no_answer(transcript)
        for message in messages:
            for text in self.texts:
                if occurs(text, message.text, case_sensitive=self.case_sensitive):
                    return self._found(text, message)
        where = "The answer does not contain" if self.scope == "final" else "No message of the agent contains"
        return passed(f"{where} {listed(self.texts, 'or')}.", *(message.seq for message in messages))

    def _messages(self, transcript: Transcript) -> list[Message]:
        if self.scope == "final":
            last = answer_message(transcript)
            return [last] if last else []
        return [m for m in transcript.agent_messages if m.turn > 0 and m.text.strip()]

    def _found(self, text: str, message: Message) -> Verdict:
        where = "The answer" if self.scope == "final" else f"The agent's message at event {message.seq}"
        line = line_with(text, message.text, case_sensitive=self.case_sensitive)
        return failed(f"{where} contains {quoted(text, 80)}, which must not occur: {line}.", message.seq)
