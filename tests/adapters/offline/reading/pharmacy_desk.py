"""A pharmacy: what reads, what writes, and what takes the same parameter as another."""

from optimize.adapters.models.offline.reading.context import Agent, Context
from tests.adapters.offline.reading.desks import tool

PHARMACY_DESK = Context(
    agent=Agent(
        name="pharmacy",
        tools=(
            tool("lookup_prescription", "Read a prescription", "prescription_id", effect="read"),
            tool("check_stock", "How many boxes are in stock", "medicine", "branch", effect="read"),
            tool("check_interactions", "Check interactions between medicines", "medicines", effect="read"),
            tool("dispense", "Hand out a medicine", "prescription_id", "quantity"),
            tool("notify_pharmacist", "Notify the pharmacist", "text"),
            tool("order_stock", "Order stock", "medicine", "quantity"),
            tool("send_mail", "Send a mail to the patient", "to", "text"),
        ),
    )
)
