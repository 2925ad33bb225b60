"""Statements of the path that every run takes. Built once: to build one costs more than to carry it out.

Parameters are named `the_…`, for the plain names of columns are SQLAlchemy's own in an UPDATE.
"""

from typing import Any, Final

from sqlalchemy import BindParameter, bindparam, or_, select, update

from optimize.adapters.store import leaving_tables, tables

_run, _batch, _money, _call = tables.run, tables.batch, tables.batch_spending, leaving_tables.call


def _the(name: str) -> BindParameter[Any]:
    return bindparam(f"the_{name}")


def _still(*states: str) -> Any:
    return or_(*(_run.c.state == state for state in states))


_this = _run.c.id == _the("run")
_held = _run.c.attempt == _the("attempt")
OPEN: Final = ("planned", "running", "judging")

CLAIM: Final = (
    update(_run)
    .where(_this, _still("planned", "running"))
    .values(state="running", attempt=_run.c.attempt + 1, owner=_the("owner"), started_at=_the("at"))
    .returning(_run)
)
TO_JUDGING: Final = (
    update(_run).where(_this, _held, _still("running")).values(state="judging", agent_ms=_the("agent_ms"))
)
TO_ITS_END: Final = update(_run).where(_this, _held, _still("judging")).values(finished_at=_the("at"))
TO_FINISHED: Final = update(_run).where(_this, _held, _still("judging")).values(state="finished")
ANY_OPEN: Final = select(_run.c.id).where(_run.c.batch == _the("batch"), _still(*OPEN)).limit(1)

STANDING: Final = (
    select(_run.c.state.label("run_state"), _run.c.batch, _batch.c.state, _batch.c.budget)
    .add_columns(_money.c.spent, _money.c.reserved)
    .join_from(_run, _batch)
    .join(_money, _money.c.batch == _batch.c.id, isouter=True)
    .where(_this)
)

SETTLED: Final = (
    "state",
    "latency_ms",
    "input_tokens",
    "cached_tokens",
    "output_tokens",
    "cost",
    "price_version",
    "error",
    "answered",
)
SETTLE: Final = update(_call).where(_call.c.id == _the("id")).values({name: _the(name) for name in SETTLED})

LOSE: Final = (
    update(_call)
    .where(_call.c.run == _the("run"), _call.c.state == "sent", _call.c.attempt < _the("attempt"))
    .values(state="unknown")
    .returning(_call.c.reserved)
)


def the(**values: Any) -> dict[str, Any]:
    """The parameters of one of these statements."""
    return {f"the_{name}": value for name, value in values.items()}
