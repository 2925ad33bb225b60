"""What carrying runs through needs: money reserved before a call, who is alive, and a quick look for open runs."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

WORD = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.add_column("call", sa.Column("reserved", sa.Text(), nullable=True))
    op.create_table(
        "batch_spending",
        sa.Column("batch", WORD, nullable=False),
        sa.Column("spent", sa.Text(), nullable=False),
        sa.Column("reserved", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["batch"], ["batch.id"], name="fk_batch_spending_batch_batch"),
        sa.PrimaryKeyConstraint("batch", name="pk_batch_spending"),
    )
    op.create_table(
        "executor",
        sa.Column("id", WORD, nullable=False),
        sa.Column("seen_at", WORD, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_executor"),
    )
    op.create_index("ix_run_batch_state", "run", ["batch", "state"])
