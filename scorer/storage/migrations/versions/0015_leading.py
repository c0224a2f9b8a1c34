"""Forget who went out with the lead, which nothing counts any more."""

from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Delete the copies; the books have it still."""
    op.execute("DELETE FROM feats WHERE key = 'led_and_went_out'")
