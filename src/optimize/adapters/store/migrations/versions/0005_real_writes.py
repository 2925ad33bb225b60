"""Writes that really left, each on record before it did."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "0005"
down_revision = "0004"

WORD = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
JSON = sa.JSON(none_as_null=True).with_variant(JSONB(none_as_null=True), "postgresql")


def upgrade() -> None:
    op.create_table(
        "real_write",
        sa.Column("run", WORD, nullable=False),
        sa.Column("attempt", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("call", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("tool", WORD, nullable=False),
        sa.Column("arguments", JSON, nullable=False),
        sa.Column("state", WORD, nullable=False),
        sa.Column("at", WORD, nullable=False),
        sa.CheckConstraint("state IN ('sent', 'executed', 'failed', 'unknown')", name="ck_real_write_state"),
        sa.ForeignKeyConstraint(["run"], ["run.id"], name="fk_real_write_run_run"),
        sa.PrimaryKeyConstraint("run", "attempt", "call", name="pk_real_write"),
    )
