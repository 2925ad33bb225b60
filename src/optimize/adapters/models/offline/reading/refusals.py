"""Refusals, each with the numbers or the way that works."""

from optimize.adapters.models.offline.reading.context import Context, KnownTest
from optimize.adapters.models.offline.reading.lexicon import phrase
from optimize.adapters.models.offline.reading.outcome import Outcome, decline
from optimize.adapters.models.offline.reading.settings import Settings
from optimize.domain.pass_rule import DEFAULT_THRESHOLD
from optimize.domain.statistics.counts import MAX_RUNS
from optimize.domain.statistics.setting import SettingCheck, n_min, t_max


def refuse_setting(settings: Settings, check: SettingCheck, language: str) -> Outcome:
    """Runs or a threshold that can never be met."""
    runs = settings.runs or 0
    if check.code == "runs_out_of_range":
        return refuse_runs(runs, language)
    if check.code == "needs_more_runs":
        reason = phrase(
            language,
            "needs_more_runs",
            runs=runs,
            threshold=_shown(settings.threshold or DEFAULT_THRESHOLD),
            bound=_shown(_floor(t_max(runs))),
        )
        return decline(reason, _that_work(runs, check, language))
    if check.code == "threshold_unreachable":
        reason = phrase(
            language,
            "threshold_unreachable",
            threshold=_shown(settings.threshold),
            most=MAX_RUNS,
            highest=_shown(check.t_max),
        )
        return decline(reason, [phrase(language, "use_threshold", threshold=_shown(check.t_max), runs=MAX_RUNS)])
    bound = _shown(_floor(t_max(runs))) if runs else ""
    reason = phrase(language, "threshold_of_one" if runs else "threshold_of_one_no_runs", runs=runs, bound=bound)
    if settings.threshold is not None and not 0 < settings.threshold <= 1:
        reason = phrase(language, "threshold_outside", threshold=_shown(settings.threshold))
    fewest = n_min(DEFAULT_THRESHOLD)
    return decline(
        reason,
        [
            phrase(language, "use_threshold", threshold="0.5", runs=fewest),
            phrase(language, "use_more_runs", runs=20, threshold="0.8"),
        ],
    )


def _that_work(runs: int, check: SettingCheck, language: str) -> list[str]:
    found = [phrase(language, "use_runs", runs=check.n_min)] if check.n_min else []
    return (
        [*found, phrase(language, "use_threshold", threshold=_shown(check.t_max), runs=runs)] if check.t_max else found
    )


def refuse_runs(runs: int | str, language: str) -> Outcome:
    """Too many, too few, or (as it was written) no whole number."""
    if isinstance(runs, str) or runs < 1:
        reason = phrase(language, "runs_out_of_range", runs=runs, most=MAX_RUNS)
        return decline(reason, [phrase(language, "use_runs_in_range", most=MAX_RUNS)])
    return decline(
        phrase(language, "too_many_runs", runs=runs, most=MAX_RUNS), [phrase(language, "fewer_runs", most=MAX_RUNS)]
    )


def _shown(number: float | None) -> str:
    return "" if number is None else f"{number:g}"


def _floor(number: float) -> float:
    return int(number * 100) / 100


def refuse_steering(context: Context, language: str) -> Outcome:
    """A text that tells the judge what to say is no requirement on the agent."""
    writes = [tool.name for tool in context.agent.tools if tool.writes]
    options = [phrase(language, "option_never_calls", tool=writes[0])] if writes else []
    reads = [tool.name for tool in context.agent.tools if not tool.writes]
    options += [phrase(language, "option_calls", tool=reads[0])] if reads else []
    return decline(phrase(language, "steers_judge"), [phrase(language, "say_requirement"), *options])


def refuse_edit(test: KnownTest, language: str) -> Outcome:
    """An accepted test stays as it is; Amend and Retire are the ways to move the bar."""
    reason = phrase(language, "edit_accepted", name=test.name)
    return decline(reason, [phrase(language, key, id=_called(test)) for key in ("offer_amend", "offer_retire")])


def refuse_delete(test: KnownTest, language: str) -> Outcome:
    reason = phrase(language, "delete_accepted", name=test.name)
    return decline(reason, [phrase(language, key, id=_called(test)) for key in ("offer_retire", "offer_amend")])


def _called(test: KnownTest) -> str:
    return f"“{test.name}”" if test.name else test.id
