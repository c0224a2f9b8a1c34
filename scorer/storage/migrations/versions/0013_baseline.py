"""The baseline: `migrate` makes these tables from the schema, so there is nothing to do."""

revision = "0013"
down_revision = None


def upgrade() -> None:
    """Do nothing."""
