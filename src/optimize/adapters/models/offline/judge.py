"""The offline judge: proves or says that it cannot. It never guesses."""

import json
import re
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage

from optimize.adapters.models.offline.documents import document_of
from optimize.adapters.models.offline.judging.case import Case, case_of
from optimize.adapters.models.offline.judging.finding import Finding, cannot_tell
from optimize.adapters.models.offline.judging.kinds import DECIDERS

_TOOL_NAMED = re.compile(r"\bthe tool [`“\"]?(?P<tool>[\w.-]+?)[`”\"]?\.?$")


def judge(messages: list[BaseMessage], tools: list[dict[str, Any]]) -> AIMessage:
    """The answer as JSON: reason and citations before the verdict, and what the control statement is."""
    del tools
    case = case_of(document_of(messages))
    finding = _found(case)
    answer = {
        "nonce": case.nonce,
        "reason": finding.reason[:2_000],
        "citations": [cited.model_dump() for cited in finding.citations],
        "verdict": finding.verdict,
        "control": "met" if _control_holds(case) else "not_met",
    }
    return AIMessage(content=json.dumps(answer, ensure_ascii=False))


def _found(case: Case) -> Finding:
    decide = DECIDERS.get(case.kind)
    if decide is None or not case.agent:
        return cannot_tell()
    return decide(case)


def _control_holds(case: Case) -> bool:
    named = _TOOL_NAMED.search(case.control.strip())
    return named is not None and named["tool"] in {line.tool for line in case.calls}
