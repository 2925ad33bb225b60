"""What came of a batch, as a table. Whatever was recorded is printed as text: no escape and no markup in it works."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from optimize.application.told import OUTCOMES, against, bound, counted, reasons_against, spent
from optimize.application.views import BatchView, TestInBatch
from optimize.application.visible import visible
from optimize.cli.drawing import console, table, text
from optimize.domain.result import CriterionResult, Reason, ResultOutcome
from optimize.domain.text import shortened

_COLOURS = {ResultOutcome.PASSED: "green", ResultOutcome.FAILED: "red"}
_REASON = 300
_REASONS = 2
_WIDTH_OF_A_LOG = 120


def show(batch: BatchView, not_run: Mapping[str, str], terminal: console.Console) -> None:
    """The table of tests, the verdict of the batch and what it cost."""
    if not terminal.is_terminal:
        terminal.width = _WIDTH_OF_A_LOG
    shown = table.Table(*(table.Column(name, overflow="fold") for name in ("Test", "Verdict", "Criteria", "Reason")))
    for test in batch.tests:
        head = (_plain(test.name), _verdict(test.verdict))
        for row in _rows(test, not_run.get(test.test)):
            shown.add_row(*head, *row)
            head = (text.Text(), text.Text())
        shown.add_section()
    terminal.print(shown)
    for line in _lines(batch):
        terminal.print(line, soft_wrap=True)


def _lines(batch: BatchView) -> list[text.Text]:
    counts = batch.counts
    runs = f"{counts.done} of {counted(counts.planned, 'run')} done, {counts.passed} passed, {counts.failed} failed"
    undecided = [
        f"{count} {what}"
        for count, what in (
            (counts.could_not_judge, "could not be judged"),
            (counts.could_not_run, "could not run"),
            (counts.cancelled, "cancelled"),
        )
        if count
    ]
    lines = [
        text.Text.assemble("Verdict: ", _verdict(batch.verdict), f" ({counted(len(batch.tests), 'test')})"),
        _plain(f"Runs: {', '.join([runs, *undecided])}"),
        _plain(f"Cost: {spent(batch.cost)}"),
        _plain(f"Batch: {batch.id}, version {batch.version_number}, writes: {batch.writes}"),
    ]
    if batch.exploratory_reason:
        lines.append(_plain(f"Exploratory, does not count towards health: {batch.exploratory_reason}"))
    return [*lines, *(_plain(f"Note: {sentence}") for sentence in batch.drift)]


def _rows(test: TestInBatch, not_run: str | None) -> Iterator[tuple[text.Text, text.Text]]:
    """Each criterion beside what speaks against it, then what speaks against the test as a whole."""
    told = False
    for result in test.criteria:
        reasons = reasons_against(result)
        told = told or bool(reasons)
        yield _criterion(result), _plain("\n".join(_said(reasons)))
    whole = not_run if told else against(test, not_run)
    if whole:
        yield text.Text(), _plain(shortened(whole, _REASON))


def _criterion(result: CriterionResult) -> text.Text:
    return text.Text.assemble(
        _plain(result.kind), ": ", text.Text(bound(result), _COLOURS.get(result.verdict, "yellow"))
    )


def _said(reasons: list[Reason]) -> Iterator[str]:
    for reason in reasons[:_REASONS]:
        yield f"{f'{reason.count} × ' if reason.count > 1 else ''}{shortened(reason.text, _REASON)}"
    more = len(reasons) - _REASONS
    if more > 0:
        yield f"and {counted(more, 'more reason')}"


def _verdict(verdict: ResultOutcome) -> text.Text:
    return text.Text(OUTCOMES[verdict], _COLOURS.get(verdict, "yellow"))


def _plain(said: str) -> text.Text:
    return text.Text(visible(said))
