"""The baseline: `migrate` makes these tables from the schema, so there is nothing to do.

A later revision is a file beside this one, with the next number and a test of its own.
"""

revision = "0013"
down_revision = None


def upgrade() -> None:
    """Do nothing."""
