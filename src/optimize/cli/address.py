"""Where a service can be reached: written down while it runs, for commands in another shell that know no port."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress

from optimize.settings import Settings

_FILE = "address"


def origin(settings: Settings) -> str:
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    return f"http://{host}:{settings.port}"


@contextmanager
def written_down(settings: Settings) -> Iterator[None]:
    file = settings.data / _FILE
    with suppress(OSError):  # a disk that is full keeps nobody from being served
        file.write_text(origin(settings), encoding="utf-8")
    try:
        yield
    finally:
        with suppress(OSError):
            file.unlink()


def known(settings: Settings) -> str:
    """The address of the service that runs on this data, or where it would be by the settings."""
    try:
        return (settings.data / _FILE).read_text(encoding="utf-8")
    except (OSError, ValueError):
        return origin(settings)
