"""The agent's line: every test weighs the same, and few runs make a wide bound."""

import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optimize.domain.statistics.health import agent_line
from optimize.domain.statistics.interval import wilson

VECTORS = json.loads(Path(__file__).with_name("statistics_vectors.json").read_text())["health"]["cases"]
COUNTS = st.integers(1, 200).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@pytest.mark.parametrize("vector", VECTORS)
def test_the_line_is_that_of_the_vectors(vector: dict[str, Any]) -> None:
    line = agent_line(list(zip(vector["passes"], vector["runs"], strict=True)))
    assert line is not None
    wanted = [vector[name] for name in ("rate", "n_eff", "lower", "upper")]
    assert all(math.isclose(got, want, abs_tol=1e-9) for got, want in zip(line, wanted, strict=True))


def test_no_run_is_no_line() -> None:
    assert agent_line([]) is None
    assert agent_line([(0, 0), (0, 0)]) is None


@given(st.lists(COUNTS, min_size=1, max_size=30))
def test_a_test_that_has_not_run_changes_nothing_and_the_order_neither(counts: list[tuple[int, int]]) -> None:
    line, other = agent_line(counts), agent_line([(0, 0), *counts[::-1]])
    assert line is not None
    assert other is not None
    assert all(math.isclose(a, b, abs_tol=1e-9) for a, b in zip(line, other, strict=True))
    assert 0 <= line.lower <= line.rate + 1e-12
    assert line.upper <= 1


@given(COUNTS)
def test_of_one_test_it_is_its_own_bound(count: tuple[int, int]) -> None:
    line = agent_line([count])
    assert line is not None
    assert math.isclose(line.lower, wilson(*count).lower, abs_tol=1e-9)


def test_impossible_counts_are_refused() -> None:
    with pytest.raises(ValueError, match="cannot be"):
        agent_line([(2, 1)])
