"""The command line."""

from importlib import import_module

from optimize.cli.leaving import leave
from optimize.cli.loading import INTERRUPTED, loading


def main() -> None:
    """The program. It is loaded only here, so that Ctrl-C while it is loaded ends it as quietly as later."""
    try:
        with loading():
            program = import_module("optimize.cli.program")
        program.app()
    except KeyboardInterrupt:
        leave(INTERRUPTED)
    except SystemExit as ended:
        leave(ended.code)
