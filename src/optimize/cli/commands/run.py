"""optimize run"""

import asyncio
import logging
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Annotated, Final

import typer

from optimize.application.junit import junit
from optimize.application.time_limits import LONGEST_TIME_LIMIT
from optimize.cli.carrying import carried
from optimize.cli.drawing import console
from optimize.cli.executor import as_executor
from optimize.cli.ordering import Wish
from optimize.cli.progress import shown_progress
from optimize.cli.refusals import refusing
from optimize.cli.reports import require_writable, write
from optimize.cli.summary import show
from optimize.domain.result import ResultOutcome
from optimize.domain.setup import WritePolicy
from optimize.settings import load_settings

app = typer.Typer(add_completion=False)

_UNDECIDED: Final = 2
_EXIT: Final = {ResultOutcome.PASSED: 0, ResultOutcome.FAILED: 1}


def _dollars(text: str) -> Decimal:
    try:
        amount = Decimal(text)
    except InvalidOperation:
        amount = Decimal(0)
    if not (amount.is_finite() and amount > 0):
        raise typer.BadParameter("Write an amount of US dollars above zero, for example 1.50.")
    return amount


def _names(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(",") if name.strip())


@app.command()
def run(
    agent: Annotated[str, typer.Argument(help="The agent whose accepted tests are run.")],
    test: Annotated[list[str] | None, typer.Option(help="Only this test, by name or id. May be repeated.")] = None,
    runs: Annotated[int | None, typer.Option(min=1, max=200, help="Another number of runs: exploratory.")] = None,
    version: Annotated[str | None, typer.Option(help="Another version, by number or label.")] = None,
    model: Annotated[str | None, typer.Option(help="Another model, provider:model: exploratory.")] = None,
    budget: Annotated[Decimal | None, typer.Option(parser=_dollars, metavar="USD", help="Spend no more.")] = None,
    timeout: Annotated[
        float | None,
        typer.Option(min=0.001, max=LONGEST_TIME_LIMIT, metavar="SECONDS", help="Then cancel what is not finished."),
    ] = None,
    writes: Annotated[WritePolicy | None, typer.Option(help="What happens to writes; the agent's own policy.")] = None,
    agree_writes: Annotated[
        str | None, typer.Option(metavar="TOOL,TOOL", help="With --writes execute: exactly the tools that may write.")
    ] = None,
    junit_file: Annotated[Path | None, typer.Option("--junit", metavar="FILE", help="Write JUnit XML.")] = None,
    json_file: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write the results as JSON.")] = None,
) -> None:
    """Run the accepted tests of an agent. Exit code 0: passed, 1: failed, 2: nothing or not everything was decided."""
    wish = Wish(
        tests=tuple(test or ()),
        runs=runs,
        version=version,
        model=model,
        writes=writes,
        agreed=None if agree_writes is None else _names(agree_writes),
        budget=budget,
        time_limit=timeout,
    )
    with refusing(_UNDECIDED):
        require_writable(junit_file, json_file)
        settings = load_settings()
        logging.basicConfig(level=settings.log_level.upper(), format="%(levelname)s %(name)s: %(message)s")
        with as_executor(settings) as own, shown_progress() as watch:
            batch, not_run = asyncio.run(carried(own, agent, wish, watch))
    show(batch, not_run, console.Console())
    reports = {junit_file: junit(batch, not_run)} if junit_file else {}
    reports |= {json_file: batch.model_dump_json(indent=2).encode()} if json_file else {}
    with refusing(_UNDECIDED):
        write(reports)
    raise typer.Exit(_EXIT.get(batch.verdict, _UNDECIDED))
