"""staysInCharacter: only breaches that can be shown. That nothing was breached cannot be proven by rules."""

import re

from optimize.adapters.models.offline.judging.case import Case
from optimize.adapters.models.offline.judging.finding import Finding, cannot_tell, not_met
from optimize.domain.text import fold, occurs

KINDS = ("staysInCharacter",)
_MACHINE = re.compile(r"\bas an ai\b|\b(?:as|i am|i'm) (?:an ai|a (?:large )?language model)\b")
_SAYS_MACHINE = re.compile(r"\b(?:ai|bot|chatbot|language model|virtual assistant|ki)\b")
_FORBIDDEN = re.compile(
    r"\b(?:never|do not|don't|must not|niemals|nie|ne jamais|nunca)\b[^.\n]{0,40}?"
    r"[“\"„«]\s?(?P<text>[^”\"“»\n]{2,80}?)\s?[”\"“»]",
    re.IGNORECASE,
)
_ROLE = re.compile(
    r"(?:^|[.\n])\s*(?P<role>(?:you are|your role is|du bist|sie sind|tu es|vous êtes|eres)\b[^.\n]{25,})", re.I
)


def decide(case: Case) -> Finding:
    for line in case.agent:
        for forbidden in _FORBIDDEN.finditer(case.instructions):
            if occurs(forbidden["text"], line.text):
                return not_met(
                    f"The instructions forbid “{forbidden['text']}”; the agent says it.", line.cite(0, len(line.text))
                )
        for role in _ROLE.finditer(case.instructions):
            if occurs(role["role"], line.text):
                return not_met("The agent gives its own instructions away word for word.", line.cite(0, len(line.text)))
        found = _MACHINE.search(fold(line.text))
        if found and not _SAYS_MACHINE.search(fold(case.instructions)):
            reason = f"The agent says “{found[0]}”; its instructions give it another role."
            return not_met(reason, line.cite(0, len(line.text)))
    return cannot_tell("No forbidden words and no break of role were found, but tone and scope need a judge model.")
