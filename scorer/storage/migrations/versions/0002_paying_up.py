"""Games of counters: what was won and lost, and the payments people made."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None
rebuilds = ("results",)


def upgrade() -> None:
    with op.batch_alter_table("results") as results:
        for name in ("net", "money", "stake"):
            results.add_column(sa.Column(name, sa.Integer(), nullable=True))
    op.create_table(
        "payments",
        sa.Column("club", sa.String(length=36), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("night", sa.String(length=36), nullable=False),
        sa.Column("unit", sa.String(length=8), nullable=False),
        sa.Column("payer", sa.String(length=36), nullable=False),
        sa.Column("payee", sa.String(length=36), nullable=False),
        sa.Column("amount", sa.Integer(), nullable=False),
        sa.Column("balances", sa.Text(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("device", sa.String(length=36), nullable=True),
        sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["club"], ["clubs.id"], name=op.f("fk_payments_club")),
        sa.ForeignKeyConstraint(
            ["club", "device"], ["devices.club", "devices.id"], name=op.f("fk_payments_club_device")
        ),
        sa.ForeignKeyConstraint(
            ["club", "night"], ["nights.club", "nights.id"], name=op.f("fk_payments_club_night")
        ),
        sa.ForeignKeyConstraint(
            ["club", "payee"], ["players.club", "players.id"], name=op.f("fk_payments_club_payee")
        ),
        sa.ForeignKeyConstraint(
            ["club", "payer"], ["players.club", "players.id"], name=op.f("fk_payments_club_payer")
        ),
        sa.PrimaryKeyConstraint("club", "id", name=op.f("pk_payments")),
    )
    op.create_index(op.f("ix_payments_club_night"), "payments", ["club", "night"], unique=False)
