"""One change at a time, so that a difference has one cause."""

from typing import Any

import pytest
from pydantic import ValidationError

from optimize.domain.change import Change
from optimize.domain.setup import Setup


@pytest.mark.parametrize(
    ("change", "setup", "sentence"),
    [
        ({"model": "openai:small"}, Setup(model="openai:small"), "model openai:small"),
        ({"prompt": {"part": "tone", "text": "Be brief."}}, Setup(prompt={"tone": "Be brief."}), "Be brief."),
        ({"version": "2"}, Setup(version="2"), "version 2"),
    ],
)
def test_a_change_is_a_setup_and_a_sentence(change: dict[str, Any], setup: Setup, sentence: str) -> None:
    made = Change.model_validate(change)
    assert made.setup == setup
    assert sentence in made.sentence()


def test_a_version_goes_by_what_people_call_it() -> None:
    assert Change(version="abc").sentence("version 2 (hasty)") == "version 2 (hasty)"


@pytest.mark.parametrize("change", [{}, {"model": "a:b", "version": "2"}, {"model": ""}, {"colour": "blue"}])
def test_nothing_and_two_things_are_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Change.model_validate(change)
