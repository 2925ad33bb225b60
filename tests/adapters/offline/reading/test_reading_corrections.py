"""`no, I meant the first one`, `not that one`: a correction goes on from the message before, in every language."""

import pytest

from optimize.adapters.models.offline.reading.context import Previous
from optimize.adapters.models.offline.reading.read import read
from tests.adapters.offline.reading.ordering import HERE, came_to, meant

SHOWN = Previous(message="show t-2")


@pytest.mark.parametrize(
    ("message", "came_to"),
    [
        ("no, I meant the first one", "show_test t-1"),
        ("I meant t-1", "show_test t-1"),
        ("no wait, the first", "show_test t-1"),
        ("nein, ich meinte den ersten", "show_test t-1"),
        ("ich meinte t-1", "show_test t-1"),
        ("non, je voulais dire le premier", "show_test t-1"),
        ("no, quería decir el primero", "show_test t-1"),
        ("不，我是说第一个", "show_test t-1"),
        ("いや、最初のほうです", "show_test t-1"),
    ],
)
def test_what_was_meant_takes_the_place_of_what_was_read(message: str, came_to: str) -> None:
    assert meant(message, SHOWN) == came_to


@pytest.mark.parametrize(
    "message",
    [
        "no, not that one",
        "not that one",
        "no, the other one",
        "wrong one",
        "nein, nicht den",
        "nein, nicht der",
        "der falsche",
        "non, pas celui-là",
        "pas celui-ci",
        "no, ese no",
        "ese no",
        "不是那个",
        "不是这个",
        "それじゃない",
        "違う、それではない",
    ],
)
def test_not_that_one_is_the_other_one(message: str) -> None:
    assert meant(message, SHOWN) == "show_test t-1"


@pytest.mark.parametrize(
    "message",
    [
        "that's wrong",
        "that is not what I meant",
        "no, that's not what I asked for",
        "das stimmt nicht",
        "das habe ich nicht gemeint",
        "ce n'est pas ce que je voulais",
        "c'est faux",
        "eso no es lo que pedí",
        "está mal",
        "不对",
        "我不是这个意思",
        "違います",
        "そういう意味じゃない",
    ],
)
def test_negative_words_make_no_test(message: str) -> None:
    assert meant(message, SHOWN) == "say:what_instead"


@pytest.mark.parametrize("message", ["not that one", "nicht den", "pas celui-là", "ese no", "不是那个", "それじゃない"])
def test_not_that_one_of_several_is_asked_about(message: str) -> None:
    several = HERE.model_copy(update={"listed": ("t-1", "t-2", "t-3")})
    assert came_to(read(message, several, SHOWN)) == "ask"


@pytest.mark.parametrize(
    ("before", "message", "came_to"),
    [
        ("accept t-2", "no, I meant t-1", "accept_test t-1"),
        ("verwirf t-2", "nein, ich meinte t-1", "discard_draft t-1"),
        ("dry run t-2", "no, the other one", "dry_run t-1"),
        ("show t-2", "I meant 20 runs", "revise_draft t-2"),
    ],
)
def test_the_command_before_is_given_again(before: str, message: str, came_to: str) -> None:
    assert meant(message, Previous(message=before)) == came_to


@pytest.mark.parametrize(
    "message",
    ["The agent must not say that is wrong", "the customer says: that's wrong. The agent must call compare_invoice"],
)
def test_the_same_words_of_the_agent_or_its_user_are_a_test(message: str) -> None:
    assert meant(message, SHOWN) == "draft_test"
