"""Find an invitation by the hash of its code for typing, under the secret key."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"


def upgrade() -> None:
    """Add the columns; the key is not known here, so invitations of before have ended."""
    letters = sa.Column("letters", sa.Integer(), nullable=False, server_default="8")
    op.add_column("invitations", letters)
    op.add_column("invitations", sa.Column("code_hash", sa.String(64)))
    op.create_index("ix_invitations_code_hash", "invitations", ["code_hash"])
    op.drop_index("ix_invitations_expires_at", "invitations")
    op.execute("UPDATE invitations SET withdrawn_at = made_at WHERE withdrawn_at IS NULL")
