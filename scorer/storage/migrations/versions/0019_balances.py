"""Keep the balance of each player, where all results and payments were added up before."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    """Add the column, and let it be counted."""
    balance = sa.Column("balance", sa.BigInteger, nullable=False, server_default="0")
    op.add_column("players", balance)
    op.drop_index("ix_results_money", "results")
    op.execute("UPDATE counted_by SET version = '0'")
