"""What the agent's message means to a user: a question, a no, a done, or something else."""

import re
from typing import Literal

from optimize.domain.text import fold

Heard = Literal["confirm", "question", "refused", "done", "told"]

_REFUSED = re.compile(
    r"\b(?:cannot|can not|can't|unable|not able|won't|not possible|not allowed|not permitted|not eligible|ineligible|"
    r"against (?:our|the) policy|must decline|unfortunately|leider|kann (?:ich )?(?:das )?nicht|nicht möglich|"
    r"malheureusement|ne peux pas|ne peut pas|impossible|lamentablemente|no puedo|no es posible|no se puede)\b"
    r"|无法|不能|不可以|できません|いたしかねます"
)
_CONFIRM = re.compile(
    r"\b(?:shall i|should i|do you want me to|would you like me to|do you confirm|please confirm|can you confirm|"
    r"confirm that|proceed|is that (?:ok|okay|correct|right)|soll ich|möchten sie, dass|bestätigen sie|voulez-vous|"
    r"confirmez|souhaitez-vous|quiere que|desea que|confirma)\b|yes/no|确认|是否|よろしいですか|確認"
)
_DONE = re.compile(
    r"\b(?:i have|i've|we have|has been|have been|is now|are now|done|completed?|successfully|erledigt|wurde|ist jetzt|"
    r"habe ich|a été|c'est fait|j'ai|ha sido|he \w+(?:ado|ido)|listo)\b|已经|已为|完成|しました|完了"
)


def heard(text: str) -> Heard:
    """The most telling thing in the message; a refusal counts even if a question follows it."""
    folded = fold(text)
    if _REFUSED.search(folded):
        return "refused"
    if re.search(r"[?？]", text):
        return "confirm" if _CONFIRM.search(folded) else "question"
    if _CONFIRM.search(folded):
        return "confirm"
    return "done" if _DONE.search(folded) else "told"
