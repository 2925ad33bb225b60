"""The first tables."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0001"
down_revision = None

WORD = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
JSON = sa.JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql")
ORDINAL = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = WORD


def upgrade() -> None:
    op.create_table(
        "agent",
        sa.Column("name", WORD, nullable=False),
        sa.Column("release", WORD, nullable=False),
        sa.Column("writes", WORD, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("created_by", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_agent"),
    )
    op.create_table(
        "audit",
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("object", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("before", sa.Text(), nullable=True),
        sa.Column("after", sa.Text(), nullable=True),
        sa.Column("previous", WORD, nullable=False),
        sa.Column("hash", WORD, nullable=False),
        sa.PrimaryKeyConstraint("seq", name="pk_audit"),
        sa.UniqueConstraint("hash", name="uq_audit_hash"),
    )
    op.create_table(
        "reply",
        sa.Column("key", WORD, nullable=False),
        sa.Column("body_hash", WORD, nullable=False),
        sa.Column("status", sa.Integer(), nullable=False),
        sa.Column("body", JSON, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_reply"),
    )
    op.create_table(
        "session",
        sa.Column("hash", WORD, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("role", WORD, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("expires_at", MOMENT, nullable=False),
        sa.Column("ended_at", MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("hash", name="pk_session"),
    )
    op.create_table(
        "token",
        sa.Column("ordinal", ORDINAL, nullable=False),
        sa.Column("id", WORD, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("role", WORD, nullable=False),
        sa.Column("hash", WORD, nullable=False),
        sa.Column("once", sa.Boolean(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("expires_at", MOMENT, nullable=True),
        sa.Column("revoked_at", MOMENT, nullable=True),
        sa.PrimaryKeyConstraint("ordinal", name="pk_token"),
        sa.UniqueConstraint("hash", name="uq_token_hash"),
        sa.UniqueConstraint("id", name="uq_token_id"),
    )
    op.create_table(
        "agent_version",
        sa.Column("id", WORD, nullable=False),
        sa.Column("agent", WORD, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("definition", JSON, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("created_by", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["agent"], ["agent.name"], name="fk_agent_version_agent_agent"),
        sa.PrimaryKeyConstraint("id", name="pk_agent_version"),
        sa.UniqueConstraint("agent", "number", name="uq_agent_version_agent_number"),
    )
    op.create_table(
        "proposal",
        sa.Column("ordinal", ORDINAL, nullable=False),
        sa.Column("id", WORD, nullable=False),
        sa.Column("agent", WORD, nullable=False),
        sa.Column("thread", WORD, nullable=False),
        sa.Column("turn", WORD, nullable=False),
        sa.Column("call", WORD, nullable=False),
        sa.Column("action", WORD, nullable=False),
        sa.Column("arguments", JSON, nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("facts", JSON, nullable=False),
        sa.Column("warning", sa.Text(), nullable=True),
        sa.Column("digest", WORD, nullable=False),
        sa.Column("state", WORD, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("answered_at", MOMENT, nullable=True),
        sa.Column("answered_by", sa.Text(), nullable=True),
        sa.Column("redeemed", sa.Boolean(), nullable=False),
        sa.CheckConstraint("state IN ('pending', 'approved', 'declined', 'void')", name="ck_proposal_state"),
        sa.ForeignKeyConstraint(["agent"], ["agent.name"], name="fk_proposal_agent_agent"),
        sa.PrimaryKeyConstraint("ordinal", name="pk_proposal"),
        sa.UniqueConstraint("id", name="uq_proposal_id"),
        sa.UniqueConstraint("thread", "call", name="uq_proposal_thread_call"),
    )
    op.create_index("ix_proposal_agent_state", "proposal", ["agent", "state"])
    op.create_table(
        "test",
        sa.Column("ordinal", ORDINAL, nullable=False),
        sa.Column("id", WORD, nullable=False),
        sa.Column("agent", WORD, nullable=False),
        sa.Column("state", WORD, nullable=False),
        sa.Column("body", JSON, nullable=False),
        sa.Column("replaces", WORD, nullable=True),
        sa.Column("replaced_by", WORD, nullable=True),
        sa.Column("retired_reason", sa.Text(), nullable=True),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("created_by", sa.Text(), nullable=False),
        sa.Column("accepted_at", MOMENT, nullable=True),
        sa.Column("accepted_by", sa.Text(), nullable=True),
        sa.Column("retired_at", MOMENT, nullable=True),
        sa.Column("retired_by", sa.Text(), nullable=True),
        sa.CheckConstraint("state IN ('draft', 'accepted', 'retired')", name="ck_test_state"),
        sa.ForeignKeyConstraint(["agent"], ["agent.name"], name="fk_test_agent_agent"),
        sa.PrimaryKeyConstraint("ordinal", name="pk_test"),
        sa.UniqueConstraint("id", name="uq_test_id"),
    )
    op.create_index("ix_test_agent_state", "test", ["agent", "state"])
    op.create_table(
        "thread",
        sa.Column("ordinal", ORDINAL, nullable=False),
        sa.Column("id", WORD, nullable=False),
        sa.Column("agent", WORD, nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("updated_at", MOMENT, nullable=False),
        sa.Column("created_by", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["agent"], ["agent.name"], name="fk_thread_agent_agent"),
        sa.PrimaryKeyConstraint("ordinal", name="pk_thread"),
        sa.UniqueConstraint("id", name="uq_thread_id"),
    )
    op.create_index("ix_thread_agent_updated_at", "thread", ["agent", "updated_at"])
    op.create_table(
        "activation",
        sa.Column("ordinal", ORDINAL, nullable=False),
        sa.Column("id", WORD, nullable=False),
        sa.Column("agent", WORD, nullable=False),
        sa.Column("version", WORD, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("gate", JSON, nullable=False),
        sa.ForeignKeyConstraint(["agent"], ["agent.name"], name="fk_activation_agent_agent"),
        sa.ForeignKeyConstraint(["version"], ["agent_version.id"], name="fk_activation_version_agent_version"),
        sa.PrimaryKeyConstraint("ordinal", name="pk_activation"),
        sa.UniqueConstraint("id", name="uq_activation_id"),
    )
    op.create_index("ix_activation_agent", "activation", ["agent"])
    op.create_table(
        "batch",
        sa.Column("ordinal", ORDINAL, nullable=False),
        sa.Column("id", WORD, nullable=False),
        sa.Column("agent", WORD, nullable=False),
        sa.Column("kind", WORD, nullable=False),
        sa.Column("state", WORD, nullable=False),
        sa.Column("version", WORD, nullable=False),
        sa.Column("setup", JSON, nullable=False),
        sa.Column("writes", WORD, nullable=False),
        sa.Column("go_ahead", JSON, nullable=True),
        sa.Column("exploratory_reason", sa.Text(), nullable=True),
        sa.Column("requested_by", sa.Text(), nullable=False),
        sa.Column("thread", WORD, nullable=True),
        sa.Column("stop_early", sa.Boolean(), nullable=False),
        sa.Column("budget", sa.Text(), nullable=True),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("finished_at", MOMENT, nullable=True),
        sa.CheckConstraint("state IN ('planned', 'running', 'finished', 'cancelled')", name="ck_batch_state"),
        sa.ForeignKeyConstraint(["agent"], ["agent.name"], name="fk_batch_agent_agent"),
        sa.ForeignKeyConstraint(["version"], ["agent_version.id"], name="fk_batch_version_agent_version"),
        sa.PrimaryKeyConstraint("ordinal", name="pk_batch"),
        sa.UniqueConstraint("id", name="uq_batch_id"),
    )
    op.create_index("ix_batch_agent", "batch", ["agent"])
    op.create_index("ix_batch_state", "batch", ["state"])
    op.create_table(
        "chat_event",
        sa.Column("thread", WORD, nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("turn", WORD, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.Column("event", JSON, nullable=False),
        sa.ForeignKeyConstraint(["thread"], ["thread.id"], name="fk_chat_event_thread_thread"),
        sa.PrimaryKeyConstraint("thread", "seq", name="pk_chat_event"),
    )
    op.create_table(
        "turn",
        sa.Column("ordinal", ORDINAL, nullable=False),
        sa.Column("id", WORD, nullable=False),
        sa.Column("thread", WORD, nullable=False),
        sa.Column("client_id", WORD, nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("state", WORD, nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("started_at", MOMENT, nullable=False),
        sa.Column("ended_at", MOMENT, nullable=True),
        sa.CheckConstraint(
            "state IN ('running', 'waiting', 'done', 'interrupted', 'failed', 'cancelled')", name="ck_turn_state"
        ),
        sa.ForeignKeyConstraint(["thread"], ["thread.id"], name="fk_turn_thread_thread"),
        sa.PrimaryKeyConstraint("ordinal", name="pk_turn"),
        sa.UniqueConstraint("id", name="uq_turn_id"),
        sa.UniqueConstraint("thread", "client_id", name="uq_turn_thread_client_id"),
    )
    op.create_index("ix_turn_state", "turn", ["state"])
    op.create_table(
        "batch_test",
        sa.Column("batch", WORD, nullable=False),
        sa.Column("test", WORD, nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("body", JSON, nullable=False),
        sa.ForeignKeyConstraint(["batch"], ["batch.id"], name="fk_batch_test_batch_batch"),
        sa.PrimaryKeyConstraint("batch", "test", name="pk_batch_test"),
    )
    op.create_table(
        "run",
        sa.Column("ordinal", ORDINAL, nullable=False),
        sa.Column("id", WORD, nullable=False),
        sa.Column("batch", WORD, nullable=False),
        sa.Column("agent", WORD, nullable=False),
        sa.Column("test", WORD, nullable=False),
        sa.Column("n", sa.Integer(), nullable=False),
        sa.Column("seed", sa.BigInteger(), nullable=False),
        sa.Column("state", WORD, nullable=False),
        sa.Column("why", sa.Text(), nullable=True),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=True),
        sa.Column("started_at", MOMENT, nullable=True),
        sa.Column("finished_at", MOMENT, nullable=True),
        sa.Column("agent_ms", sa.Float(), nullable=True),
        sa.CheckConstraint(
            "state IN ('planned', 'running', 'judging', 'finished', 'could_not_run', 'cancelled')", name="ck_run_state"
        ),
        sa.ForeignKeyConstraint(["agent"], ["agent.name"], name="fk_run_agent_agent"),
        sa.ForeignKeyConstraint(["batch"], ["batch.id"], name="fk_run_batch_batch"),
        sa.PrimaryKeyConstraint("ordinal", name="pk_run"),
        sa.UniqueConstraint("batch", "test", "n", name="uq_run_batch_test_n"),
        sa.UniqueConstraint("id", name="uq_run_id"),
    )
    op.create_index("ix_run_agent_ordinal", "run", ["agent", "ordinal"])
    op.create_index("ix_run_test_state", "run", ["test", "state"])
    op.create_table(
        "call",
        sa.Column("ordinal", ORDINAL, nullable=False),
        sa.Column("id", WORD, nullable=False),
        sa.Column("agent", WORD, nullable=False),
        sa.Column("role", WORD, nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("state", WORD, nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("run", WORD, nullable=True),
        sa.Column("turn", WORD, nullable=True),
        sa.Column("started_at", MOMENT, nullable=False),
        sa.Column("latency_ms", sa.Float(), nullable=True),
        sa.Column("input_tokens", sa.BigInteger(), nullable=True),
        sa.Column("cached_tokens", sa.BigInteger(), nullable=True),
        sa.Column("output_tokens", sa.BigInteger(), nullable=True),
        sa.Column("cost", sa.Text(), nullable=True),
        sa.Column("price_version", sa.Text(), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.CheckConstraint("state IN ('sent', 'done', 'failed', 'unknown')", name="ck_call_state"),
        sa.ForeignKeyConstraint(["run"], ["run.id"], name="fk_call_run_run"),
        sa.PrimaryKeyConstraint("ordinal", name="pk_call"),
        sa.UniqueConstraint("id", name="uq_call_id"),
    )
    op.create_index("ix_call_role_started_at", "call", ["role", "started_at"])
    op.create_index("ix_call_run", "call", ["run"])
    op.create_table(
        "run_transcript",
        sa.Column("run", WORD, nullable=False),
        sa.Column("transcript", JSON, nullable=False),
        sa.ForeignKeyConstraint(["run"], ["run.id"], name="fk_run_transcript_run_run"),
        sa.PrimaryKeyConstraint("run", name="pk_run_transcript"),
    )
    op.create_table(
        "verdict",
        sa.Column("run", WORD, nullable=False),
        sa.Column("criterion", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", WORD, nullable=False),
        sa.Column("verdict", JSON, nullable=False),
        sa.ForeignKeyConstraint(["run"], ["run.id"], name="fk_verdict_run_run"),
        sa.PrimaryKeyConstraint("run", "criterion", name="pk_verdict"),
    )
