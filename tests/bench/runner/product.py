"""The product as the bench drives it: `python product.py set-up|run|work RUNS`, configured by the environment.

`set-up` fills a new data folder with an agent and accepted tests; `run` is timed: it starts the product, runs all of
them and ends when the batch has. `work` is a worker beside it.
"""

import asyncio
import sys

from optimize.application.planning import BatchOrder
from optimize.domain.acceptance_test import TestBody
from optimize.domain.actor import Actor, Role
from optimize.domain.agent_definition import AgentDefinition
from optimize.running import Running, connect
from optimize.settings import load_settings
from optimize.worker import run_worker

LEAST_RUNS, MOST_TESTS = 5, 100
ADMIN = Actor(name="bench", role=Role.ADMIN)
AGENT = AgentDefinition.model_validate(
    {
        "kind": "agent/1",
        "name": "bench",
        "model": {"ref": "openai:bench"},
        "prompt": [{"part": "role", "text": "You help customers of one shop with their orders."}],
    }
)


def a_test(number: int, runs: int) -> TestBody:
    return TestBody.model_validate(
        {
            "name": f"Greets {number}",
            "situation": {"messages": [{"role": "user", "text": f"Hello, where is order {number}?"}]},
            "criteria": [{"kind": "satisfiesAssertion", "assertion": "The agent greets the customer before all else."}],
            "runs": runs,
        }
    )


async def set_up(running: Running, runs: int) -> None:
    use_cases = running.use_cases
    await use_cases.agents.register(AGENT, actor=ADMIN, label="first", operator=True)
    tests = min(runs // LEAST_RUNS, MOST_TESTS)
    for number in range(tests):
        drafted = await use_cases.lifecycle.draft(AGENT.name, a_test(number, runs // tests), actor=ADMIN)
        await use_cases.lifecycle.accept(drafted.id, actor=ADMIN)


async def run(running: Running, runs: int) -> None:
    await running.start()
    batch = await running.use_cases.planning.start(AGENT.name, BatchOrder(kind="run"), actor=ADMIN)
    assert batch.counts.planned == runs
    while await _goes_on(running, batch.id):  # noqa: ASYNC110  # other processes finish runs too
        await asyncio.sleep(0.1)
    batch = await running.use_cases.history.batch(batch.id)
    sys.stdout.write(f"{batch.counts.model_dump_json()}\n")


async def _goes_on(running: Running, batch_id: str) -> bool:
    async with running.store.reading() as tx:
        return await tx.runs.any_open(batch_id)


async def main(what: str, runs: int) -> None:
    if what == "work":
        return await run_worker(load_settings())
    running = await connect(load_settings())
    try:
        await (set_up if what == "set-up" else run)(running, runs)
    finally:
        await running.stop()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
