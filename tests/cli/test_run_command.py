"""`optimize run`: the tests of an agent without the page, for people and build servers."""

import json
import socket
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.cli.conftest import BAD, GOOD, Optimize

Accept = Callable[..., list[str]]


def test_passed_is_zero_and_every_result_is_told(optimize: Optimize, accept: Accept) -> None:
    accept(GOOD)
    done = optimize("run", "desk", "--json", "out.json", "--junit", "out.xml")
    assert done.exit_code == 0
    assert "doesNotInvokeTool: ≥ 43 %, 3 of 3" in done.stdout
    assert "Verdict: passed (1 test)" in done.stdout
    assert "3 of 3 runs done, 3 passed, 0 failed" in done.stdout
    assert "Cost: $0 (0 calls, 0 tokens)" in done.stdout
    assert "0 of 3 runs" in done.stderr
    written = json.loads(Path("out.json").read_text())
    assert (written["verdict"], written["counts"]["passed"], written["exploratory_reason"]) == ("passed", 3, None)
    assert written["requested_by"].endswith("(command line)")
    assert ET.parse("out.xml").getroot().get("tests") == "1"


def test_failed_is_one_with_the_reason(optimize: Optimize, accept: Accept) -> None:
    accept(GOOD, BAD)
    done = optimize("run", "desk", "--junit", "out.xml")
    assert done.exit_code == 1
    told = " ".join(done.stdout.replace("│", " ").split())
    assert "cancel_order was never called" in told, told
    assert "Verdict: failed (2 tests)" in done.stdout
    report = ET.parse("out.xml").getroot()
    assert (report.get("tests"), report.get("failures"), report.get("errors")) == ("2", "1", "0")


def test_every_criterion_that_failed_has_its_reason_and_in_how_many_runs(optimize: Optimize, accept: Accept) -> None:
    criteria = [
        {"kind": "invokesTool", "tool": "cancel_order"},
        {"kind": "doesNotInvokeTool", "tool": "cancel_order"},
        {"kind": "invokesTool", "tool": "find_order", "times": {"exactly": 9}},
    ]
    accept({**GOOD, "name": "three criteria", "criteria": criteria})
    done = optimize("run", "desk")
    cells = [[cell.strip() for cell in line.split("│")[1:-1]] for line in done.stdout.splitlines() if "│" in line]
    assert [(test, verdict) for test, verdict, *_ in cells if test] == [("three criteria", "failed")]
    by_criterion = [(criterion, reason) for _, _, criterion, reason in cells if criterion]
    assert by_criterion[0][0] == "invokesTool: ≥ 0 %, 0 of 3"
    assert by_criterion[0][1].startswith("3 × cancel_order was never called")
    assert by_criterion[1] == ("doesNotInvokeTool: ≥ 43 %, 3 of 3", "")
    assert by_criterion[2][1].startswith("3 × find_order was")


def test_named_tests_and_another_number_of_runs_are_exploratory(optimize: Optimize, accept: Accept) -> None:
    accept(GOOD, BAD, {**GOOD, "name": "third"})
    done = optimize("run", "desk", "--test", "cancels nothing", "--test", "third", "--runs", "4")
    assert done.exit_code == 0
    assert "Verdict: passed (2 tests)" in done.stdout
    assert "8 of 8 runs done" in done.stdout
    assert "Exploratory, does not count towards health: number of runs changed" in done.stdout


def test_an_escape_in_a_name_or_a_reason_is_shown_and_does_nothing(optimize: Optimize, accept: Accept) -> None:
    hostile = {"kind": "answerContains", "texts": ["\x1b[2J[bold]\x9b31m"]}
    accept({**GOOD, "name": "[red]name\x1b[31m", "criteria": [hostile]})
    done = optimize("run", "desk")
    assert done.exit_code == 1
    assert "\x1b" not in done.stdout
    assert "\x9b" not in done.stdout
    assert "[red]name⟦U+001B⟧[31m" in done.stdout
    assert "[bold]⟦U+009B⟧31m" in done.stdout


def test_bug_13_without_an_accepted_test_nothing_is_green(optimize: Optimize) -> None:
    done = optimize("run", "desk")
    assert done.exit_code == 2
    assert "desk has no accepted tests to run yet" in done.stderr
    assert "%" not in done.stdout


def test_bug_13_when_no_run_could_run_there_is_no_result(
    optimize: Optimize, accept: Accept, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        monkeypatch.setenv("OPENAI_BASE_URL", f"http://127.0.0.1:{probe.getsockname()[1]}/v1")
    monkeypatch.setenv("OPTIMIZE_CALL_SECONDS", "1")
    monkeypatch.setenv("OPTIMIZE_JUDGE_MODEL", "openai:gone")
    judged = {"kind": "satisfiesAssertion", "assertion": "The agent greets."}
    accept({**GOOD, "criteria": [judged], "runs": 5})
    done = optimize("run", "desk", "--junit", "out.xml")
    assert done.exit_code == 2
    assert "satisfiesAssertion: no result" in done.stdout
    assert "5 could not be judged" in done.stdout
    assert "%" not in done.stdout
    report = ET.parse("out.xml").getroot()
    assert (report.get("failures"), report.get("errors")) == ("0", "1")
    assert "did not answer" in str(report.find(".//error").get("message"))  # type: ignore[union-attr]


def test_what_is_not_finished_at_its_time_limit_is_cancelled_and_not_passed(optimize: Optimize, accept: Accept) -> None:
    accept(GOOD)
    done = optimize("run", "desk", "--timeout", "0.001")
    assert done.exit_code == 2
    assert "3 cancelled" in done.stdout
    assert "The time limit of the batch was reached: 0.001 s." in " ".join(done.stdout.replace("│", " ").split())


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nobody"], "There is no agent named nobody."),
        (["desk", "--test", "nonsense"], "has no single test “nonsense”"),
        (["desk", "--version", "9"], "has no single version 9"),
        (["desk", "--budget", "0"], "US dollars above zero"),
        (["desk", "--runs", "201"], "equal to 200"),
        (["desk", "--timeout", "0"], "0.001"),
        (["desk", "--writes", "sometimes"], "sometimes"),
    ],
)
def test_what_cannot_be_run_is_said_and_is_no_failure_of_the_agent(
    optimize: Optimize, accept: Accept, arguments: list[str], said: str
) -> None:
    accept(GOOD)
    done = optimize("run", *arguments)
    assert (done.exit_code, said in done.stderr) == (2, True), done.stderr


@pytest.mark.parametrize(
    ("arguments", "typed", "code"),
    [([], "", 2), ([], "yes\n", 2), ([], "execute\n", 0), (["--agree-writes", "cancel_order"], "", 0)],
)
def test_real_writes_need_a_typed_yes_to_the_list(
    optimize: Optimize, accept: Accept, arguments: list[str], typed: str, code: int
) -> None:
    accept(GOOD)
    done = optimize("run", "desk", "--writes", "execute", *arguments, typed=typed)
    assert done.exit_code == code
    if not arguments:
        assert "Every run would really call: cancel_order." in done.stderr
    assert ("writes: execute" in done.stdout) == (code == 0)


def test_a_wrong_list_of_write_tools_is_no_yes(optimize: Optimize, accept: Accept) -> None:
    accept(GOOD)
    done = optimize("run", "desk", "--writes", "execute", "--agree-writes", "cancel_order,find_order")
    assert (done.exit_code, "would really call cancel_order" in done.stderr) == (2, True)
