"""Our own events are AG-UI's, though they are written out."""

from typing import Any

from ag_ui.core import CustomEvent

from optimize.assistant.custom import custom
from optimize.assistant.stream import wire


def test_an_event_of_our_own_is_written_as_the_protocol_writes_it() -> None:
    value: dict[str, Any] = {"batch": "b1", "verdict": None, "tests": [{"k": 1, "lower": None}], "empty": {}}
    assert custom("progress", value) == wire(CustomEvent(name="progress", value=value))
