"""What holds for all tests."""

from hypothesis import settings

# A busy machine is no fault of the code: no example may fail for the time it took.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")
