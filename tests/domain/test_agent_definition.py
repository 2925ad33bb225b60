"""An agent's definition: what may stand in it, what a swap changes, and what makes two versions one."""

from typing import Any

import pytest
from pydantic import ValidationError

from optimize.domain.agent_definition import AgentDefinition, digest, version_hash
from optimize.domain.errors import Invalid
from optimize.domain.setup import NOT_LIVE, Setup

BASE: dict[str, Any] = {
    "name": "desk",
    "model": {"ref": "openai:gpt", "settings": {"temperature": 0}},
    "prompt": [{"part": "role", "text": "Help."}, {"part": "tone", "text": "Be brief."}],
    "tools": [{"name": "find", "effect": "read", "from": {"sample": {"ok": True}}}, {"name": "cancel"}],
}


def definition(**parts: Any) -> AgentDefinition:
    return AgentDefinition.model_validate(BASE | parts)


def test_no_stated_effect_is_a_write() -> None:
    assert definition().write_tools == ("cancel",)


def test_instructions_are_the_parts_in_order() -> None:
    assert definition().instructions == "Help.\n\nBe brief."


def test_equal_content_is_an_equal_version() -> None:
    stored = definition().model_dump(mode="json", by_alias=True)
    assert version_hash(AgentDefinition.model_validate(stored)) == version_hash(definition())
    assert version_hash(definition(description="x")) != version_hash(definition())


@pytest.mark.parametrize("text", ["a\0b", "a\ud800b"])
@pytest.mark.parametrize(
    "place",
    [
        lambda text: {"name": text},
        lambda text: {"description": text},
        lambda text: {"prompt": [{"part": "role", "text": text}]},
        lambda text: {"model": {"ref": text}},
        lambda text: {"model": {"ref": "x", "settings": {"a": text}}},
        lambda text: {"runtime": {"python": text}},
        lambda text: {"runtime": {"python": "a:b", "settings": {text: 1}}},
        lambda text: {"knowledge": {"a": [text]}},
        lambda text: {"attributes": {"a": text}},
        lambda text: {"tools": [{"name": "t", "description": text}]},
        lambda text: {"tools": [{"name": "t", "parameters": {"type": text}}]},
        lambda text: {"tools": [{"name": "t", "from": {"sample": text}}]},
    ],
)
def test_text_that_no_store_accepts_is_refused_wherever_it_stands(place: Any, text: str) -> None:
    with pytest.raises(ValidationError):
        definition(**place(text))


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize("value", [float("nan"), 2**60, nested(100_000)], ids=["nan", "beyond 2^53", "deep"])
@pytest.mark.parametrize("field", ["knowledge", "attributes"])
def test_json_that_cannot_be_recorded(field: str, value: Any) -> None:
    with pytest.raises(ValidationError):
        definition(**{field: {"a": value}})


def test_knowledge_may_be_long() -> None:
    assert len(version_hash(definition(knowledge={"handbook": "x" * 1_000_000, "rows": list(range(10_000))}))) == 64


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ({"tools": [{"name": "find"}, {"name": "find"}]}, "more than one tool named find"),
        ({"prompt": [{"part": "a", "text": "x"}, {"part": "a", "text": "y"}]}, "more than one prompt part named a"),
        ({"limits": {"turns": 0}}, "limits.turns"),
        ({"surprise": 1}, "surprise"),
        ({"name": "two words"}, "name"),
        ({"kind": "agent/2"}, "kind"),
        ({"tools": [{"name": "find", "effect": "delete"}]}, "effect"),
    ],
)
def test_what_is_no_definition(parts: dict[str, Any], told: str) -> None:
    with pytest.raises(ValidationError, match=told):
        definition(**parts)


@pytest.mark.parametrize("value", ["\ud800", float("nan"), 2**60, nested(100_000)])
def test_what_has_no_canonical_form_is_refused_and_no_crash(value: Any) -> None:
    with pytest.raises(Invalid) as error:
        digest({"a": value})
    assert error.value.code == "not_canonical"


@pytest.mark.parametrize(
    ("setup", "reason"),
    [
        ({}, None),
        ({"version": "live"}, None),
        ({"version": "other"}, NOT_LIVE),
        ({"model": "openai:mini"}, "model swapped to openai:mini"),
        ({"prompt": {"tone": "x", "role": "y"}}, "prompt part swapped: role, tone"),
        (
            {"model": "m", "prompt": {"tone": "x"}, "version": "other"},
            f"model swapped to m; prompt part swapped: tone; {NOT_LIVE}",
        ),
    ],
)
def test_why_a_setup_does_not_count(setup: dict[str, Any], reason: str | None) -> None:
    assert Setup.model_validate(setup).exploratory_reason("live") == reason


def test_a_swap_changes_only_what_it_names() -> None:
    swapped = Setup(model="openai:mini", prompt={"tone": "Be long."}).applied_to(definition())
    assert swapped.model is not None
    assert (swapped.model.ref, swapped.model.settings) == ("openai:mini", {"temperature": 0})
    assert swapped.instructions == "Help.\n\nBe long."
    assert swapped.tools == definition().tools
    assert Setup().applied_to(definition()) == definition()


def test_a_swap_that_would_change_nothing_is_refused() -> None:
    with pytest.raises(Invalid) as no_model:
        Setup(model="openai:mini").applied_to(definition(model=None))
    with pytest.raises(Invalid, match="It has: role, tone") as no_part:
        Setup(prompt={"limits": "x"}).applied_to(definition())
    assert (no_model.value.code, no_part.value.code) == ("no_model", "unknown_prompt_part")


@pytest.mark.parametrize("setup", [{"model": "a\0b"}, {"prompt": {"tone": "\ud800"}}, {"version": "\ud800"}])
def test_a_swap_that_cannot_be_stored(setup: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Setup.model_validate(setup)
