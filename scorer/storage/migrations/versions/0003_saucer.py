"""What each person put into the saucer: counters and coins, and whether that took rounding."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None
rebuilds = ("results",)


def upgrade() -> None:
    with op.batch_alter_table("results") as results:
        results.add_column(sa.Column("stake_money", sa.Integer(), nullable=True))
        for name in ("rounded", "stake_rounded"):
            results.add_column(sa.Column(name, sa.Boolean(), nullable=True))
    # Until `rebuild` counts the counters, the coins stand for them.
    op.execute("UPDATE results SET stake_money = stake WHERE money IS NOT NULL")
