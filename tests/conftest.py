"""What holds for all tests."""

import threading
from collections.abc import Iterator

import pytest
from hypothesis import settings

# A busy machine is no fault of the code: no example may fail for the time it took.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

_GRACE_SECONDS = 5.0


@pytest.fixture(scope="session", autouse=True)
def nothing_goes_on() -> Iterator[None]:
    """A thread that is left would keep the process from ending, after everything has passed."""
    yield
    left = [thread for thread in threading.enumerate() if thread is not threading.main_thread() and not thread.daemon]
    for thread in left:
        thread.join(_GRACE_SECONDS)
    assert not [thread for thread in left if thread.is_alive()]
