"""Until when the calls of a batch wait, because an endpoint asks to be left alone."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

WORD = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "batch_pause",
        sa.Column("batch", WORD, nullable=False),
        sa.Column("until", WORD, nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["batch"], ["batch.id"], name="fk_batch_pause_batch_batch"),
        sa.PrimaryKeyConstraint("batch", name="pk_batch_pause"),
    )
