"""The first tables: clubs, phones, people, nights, games and the book."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None
rebuilds = ()


def upgrade() -> None:
    op.create_table(
        "clubs",
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("time_zone", sa.String(length=64), nullable=False),
        sa.Column("currency", sa.String(length=8), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_clubs")),
    )
    op.create_table(
        "guesses",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("address", sa.String(length=64), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_guesses")),
    )
    op.create_index(
        op.f("ix_guesses_address_made_at"), "guesses", ["address", "made_at"], unique=False
    )
    op.create_index(op.f("ix_guesses_made_at"), "guesses", ["made_at"], unique=False)
    op.create_table(
        "invitations",
        sa.Column("club", sa.String(length=36), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("right", sa.String(length=8), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("made_by", sa.String(length=36), nullable=True),
        sa.ForeignKeyConstraint(["club"], ["clubs.id"], name=op.f("fk_invitations_club")),
        sa.PrimaryKeyConstraint("club", "id", name=op.f("pk_invitations")),
    )
    op.create_index(op.f("ix_invitations_expires_at"), "invitations", ["expires_at"], unique=False)
    op.create_table(
        "nights",
        sa.Column("club", sa.String(length=36), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("place", sa.String(length=80), server_default="", nullable=False),
        sa.Column("note", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(["club"], ["clubs.id"], name=op.f("fk_nights_club")),
        sa.PrimaryKeyConstraint("club", "id", name=op.f("pk_nights")),
    )
    op.create_index(op.f("ix_nights_club_opened_at"), "nights", ["club", "opened_at"], unique=False)
    op.create_table(
        "players",
        sa.Column("club", sa.String(length=36), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_played_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["club"], ["clubs.id"], name=op.f("fk_players_club")),
        sa.PrimaryKeyConstraint("club", "id", name=op.f("pk_players")),
    )
    op.create_index(
        op.f("ix_players_club_last_played_at"), "players", ["club", "last_played_at"], unique=False
    )
    op.create_table(
        "devices",
        sa.Column("club", sa.String(length=36), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("right", sa.String(length=8), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("invitation", sa.String(length=36), nullable=True),
        sa.ForeignKeyConstraint(
            ["club", "invitation"],
            ["invitations.club", "invitations.id"],
            name=op.f("fk_devices_club_invitation"),
        ),
        sa.ForeignKeyConstraint(["club"], ["clubs.id"], name=op.f("fk_devices_club")),
        sa.PrimaryKeyConstraint("club", "id", name=op.f("pk_devices")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_devices_token_hash")),
    )
    op.create_table(
        "games",
        sa.Column("club", sa.String(length=36), nullable=False),
        sa.Column("id", sa.String(length=36), nullable=False),
        sa.Column("night", sa.String(length=36), nullable=False),
        sa.Column("variant", sa.String(length=40), nullable=False),
        sa.Column("edition", sa.Integer(), nullable=False),
        sa.Column("house_rules", sa.Text(), nullable=False),
        sa.Column("first_dealer", sa.Integer(), nullable=False),
        sa.Column("carried", sa.Text(), nullable=True),
        sa.Column("follows", sa.String(length=36), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started_by", sa.String(length=36), nullable=True),
        sa.Column("over", sa.Boolean(), nullable=False),
        sa.Column("last_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["club", "night"], ["nights.club", "nights.id"], name=op.f("fk_games_club_night")
        ),
        sa.ForeignKeyConstraint(
            ["club", "started_by"],
            ["devices.club", "devices.id"],
            name=op.f("fk_games_club_started_by"),
        ),
        sa.ForeignKeyConstraint(["club"], ["clubs.id"], name=op.f("fk_games_club")),
        sa.PrimaryKeyConstraint("club", "id", name=op.f("pk_games")),
    )
    op.create_index(
        op.f("ix_games_club_follows_started_at_id"),
        "games",
        ["club", "follows", "started_at", "id"],
        unique=False,
    )
    op.create_index(
        op.f("ix_games_club_last_at_id"), "games", ["club", "last_at", "id"], unique=False
    )
    op.create_index(
        op.f("ix_games_club_started_at_id"), "games", ["club", "started_at", "id"], unique=False
    )
    op.create_index(
        op.f("ix_games_club_night_started_at_id"),
        "games",
        ["club", "night", "started_at", "id"],
        unique=False,
    )
    op.create_table(
        "entries",
        sa.Column("club", sa.String(length=36), nullable=False),
        sa.Column("game", sa.String(length=36), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=36), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("seen", sa.Integer(), nullable=False),
        sa.Column("device", sa.String(length=36), nullable=True),
        sa.Column("written_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["club", "device"], ["devices.club", "devices.id"], name=op.f("fk_entries_club_device")
        ),
        sa.ForeignKeyConstraint(
            ["club", "game"], ["games.club", "games.id"], name=op.f("fk_entries_club_game")
        ),
        sa.PrimaryKeyConstraint("club", "game", "number", name=op.f("pk_entries")),
        sa.UniqueConstraint("club", "game", "name", name=op.f("uq_entries_club_game_name")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "results",
        sa.Column("club", sa.String(length=36), nullable=False),
        sa.Column("game", sa.String(length=36), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player", sa.String(length=36), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["club", "game"], ["games.club", "games.id"], name=op.f("fk_results_club_game")
        ),
        sa.ForeignKeyConstraint(
            ["club", "player"], ["players.club", "players.id"], name=op.f("fk_results_club_player")
        ),
        sa.PrimaryKeyConstraint("club", "game", "seat", name=op.f("pk_results")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_results_club_player"), "results", ["club", "player"], unique=False)
    op.create_table(
        "seats",
        sa.Column("club", sa.String(length=36), nullable=False),
        sa.Column("game", sa.String(length=36), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player", sa.String(length=36), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(
            ["club", "game"], ["games.club", "games.id"], name=op.f("fk_seats_club_game")
        ),
        sa.ForeignKeyConstraint(
            ["club", "player"], ["players.club", "players.id"], name=op.f("fk_seats_club_player")
        ),
        sa.PrimaryKeyConstraint("club", "game", "seat", name=op.f("pk_seats")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_seats_club_player"), "seats", ["club", "player"], unique=False)
