"""Which device a phone was before it joined once more."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None
rebuilds = ()


def upgrade() -> None:
    op.add_column("devices", sa.Column("before", sa.String(length=36), nullable=True))
