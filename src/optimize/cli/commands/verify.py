"""optimize verify"""

import asyncio

import typer

from optimize.adapters.store.sqlite_files import damage
from optimize.adapters.store.verify import Verified, verified
from optimize.application.visible import visible
from optimize.cli.refusals import refusing
from optimize.cli.store_files import conversations_file
from optimize.settings import load_settings

app = typer.Typer(add_completion=False)


@app.command()
def verify() -> None:
    """Check that the database still says what was recorded. Exit code 1 if it does not; every problem is named."""
    with refusing():
        settings = load_settings()
        found = asyncio.run(verified(settings.store_url))
        memory = conversations_file(settings)
        damaged = damage(memory) if memory.is_file() else None
    problems = [*found.problems, *([f"{memory} is damaged: {damaged}."] if damaged else [])]
    for problem in problems:
        typer.echo(f"- {visible(problem)}", err=True)
    if problems:
        typer.echo(f"{len(problems)} problem{'s' if len(problems) > 1 else ''} found.", err=True)
        raise typer.Exit(1)
    typer.echo(_sound(found))


def _sound(found: Verified) -> str:
    rows = found.rows
    return (
        f"Nothing is wrong: the pages, the guards, {rows['test']:,} tests, {rows['agent_version']:,} agent versions, "
        f"{rows['run']:,} runs with {rows['verdict']:,} verdicts, and {rows['audit']:,} audit lines up to "
        f"{found.audit_head}."
    )
