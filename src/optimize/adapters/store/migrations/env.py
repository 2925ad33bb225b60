"""Run by alembic. The connection is the caller's, and so is the transaction: all of a migration, or nothing."""

from alembic import context

from optimize.adapters.store import tables

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=tables.agent.metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
