"""Name the version that counted results, statistics and highlights last."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Add the table; what versions before it counted is counted again."""
    op.create_table("counted_by", sa.Column("version", sa.String(32), primary_key=True))
    op.execute("INSERT INTO counted_by VALUES ('0')")
