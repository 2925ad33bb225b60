"""The events of our own in the stream: AG-UI's CustomEvent, written out.

Every process that carries runs tells of them, and one without a chat need not load the protocol for that.
"""

from typing import Any

Wire = dict[str, Any]
"""An event as it is stored and sent: camelCase, nothing empty."""


def custom(name: str, value: dict[str, Any]) -> Wire:
    """`value` is JSON already."""
    return {"type": "CUSTOM", "name": name, "value": value}
