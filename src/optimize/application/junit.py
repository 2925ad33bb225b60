"""The results of a batch as JUnit XML, the form that build servers read. One test is one test case."""

from collections.abc import Iterator, Mapping
from datetime import UTC
from xml.etree import ElementTree as ET

from optimize.application.told import OUTCOMES, against, bound
from optimize.application.views import BatchView, TestInBatch
from optimize.application.visible import visible
from optimize.domain.result import ResultOutcome


def junit(batch: BatchView, not_run: Mapping[str, str]) -> bytes:
    """The report as UTF-8. `not_run`: by test, why runs of it could not run (`why_not_run`).

    A test that is incomplete or has no result is an `error`: nothing was decided, which is neither a failure nor a
    pass. Characters that XML 1.0 forbids become visible marks.
    """
    root = ET.Element("testsuites", {"name": "optimize", **_totals(batch)})
    suite = ET.SubElement(root, "testsuite", {"name": visible(batch.agent), **_totals(batch)})
    suite.set("timestamp", batch.created_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S"))
    properties = ET.SubElement(suite, "properties")
    for name, value in _facts(batch).items():
        ET.SubElement(properties, "property", {"name": name, "value": visible(value)})
    for test in batch.tests:
        case = ET.SubElement(suite, "testcase", {"classname": visible(batch.agent), "name": visible(test.name)})
        _tell(case, test, not_run.get(test.test))
    ET.indent(root)
    written: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return written


def _totals(batch: BatchView) -> dict[str, str]:
    verdicts = [test.verdict for test in batch.tests]
    passed, failed = verdicts.count(ResultOutcome.PASSED), verdicts.count(ResultOutcome.FAILED)
    totals = {"tests": len(verdicts), "failures": failed, "errors": len(verdicts) - passed - failed, "skipped": 0}
    seconds = ((batch.finished_at or batch.created_at) - batch.created_at).total_seconds()
    return {name: str(count) for name, count in totals.items()} | {"time": f"{seconds:.3f}"}


def _facts(batch: BatchView) -> dict[str, str]:
    return {
        "batch": batch.id,
        "state": batch.state,
        "verdict": OUTCOMES[batch.verdict],
        "version": batch.version,
        "writes": batch.writes,
        "exploratory": batch.exploratory_reason or "no",
        **({"drift": " ".join(batch.drift)} if batch.drift else {}),
        **{f"runs.{name}": str(count) for name, count in batch.counts.model_dump().items()},
    }


def _tell(case: ET.Element, test: TestInBatch, not_run: str | None) -> None:
    told = visible("\n".join(_lines(test, not_run)))
    if test.verdict is ResultOutcome.PASSED:
        ET.SubElement(case, "system-out").text = told
        return
    said = {"type": test.verdict.value, "message": visible(against(test, not_run))}
    ET.SubElement(case, "failure" if test.verdict is ResultOutcome.FAILED else "error", said).text = told


def _lines(test: TestInBatch, not_run: str | None) -> Iterator[str]:
    for result in test.criteria:
        yield f"{result.kind}: {OUTCOMES[result.verdict]} ({bound(result)}; {result.planned} planned)"
        yield from (f"  {reason.count} x {reason.outcome.value}: {reason.text}" for reason in result.reasons)
    if not_run:
        yield f"Not run: {not_run}"
