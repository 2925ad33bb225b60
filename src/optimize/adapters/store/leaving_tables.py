"""The tables of what leaves a run: calls to models, and writes that are real. Both are written before it leaves."""

from sqlalchemy import BigInteger, Column, Float, ForeignKey, Index, Integer, Table

from optimize.adapters.store.column_types import Json, Money, Word
from optimize.adapters.store.columns import identity, key, metadata, moment, ordinal, state, text, word

call = Table(
    "call",
    metadata,
    ordinal(),
    identity(),
    word("agent"),
    word("role"),
    text("model"),
    *state("sent", "done", "failed", "unknown"),
    Column("attempt", Integer, nullable=False),
    Column("run", Word, ForeignKey("run.id")),
    Column("turn", Word),
    moment("started_at"),
    Column("latency_ms", Float),
    Column("input_tokens", BigInteger),
    Column("cached_tokens", BigInteger),
    Column("output_tokens", BigInteger),
    Column("cost", Money),
    Column("reserved", Money),
    text("price_version", nullable=True),
    text("error", nullable=True),
    text("answered", nullable=True),
    Index(None, "run"),
    Index(None, "role", "started_at"),
)

# Apart from the transcript, which is kept when a run has been played: a write is here before it leaves.
real_write = Table(
    "real_write",
    metadata,
    key("run", "run.id"),
    Column("attempt", Integer, primary_key=True, autoincrement=False),
    Column("call", Integer, primary_key=True, autoincrement=False),
    word("tool"),
    Column("arguments", Json, nullable=False),
    *state("sent", "executed", "failed", "unknown"),
    moment("at"),
)
