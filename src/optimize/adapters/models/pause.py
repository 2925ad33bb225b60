"""An endpoint that asks to be left alone for long. The runs that need it wait until then: they are not lost."""

from datetime import datetime, timedelta
from threading import Lock
from typing import Final

from optimize.adapters.models.backoff import LONGEST_ASKED
from optimize.adapters.models.faults import Fault

LONGEST_PAUSE: Final = 7 * 24 * 3_600.0
"""Seconds. Who asks for more is not waited for."""

HELD_BACK: Final = Fault(
    reason="It did not leave: the endpoint asks to be left alone.", remedy="", held_back=True, unbilled=True
)


class Pause:
    """Of one endpoint. By the wall clock, for it is shown to people, and passes while the machine sleeps."""

    def __init__(self) -> None:
        self._until: datetime | None = None
        self._lock = Lock()

    def begins(self, seconds: float, now: datetime) -> bool:
        """False if it lasts already: who says it then has left before that was known."""
        with self._lock:
            if self.until(now):
                return False
            self._until = now + timedelta(seconds=seconds)
        return True

    def until(self, now: datetime) -> datetime | None:
        """When the endpoint may be asked again; None if it may now."""
        return self._until if self._until and self._until > now else None


def pause_asked(fault: Fault) -> float | None:
    """Seconds that the endpoint wants to be left alone, if that is worth a pause; None if it is not."""
    asked = fault.retry_after
    return asked if fault.retry and asked is not None and LONGEST_ASKED < asked <= LONGEST_PAUSE else None


def told_when(fault: Fault, now: datetime) -> Fault:
    """What to tell who does not wait that long: when to come back."""
    if fault.retry_after is None or fault.retry_after <= LONGEST_ASKED:
        return fault
    try:
        when = f"until {now + timedelta(seconds=fault.retry_after):%Y-%m-%d %H:%M} UTC"
    except OverflowError:
        when = "for longer than anybody can wait"
    return fault.model_copy(update={"remedy": f"It asks to be left alone {when}."})
