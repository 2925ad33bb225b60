"""Limits on how often a call happens, in the ways that people turn them: a limit is no ban, and a floor no ceiling."""

from typing import Any

import pytest

from tests.adapters.offline.reading.desks import criteria

NOTE = "read_delivery_note"


def times(message: str) -> list[Any]:
    return [c.get("times", c["kind"]) for c in criteria("invoices", message) if c.get("tool") == NOTE]


def most(n: int) -> list[dict[str, int]]:
    return [{"at_least": 0, "at_most": n}]


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("read_delivery_note不超过2次", most(2)),
        ("read_delivery_note 不得超过两次", most(2)),
        ("read_delivery_note最多2次", most(2)),
        ("调用read_delivery_note不能多于3次", most(3)),
        ("read_delivery_note 不少于2次", [{"at_least": 2}]),
        ("L'agent ne doit appeler read_delivery_note qu'une seule fois.", most(1)),
        ("L'agent ne doit appeler read_delivery_note qu'une fois.", most(1)),
        ("L'agent ne peut appeler read_delivery_note que 2 fois au maximum.", most(2)),
        ("read_delivery_note ne doit être appelé que deux fois au maximum", most(2)),
        ("read_delivery_note pas plus de 2 fois", most(2)),
        ("L'agent doit appeler read_delivery_note pas moins de 2 fois", [{"at_least": 2}]),
        ("The agent must not call read_delivery_note fewer than 2 times.", [{"at_least": 2}]),
        ("The agent must never call read_delivery_note less than twice.", [{"at_least": 2}]),
        ("read_delivery_note must be called no fewer than 2 times", [{"at_least": 2}]),
        ("read_delivery_note must be called no less than 3 times", [{"at_least": 3}]),
        ("read_delivery_note not more than 2 times", most(2)),
        ("read_delivery_note no more than twice", most(2)),
        ("The agent must call read_delivery_note no more than 2 times.", most(2)),
        ("The agent must not call read_delivery_note more than 2 times.", most(2)),
        ("never call read_delivery_note more than once", most(1)),
        ("read_delivery_note: never more than once", most(1)),
        ("Der Agent darf read_delivery_note nur einmal aufrufen.", most(1)),
        ("Der Agent darf read_delivery_note nicht weniger als 2 mal aufrufen.", [{"at_least": 2}]),
        ("read_delivery_note nicht mehr als zweimal", most(2)),
        ("read_delivery_note nie öfter als einmal", most(1)),
        ("El agente no debe llamar a read_delivery_note más de 2 veces.", most(2)),
        ("read_delivery_note no más de dos veces", most(2)),
        ("El agente no debe llamar a read_delivery_note menos de 2 veces.", [{"at_least": 2}]),
        ("El agente solo puede llamar a read_delivery_note una vez.", most(1)),
        ("read_delivery_note may only be called once", most(1)),
        ("The agent can only call read_delivery_note 2 times.", most(2)),
        ("The agent must call read_delivery_note only once.", [{"exactly": 1}]),
        ("L'agent ne doit pas appeler read_delivery_note plus de 3 fois.", most(3)),
        ("Der Agent soll read_delivery_note nicht öfter als 3 mal aufrufen.", most(3)),
        ("read_delivery_note は2回を超えて呼び出してはいけない", most(2)),
        ("read_delivery_note は2回まで", most(2)),
        ("read_delivery_note は2回以上呼び出すこと", [{"at_least": 2}]),
        ("read_delivery_note は一回だけ呼び出してよい", most(1)),
    ],
)
def test_a_limit_on_calls_is_kept_as_a_limit(message: str, said: list[Any]) -> None:
    assert times(message) == said
