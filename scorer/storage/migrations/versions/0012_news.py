"""What open pages are told: that something changed besides the books, and that somebody types."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None
rebuilds = ()

MOMENT = sa.DateTime(timezone=True)
ID = sa.String(36).with_variant(postgresql.UUID(as_uuid=False), "postgresql")


def upgrade() -> None:
    for table in ("clubs", "nights"):
        changes = sa.Column("changes", sa.Integer(), server_default="0", nullable=False)
        op.add_column(table, changes)
    op.add_column("devices", sa.Column("typing_in", ID, nullable=True))
    op.add_column("devices", sa.Column("typing_at", MOMENT, nullable=True))
    condition = sa.text("typing_in IS NOT NULL")
    op.create_index(
        "ix_devices_typing_in",
        "devices",
        ["club", "typing_in"],
        sqlite_where=condition,
        postgresql_where=condition,
    )
