"""The tables. A column is named like the field of the record that it keeps.

`ordinal` is the order in which rows came, for lists whose rows may share an instant. A foreign key says "part of": the
parent cannot go while the part is there. What is only mentioned (the test of a run, which may be a draft that was
discarded since) has none.
"""

from sqlalchemy import BigInteger, Boolean, Column, Float, Index, Integer, Table, UniqueConstraint

from optimize.adapters.store.column_types import Json, Money, Shape, Word
from optimize.adapters.store.columns import identity, key, metadata, moment, ordinal, state, text, word
from optimize.domain.acceptance_test import TestBody
from optimize.domain.agent_definition import AgentDefinition
from optimize.domain.setup import Setup
from optimize.domain.transcript import Transcript
from optimize.domain.verdict import Verdict

agent = Table(
    "agent",
    metadata,
    key("name"),
    word("release"),
    word("writes"),
    moment("created_at"),
    text("created_by"),
)

agent_version = Table(
    "agent_version",
    metadata,
    key("id"),
    word("agent", "agent.name"),
    Column("number", Integer, nullable=False),
    text("label"),
    Column("definition", Shape(AgentDefinition), nullable=False),
    moment("created_at"),
    text("created_by"),
    UniqueConstraint("agent", "number"),
)

activation = Table(
    "activation",
    metadata,
    ordinal(),
    identity(),
    word("agent", "agent.name"),
    word("version", "agent_version.id"),
    moment("at"),
    text("by"),
    text("reason"),
    Column("gate", Json, nullable=False),
    Index(None, "agent"),
)

test = Table(
    "test",
    metadata,
    ordinal(),
    identity(),
    word("agent", "agent.name"),
    *state("draft", "accepted", "retired"),
    Column("body", Shape(TestBody), nullable=False),
    Column("replaces", Word),
    Column("replaced_by", Word),
    text("retired_reason", nullable=True),
    moment("created_at"),
    text("created_by"),
    moment("accepted_at", nullable=True),
    text("accepted_by", nullable=True),
    moment("retired_at", nullable=True),
    text("retired_by", nullable=True),
    Index(None, "agent", "state"),
)

batch = Table(
    "batch",
    metadata,
    ordinal(),
    identity(),
    word("agent", "agent.name"),
    word("kind"),
    *state("planned", "running", "finished", "cancelled"),
    word("version", "agent_version.id"),
    Column("setup", Shape(Setup), nullable=False),
    word("writes"),
    Column("go_ahead", Json),
    text("exploratory_reason", nullable=True),
    text("requested_by"),
    Column("thread", Word),
    Column("stop_early", Boolean, nullable=False),
    Column("budget", Money),
    moment("deadline", nullable=True),
    moment("created_at"),
    moment("finished_at", nullable=True),
    Index(None, "agent"),
    Index(None, "state"),
)

# Apart from the batch, which stays as it was planned. Only batches with a budget have a row.
batch_spending = Table(
    "batch_spending",
    metadata,
    key("batch", "batch.id"),
    Column("spent", Money, nullable=False),
    Column("reserved", Money, nullable=False),
)

# Apart from the batch as well: it is told to wait while it runs, and may be told again.
batch_pause = Table(
    "batch_pause",
    metadata,
    key("batch", "batch.id"),
    moment("until"),
    text("why"),
)

batch_test = Table(
    "batch_test",
    metadata,
    key("batch", "batch.id"),
    key("test"),
    Column("position", Integer, nullable=False),
    Column("body", Shape(TestBody), nullable=False),
)

run = Table(
    "run",
    metadata,
    ordinal(),
    identity(),
    word("batch", "batch.id"),
    word("agent", "agent.name"),
    word("test"),
    Column("n", Integer, nullable=False),
    Column("seed", BigInteger, nullable=False),
    *state("planned", "running", "judging", "finished", "could_not_run", "cancelled"),
    text("why", nullable=True),
    Column("attempt", Integer, nullable=False),
    text("owner", nullable=True),
    moment("started_at", nullable=True),
    moment("finished_at", nullable=True),
    Column("agent_ms", Float),
    UniqueConstraint("batch", "test", "n"),
    Index(None, "batch", "state"),
    Index(None, "agent", "ordinal"),
    Index(None, "test", "state"),
)

# Apart from the run, so that a list of runs never reads what they said.
run_transcript = Table(
    "run_transcript",
    metadata,
    key("run", "run.id"),
    Column("transcript", Shape(Transcript), nullable=False),
)

verdict = Table(
    "verdict",
    metadata,
    key("run", "run.id"),
    Column("criterion", Integer, primary_key=True, autoincrement=False),
    word("kind"),
    Column("verdict", Shape(Verdict), nullable=False),
)

thread = Table(
    "thread",
    metadata,
    ordinal(),
    identity(),
    word("agent", "agent.name"),
    text("title"),
    moment("created_at"),
    moment("updated_at"),
    text("created_by"),
    Index(None, "agent", "updated_at"),
)

turn = Table(
    "turn",
    metadata,
    ordinal(),
    identity(),
    word("thread", "thread.id"),
    word("client_id"),
    text("text"),
    *state("running", "waiting", "done", "interrupted", "failed", "cancelled"),
    text("by"),
    moment("started_at"),
    moment("ended_at", nullable=True),
    UniqueConstraint("thread", "client_id"),
    Index(None, "state"),
)

chat_event = Table(
    "chat_event",
    metadata,
    key("thread", "thread.id"),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    word("turn"),
    moment("at"),
    Column("event", Json, nullable=False),
)

proposal = Table(
    "proposal",
    metadata,
    ordinal(),
    identity(),
    word("agent", "agent.name"),
    word("thread"),
    word("turn"),
    word("call"),
    word("action"),
    Column("arguments", Json, nullable=False),
    text("title"),
    Column("facts", Json, nullable=False),
    text("warning", nullable=True),
    word("digest"),
    *state("pending", "approved", "declined", "void"),
    moment("created_at"),
    moment("answered_at", nullable=True),
    text("answered_by", nullable=True),
    Column("redeemed", Boolean, nullable=False),
    UniqueConstraint("thread", "call"),
    Index(None, "agent", "state"),
)

token = Table(
    "token",
    metadata,
    ordinal(),
    identity(),
    text("name"),
    word("role"),
    Column("hash", Word, nullable=False, unique=True),
    Column("once", Boolean, nullable=False),
    moment("created_at"),
    moment("expires_at", nullable=True),
    moment("revoked_at", nullable=True),
)

session = Table(
    "session",
    metadata,
    key("hash"),
    text("name"),
    word("role"),
    moment("created_at"),
    moment("expires_at"),
    moment("ended_at", nullable=True),
)

audit = Table(
    "audit",
    metadata,
    Column("seq", Integer, primary_key=True, autoincrement=False),
    moment("at"),
    text("actor"),
    text("action"),
    text("object"),
    text("reason"),
    text("before", nullable=True),
    text("after", nullable=True),
    word("previous"),
    Column("hash", Word, nullable=False, unique=True),
)

reply = Table(
    "reply",
    metadata,
    key("key"),
    word("body_hash"),
    Column("status", Integer, nullable=False),
    Column("body", Json, nullable=False),
    moment("at"),
)

executor = Table(
    "executor",
    metadata,
    key("id"),
    moment("seen_at"),
)
