"""`Which tests failed?`: of what was read, only the tests that were asked for."""

from optimize.adapters.models.offline.turn import Told

_ONLY = {"only_failed": "failed", "only_passed": "passed"}


def narrowed(told: Told, intent: str) -> Told:
    """The result without the tests of another verdict; `only` says which verdict was asked for."""
    verdict, tests = _ONLY.get(intent), told.data.get("tests")
    if verdict is None or told.tool != "read_results" or not isinstance(tests, list):
        return told
    kept = [test for test in tests if isinstance(test, dict) and test.get("verdict") == verdict]
    return told.model_copy(update={"data": {**told.data, "tests": kept, "only": verdict}})
