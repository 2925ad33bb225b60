"""bug-06, for an agent under test: tool arguments that are no JSON are evidence, and the run goes on."""

from pathlib import Path
from typing import Any

from optimize.domain.transcript import ToolCall
from optimize.domain.verdict import Outcome
from tests.bugs.wired import accepted, register, run_all, wired
from tests.standins.openai_wire import Call, Message, Reply

ARGUMENTS = {
    "nested quotes": '{"{"ids": [1',
    "unterminated": '{"order": "A-1',
    "fine": '{"order": "A-1"}',
}
DESK = {
    "kind": "agent/1",
    "name": "desk",
    "model": {"ref": "openai:small"},
    "tools": [
        {
            "name": "find_order",
            "effect": "read",
            "parameters": {"type": "object", "properties": {"order": {"type": "string"}}},
            "from": {"sample": {"state": "paid"}},
        }
    ],
}
CRITERIA = [
    {"kind": "answerContains", "texts": ["looked it up"]},
    {"kind": "toolParametersContain", "tool": "find_order", "parameters": {"order": {"equals": "A-1"}}},
]


def brain(messages: list[Message], tools: list[dict[str, Any]]) -> Reply:
    """Calls a tool as the user's words say, then answers with what came back."""
    if messages[-1]["role"] == "tool":
        return Reply(text=f"I looked it up: {messages[-1]['content']}")
    return Reply(calls=(Call(name="find_order", arguments=ARGUMENTS[messages[-1]["content"]]),))


async def test_bug_06_the_run_goes_on_and_keeps_the_raw_arguments(tmp_path: Path) -> None:
    async with wired(tmp_path / "data", brain) as running:
        await register(running, DESK)
        names = {await accepted(running, "desk", user, criteria=CRITERIA): user for user in ARGUMENTS}
        batch = await run_all(running, "desk")
        assert (batch.state, batch.counts.planned, batch.counts.done) == ("finished", 3, 3)
        assert (batch.counts.passed, batch.counts.failed, batch.counts.could_not_run) == (1, 2, 0)
        runs = (await running.use_cases.history.runs("desk", batch=batch.id)).items
        for summary in runs:
            run = await running.use_cases.history.run(summary.id)
            assert run.transcript is not None
            [call] = [event for event in run.transcript.events if isinstance(event, ToolCall)]
            answered, looked_at = run.verdicts
            assert answered.outcome is Outcome.PASSED
            if names[summary.test] == "fine":
                assert (call.arguments, call.status) == ({"order": "A-1"}, "simulated")
                assert looked_at.outcome is Outcome.PASSED
            else:
                raw = ARGUMENTS[names[summary.test]]
                assert (call.arguments, call.arguments_text, call.status, call.sent) == (None, raw, "failed", False)
                assert "not a JSON object" in str(call.error)
                assert str(call.error) in str(run.transcript.answer)
                assert looked_at.outcome is Outcome.FAILED
                assert raw in looked_at.reason
                assert "not readable" in looked_at.reason
