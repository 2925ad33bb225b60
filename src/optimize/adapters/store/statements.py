"""Statements of the path that every run takes. Built once: to build one costs more than to carry it out.

Parameters are named `the_…`, for the plain names of columns are SQLAlchemy's own in an UPDATE.
"""

from typing import Any, Final

from sqlalchemy import BindParameter, Integer, bindparam, func, or_, select, type_coerce, update

from optimize.adapters.store import leaving_tables, tables
from optimize.adapters.store.column_types import Json
from optimize.domain.cost import BUILT_IN
from optimize.domain.verdict import Outcome

_run, _batch, _money, _call = tables.run, tables.batch, tables.batch_spending, leaving_tables.call


def _the(name: str) -> BindParameter[Any]:
    return bindparam(f"the_{name}")


def _still(*states: str) -> Any:
    return or_(*(_run.c.state == state for state in states))


_this = _run.c.id == _the("run")
_held = _run.c.attempt == _the("attempt")
# One that is under way costs nothing yet. Of one that is over and has no cost, nobody knows what it cost, unless it
# was of a built-in model: these are free even where the process was ended in the middle of a call.
_unpriced = or_(_call.c.state == "unknown", (_call.c.state != "sent") & _call.c.cost.is_(None))
HAS_NO_PRICE: Final = _unpriced & ~_call.c.model.startswith(BUILT_IN)
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

_outcome = type_coerce(tables.verdict.c.verdict, Json)["outcome"].as_string()
_judged = (
    select(_run.c.test, _run.c.state)
    .add_columns(*(func.max((_outcome == o.value).cast(Integer)).label(o.value) for o in Outcome))
    .join_from(_run, tables.verdict, isouter=True)
    .where(_run.c.batch == _the("batch"))
    .group_by(_run.c.id, _run.c.test, _run.c.state)
    .subquery()
)
_stands = [column for column in _judged.c if column.name != "test"]
TALLY: Final = select(*_stands, func.count().label("runs")).group_by(*_stands)
TALLY_BY_TEST: Final = select(*_judged.c, func.count().label("runs")).group_by(*_judged.c)
COST: Final = (
    select(_call.c.cost, func.count().label("calls"))
    .add_columns(*(func.sum(used).label(used.name) for used in (_call.c.input_tokens, _call.c.output_tokens)))
    .add_columns(func.max(HAS_NO_PRICE.cast(Integer)).label("no_price"))
    .join_from(_call, _run)
    .where(_run.c.batch == _the("batch"))
    .group_by(_call.c.cost)
)

STANDING: Final = (
    select(_run.c.state.label("run_state"), _run.c.test, _run.c.batch, _batch.c.state, _batch.c.budget)
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
