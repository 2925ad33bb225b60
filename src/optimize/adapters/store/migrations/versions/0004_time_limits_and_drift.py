"""When a batch has to be over, and which model says that it answered a call."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

WORD = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.add_column("batch", sa.Column("deadline", WORD, nullable=True))
    op.add_column("call", sa.Column("answered", sa.Text(), nullable=True))
