"""Which version of the product this is."""

from importlib.metadata import PackageNotFoundError, version

_DISTRIBUTION = "optimize-assistant"


def product_version() -> str:
    """The version of the installed distribution; `source` where it runs without being installed."""
    try:
        return version(_DISTRIBUTION)
    except PackageNotFoundError:
        return "source"
