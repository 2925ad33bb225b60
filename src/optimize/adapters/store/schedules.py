"""Daily schedules, and what became of the days on which they were due."""

from datetime import date

from sqlalchemy import delete, select

from optimize.adapters.store.order_tables import schedule as _schedule
from optimize.adapters.store.order_tables import schedule_run as _day
from optimize.adapters.store.repository import Repository
from optimize.application.records import ScheduledDay, ScheduleRecord


class SqlSchedules(Repository):
    async def set(self, schedule: ScheduleRecord) -> None:
        await self.connection.execute(delete(_schedule).where(_schedule.c.agent == schedule.agent))
        await self._insert(_schedule, schedule)

    async def get(self, agent: str) -> ScheduleRecord | None:
        return await self._one(ScheduleRecord, select(_schedule).where(_schedule.c.agent == agent))

    async def claim(self, day: ScheduledDay) -> None:
        await self._insert(_day, day)

    async def day(self, agent: str, due_date: date) -> ScheduledDay | None:
        that = select(_day).where(_day.c.agent == agent, _day.c.due_date == due_date)
        return await self._one(ScheduledDay, that)

    async def days(self, agent: str, *, limit: int = 31) -> list[ScheduledDay]:
        mine = select(_day).where(_day.c.agent == agent)
        return await self._all(ScheduledDay, mine.order_by(_day.c.due_date.desc()).limit(limit))

    async def list(self) -> list[ScheduleRecord]:
        """By agent."""
        return await self._all(ScheduleRecord, select(_schedule).order_by(_schedule.c.agent))
