"""A conversation with drafts and accepted tests of its own and of others, and what a message in it comes to."""

from collections.abc import Mapping

from optimize.adapters.models.offline.reading.context import KnownTest, OpenCard, Previous
from optimize.adapters.models.offline.reading.plan import Plan
from optimize.adapters.models.offline.reading.read import read
from tests.adapters.offline.reading.invoice_desk import CONTEXT, QUERY

COMPARE = "invokesTool(compare_invoice)"
TESTS = (
    KnownTest(id="t-1", name="Compares before it registers", state="draft", situation="INV-1003?", criteria=(COMPARE,)),
    KnownTest(
        id="t-2", name="Registers a query", state="draft", situation="INV-1004?", criteria=(f"invokesTool({QUERY})",)
    ),
    KnownTest(
        id="t-3", name="Query after compare", state="accepted", situation="The price?", criteria=(COMPARE,), runs=5
    ),
    KnownTest(
        id="t-4",
        name="Never calls read_delivery_note",
        state="accepted",
        criteria=("doesNotInvokeTool(read_delivery_note)",),
    ),
    KnownTest(id="t-5", name="Is this agent ready to ship", state="draft", criteria=("satisfiesAssertion",)),
    KnownTest(id="t-6", name="Guest message is silly", state="draft", criteria=("satisfiesAssertion",)),
    KnownTest(id="t-7", name="Never calls find order", state="draft", criteria=("doesNotInvokeTool(find_order)",)),
    KnownTest(id="t-8", name="Calls the right tool", state="draft", criteria=("invokesTool(read_invoice)",)),
)
"""`t-5` to `t-8` were drafted in other conversations."""
HERE = CONTEXT.model_copy(
    update={
        "tests": TESTS,
        "last_draft": "t-2",
        "drafted": ("t-1", "t-2"),
        "listed": ("t-1", "t-2"),
        "together": ("t-2",),
    }
)
ELSEWHERE = HERE.model_copy(update={"last_draft": None, "drafted": (), "listed": (), "together": ()})
"""A conversation that has drafted nothing yet."""
CARD = Previous(message="accept t-1", card=OpenCard(tool="accept_test", arguments={"test": "t-1"}, instead=True))
"""A card of a test that is not the last draft."""


def came_to(plan: Plan) -> str:
    """`tool id` for every call, else the codes of what is said."""
    calls = (" ".join(filter(None, (call.tool, _about(call.arguments)))) for call in plan.calls)
    return "; ".join(calls) or "; ".join(f"say:{remark.code}" for remark in plan.remarks)


def _about(arguments: Mapping[str, object]) -> str:
    tests = arguments.get("tests")
    listed = tests if isinstance(tests, list) else []
    return str(arguments.get("test") or arguments.get("version") or arguments.get("run") or " ".join(map(str, listed)))


def meant(message: str, previous: Previous | None = None) -> str:
    return came_to(read(message, HERE, previous))
