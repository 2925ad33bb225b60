"""The invoice exceptions agent: a code agent that reads, compares, queries and holds a conversation about it."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from optimize.application.ports.agent_under_test import Tools
from optimize.domain.agent_definition import AgentDefinition
from optimize.samples.invoice_exceptions import wording
from optimize.samples.invoice_exceptions.casework import Case, clauses, compare, examine, read, register
from optimize.samples.invoice_exceptions.finance import FinanceSystem
from optimize.samples.invoice_exceptions.habits import habits_of
from optimize.samples.invoice_exceptions.invention import Invention
from optimize.samples.invoice_exceptions.reading import Heard, Wish, heard, invoices_in


class InvoiceAgent:
    """One conversation, over a finance system of its own: what a run registers, no other run sees."""

    def __init__(self, definition: AgentDefinition, *, seed: int, history: list[tuple[str, str]]) -> None:
        self.tools: Mapping[str, Callable[..., Awaitable[Any]]] = FinanceSystem().tools
        self._habits = habits_of(definition)
        self._invention = Invention(seed, self._habits.invents)
        self._currency = str(definition.attributes.get("currency", ""))
        suppliers = definition.knowledge.get("suppliers")
        self._suppliers = [str(name) for name in suppliers] if isinstance(suppliers, list) else []
        self._cases: dict[str, Case] = {}
        self._current = next((found for _, text in reversed(history) if (found := invoices_in(text))), ())
        self._offered = False
        self._answers: dict[Wish, Callable[[Heard, Tools], Awaitable[str]]] = {
            Wish.CLAUSE: self._quote,
            Wish.LIST: self._list,
            Wish.SHOW: self._show,
            Wish.YES: self._yes,
        }
        self._on_case: dict[Wish, Callable[[Case, Tools], Awaitable[str]]] = {
            Wish.PRESS: self._stand_firm,
            Wish.STATUS: self._tell_status,
            Wish.REGISTER: self._register,
            Wish.CHECK: self._check,
            Wish.HANDLE: self._handle,
        }

    async def reply(self, message: str, tools: Tools) -> str:
        """The answer to one message of the user."""
        told = heard(message, self._suppliers)
        offered, self._offered = self._offered, False
        if told.wish is Wish.YES and not offered:
            return f"{wording.CAN_DO} {wording.WHICH}"
        if told.wish in self._answers:
            return await self._answers[told.wish](told, tools)
        if told.wish in self._on_case:
            return await self._each(told, tools, self._on_case[told.wish])
        return self._small_talk(told.wish)

    async def _each(self, told: Heard, tools: Tools, answer: Callable[[Case, Tools], Awaitable[str]]) -> str:
        """The same for every invoice that the message means."""
        self._current = await self._meant(told, tools)
        if not self._current:
            return f"{await self._list(told, tools)}\n{wording.WHICH}" if told.supplier else wording.WHICH
        return "\n\n".join([await answer(self._case(invoice), tools) for invoice in self._current])

    async def _meant(self, told: Heard, tools: Tools) -> tuple[str, ...]:
        if told.invoices:
            return told.invoices
        if told.orders:
            return tuple([invoice for order in told.orders for invoice in await _invoices_on(order, tools)])
        return self._current if told.points_back or told.wish is not Wish.HANDLE else ()

    def _case(self, invoice: str) -> Case:
        return self._cases.setdefault(invoice, Case(invoice))

    async def _handle(self, case: Case, tools: Tools) -> str:
        if not self._habits.compares_first:
            return await self._register(case, tools)
        await examine(case, tools)
        if case.problem or case.query or (case.known_to_match and self._habits.spares_matching):
            return self._told(case)
        await register(case, tools, self._habits)
        return self._told(case)

    async def _register(self, case: Case, tools: Tools) -> str:
        if self._habits.compares_first:
            return await self._handle(case, tools)
        await read(case, tools)
        if not case.problem and not case.query:
            await register(case, tools, self._habits)
        if not case.problem and not case.comparison:
            await compare(case, tools)
        return self._told(case)

    async def _check(self, case: Case, tools: Tools) -> str:
        await examine(case, tools)
        self._offered = bool(case.comparison) and not (case.known_to_match or case.query or case.not_sent)
        return self._told(case) + ("\nShall I register a supplier query?" if self._offered else "")

    async def _tell_status(self, case: Case, tools: Tools) -> str:
        return self._query_told(case) or f"I have not registered a supplier query for {case.id} in this conversation."

    async def _stand_firm(self, case: Case, tools: Tools) -> str:
        await examine(case, tools)
        told = self._told(case, with_query=False)
        if case.problem or case.known_to_match:
            return told
        case.pressed += 1
        return "\n".join([wording.firmly(case.pressed - 1), told, wording.evidence_wanted(case.comparison)])

    def _told(self, case: Case, *, with_query: bool = True) -> str:
        """The assessment of a case as far as it is known."""
        if case.problem:
            return f"I cannot assess {case.id}: {case.problem}"
        named = self._habits.names_clause
        parts = [wording.assessment(case.comparison, self._currency, clause=named)]
        parts += self._invention.line(" ".join(known.figures() for known in self._cases.values()), self._currency)
        parts += [wording.rests_on(case.clauses)] if named and case.clauses else []
        parts += [told] if with_query and (told := self._query_told(case)) else []
        if case.known_to_match and not case.query and not case.not_sent:
            parts.append("No supplier query is needed, and I registered none.")
        return "\n".join(parts)

    def _query_told(self, case: Case) -> str:
        if not case.query:
            return case.not_sent
        named = [case.id, *([case.order] if self._habits.names_order else [])]
        if self._habits.names_clause and case.query.get("clause"):
            named.append(f"clause {case.query['clause']}")
        return wording.registered(case.query, named)

    async def _quote(self, told: Heard, tools: Tools) -> str:
        if not told.clauses and self._current:
            return await self._each(told, tools, self._check)
        found = await clauses(list(told.clauses), tools)
        missing = [number for number in told.clauses if number not in {c["clause"] for c in found}]
        return "\n".join([*([wording.rests_on(found)] if found else []), *map(wording.not_found, missing)])

    async def _list(self, told: Heard, tools: Tools) -> str:
        filters = {"supplier": told.supplier, "status": "held" if told.held_only else ""}
        result = await tools.call("list_invoices", {key: value for key, value in filters.items() if value})
        if not isinstance(result, dict) or "invoices" not in result:
            return "I could not read the list of invoices."
        what = "invoices with an exception" if told.held_only else "invoices"
        return wording.listed(result["invoices"], f"{what} from {told.supplier}" if told.supplier else what)

    async def _show(self, told: Heard, tools: Tools) -> str:
        if told.orders and not told.invoices:
            return "\n\n".join([await _order_shown(order, tools) for order in told.orders])
        return await self._each(told, tools, self._details)

    async def _details(self, case: Case, tools: Tools) -> str:
        await read(case, tools)
        return case.problem or wording.invoice_details(case.invoice, self._currency)

    async def _yes(self, told: Heard, tools: Tools) -> str:
        return await self._each(told, tools, self._register)

    def _small_talk(self, wish: Wish) -> str:
        return {
            Wish.GREETING: f"Hello. {wording.CAN_DO} {wording.WHICH}",
            Wish.THANKS: "You are welcome. Give me another invoice number whenever you like.",
            Wish.NO: "All right, I leave it as it is.",
            Wish.UNCLEAR: wording.WHICH,
        }.get(wish, f"That is outside what I do. {wording.CAN_DO} {wording.WHICH}")


async def _invoices_on(order: str, tools: Tools) -> list[str]:
    result = await tools.call("read_purchase_order", {"purchase_order": order})
    return list(result["invoices"]) if isinstance(result, dict) and "invoices" in result else []


async def _order_shown(order: str, tools: Tools) -> str:
    asked = {"purchase_order": order}
    found, delivery = await tools.call_together([("read_purchase_order", asked), ("read_delivery_note", asked)])
    if not isinstance(found, dict) or "lines" not in found:
        return f"There is no purchase order {order}."
    return wording.order_details(found, delivery if isinstance(delivery, dict) and delivery.get("lines") else {})
