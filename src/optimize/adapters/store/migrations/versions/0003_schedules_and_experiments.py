"""Daily schedules, the days they came due, and experiments."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0003"
down_revision = "0002"

WORD = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
JSON = sa.JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql")
ORDINAL = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = WORD


def upgrade() -> None:
    op.create_table(
        "schedule",
        sa.Column("agent", WORD, nullable=False),
        sa.Column("at", WORD, nullable=False),
        sa.Column("enabled", sa.Boolean(), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("changed_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["agent"], ["agent.name"], name="fk_schedule_agent_agent"),
        sa.PrimaryKeyConstraint("agent", name="pk_schedule"),
    )
    op.create_table(
        "schedule_run",
        sa.Column("agent", WORD, nullable=False),
        sa.Column("due_date", WORD, nullable=False),
        sa.Column("state", WORD, nullable=False),
        sa.Column("late", sa.Boolean(), nullable=False),
        sa.Column("why", sa.Text(), nullable=True),
        sa.Column("batch", WORD, nullable=True),
        sa.Column("at", MOMENT, nullable=False),
        sa.CheckConstraint("state IN ('started', 'not_started', 'missed')", name="ck_schedule_run_state"),
        sa.ForeignKeyConstraint(["agent"], ["agent.name"], name="fk_schedule_run_agent_agent"),
        sa.PrimaryKeyConstraint("agent", "due_date", name="pk_schedule_run"),
    )
    op.create_table(
        "experiment",
        sa.Column("ordinal", ORDINAL, nullable=False),
        sa.Column("id", WORD, nullable=False),
        sa.Column("agent", WORD, nullable=False),
        sa.Column("batch_a", WORD, nullable=False),
        sa.Column("batch_b", WORD, nullable=False),
        sa.Column("change", JSON, nullable=False),
        sa.Column("runs", sa.Integer(), nullable=False),
        sa.Column("requested_by", sa.Text(), nullable=False),
        sa.Column("thread", WORD, nullable=True),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["agent"], ["agent.name"], name="fk_experiment_agent_agent"),
        sa.ForeignKeyConstraint(["batch_a"], ["batch.id"], name="fk_experiment_batch_a_batch"),
        sa.ForeignKeyConstraint(["batch_b"], ["batch.id"], name="fk_experiment_batch_b_batch"),
        sa.PrimaryKeyConstraint("ordinal", name="pk_experiment"),
        sa.UniqueConstraint("id", name="uq_experiment_id"),
    )
    op.create_index("ix_experiment_agent", "experiment", ["agent"])
