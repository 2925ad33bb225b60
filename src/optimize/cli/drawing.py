"""The parts of rich that draw on a terminal, loaded when there is something to draw: a batch is planned before."""

from typing import TYPE_CHECKING

from optimize.domain.late_import import LateImport

if TYPE_CHECKING:
    from rich import console, progress, table, text
else:
    console, progress = LateImport("rich.console"), LateImport("rich.progress")
    table, text = LateImport("rich.table"), LateImport("rich.text")

__all__ = ["console", "progress", "table", "text"]
