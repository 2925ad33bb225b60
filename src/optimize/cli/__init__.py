"""The command line."""

import sys
from importlib import import_module

from optimize.cli.loading import INTERRUPTED, loading


def main() -> None:
    """The program. It is loaded only here, so that Ctrl-C while it is loaded ends it as quietly as later."""
    with loading():
        program = import_module("optimize.cli.program")
    try:
        program.app()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
