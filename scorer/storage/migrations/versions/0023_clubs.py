"""Keep who has begun a club, its way back, and since when it is closed."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"


def upgrade() -> None:
    """Add the columns; no club was begun by a stranger by now."""
    by_stranger = sa.Column("by_stranger", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("clubs", by_stranger)
    op.add_column("clubs", sa.Column("way_back_hash", sa.String(64)))
    op.add_column("clubs", sa.Column("closed_at", sa.DateTime(timezone=True)))
    op.create_index("ix_clubs_way_back_hash", "clubs", ["way_back_hash"], unique=True)
