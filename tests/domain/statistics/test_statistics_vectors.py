"""Every vector of the sections built here, at its stated tolerance; nothing is left out without being named."""

import json
import math
from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from operator import getitem
from pathlib import Path
from typing import Any

import pytest

from optimize.domain.statistics.composite import composite, composite_mean_needed
from optimize.domain.statistics.critical_pairs import CRITICAL_PAIRS, FEWEST_RUNS
from optimize.domain.statistics.difference import miettinen_nurminen, newcombe
from optimize.domain.statistics.experiment import row_of_counts, verdicts
from optimize.domain.statistics.forecast import call_bounds, forecast
from optimize.domain.statistics.interval import Z2, Z, clopper_pearson, wilson
from optimize.domain.statistics.operating_characteristic import p_pass, plan, runs_for
from optimize.domain.statistics.pass_k import pass_at_k, pass_hat_k
from optimize.domain.statistics.permutation import permutation_p
from optimize.domain.statistics.ratio import Ratio, cost_ratio, speed_ratio
from optimize.domain.statistics.score_test import exact_p
from optimize.domain.statistics.separation import fleiss_runs, power, runs_needed, smallest_detectable_drop
from optimize.domain.statistics.setting import check_setting, k_min, n_min, runs_allowing, t_max
from optimize.domain.statistics.stopping import curtailed, decided

VECTORS: dict[str, Any] = json.loads(Path(__file__).with_name("statistics_vectors.json").read_text())
TOLERANCE = VECTORS["meta"]["tolerance"]
CLOSE: float = TOLERANCE["default_abs"]

NOT_BUILT_HERE = {"health", "judge"}
SAYS_ONLY_WHERE_FROM = {"source", "p_source", "note", "about", "sources", "mp", "q", "R", "sm", "irr"}
OTHER_TESTS_FOR_COMPARISON = {"p_boschloo_R", "p_fisher_R"}


class Tracked(dict[str, Any]):
    """A vector that remembers which of its fields were looked at."""

    def __init__(self, fields: dict[str, Any]) -> None:
        super().__init__({name: track(value) for name, value in fields.items()})
        self.read: set[str] = set()

    def __getitem__(self, name: str) -> Any:
        self.read.add(name)
        return super().__getitem__(name)


def track(value: Any) -> Any:
    if isinstance(value, dict):
        return Tracked(value)
    return [track(item) for item in value] if isinstance(value, list) else value


