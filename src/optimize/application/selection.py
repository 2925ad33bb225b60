"""Which tests a batch or an estimate is about."""

from collections.abc import Sequence

from optimize.application.lifecycle import require_test
from optimize.application.ports.store import Transaction
from optimize.domain.acceptance_test import AcceptanceTest, TestState
from optimize.domain.errors import Conflict, Invalid


async def selected_tests(tx: Transaction, agent: str, named: Sequence[str] | None) -> Sequence[AcceptanceTest]:
    """The named tests of the agent, or its whole accepted set.

    Raises Conflict `nothing_to_run` if that is nothing, NotFound `no_such_test`, Invalid `wrong_agent`.
    """
    if named is None:
        tests = [record.test for record in await tx.tests.list(agent, state=TestState.ACCEPTED)]
    else:
        tests = [(await require_test(tx, test_id)).test for test_id in dict.fromkeys(named)]
    if not tests:
        raise Conflict(
            "nothing_to_run", f"{agent} has no accepted tests to run yet: describe one, dry-run it, accept it."
        )
    for test in tests:
        if test.agent != agent:
            raise Invalid("wrong_agent", f"“{test.name}” is a test of {test.agent}, not of {agent}.", test=test.id)
    return tests
