"""Which projections are still to be rebuilt; and the moments of all games in one form."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None
# Nobody rebuilt what the migrations before this one had changed or made.
rebuilds = ("results", "last_played", "statistics", "search", "honours")


def upgrade() -> None:
    op.create_table(
        "stale_projections",
        sa.Column("name", sa.String(20), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_stale_projections")),
    )
    if op.get_bind().dialect.name == "sqlite":
        # As Python's driver had written it unasked: with a zone, and without a fraction of nought.
        op.execute(
            "UPDATE games SET last_at = CASE WHEN length(last_at) > 25 THEN substr(last_at, 1, 26)"
            " ELSE substr(last_at, 1, 19) || '.000000' END WHERE last_at LIKE '%+00:00'"
        )
