"""Prompts that end in examples: pairs of messages, whose answers are what the stage would take."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage

from optimize.adapters.prompts import FilePrompts
from optimize.assistant.brief_criterion import criterion_shape
from optimize.assistant.brief_situation import situation_shape
from optimize.assistant.context import ToolInContext
from optimize.assistant.demands import demands_shape
from optimize.assistant.examples import turns_of
from optimize.tools import TOOLS

PROMPTS = FilePrompts(Path(__file__).parents[2] / "prompts")


def examples(prompt: str) -> list[tuple[str, dict[str, Any]]]:
    _, *turns = turns_of(PROMPTS.render(prompt).text)
    return [(str(m.text), json.loads(str(a.text))) for m, a in zip(turns[::2], turns[1::2], strict=True)]


def valid(value: dict[str, Any], shape: dict[str, Any]) -> bool:
    return bool(jsonschema.Draft202012Validator(shape).is_valid(value))


def tools_in(message: str) -> list[ToolInContext]:
    line = message.splitlines()[0].removeprefix("Tools: ")
    named = [part.split("(") for part in line.removesuffix(")").split("), ")]
    return [
        ToolInContext(name=name, description="", effect="read", parameters=given.split(", "), hints={})
        for name, given in named
    ]


def test_each_example_is_a_message_and_its_answer() -> None:
    rules, *said = turns_of("Do it.\n\n## Message\nHi\n## Answer\n{}\n\n## Message\nHo\n## Answer\n1\n")
    assert rules == SystemMessage("Do it.")
    assert said == [HumanMessage("Hi"), AIMessage("{}"), HumanMessage("Ho"), AIMessage("1")]


@pytest.mark.parametrize(
    "broken", ["## Message\nHi\n## Answer\nHi\n## Message\nHi\n", "## Answer\nHi\n## Message\nHi\n"]
)
def test_half_an_example_is_refused(broken: str) -> None:
    with pytest.raises(ValueError, match="pairs of"):
        turns_of(broken)


def test_demands_are_shown_as_they_are_taken_and_word_for_word() -> None:
    for message, answer in examples("assistant_demands"):
        assert valid(answer, demands_shape()), message
        assert all(demand["says"] in message for demand in answer["demands"]), message


def test_criteria_are_shown_as_they_are_taken() -> None:
    for message, answer in examples("assistant_criterion"):
        assert valid(answer, criterion_shape(tools_in(message), message.split("Demand: ")[1])), message


def test_situations_are_shown_as_they_are_taken() -> None:
    for message, answer in examples("assistant_situation"):
        assert valid(answer, situation_shape(message, "simulated_user" in answer)), message


def test_only_tools_that_there_are_are_chosen() -> None:
    assert {tool for _, answer in examples("assistant_choose") for tool in answer["tools"]} <= {*TOOLS, "reply"}
