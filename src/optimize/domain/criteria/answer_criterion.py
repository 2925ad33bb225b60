"""What the criteria on the final answer share: no answer at all is a failure."""

from abc import abstractmethod

from optimize.domain.criteria.base import CodeCriterion
from optimize.domain.text import clean, fold, occurs, shortened
from optimize.domain.transcript import Message, Transcript
from optimize.domain.verdict import Verdict, failed


def answer_message(transcript: Transcript) -> Message | None:
    """The agent's last message, if it says anything."""
    if transcript.answer is None:
        return None
    return [message for message in transcript.agent_messages if message.turn > 0][-1]


def no_answer(transcript: Transcript) -> Verdict:
    """The failure of a run in which the agent said nothing."""
    if transcript.error:
        return failed(f"The agent gave no answer: {shortened(clean(transcript.error))}")
    return failed("The agent gave no answer.")


def quoted(text: str, limit: int = 160) -> str:
    """`text` in quotation marks, on one line, shortened."""
    return f"“{shortened(clean(text), limit)}”"


def listed(texts: tuple[str, ...], word: str) -> str:
    """`“a”, “b” and “c”`."""
    marks = [quoted(text, 80) for text in texts]
    return marks[0] if len(marks) == 1 else f"{', '.join(marks[:-1])} {word} {marks[-1]}"


def line_with(text: str, message: str, *, case_sensitive: bool) -> str:
    """The line of `message` in which `text` occurs, cut to the words around it, as it is quoted in reasons."""
    lines = (line for line in message.splitlines() if occurs(text, line, case_sensitive=case_sensitive))
    line = fold(next(lines, message), case_sensitive=True)
    at = line.casefold().find(fold(text))
    return quoted(line if at < 100 else f"…{line[at - 60 :]}")


class AnswerCriterion(CodeCriterion):
    """A check of the text of the agent's last message."""

    def check(self, transcript: Transcript) -> Verdict:
        message = answer_message(transcript)
        if message is None:
            return no_answer(transcript)
        return self.check_answer(message.text, message.seq)

    @abstractmethod
    def check_answer(self, answer: str, event: int) -> Verdict:
        """The verdict on an answer that is not blank; `event` is the seq of its message."""
