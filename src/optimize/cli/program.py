"""The command line: start the service, let people in, run tests, keep what was recorded safe."""

from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import typer
from typer.core import TyperGroup

from optimize.cli import commands
from optimize.cli.loading import loading


class Commands(TyperGroup):
    """The modules in `commands`. One is imported when it is called, so that `optimize version` waits for no model."""

    def list_commands(self, ctx: Any) -> list[str]:
        return [info.name.replace("_", "-") for info in iter_modules(commands.__path__)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in self.list_commands(ctx):
            return None
        with loading():
            module = import_module(f"{commands.__name__}.{cmd_name.replace('-', '_')}")
        command = typer.main.get_command(module.app)
        command.name = cmd_name
        return command


app = typer.Typer(
    cls=Commands, add_completion=False, no_args_is_help=True, pretty_exceptions_enable=False, help=__doc__
)


@app.callback()
def _no_options() -> None:
    """Only commands have options."""
