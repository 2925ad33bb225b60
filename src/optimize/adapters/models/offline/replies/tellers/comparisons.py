"""Comparisons of what is on record, and experiments that were started."""

from typing import Any

from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.replies.phrases import Phrases
from optimize.adapters.models.offline.replies.retelling import criterion_in
from optimize.adapters.models.offline.replies.tellers import costs
from optimize.adapters.models.offline.turn import Told
from optimize.domain.statistics.interval import ceil_digits, floor_digits

TOOLS = ("compare_runs", "run_experiment")
_MOST_ROWS = 12


def lines(told: Told, say: Phrases, context: Context) -> list[str]:
    return _started(told, say, context) if told.tool == "run_experiment" else _compared(told.data, say)


def _started(told: Told, say: Phrases, context: Context) -> list[str]:
    data = told.data
    named = {name: data["experiment"][name] for name in ("changed", "planned", "runs")}
    estimate = told.model_copy(update={"data": data["estimate"]})
    # What the server says in sentences is English.
    notice = [str(data["notice"])] if say.language == "en" and data.get("notice") else []
    return [say.say("run_experiment", **named), *costs.lines(estimate, say, context), *notice, say.say("live")]


def experiment_lines(experiment: dict[str, Any], say: Phrases) -> list[str]:
    """Both setups side by side, first the current one."""
    named = {name: experiment[name] for name in ("changed", "runs")}
    state = say.word("batch_state", experiment["state"])
    sentences = [str(sentence) for sentence in experiment["sentences"]] if say.language == "en" else []
    head = sentences[:1] or [say.say("experiment", state=state, **named)]
    return [*head, *(_row(row, say) for row in experiment["rows"][:_MOST_ROWS]), *sentences[1:]]


def _compared(data: dict[str, Any], say: Phrases) -> list[str]:
    sides = {side: _side(data[side], say) for side in ("a", "b")}
    if data["missing"]:
        return [
            say.say("compare.missing", side=sides[side])
            for side in ("a", "b")
            if data[side]["label"] in data["missing"]
        ]
    found = [say.say("compare_runs", **sides)] if data["rows"] else [say.say("compare.nothing", **sides)]
    found += [_row(row, say) for row in data["rows"][:_MOST_ROWS]]
    found += [say.say("and_more")] if len(data["rows"]) > _MOST_ROWS else []
    return found + ([say.say("compare.left_out", names=", ".join(data["left_out"]))] if data["left_out"] else [])


def _side(thing: dict[str, Any], say: Phrases) -> str:
    if thing["kind"] == "batch":
        return say.say("side.batch", name=thing["name"])
    told = say.say("side.version", version=thing["version_number"])
    return f"{told} ({thing['name']})" if thing["name"] else told


def _row(row: dict[str, Any], say: Phrases) -> str:
    counts = " → ".join(f"{row[side]['k']}/{row[side]['n']}" for side in ("a", "b"))
    verdict = say.word("row_verdict", row["verdict"]) if row["verdict"] else say.say("no_result")
    beside = [part for part in (_points(row, say), say.word("hint", row["hint"]) if row["hint"] else "") if part]
    return f"- {row['name']}: {criterion_in(row['criterion'], say)} {counts}: {verdict}" + (
        f" ({'; '.join(beside)})" if beside else ""
    )


def _points(row: dict[str, Any], say: Phrases) -> str:
    """The difference in points of a hundred, its interval rounded outwards."""
    if row["between"] is None or row["difference"] is None:
        return ""
    low, high = floor_digits(row["between"][0], 2), ceil_digits(row["between"][1], 2)
    return say.say("compare.points", points=_signed(row["difference"]), low=_signed(low), high=_signed(high))


def _signed(share: float) -> str:
    points = round(100 * share)
    return f"−{-points}" if points < 0 else f"+{points}" if points else "0"
