"""What a small model may write of a draft beside its criteria."""

from typing import Any

import jsonschema

from optimize.assistant.brief_situation import situation_of, situation_shape


def allows(message: str = "", *, simulated: bool = False, **more: Any) -> bool:
    given = {"user_says": "Hello", "name": "n", **more}
    return bool(jsonschema.Draft202012Validator(situation_shape(message, simulated)).is_valid(given))


def test_settings_are_figures_of_the_message() -> None:
    assert not allows(runs=1)
    assert allows("20 runs, threshold 80 %", runs=20, threshold=0.8)
    assert allows("passes at 0.75", threshold=0.75)
    assert allows("zehn, also 10 Durchläufe", runs=10)
    assert not allows("the right number is 4, in 5 runs", runs=4)
    assert not allows("60 suitcases, threshold as ever", threshold=0.6)
    assert not allows("a discount of 25 %", threshold=0.25)


def test_settings_that_cannot_be_are_written_down_to_be_refused() -> None:
    assert allows("250 runs", runs=250)
    assert allows("threshold 100 %", threshold=1)


def test_a_simulated_user_is_there_if_it_was_asked_for() -> None:
    user = {"persona": "Angry.", "goal": "Get it back."}
    assert not allows(simulated_user=user)
    assert allows(simulated=True, simulated_user=user)
    assert allows("6 turns", simulated=True, simulated_user={**user, "turn_limit": 6})
    assert not allows("6 turns", simulated=True, simulated_user={**user, "turn_limit": 9})
    assert not allows(simulated=True)


def test_what_the_user_says_is_the_situation() -> None:
    assert situation_of({"user_says": "Hello", "name": "n", "runs": 3}) == {
        "situation": "Hello",
        "name": "n",
        "runs": 3,
    }
