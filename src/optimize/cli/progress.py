"""How far a batch has come, on stderr: a bar on a terminal, a line now and then in a log."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime
from time import monotonic

import typer

from optimize.application.views import BatchProgress, Paused
from optimize.cli.carrying import Watch
from optimize.cli.drawing import console, progress

_LINE_SECONDS = 15.0


@contextmanager
def shown_progress() -> Iterator[Watch]:
    """Shows nothing until there is a batch: before that a person may be asked something."""
    shown: list[Watch] = []
    with ExitStack() as on_terminal:

        def watch(now: BatchProgress) -> None:
            if not shown:
                shown.append(_watch_for(on_terminal))
            shown[0](now)

        yield watch


def _watch_for(on_terminal: ExitStack) -> Watch:
    terminal = console.Console(stderr=True)
    if not terminal.is_terminal:
        return _Lines()
    columns = (
        progress.TextColumn("{task.description}", markup=False),
        progress.BarColumn(),
        progress.TimeElapsedColumn(),
    )
    shown = on_terminal.enter_context(progress.Progress(*columns, console=terminal, transient=True))
    bar = shown.add_task("")

    def watch(now: BatchProgress) -> None:
        shown.update(bar, total=now.counts.planned, completed=now.counts.done, description=_said(now))

    return watch


class _Lines:
    """One line at the start and whenever the batch begins to wait, else one every so often if there is news."""

    def __init__(self) -> None:
        self._said, self._at = "", 0.0
        self._paused: Paused | None = None

    def __call__(self, now: BatchProgress) -> None:
        said = _said(now)
        due = not self._said or now.paused != self._paused or monotonic() - self._at >= _LINE_SECONDS
        if due and said != self._said:
            typer.echo(said, err=True)
            self._said, self._at, self._paused = said, monotonic(), now.paused


def _said(now: BatchProgress) -> str:
    counts = now.counts
    parts = [f"{counts.done} of {counts.planned} runs", f"{counts.passed} passed", f"{counts.failed} failed"]
    parts += [f"{counts.could_not_judge} could not be judged"] if counts.could_not_judge else []
    parts += [f"{counts.could_not_run} could not run"] if counts.could_not_run else []
    parts += [f"{counts.cancelled} cancelled"] if counts.cancelled else []
    return ", ".join(parts) + (f". {_waits(now.paused)}" if now.paused else "")


def _waits(paused: Paused) -> str:
    """By this machine's own time; the day is named only if it is another one."""
    until = paused.until.astimezone()
    day = "" if until.date() == datetime.now(until.tzinfo).date() else f"{until:%Y-%m-%d} "
    return f"Paused until {day}{until:%H:%M}: {paused.why}"