def unread(value: Any) -> Iterator[str]:
    if isinstance(value, Tracked):
        yield from value.keys() - value.read
        for inner in value.values():
            yield from unread(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from unread(inner)


def close(got: float | None, wanted: float | None, tolerance: float = CLOSE) -> bool:
    if got is None or wanted is None:
        return got is wanted
    return abs(got - wanted) <= tolerance


def all_close(got: Iterable[float | None], wanted: Iterable[float | None]) -> bool:
    return all(close(*pair) for pair in zip(got, wanted, strict=True))


def check_meta(v: Any) -> None:
    assert all_close((Z, Z2), (v["z"], v["z2"]))
    stated = [v["tolerance"][name] for name in ("default_abs", "r_exact_package_abs", "bisection_abs")]
    assert stated == [1e-9, 1e-8, 1e-7]


def check_interval(v: Any) -> None:
    assert all_close(wilson(v["k"], v["n"]), (v["lower"], v["upper"]))
    if "cp_lower" in v:
        assert all_close(clopper_pearson(v["k"], v["n"]), (v["cp_lower"], v["cp_upper"]))


def check_k_min(v: Any) -> None:
    assert k_min(v["n"], v["t"]) == v["k_min"]
    assert k_min(v["n"], v["t"], "clopper-pearson") == v["k_min_cp"]


def check_n_min(v: Any) -> None:
    assert n_min(v["t"]) == v["n_min"]
    assert n_min(v["t"], "clopper-pearson") == v["n_min_cp"]


def check_t_max(v: Any) -> None:
    assert close(t_max(v["n"]), v["t_max"])
    assert close(t_max(v["n"], "clopper-pearson"), v["t_max_cp"])


def check_a_setting(v: Any) -> None:
    got = check_setting(v["n"], v["t"]).model_dump()
    expected = {name: v[name] for name in v if name not in {"n", "t"}}
    assert {name: got[name] for name in expected} == expected


def check_runs_allowing(v: Any) -> None:
    assert [runs_allowing(failures, v["t"]) for failures in range(len(v["n"]))] == v["n"]


def check_p_pass(v: Any) -> None:
    needed = k_min(v["n"], v["t"]) if "t" in v else v["n"]
    assert "k_min" not in v or needed == v["k_min"]
    assert close(p_pass(v["n"], needed, v["p"]), v["p_pass"])


def check_runs_for(group: Any) -> None:
    for v in group["cases"]:
        found = runs_for(v["t"], v["p_good"], v["p_bad"], group["min_pass_good"], group["max_pass_bad"])
        assert found == v["n"], v


def check_plan(group: Any) -> None:
    for v in group["cases"]:
        found = plan(v["p_good"], v["p_bad"], group["min_pass_good"], group["max_pass_bad"])
        wanted = v["plan"]
        if wanted is None or found is None:
            assert found is wanted
            continue
        assert found[:2] == (wanted["n"], wanted["max_failures"])
        assert found.threshold == wanted["threshold"]
        assert all_close(found[3:], (wanted["pass_good"], wanted["pass_bad"]))


def check_curtailed(v: Any) -> None:
    wanted = (v["p_pass"], v["asn"], v["sd"], v["asn_fail_only"], v["e_phat"])
    assert all_close(curtailed(v["n"], v["k_min"], v["p"]), wanted)


def check_sequence(v: Any) -> None:
    runs, needed, outcomes = v["n"], v["k_min"], v["outcomes"]
    answers = [decided(outcomes[:m].count("P"), m, runs, needed) for m in range(runs + 1)]
    stop = next(m for m, answer in enumerate(answers) if answer is not None)
    passes = outcomes[:stop].count("P")
    assert (stop, passes) == (v["stops_after"], v["passes_then"])
    assert answers[stop] is (v["verdict"] == "pass")
    assert answers[runs] is (v["full_verdict"] == "pass")
    assert close(wilson(passes, stop).lower, v["bound_at_stop"])


def check_table(v: Any) -> None:
    tolerance = TOLERANCE["r_exact_package_abs"] if v["p_source"] == "R Exact" else CLOSE
    assert close(exact_p(*v["table"]), v["p"], tolerance)
    assert all_close(miettinen_nurminen(*v["table"]), (v["mn_lower"], v["mn_upper"]))
    assert all_close(newcombe(*v["table"]), (v["newcombe_lower"], v["newcombe_upper"]))


def check_experiment(rows: Any) -> None:
    outcomes = verdicts([row_of_counts(*row["row"]) for row in rows])
    for got, row in zip(outcomes, rows, strict=True):
        assert close(got.p, row["p"])
        assert close(got.p_adjusted, row["p_adj"])
        assert got.can_differ is row["informative"]
        assert got.verdict == row["verdict"].lower().replace(" ", "_")


def check_published(v: Any) -> None:
    for interval, name in ((miettinen_nurminen(*v["table"]), "mn"), (newcombe(*v["table"]), "newcombe")):
        assert [round(end, 4) for end in interval] == v[name]


def check_permutation(v: Any) -> None:
    assert close(permutation_p(v["x"], v["y"]), v["p"])


def check_ratio(of: Callable[[Any, Any], Ratio | None]) -> Callable[[Any], None]:
    def check(v: Any) -> None:
        got, wanted = of(v["a"], v["b"]), v["out"]
        assert got is not None
        assert got.interval is not None
        assert all_close((got.ratio, *got.interval), (wanted["ratio"], wanted["lower"], wanted["upper"]))
        if "df" in wanted:
            assert close(got.df, wanted["df"])

    return check


def check_critical_pairs(v: Any) -> None:
    assert [list(pair) for pair in CRITICAL_PAIRS] == [v[str(n)] for n in range(FEWEST_RUNS, 201)]


def check_runs_needed(v: Any) -> None:
    assert runs_needed(*v["table"]) == (v["runs"], v["reason"])
    if "p1" in v:
        k1, n1, k2, n2 = v["table"]
        assert all_close(((k1 + 0.5) / (n1 + 1), (k2 + 0.5) / (n2 + 1)), (v["p1"], v["p2"]))


def check_power(v: Any) -> None:
    assert close(power(v["n"], v["p1"], v["p2"]), v["power"])


def check_smallest_detectable(v: Any) -> None:
    assert close(smallest_detectable_drop(v["n"], v["p1"]), v["p2"], TOLERANCE["bisection_abs"])


def check_formula(v: Any) -> None:
    assert math.isclose(fleiss_runs(v["p1"], v["p2"]), v["n_alpha_05"], rel_tol=1e-9)
    assert math.isclose(fleiss_runs(v["p1"], v["p2"], 0.005), v["n_alpha_005"], rel_tol=1e-9)


def check_scaled(v: Any) -> None:
    k1, n1, k2, n2 = v["table"]
    rates = (k1 + 0.5) / (n1 + 1), (k2 + 0.5) / (n2 + 1)
    factor = fleiss_runs(*rates, v["alpha_row"]) / fleiss_runs(*rates)
    plain = runs_needed(k1, n1, k2, n2).runs or 0
    assert runs_needed(k1, n1, k2, n2, v["alpha_row"]).runs == math.ceil(plain * factor)


def check_pass_k(v: Any) -> None:
    assert close(pass_hat_k(v["c"], v["n"], v["k"]), v["pass_hat_k"])
    assert close(pass_at_k(v["c"], v["n"], v["k"]), v["pass_at_k"])


def check_composite(v: Any) -> None:
    assert len(v["scores"]) == v["n"]
    assert all_close(composite(v["scores"]), (v["mean"], v["lower"], v["upper"]))


def check_mean_needed(v: Any) -> None:
    assert close(composite_mean_needed(v["n"], v["t"]), v["mean_needed"])


def check_forecast(v: Any) -> None:
    got, wanted = forecast(v["history"], v["planned"]), v["out"]
    assert got is not None
    assert got.rough is wanted["rough"]
    assert all_close(got[:4], [wanted[name] for name in ("expected", "lower", "upper", "df")])


def check_call_bounds(v: Any) -> None:
    got = call_bounds(v["runs"], v["max_turns"], v["max_steps"], v["judged"], simulated_user=v["simulated_user"])
    assert got == (v["lower"], v["upper"])


CHECKS: dict[str, Callable[[Any], None]] = {
    "meta": check_meta,
    "intervals.n0": check_interval,
    "intervals.cases": check_interval,
    "pass_rule.cases": check_k_min,
    "pass_rule.n_min": check_n_min,
    "pass_rule.t_max": check_t_max,
    "pass_rule.settings": check_a_setting,
    "pass_rule.smallest_n_allowing_failures": check_runs_allowing,
    "operating_characteristic.every_run": check_p_pass,
    "operating_characteristic.cases": check_p_pass,
    "operating_characteristic.runs_for": check_runs_for,
    "operating_characteristic.plan": check_plan,
    "stopping.cases": check_curtailed,
    "stopping.sequences": check_sequence,
    "experiments.tables": check_table,
    "experiments.experiments": check_experiment,
    "experiments.published_check": check_published,
    "experiments.permutation": check_permutation,
    "experiments.cost_ratio": check_ratio(cost_ratio),
    "experiments.speed_ratio": check_ratio(speed_ratio),
    "runs_needed.critical_pairs_alpha_05": check_critical_pairs,
    "runs_needed.cases": check_runs_needed,
    "runs_needed.power": check_power,
    "runs_needed.smallest_detectable": check_smallest_detectable,
    "runs_needed.n_formula": check_formula,
    "runs_needed.scaled": check_scaled,
    "pass_k.cases": check_pass_k,
    "composite.cases": check_composite,
    "composite.mean_needed": check_mean_needed,
    "forecast.cases": check_forecast,
    "forecast.call_bounds": check_call_bounds,
}


@pytest.mark.parametrize("path", CHECKS)
def test_vectors_of(path: str) -> None:
    group = track(reduce(getitem, path.split("."), VECTORS))
    for vector in group if isinstance(group, list) else [group]:
        CHECKS[path](vector)
    assert set(unread(group)) <= SAYS_ONLY_WHERE_FROM | OTHER_TESTS_FOR_COMPARISON


def test_no_group_of_vectors_is_silently_unchecked() -> None:
    constants = {"experiments.alpha"}
    paths = {
        f"{block}.{group}"
        for block in VECTORS.keys() - NOT_BUILT_HERE - {"meta"}
        for group in VECTORS[block].keys() - SAYS_ONLY_WHERE_FROM
    }
    assert paths | {"meta"} == CHECKS.keys() | constants
    assert VECTORS["experiments"]["alpha"] == 0.05
