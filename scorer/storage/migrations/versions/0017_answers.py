"""Keep an answer of each phone, in turn, and whether all have seen it."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    """Add the device to the key; what was answered by now stays hidden from whom it was."""
    with op.batch_alter_table("answers", table_kwargs={"sqlite_with_rowid": False}) as answers:
        answers.add_column(sa.Column("turn", sa.BigInteger, nullable=False, server_default="0"))
        opened = sa.Column("opened", sa.Boolean, nullable=False, server_default=sa.false())
        answers.add_column(opened)
        answers.add_column(sa.Column("was", sa.Text))
        answers.alter_column("value", existing_type=sa.Text, nullable=True)
        answers.drop_constraint("pk_answers", type_="primary")
        key = ["club", "game", "deal", "ask", "place", "device"]
        answers.create_primary_key("pk_answers", key)
