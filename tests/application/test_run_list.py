"""Runs that were cancelled are left out of a list on request, page by page, and counted."""

import pytest

from optimize.application.records import RunRecord
from optimize.application.run_list import listed
from tests.fakes.world import ADMIN, AGENT, World


def run(n: int, *, cancelled: bool) -> RunRecord:
    state = "cancelled" if cancelled else "finished"
    return RunRecord.model_validate(
        {"id": f"r{n}", "batch": "b", "agent": AGENT, "test": "t", "n": n, "seed": 1, "state": state}
    )


async def pages(marks: str, *, cancelled: bool = False, limit: int = 2) -> list[tuple[str, int]]:
    """The marks of each page and how many cancelled runs it tells of; `x` is a cancelled run, `.` another."""
    runs = [run(n, cancelled=mark == "x") for n, mark in enumerate(marks)]

    async def older(before: str | None, most: int) -> list[RunRecord]:
        start = 0 if before is None else int(before[1:]) + 1
        return runs[start : start + most]

    found: list[tuple[str, int]] = []
    cursor, more = None, True
    while more:
        page = await listed(older, cursor=cursor, limit=limit, cancelled=cancelled)
        found.append(("".join("x" if r.state == "cancelled" else "." for r in page.runs), page.cancelled))
        cursor, more = (page.runs[-1].id if page.runs else None), page.more
    return found


@pytest.mark.parametrize(
    ("marks", "expected"),
    [
        ("", [("", 0)]),
        ("..", [("..", 0)]),
        ("xxxxx", [("", 5)]),
        ("x.x.x", [("..", 3)]),
        ("..x.", [("..", 0), (".", 1)]),
        ("..xxx", [("..", 3)]),
        (".x.x.x.", [("..", 1), ("..", 2)]),
        ("x" * 5_000 + "...", [("..", 5_000), (".", 0)]),
    ],
)
async def test_each_cancelled_run_is_left_out_and_counted_once(marks: str, expected: list[tuple[str, int]]) -> None:
    assert await pages(marks) == expected


async def test_those_who_want_them_see_them_in_their_place(world: World) -> None:
    assert await pages("x.x.x", cancelled=True) == [("x.", 1), ("x.", 1), ("x", 1)]


async def test_a_cancelled_batch_does_not_hide_the_runs_before_it(world: World) -> None:
    await world.accepted(runs=5)
    await world.ran()
    cancelled = await world.started()
    await world.planning.cancel(cancelled.id, actor=ADMIN)
    first = await world.history.runs(AGENT, limit=3, cancelled=False)
    rest = await world.history.runs(AGENT, limit=3, cancelled=False, cursor=first.next)
    assert [item.n for item in (*first.items, *rest.items)] == [5, 4, 3, 2, 1]
    assert (first.cancelled, rest.cancelled, rest.next) == (5, 0, None)
    assert {item.state for item in (await world.history.runs(AGENT, limit=5)).items} == {"cancelled"}
