"""From the options of `optimize run` to an order: names become ids, and real writes need a typed yes."""

from decimal import Decimal

import typer
from pydantic import BaseModel, ConfigDict

from optimize.application.agents import find_version, live_version, require_agent
from optimize.application.planning import BatchOrder
from optimize.application.visible import visible
from optimize.cli.asking import typed
from optimize.domain.errors import Conflict
from optimize.domain.setup import Setup, WritePolicy
from optimize.running import Running

_YES = "execute"


class Wish(BaseModel):
    """What was typed. `agreed` None: no write tools were named, so a person at the terminal is asked."""

    model_config = ConfigDict(frozen=True)

    tests: tuple[str, ...] = ()
    runs: int | None = None
    version: str | None = None
    model: str | None = None
    writes: WritePolicy | None = None
    agreed: tuple[str, ...] | None = None
    budget: Decimal | None = None
    time_limit: float | None = None


async def ordered(running: Running, agent: str, wish: Wish) -> BatchOrder:
    """The order. Raises NotFound for a test that no name fits, Conflict `go_ahead_needed` without a yes to writes."""
    found = [(await running.use_cases.lifecycle.find(agent, name)).id for name in wish.tests]
    return BatchOrder(
        kind="run" if found else "run_all",
        tests=tuple(dict.fromkeys(found)) or None,
        runs=wish.runs,
        setup=Setup(model=wish.model, version=wish.version),
        writes=wish.writes,
        go_ahead=await _go_ahead(running, agent, wish),
        budget=wish.budget,
        time_limit=wish.time_limit,
    )


async def _go_ahead(running: Running, agent: str, wish: Wish) -> tuple[str, ...]:
    if wish.agreed is not None:
        return wish.agreed
    async with running.store.reading() as tx:
        if (wish.writes or (await require_agent(tx, agent)).writes) != "execute":
            return ()
        version = await (find_version(tx, agent, wish.version) if wish.version else live_version(tx, agent))
    tools = sorted(version.definition.write_tools)
    typer.echo(f"Every run would really call: {visible(', '.join(tools)) or 'no tool'}.", err=True)
    if not typed(_YES):
        raise Conflict(
            "go_ahead_needed", "Nothing was run: real writes need your yes, or --agree-writes with the names."
        )
    return tuple(tools)
