"""The migrations, carried out. Loaded only where there is something to migrate: most starts find nothing to do."""

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection


def upgrade_tables(connection: Connection) -> None:
    """Bring the tables to the newest revision, in the transaction of the caller."""
    config = Config()
    config.set_main_option("script_location", "optimize.adapters.store:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
