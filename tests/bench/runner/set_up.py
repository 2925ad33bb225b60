"""What there is to run: `python set_up.py RUNS` fills a new data folder, named by the environment, with an agent and
accepted tests.
"""

import asyncio
import sys

from optimize.domain.acceptance_test import TestBody
from optimize.domain.actor import Actor, Role
from optimize.domain.agent_definition import AgentDefinition
from optimize.running import Running, connect
from optimize.settings import load_settings

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


async def main(runs: int) -> None:
    running = await connect(load_settings())
    try:
        await set_up(running, runs)
    finally:
        await running.stop()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
