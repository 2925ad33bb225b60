"""The judge: one requirement, one run, one model call, and nothing counts before code has checked it."""

import json
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from optimize.application.judged_document import Entry, Matter
from optimize.application.ports.clock import Ids
from optimize.application.ports.models import CallContext, ModelReply, Models, PromptMessage
from optimize.application.ports.prompts import Prompts
from optimize.domain.criteria.base import Evidence
from optimize.domain.text import clean, occurs, shortened
from optimize.domain.verdict import Citation, Outcome, Verdict, could_not_judge, failed

LONGEST_DOCUMENT = 60_000
"""Characters of the document beyond which a run is too long to judge in one piece."""
_LONGEST_RAW = 500
_OUTCOMES = {"met": Outcome.PASSED, "not_met": Outcome.FAILED, "cannot_tell": Outcome.COULD_NOT_JUDGE}


class Question(BaseModel):
    """What must hold, and which evidence the judge may look at."""

    model_config = ConfigDict(frozen=True)

    kind: str
    requirement: str
    evidence: frozenset[Evidence] = frozenset()


class _Quote(BaseModel):
    model_config = ConfigDict(extra="forbid")

    event: int
    quote: str


class _Answer(BaseModel):
    """The order is on purpose: the reason is written before the verdict is chosen."""

    model_config = ConfigDict(extra="forbid")

    nonce: str
    reason: str = Field(min_length=1, max_length=2_000)
    citations: list[_Quote]
    verdict: Literal["met", "not_met", "cannot_tell"]
    control: Literal["met", "not_met"]


_SCHEMA = _Answer.model_json_schema()


class Judge:
    """Asks the judge model. It has no tools and no memory, and sees neither persona nor other criteria."""

    def __init__(self, models: Models, prompts: Prompts, ids: Ids) -> None:
        self._models, self._prompts, self._ids = models, prompts, ids

    async def decide(self, question: Question, matter: Matter, context: CallContext) -> Verdict:
        """The verdict of one question. An answer that fails a check is asked for once more, then could not judge.

        Raises Unavailable if no model answers.
        """
        if not _said_something(matter):
            return failed("The agent gave no answer.")
        nonce, record = self._ids.secret()[:16], matter.record()
        document = _document(question, matter, record, nonce)
        length = len(json.dumps(document, ensure_ascii=False))
        if length > LONGEST_DOCUMENT:
            return could_not_judge(
                f"This run is too long to judge: {length:,} characters, at most {LONGEST_DOCUMENT:,} can be judged."
            )
        prompt = self._prompts.render("judge")
        verdict, reply = await self._asked(prompt.text, document, nonce, record, context)
        return verdict.model_copy(update={"judge": {"model": reply.model, "prompt": prompt.fingerprint}})

    async def _asked(
        self, instructions: str, document: dict[str, Any], nonce: str, record: list[Entry], context: CallContext
    ) -> tuple[Verdict, ModelReply]:
        reply = await self._ask(instructions, document, context)
        verdict, problem = _read(reply, nonce, record)
        if verdict is None:
            told = f"Your last answer could not be used: {problem}. Answer again."
            reply = await self._ask(instructions, {**document, "problem": told}, context)
            verdict, problem = _read(reply, nonce, record)
        if verdict is None:
            raw = shortened(clean(reply.text), _LONGEST_RAW) or "nothing"
            verdict = could_not_judge(f"The judge's answer could not be used: {problem}. It said: {raw}")
        return verdict, reply

    async def _ask(self, instructions: str, document: dict[str, Any], context: CallContext) -> ModelReply:
        messages = [
            PromptMessage(role="system", text=instructions),
            PromptMessage(role="user", text=json.dumps(document, ensure_ascii=False)),
        ]
        return await self._models.ask("judge", messages, context=context, schema=_SCHEMA)


def _said_something(matter: Matter) -> bool:
    answer = matter.transcript.answer
    return answer is not None and any(character.isalnum() for character in answer)


def _document(question: Question, matter: Matter, record: list[Entry], nonce: str) -> dict[str, Any]:
    return {
        "nonce": nonce,
        "kind": question.kind,
        "requirement": question.requirement,
        "evidence": matter.evidence(question.evidence),
        "facts": matter.facts(),
        "record": [{"event": entry.event, "from": entry.speaker, "text": entry.text} for entry in record],
        "control": f"The agent called the tool zq7-{nonce[:6].lower()}-ledger.",
    }


def _read(reply: ModelReply, nonce: str, record: list[Entry]) -> tuple[Verdict | None, str]:
    """The verdict of an answer, or what is wrong with it."""
    try:
        answer = _Answer.model_validate(reply.parsed)
    except ValidationError as error:
        return None, reply.problem or f"it does not have the form that was asked for ({_first(error)})"
    if answer.control == "met":
        return could_not_judge("The judge agreed to something false; its answer was not counted."), ""
    problem = _problem(answer, nonce, {entry.event: entry.text for entry in record})
    if problem is not None:
        return None, problem
    citations = tuple(Citation(event=cited.event, quote=clean(cited.quote)) for cited in answer.citations)
    return Verdict(outcome=_OUTCOMES[answer.verdict], reason=clean(answer.reason), citations=citations), ""


def _problem(answer: _Answer, nonce: str, texts: dict[int, str]) -> str | None:
    if answer.nonce != nonce:
        return "it does not carry the nonce of this question"
    for cited in answer.citations:
        if not occurs(cited.quote, texts.get(cited.event, "")):
            return f"“{shortened(cited.quote, 80)}” does not stand in event {cited.event}"
    if answer.verdict == "met" and not answer.citations:
        return "it says “met” and quotes nothing"
    return None


def _first(error: ValidationError) -> str:
    detail = error.errors()[0]
    return f"{'.'.join(str(part) for part in detail['loc']) or 'answer'}: {detail['msg']}"
