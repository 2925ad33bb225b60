"""The tables of what was ordered for later or in pairs: daily schedules, the days they came due, experiments."""

from sqlalchemy import Boolean, Column, Index, Integer, Table

from optimize.adapters.store.column_types import Day, Shape, Word
from optimize.adapters.store.columns import identity, key, metadata, moment, ordinal, state, text, word
from optimize.domain.change import Change

schedule = Table(
    "schedule",
    metadata,
    key("agent", "agent.name"),
    word("at"),
    Column("enabled", Boolean, nullable=False),
    text("by"),
    moment("changed_at"),
)

# The key is what a day is claimed by: of two processes that want to start it, the database lets one.
schedule_run = Table(
    "schedule_run",
    metadata,
    key("agent", "agent.name"),
    Column("due_date", Day, primary_key=True),
    *state("started", "not_started", "missed"),
    Column("late", Boolean, nullable=False),
    text("why", nullable=True),
    Column("batch", Word),
    moment("at"),
)

experiment = Table(
    "experiment",
    metadata,
    ordinal(),
    identity(),
    word("agent", "agent.name"),
    word("batch_a", "batch.id"),
    word("batch_b", "batch.id"),
    Column("change", Shape(Change), nullable=False),
    Column("runs", Integer, nullable=False),
    text("requested_by"),
    Column("thread", Word),
    moment("created_at"),
    Index(None, "agent"),
)
