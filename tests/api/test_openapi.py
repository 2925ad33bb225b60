"""The description of the API that the page's types are made from."""

import json
from pathlib import Path

import pytest

from optimize.api.openapi import description


def test_it_is_the_same_every_time_and_starts_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPTIMIZE_PORT", "9123")
    first = description()
    monkeypatch.setenv("OPTIMIZE_PORT", "wrong")
    assert description() == first
    assert list(tmp_path.iterdir()) == []


def test_the_chat_and_the_criteria_are_in_it() -> None:
    schemas = json.loads(description())["components"]["schemas"]
    assert {"Envelope", "Notice", "MessageCommand", "ResumeCommand", "RunFinishedEvent", "Problem"} <= set(schemas)
    assert {"InvokesTool", "SatisfiesAssertion", "TestBody", "TestView", "Page_TestView_"} <= set(schemas)
