"""Runs that were started, stopped or looked at."""

import re
from decimal import Decimal
from typing import Any

from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.replies.narrowing import COST, RUNS
from optimize.adapters.models.offline.replies.phrases import Phrases
from optimize.adapters.models.offline.replies.teller import name_of
from optimize.adapters.models.offline.replies.tellers.comparisons import experiment_lines
from optimize.adapters.models.offline.turn import Told

_TOOLS = re.compile(r"\((.+)\)$")
"""The tools in the context's summary of a criterion: `invokesTool(read_order, refund_order)`."""
TOOLS = ("dry_run", "run_tests", "cancel", "read_results")


def lines(told: Told, say: Phrases, context: Context) -> list[str]:
    batch = told.data.get("batch")
    if not isinstance(batch, dict):
        return [told.summary]
    if told.tool == "cancel":
        return [say.say("cancelled"), *_state(batch, say)]
    if told.data.get("only") == RUNS and not told.data.get("experiment"):
        return _runs(told.data, say)
    if told.data.get("only") == COST and not told.data.get("experiment"):
        return [*_state(batch, say), _recorded(batch.get("cost"), say)]
    if told.tool == "read_results" and told.data.get("experiment"):
        return experiment_lines(told.data["experiment"], say)
    if told.tool == "read_results":
        return [*_state(batch, say), *_tests(told.data, say, context)]
    planned = batch.get("counts", {}).get("planned", 0)
    started = say.count(f"{told.tool}", planned, name=name_of(told, context))
    return (
        [started, say.say("live")] if batch.get("state") in ("planned", "running") else [started, *_state(batch, say)]
    )


def _state(batch: dict[str, Any], say: Phrases) -> list[str]:
    counts = batch.get("counts", {})
    kind, state = say.word("batch_kind", batch.get("kind")), say.word("batch_state", batch.get("state"))
    found = [say.say("batch", kind=kind, version=batch.get("version_number", "?"), state=state)]
    if counts.get("done"):
        named = {name: counts.get(name, 0) for name in ("planned", "done", "passed", "failed")}
        found.append(say.say("batch_cut_short" if counts.get("cancelled") else "batch_counts", **named))
    lost = ("could_not_judge", "could_not_run", "left_out")
    told = {**counts, "left_out": counts.get("cancelled", 0)}
    found += [say.count(name, told[name]) for name in lost if told.get(name)]
    return [" ".join(found)]


def _runs(data: dict[str, Any], say: Phrases) -> list[str]:
    """A test's own runs, which are not those of its batch; a run that was lost has no result."""
    counts = data["batch"].get("counts", {})
    where = say.word("batch_kind", data["batch"].get("kind"))
    version = say.say("side.version", version=data["batch"].get("version_number", "?"))
    return [
        say.say(
            "runs_of",
            name=test["name"],
            batch=where,
            version=version,
            planned=max((c["planned"] for c in test["criteria"]), default=counts.get("planned", 0)),
            decided=max((c["n"] for c in test["criteria"]), default=0),
        )
        for test in data.get("tests", [])
    ]


def _recorded(cost: Any, say: Phrases) -> str:
    """Figures as they were recorded, not rounded: each of them stands in the result."""
    if not isinstance(cost, dict):
        return say.say("cost_not_read")
    if cost.get("price_unknown") or cost.get("money") is None:
        return say.say("cost_recorded_unknown", calls=cost["calls"])
    return say.say("cost_recorded", money=f"${Decimal(str(cost['money'])):f}", calls=cost["calls"])


def _tests(data: dict[str, Any], say: Phrases, context: Context) -> list[str]:
    tests = data.get("tests", [])
    if not tests and data.get("only"):
        return [say.say(f"none.{data['only']}")]
    return [_test(test, say, context) for test in tests]


def _test(test: dict[str, Any], say: Phrases, context: Context) -> str:
    known = context.test(str(test.get("test")))
    named = [match[1] if (match := _TOOLS.search(summary)) else "" for summary in known.criteria] if known else []
    listed = test.get("criteria", [])
    tools = named if len(named) == len(listed) else [""] * len(listed)
    parts = [_criterion(criterion, tool, say) for criterion, tool in zip(listed, tools, strict=True)]
    return f"- {test['name']}: {say.word('verdict', test.get('verdict'))}. " + " ".join(parts)


def _criterion(criterion: dict[str, Any], tools: str, say: Phrases) -> str:
    about = say.word("kind", criterion["kind"]) + (f" ({tools})" if tools else "")
    if not criterion.get("n"):
        return f"{about}: {say.say('no_result')}"
    told = say.say("k_of_n", k=criterion["k"], n=criterion["n"], must_pass=criterion["must_pass"])
    if criterion.get("lower") is None:
        return f"{about}: {told}"
    return f"{about}: {told} {say.say('lower_bound', lower=format(criterion['lower'], 'g'), n=criterion['n'])}"
