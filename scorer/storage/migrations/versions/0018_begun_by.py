"""Keep which phone has begun a game."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    """Add the column; who has begun a game by now is not known."""
    uuid = sa.String(36).with_variant(postgresql.UUID(as_uuid=False), "postgresql")
    op.add_column("games", sa.Column("device", uuid))
