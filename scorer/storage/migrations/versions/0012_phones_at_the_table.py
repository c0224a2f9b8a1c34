"""Everybody's phone: who holds which seat, what a phone may do tonight, and what tells of news."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None
rebuilds = ()

MOMENT = sa.DateTime(timezone=True)
ID = sa.String(36).with_variant(postgresql.UUID(as_uuid=False), "postgresql")


def upgrade() -> None:
    for table in ("clubs", "nights"):
        changes = sa.Column("changes", sa.Integer(), server_default="0", nullable=False)
        op.add_column(table, changes)
    op.add_column("devices", sa.Column("typing_in", ID, nullable=True))
    op.add_column("devices", sa.Column("typing_at", MOMENT, nullable=True))
    condition = sa.text("typing_in IS NOT NULL")
    op.create_index(
        "ix_devices_typing_in",
        "devices",
        ["club", "typing_in"],
        sqlite_where=condition,
        postgresql_where=condition,
    )
    op.add_column("invitations", sa.Column("night", ID, nullable=True))
    op.add_column("devices", sa.Column("night", ID, nullable=True))
    op.add_column("devices", sa.Column("tonight", sa.String(8), nullable=True))
    op.add_column("devices", sa.Column("person", ID, nullable=True))
    op.add_column("devices", sa.Column("knocked_at", MOMENT, nullable=True))
    op.create_index(op.f("ix_devices_club_night"), "devices", ["club", "night"])
    op.create_table(
        "seats_held",
        sa.Column("club", ID, nullable=False),
        sa.Column("game", ID, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("device", ID, nullable=False),
        sa.Column("held_since", MOMENT, nullable=False),
        sa.Column("seen_at", MOMENT, nullable=False),
        sa.Column("asked_by", ID, nullable=True),
        sa.Column("asked_at", MOMENT, nullable=True),
        sa.ForeignKeyConstraint(
            ["club", "game"], ["games.club", "games.id"], name=op.f("fk_seats_held_club_game")
        ),
        sa.ForeignKeyConstraint(
            ["club", "device"],
            ["devices.club", "devices.id"],
            name=op.f("fk_seats_held_club_device"),
        ),
        sa.ForeignKeyConstraint(
            ["club", "asked_by"],
            ["devices.club", "devices.id"],
            name=op.f("fk_seats_held_club_asked_by"),
        ),
        sa.PrimaryKeyConstraint("club", "game", "seat", name=op.f("pk_seats_held")),
        sa.UniqueConstraint("club", "game", "device", name=op.f("uq_seats_held_club_game_device")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_seats_held_club_device"), "seats_held", ["club", "device"])
