"""`Which tests failed?`, `what did it cost?`: of what was read, only what was asked for."""

from optimize.adapters.models.offline.turn import Told

_ONLY = {"only_failed": "failed", "only_passed": "passed"}
COST = "cost"


def narrowed(told: Told, intent: str) -> Told:
    """The result without the tests of another verdict, or without any; `only` says what was asked for."""
    tests = told.data.get("tests")
    if told.tool != "read_results" or not isinstance(tests, list):
        return told
    if intent == "cost_past":
        return told.model_copy(update={"data": {**told.data, "tests": [], "only": COST}})
    verdict = _ONLY.get(intent)
    if verdict is None:
        return told
    kept = [test for test in tests if isinstance(test, dict) and test.get("verdict") == verdict]
    return told.model_copy(update={"data": {**told.data, "tests": kept, "only": verdict}})
