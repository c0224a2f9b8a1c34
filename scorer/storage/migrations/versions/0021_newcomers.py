"""Keep the name by which somebody who holds a phone would like to play."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"


def upgrade() -> None:
    """Add the column; nobody has asked by now."""
    op.add_column("devices", sa.Column("newcomer", sa.String(40)))
