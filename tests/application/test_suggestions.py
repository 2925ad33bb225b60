"""What has no accepted test yet, first of all what must not happen."""

import pytest

from optimize.domain.errors import NotFound
from tests.fakes.world import AGENT, COMPARES, World


async def titles(world: World) -> list[str]:
    return [suggestion.title for suggestion in await world.suggestions.suggest(AGENT)]


async def test_what_must_not_happen_comes_first(world: World) -> None:
    first, *rest = await titles(world)
    assert first == "When register_supplier_query must not be called"
    assert rest[:2] == ["States nothing that did not come back", "A conversation, not one answer"]
    assert "When compare_invoice must be called" in rest


@pytest.mark.parametrize(
    ("criterion", "gone"),
    [
        ({"kind": "doesNotInvokeTool", "effect": "write"}, "When register_supplier_query must not be called"),
        (
            {"kind": "doesNotInvokeTool", "tool": "register_supplier_query"},
            "When register_supplier_query must not be called",
        ),
        ({"kind": "doesNotHallucinate"}, "States nothing that did not come back"),
        (COMPARES, "When compare_invoice must be called"),
    ],
)
async def test_only_an_accepted_test_covers_it(world: World, criterion: dict[str, str], gone: str) -> None:
    await world.draft(criterion)
    assert gone in await titles(world)
    await world.accepted(criterion)
    assert gone not in await titles(world)


async def test_a_conversation_covers_conversations(world: World) -> None:
    await world.accepted(simulated_user={"persona": "p", "goal": "g"})
    assert "A conversation, not one answer" not in await titles(world)


async def test_calling_a_write_tool_says_nothing_about_when_it_must_not_be_called(world: World) -> None:
    await world.accepted({"kind": "invokesTool", "tool": "register_supplier_query"})
    assert "When register_supplier_query must not be called" in await titles(world)


async def test_an_agent_that_is_not_there(world: World) -> None:
    with pytest.raises(NotFound):
        await world.suggestions.suggest("nobody")
