"""Two more small agents: the desk of a library, and the desk of a hotel that takes money."""

from typing import Any

from optimize.adapters.models.offline.reading.context import Agent, Context
from optimize.adapters.models.offline.reading.plan import Plan
from optimize.adapters.models.offline.reading.read import read
from tests.adapters.offline.reading.desks import DESKS, tool

LIBRARY = Context(
    agent=Agent(
        name="library",
        description="library desk",
        tools=(
            tool("search_catalog", "Search the catalog for a title", "title", effect="read"),
            tool("get_loan", "Read a loan", "loan_id", effect="read"),
            tool("check_loan_status", "Check the status of a loan", "loan_id", effect="read"),
            tool("renew_loan", "Renew a loan", "loan_id", "days"),
            tool("waive_fee", "Waive the fee of a loan", "loan_id", "amount"),
        ),
    )
)
STAYS = Context(
    agent=Agent(
        name="stays",
        description="hotel desk",
        tools=(
            tool("get_booking", "Read a booking", "booking_id", effect="read"),
            tool("search_rooms", "Search for free rooms", "nights", "guests", effect="read"),
            tool("create_booking", "Create a booking", "guest_name", "nights", "guests", "language"),
            tool("cancel_booking", "Cancel a booking", "booking_id", "reason"),
            tool("charge_card", "Charge the guest's card", "booking_id", "amount"),
            tool("send_confirmation", "Send the guest a confirmation", "booking_id", "language"),
        ),
    )
)
EVERY_DESK = {**DESKS, "library": LIBRARY, "stays": STAYS}


def plan_of(case: dict[str, Any]) -> Plan:
    return read(case["message"], EVERY_DESK[case["desk"]])
