"""The rules that tell what one clause is: the user's doing, a requirement on the agent, or a remark."""

import re
from enum import StrEnum
from typing import NamedTuple

from optimize.adapters.models.offline.reading.clauses import Clause, cut_lead, is_label
from optimize.adapters.models.offline.reading.lexicon import cut, marks, opens, pattern, word_pattern
from optimize.adapters.models.offline.reading.quantities import bounds_a_number


class Role(StrEnum):
    USER = "user"
    MUST = "must"
    FACT = "fact"


_VALUE = re.compile(r"#?[A-Za-z]*[-_]?\d[\w-]*\s")
_IDENTIFIER = re.compile(r"[a-z0-9]+_[a-z0-9_]+")


class Reading(NamedTuple):
    """One clause with what its surroundings say: the role before it, and the role it would inherit."""

    clause: Clause
    text: str
    """Folded, quoted text blanked."""
    subject: str
    before: Role | None
    same: Role | None
    language: str
    behind_case: bool = False
    """Whether the clause before says when, or tells of one person."""

    def role(self) -> Role:
        """The first rule that applies."""
        for rule in (self._label_or_stage, self._tool_or_negation, self._condition_or_fact, self._by_subject):
            found = rule()
            if found:
                return found
        return self._of_nobody()

    def _has(self, *kinds: str) -> bool:
        return marks(self.text, self.language, *kinds)

    def _begins(self, *kinds: str) -> bool:
        return opens(self.text, self.language, *kinds)

    def _label_or_stage(self) -> Role | None:
        if is_label(self.clause, self.language):
            return Role.FACT
        if opens(self.clause.label, self.language, "background") and not self._has("must"):
            return Role.FACT
        asks = (
            self.clause.heads
            and self._begins("imperative")
            and not self._has("must", "not", "calling", "json", "only_if")
        )
        return Role.USER if asks or self._sets_the_stage() or self._has("greet_with") else None

    def _sets_the_stage(self) -> bool:
        """Whether the clause says that a user is simulated, and who."""
        match = pattern("sim_words", self.language).match(self.text)
        return bool(match and match.end() > 3 and not self._has("agent_it"))

    def _tool_or_negation(self) -> Role | None:
        if self.before is Role.MUST and self._begins("else_lead"):
            return Role.MUST
        if self._has("no_tools") and self.subject != "user":
            return Role.MUST
        named = _IDENTIFIER.search(self.text)
        led = named and cut_lead(self.text, self.language).startswith(named.group())
        if named and (named.start() == 0 or led or self._has("calling", "must", "not", "first")):
            return Role.MUST
        forbids = self._has("starts_not") and self.clause.opening
        return Role.MUST if forbids and self.before is Role.MUST else None

    def _condition_or_fact(self) -> Role | None:
        obliged = marks(cut("verb_final", self.language, self.text), self.language, "must")
        if self._begins("conditional") and not obliged and self.subject != "agent":
            return Role.USER
        if self._has("about_agent", "truth") or (self.clause.arrow and self.subject != "user"):
            return Role.MUST
        return Role.FACT if self._has("fact") and not self._has("strong_must", "must") else None

    def _by_subject(self) -> Role | None:
        if self.subject in ("agent", "answer"):
            return Role.MUST
        if self.subject != "user":
            return None
        if self._has("done_first"):
            return Role.MUST
        if self.same is Role.MUST and word_pattern("thirds", self.language).match(cut_lead(self.text, self.language)):
            return Role.MUST
        receives = self._has("must") and self._has("passive", "user_gets")
        return Role.MUST if receives or self._has("expect") else Role.USER

    def _of_nobody(self) -> Role:
        inherited = self.same if self.same is not Role.FACT else None
        if self._orders_to_speak() or self._tells_a_word() or self._puts_values():
            return Role.MUST
        if self._allows_up_to() and inherited is not Role.USER:
            return Role.MUST
        if self._has("strong_must", "expect") or (self._has("must") and inherited is not Role.USER):
            return Role.MUST
        if self.text.endswith("?"):
            return Role.USER
        if self._has("in_answer") or (self._has("seconds") and inherited is not Role.USER):
            return Role.MUST
        if self.clause.label and (self._has("must") or self._begins("imperative")):
            return Role.MUST
        return inherited or self._of_itself()

    def _tells_a_word(self) -> bool:
        """`confirmation has the word 'sent'`."""
        return marks(self.clause.text, self.language, "the_word") and self._has("tells_text")

    def _puts_values(self) -> bool:
        """`… register a query. PO-2003 and INV-1003 in the query`: a value first, and where it stands."""
        values = self.before is Role.MUST and _VALUE.match(self.clause.text)
        told = word_pattern("verbs", self.language).search(self.text)
        return bool(values and not told) and self._has("held")

    def _orders_to_speak(self) -> bool:
        """`Caller wants a visit. Ask for the name`: of a user it would be `asks`."""
        return self.behind_case and self._begins("speech_order") and not self.text.endswith("?")

    def _allows_up_to(self) -> bool:
        """`may transfer at most 500 EUR`, `500 EUR at most may be sent`: what nobody named may do, up to a limit."""
        led = opens(cut_lead(self.text, self.language), self.language, "may") or self._has("passive")
        allowed = self._has("may") and (led or self.language in ("zh", "ja"))
        allowed = allowed or (self.clause.opening and self._begins("bound_opens"))
        return allowed and bounds_a_number(self.text, self.language)

    def _of_itself(self) -> Role:
        if self._has("starts_not", "json", "hallucinate", "character"):
            return Role.MUST
        if self._has("grounded") and self._has("grounded_in") and self.subject != "verb":
            return Role.MUST
        after_must = self.before is Role.MUST
        if after_must and not self.subject and self._has("ruled_out"):
            return Role.MUST
        if self.subject == "verb":
            return (
                Role.MUST
                if after_must and opens(cut_lead(self.text, self.language), self.language, "contains", "holds")
                else Role.USER
            )
        acts = any(word_pattern(kind, self.language).match(self.text) for kind in ("act_start", "speech"))
        if (after_must and acts) or self._begins("calling", "imperative"):
            return Role.MUST
        if word_pattern("thirds", self.language).match(self.text):
            return Role.MUST
        return Role.FACT if after_must else Role.USER
