"""`Which tests failed?`, `what did it cost?`: of what was read, only what was asked for."""

from optimize.adapters.models.offline.turn import Told

_ONLY = {"only_failed": "failed", "only_passed": "passed"}
COST, COUNT, RUNS = "cost", "count_tests", "runs_of"


def narrowed(told: Told, intent: str) -> Told:
    """The result without the tests of another verdict, or without any; `only` says what was asked for."""
    tests = told.data.get("tests")
    if told.tool not in ("read_results", "list_tests") or not isinstance(tests, list):
        return told
    if intent in (COUNT, RUNS):
        return told.model_copy(update={"data": {**told.data, "only": intent}})
    if intent == "cost_past":
        return told.model_copy(update={"data": {**told.data, "tests": [], "only": COST}})
    verdict = _ONLY.get(intent)
    if verdict is None:
        return told
    shown = "latest" if told.tool == "list_tests" else "verdict"
    kept = [test for test in tests if isinstance(test, dict) and test.get(shown) == verdict]
    return told.model_copy(update={"data": {**told.data, "tests": kept, "only": verdict}})
