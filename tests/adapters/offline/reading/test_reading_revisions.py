"""Changes to what this thread drafted last, beside older drafts whose names hold the same words.

`~text` stands for an argument that contains the text, null for one that is not given.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from optimize.adapters.models.offline.reading.context import Context
from optimize.adapters.models.offline.reading.language import language_of
from optimize.adapters.models.offline.reading.plan import PlannedCall
from optimize.adapters.models.offline.reading.read import read

DATA: dict[str, Any] = json.loads((Path(__file__).parent / "revisions.json").read_text("utf-8"))
CASES: list[tuple[str, str, dict[str, Any]]] = DATA["cases"]
LANGUAGES: list[tuple[str, str]] = DATA["languages"]
CONTEXT = Context.model_validate(DATA["context"])


def fits(wanted: Any, given: Any) -> bool:
    if isinstance(wanted, str) and wanted.startswith("~"):
        return wanted[1:] in json.dumps(given, ensure_ascii=False)
    return bool(given == wanted)


def only_call(message: str) -> PlannedCall:
    (call,) = read(message, CONTEXT).calls
    return call


@pytest.mark.parametrize(("message", "tool", "arguments"), CASES, ids=[message for message, _, _ in CASES])
def test_a_change_is_about_what_it_says(message: str, tool: str, arguments: dict[str, Any]) -> None:
    call = only_call(message)
    assert call.tool == tool
    assert [name for name in arguments if not fits(arguments[name], call.arguments.get(name))] == []


@pytest.mark.parametrize(("message", "language"), LANGUAGES, ids=[message for message, _ in LANGUAGES])
def test_a_short_command_is_answered_in_its_language(message: str, language: str) -> None:
    assert read(message, CONTEXT).language == language


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_message_without_telling_words_keeps_the_language_of_the_conversation(language: str) -> None:
    assert language_of("B-12 / XY", language) == language


def test_two_runs_are_compared_only_when_the_thread_has_them() -> None:
    plan = read("compare the last two runs", CONTEXT.model_copy(update={"batches": ("b1",)}))
    assert plan.calls[0].tool == "ask"
