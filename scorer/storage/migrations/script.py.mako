"""${message}."""

import sqlalchemy as sa
from alembic import op

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = None
depends_on = None
# The projections that this leaves to be rebuilt, by the names that services/projections.py gives.
rebuilds = ()


def upgrade() -> None:
    ${upgrades if upgrades else "pass"}
