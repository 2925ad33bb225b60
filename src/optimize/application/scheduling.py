"""The daily run of an agent's accepted set: once per UTC day, whichever process looks at the clock first."""

from collections.abc import Sequence
from datetime import date, datetime

from optimize.application.agents import require_agent
from optimize.application.auditing import AuditNote, audit, on_record
from optimize.application.planning import BatchOrder, Planning
from optimize.application.ports.clock import Clock, Ids
from optimize.application.ports.engine import Engine
from optimize.application.ports.live import Live
from optimize.application.ports.store import Store, Transaction
from optimize.application.records import ScheduledDay, ScheduleRecord
from optimize.application.views import View
from optimize.domain.actor import Actor
from optimize.domain.errors import Conflict, Invalid, NotFound
from optimize.domain.schedule import Punctuality, due_moments, next_due, punctuality, time_of

_CLAIMED = "already_exists"
_MISSED = "The service was down when it was due, and for 12 hours after."


class ScheduledDayView(View):
    """A day that came due. `batch` None: nothing was started, and `why` says why."""

    due_date: date
    state: str
    late: bool
    why: str | None
    batch: str | None
    at: datetime


class ScheduleView(View):
    """`at` None: no schedule was ever set. `next_due` None: it is off."""

    agent: str
    at: str | None
    enabled: bool
    by: str | None
    changed_at: datetime | None
    next_due: datetime | None
    days: list[ScheduledDayView]
    """Newest first, at most a month of them."""


class Scheduling:
    def __init__(self, store: Store, planning: Planning, engine: Engine, clock: Clock, ids: Ids, live: Live) -> None:
        self._store, self._planning, self._engine = store, planning, engine
        self._clock, self._ids, self._live = clock, ids, live

    async def view(self, agent: str) -> ScheduleView:
        async with self._store.reading() as tx:
            await require_agent(tx, agent)
            return await self._view(tx, agent)

    async def set_daily(self, agent: str, *, at: str, enabled: bool, actor: Actor) -> ScheduleView:
        """Run the accepted set every day at `at` (HH:MM, UTC) from now on, or no more. Raises Invalid `bad_time`."""
        time_of(at)
        async with on_record(self._store, self._clock, actor, "schedule", agent) as tx:
            actor.require_person("set a schedule")
            await require_agent(tx, agent)
            before, now = await tx.schedules.get(agent), self._clock.now()
            schedule = ScheduleRecord(agent=agent, at=at, enabled=enabled, by=actor.name, changed_at=now)
            await tx.schedules.set(schedule)
            note = AuditNote(action="schedule", object=agent, before=_told(before), after=_told(schedule))
            await audit(tx, now, actor, note)
            view = await self._view(tx, agent)
        await self._live.record_changed("schedule", agent, agent=agent)
        return view

    async def tick(self) -> list[str]:
        """Start what is due now and write down what was missed; the batches that were started. Safe to repeat."""
        async with self._store.reading() as tx:
            schedules = [schedule for schedule in await tx.schedules.list() if schedule.enabled]
        started = [await self._catch_up(schedule) for schedule in schedules]
        return [batch for batches in started for batch in batches]

    async def _catch_up(self, schedule: ScheduleRecord) -> list[str]:
        now, started = self._clock.now(), []
        for due in await self._open_days(schedule, now):
            how = punctuality(due, now)
            day = ScheduledDay(agent=schedule.agent, due_date=due.date(), state="started", late=how == "late", at=now)
            batch = await self._dealt_with(schedule, day, how)
            started += [batch] if batch else []
        return started

    async def _open_days(self, schedule: ScheduleRecord, now: datetime) -> Sequence[datetime]:
        """Days that came due since the schedule was set and that nobody has dealt with, oldest first."""
        async with self._store.reading() as tx:
            claimed = {day.due_date for day in await tx.schedules.days(schedule.agent)}
        due = due_moments(schedule.at, since=schedule.changed_at, until=now)
        return [moment for moment in due if moment.date() not in claimed][::-1]

    async def _dealt_with(self, schedule: ScheduleRecord, day: ScheduledDay, how: Punctuality) -> str | None:
        """The batch that was started for a day, if one was and by this process."""
        if how == "missed":
            await self._write_down(schedule, day.model_copy(update={"state": "missed", "why": _MISSED}))
            return None
        try:
            return await self._started(schedule, day)
        except (Conflict, Invalid, NotFound) as refusal:
            if refusal.code != _CLAIMED:
                await self._write_down(schedule, day.model_copy(update={"state": "not_started", "why": refusal.detail}))
            return None

    async def _started(self, schedule: ScheduleRecord, day: ScheduledDay) -> str | None:
        batch_id, actor = self._ids.new("batch"), Actor(name=schedule.by)
        # Nobody is there to agree to real writes, and simulated ones would not count.
        order = BatchOrder(kind="schedule", writes="refuse")
        async with self._store.writing() as tx:
            if await tx.schedules.get(schedule.agent) != schedule:
                return None
            await tx.schedules.claim(day.model_copy(update={"batch": batch_id}))
            _, runs = await self._planning.place(tx, schedule.agent, order, actor=actor, batch_id=batch_id)
            await self._engine.submit(tx, [run.id for run in runs])
        await self._live.record_changed("batch", batch_id, agent=schedule.agent)
        return batch_id

    async def _write_down(self, schedule: ScheduleRecord, day: ScheduledDay) -> None:
        try:
            async with self._store.writing() as tx:
                if await tx.schedules.get(schedule.agent) == schedule:
                    await tx.schedules.claim(day)
        except Conflict as refusal:
            if refusal.code != _CLAIMED:
                raise

    async def _view(self, tx: Transaction, agent: str) -> ScheduleView:
        schedule, days = await tx.schedules.get(agent), await tx.schedules.days(agent)
        return ScheduleView(
            agent=agent,
            at=schedule.at if schedule else None,
            enabled=schedule is not None and schedule.enabled,
            by=schedule.by if schedule else None,
            changed_at=schedule.changed_at if schedule else None,
            next_due=self._next(schedule, {day.due_date for day in days}) if schedule else None,
            days=[ScheduledDayView(**day.model_dump(exclude={"agent"})) for day in days],
        )

    def _next(self, schedule: ScheduleRecord, claimed: set[date]) -> datetime | None:
        """The next moment of a day that has not had its run."""
        if not schedule.enabled:
            return None
        due = next_due(schedule.at, self._clock.now())
        return next_due(schedule.at, due) if due.date() in claimed else due


def _told(schedule: ScheduleRecord | None) -> str:
    return f"{schedule.at} UTC, {'on' if schedule.enabled else 'off'}" if schedule else "none"
