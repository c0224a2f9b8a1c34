"""Keep when a game was left for another evening."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"


def upgrade() -> None:
    """Add the column; no game was left by now."""
    op.add_column("games", sa.Column("left_at", sa.DateTime(timezone=True)))
    left, columns = sa.text("left_at IS NOT NULL"), ["club", "left_at", "id"]
    op.create_index("ix_games_left", "games", columns, sqlite_where=left, postgresql_where=left)
