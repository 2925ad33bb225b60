"""A library with one accepted test and three drafts, and a travel desk: conversations about their tests."""

from optimize.adapters.models.offline.reading.context import Agent, Context, KnownTest, Previous
from optimize.adapters.models.offline.reading.plan import Plan
from optimize.adapters.models.offline.reading.read import read
from tests.adapters.offline.reading.desks import tool

TESTS = (
    KnownTest(
        id="t-1",
        name="Holds block renewal",
        state="accepted",
        situation="Renew loan 12",
        criteria=("doesNotInvokeTool(renew_loan)",),
        runs=5,
    ),
    KnownTest(
        id="t-2",
        name="No fee waiver",
        state="draft",
        situation="Waive my fee",
        criteria=("doesNotInvokeTool(waive_fee)",),
    ),
    KnownTest(
        id="t-3",
        name="Answer names the due date",
        state="draft",
        situation="When is it due?",
        criteria=("satisfiesAssertion",),
        runs=10,
        threshold=0.5,
    ),
    KnownTest(
        id="t-4",
        name="Checks before it renews",
        state="draft",
        situation="Renew loan 9",
        criteria=("invokesTool(check_loan_status, renew_loan)",),
    ),
)
LIBRARY = Context(
    agent=Agent(
        name="library",
        description="A library desk: loans, renewals, holds and fees.",
        tools=(
            tool("check_loan_status", "Look up a loan", "loan", effect="read"),
            tool("renew_loan", "Renew a loan", "loan"),
            tool("place_hold", "Place a hold on a title", "title"),
            tool("waive_fee", "Waive a late fee", "loan", "amount"),
            tool("send_notice", "Send a notice to a reader", "reader", "text"),
        ),
    ),
    tests=TESTS,
    last_draft="t-4",
    drafted=("t-2", "t-3", "t-4"),
    listed=("t-2", "t-3", "t-4"),
    together=("t-4",),
)
TRAVEL = Context(
    agent=Agent(
        name="travel",
        description="Books trips: searches flights, creates bookings and charges cards.",
        tools=(
            tool("search_flights", "Search flights", "from", "to", effect="read"),
            tool("create_booking", "Create a booking", "offer", "nights"),
            tool("cancel_booking", "Cancel a booking", "booking"),
            tool("charge_card", "Charge the card of a customer", "amount", "booking"),
            tool("send_confirmation", "Send a confirmation", "booking"),
        ),
    )
)


def library(message: str, previous: Previous | None = None, spoken_of: str | None = None) -> Plan:
    return read(message, LIBRARY.model_copy(update={"spoken_of": spoken_of}), previous)


def travel(message: str) -> Plan:
    return read(message, TRAVEL)
