"""All tables: what was written down, and what is copied from it."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0012"
down_revision = None
branch_labels = None
depends_on = None
rebuilds = ()

MOMENT = sa.DateTime(timezone=True)
ID = sa.String(36).with_variant(postgresql.UUID(as_uuid=False), "postgresql")


def upgrade() -> None:
    create_clubs()
    create_games()
    create_results()
    create_ratings()
    create_search()


def create_clubs() -> None:
    op.create_table(
        "clubs",
        sa.Column("id", ID, nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("time_zone", sa.String(64), nullable=False),
        sa.Column("currency", sa.String(8), nullable=False),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.Column("changes", sa.Integer(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_clubs")),
    )
    op.create_table(
        "stale_projections",
        sa.Column("name", sa.String(20), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_stale_projections")),
    )
    op.create_table(
        "guesses",
        sa.Column("id", sa.Integer(), autoincrement=True, nullable=False),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_guesses")),
    )
    op.create_index(op.f("ix_guesses_address_made_at"), "guesses", ["address", "made_at"])
    op.create_index(op.f("ix_guesses_made_at"), "guesses", ["made_at"])
    op.create_table(
        "invitations",
        sa.Column("club", ID, nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.Column("right", sa.String(8), nullable=False),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.Column("expires_at", MOMENT, nullable=False),
        sa.Column("withdrawn_at", MOMENT, nullable=True),
        sa.Column("made_by", ID, nullable=True),
        sa.Column("night", ID, nullable=True),
        sa.ForeignKeyConstraint(["club"], ["clubs.id"], name=op.f("fk_invitations_club")),
        sa.PrimaryKeyConstraint("club", "id", name=op.f("pk_invitations")),
    )
    op.create_index(op.f("ix_invitations_expires_at"), "invitations", ["expires_at"])
    op.create_table(
        "devices",
        sa.Column("club", ID, nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("right", sa.String(8), nullable=False),
        sa.Column("token_hash", sa.String(64), nullable=False),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.Column("seen_at", MOMENT, nullable=False),
        sa.Column("revoked_at", MOMENT, nullable=True),
        sa.Column("invitation", ID, nullable=True),
        sa.Column("before", ID, nullable=True),
        sa.Column("night", ID, nullable=True),
        sa.Column("tonight", sa.String(8), nullable=True),
        sa.Column("person", ID, nullable=True),
        sa.Column("knocked_at", MOMENT, nullable=True),
        sa.ForeignKeyConstraint(
            ["club", "invitation"],
            ["invitations.club", "invitations.id"],
            name=op.f("fk_devices_club_invitation"),
        ),
        sa.ForeignKeyConstraint(["club"], ["clubs.id"], name=op.f("fk_devices_club")),
        sa.PrimaryKeyConstraint("club", "id", name=op.f("pk_devices")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_devices_token_hash")),
    )
    op.create_index(op.f("ix_devices_club_night"), "devices", ["club", "night"])
    op.create_table(
        "uploads",
        sa.Column("club", ID, nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.Column("part", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["club"], ["clubs.id"], name=op.f("fk_uploads_club")),
        sa.PrimaryKeyConstraint("club", "id", "part", name=op.f("pk_uploads")),
    )
    op.create_index(op.f("ix_uploads_made_at"), "uploads", ["made_at"])
    op.create_table(
        "shares",
        sa.Column("club", ID, nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("target", ID, nullable=False),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.Column("made_by", ID, nullable=True),
        sa.Column("withdrawn_at", MOMENT, nullable=True),
        sa.ForeignKeyConstraint(
            ["club", "made_by"], ["devices.club", "devices.id"], name=op.f("fk_shares_club_made_by")
        ),
        sa.ForeignKeyConstraint(["club"], ["clubs.id"], name=op.f("fk_shares_club")),
        sa.PrimaryKeyConstraint("club", "id", name=op.f("pk_shares")),
    )
    op.create_index(op.f("ix_shares_club_kind_target"), "shares", ["club", "kind", "target"])


def create_games() -> None:
    op.create_table(
        "players",
        sa.Column("club", ID, nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.Column("last_played_at", MOMENT, nullable=True),
        sa.Column("person", ID, nullable=False),
        sa.Column("anonymous_at", MOMENT, nullable=True),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["club"], ["clubs.id"], name=op.f("fk_players_club")),
        sa.PrimaryKeyConstraint("club", "id", name=op.f("pk_players")),
        sa.UniqueConstraint("club", "number", name=op.f("uq_players_club_number")),
    )
    op.create_index(op.f("ix_players_club_last_played_at"), "players", ["club", "last_played_at"])
    op.create_index(op.f("ix_players_club_person"), "players", ["club", "person"])
    op.create_table(
        "nights",
        sa.Column("club", ID, nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.Column("opened_at", MOMENT, nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("name", sa.String(80), server_default="", nullable=False),
        sa.Column("place", sa.String(80), server_default="", nullable=False),
        sa.Column("note", sa.Text(), server_default="", nullable=False),
        sa.Column("deleted_at", MOMENT, nullable=True),
        sa.Column("changes", sa.Integer(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["club"], ["clubs.id"], name=op.f("fk_nights_club")),
        sa.PrimaryKeyConstraint("club", "id", name=op.f("pk_nights")),
    )
    op.create_index(
        op.f("ix_nights_club_day_opened_at_id"), "nights", ["club", "day", "opened_at", "id"]
    )
    op.create_index(op.f("ix_nights_club_opened_at"), "nights", ["club", "opened_at"])
    op.create_index(
        "ix_nights_deleted",
        "nights",
        ["club", "id"],
        sqlite_where=sa.text("deleted_at IS NOT NULL"),
        postgresql_where=sa.text("deleted_at IS NOT NULL"),
    )
    op.create_table(
        "games",
        sa.Column("club", ID, nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.Column("night", ID, nullable=False),
        sa.Column("variant", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(200), nullable=False),
        sa.Column("title", sa.String(40), nullable=False),
        sa.Column("edition", sa.Integer(), nullable=False),
        sa.Column("house_rules", sa.Text(), nullable=False),
        sa.Column("first_dealer", sa.Integer(), nullable=False),
        sa.Column("carried", sa.Text(), nullable=True),
        sa.Column("follows", ID, nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("started_at", MOMENT, nullable=False),
        sa.Column("started_by", ID, nullable=True),
        sa.Column("over", sa.Boolean(), nullable=False),
        sa.Column("last_at", MOMENT, nullable=False),
        sa.Column("deleted_at", MOMENT, nullable=True),
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
    )
    op.create_index(op.f("ix_games_club_kind_started_at"), "games", ["club", "kind", "started_at"])
    op.create_index(op.f("ix_games_club_last_at_id"), "games", ["club", "last_at", "id"])
    op.create_index(
        op.f("ix_games_club_night_started_at_id"), "games", ["club", "night", "started_at", "id"]
    )
    op.create_index(op.f("ix_games_club_started_at_id"), "games", ["club", "started_at", "id"])
    op.create_index(
        "ix_games_deleted",
        "games",
        ["club", "id"],
        sqlite_where=sa.text("deleted_at IS NOT NULL"),
        postgresql_where=sa.text("deleted_at IS NOT NULL"),
    )
    op.create_table(
        "seats",
        sa.Column("club", ID, nullable=False),
        sa.Column("game", ID, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player", ID, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.ForeignKeyConstraint(
            ["club", "game"], ["games.club", "games.id"], name=op.f("fk_seats_club_game")
        ),
        sa.ForeignKeyConstraint(
            ["club", "player"], ["players.club", "players.id"], name=op.f("fk_seats_club_player")
        ),
        sa.PrimaryKeyConstraint("club", "game", "seat", name=op.f("pk_seats")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_seats_club_player"), "seats", ["club", "player"])
    op.create_table(
        "seats_held",
        sa.Column("club", ID, nullable=False),
        sa.Column("game", ID, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("device", ID, nullable=False),
        sa.Column("held_since", MOMENT, nullable=False),
        sa.Column("seen_at", MOMENT, nullable=False),
        sa.Column("taken_from", ID, nullable=True),
        sa.ForeignKeyConstraint(
            ["club", "game"], ["games.club", "games.id"], name=op.f("fk_seats_held_club_game")
        ),
        sa.ForeignKeyConstraint(
            ["club", "device"],
            ["devices.club", "devices.id"],
            name=op.f("fk_seats_held_club_device"),
        ),
        sa.ForeignKeyConstraint(
            ["club", "taken_from"],
            ["devices.club", "devices.id"],
            name=op.f("fk_seats_held_club_taken_from"),
        ),
        sa.PrimaryKeyConstraint("club", "game", "seat", name=op.f("pk_seats_held")),
        sa.UniqueConstraint("club", "game", "device", name=op.f("uq_seats_held_club_game_device")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_seats_held_club_device"), "seats_held", ["club", "device"])
    op.create_table(
        "entries",
        sa.Column("club", ID, nullable=False),
        sa.Column("game", ID, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", ID, nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("seen", sa.Integer(), nullable=False),
        sa.Column("device", ID, nullable=True),
        sa.Column("written_at", MOMENT, nullable=False),
        sa.Column("phone", sa.String(40), nullable=True),
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
        "payments",
        sa.Column("club", ID, nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.Column("night", ID, nullable=False),
        sa.Column("unit", sa.String(8), nullable=False),
        sa.Column("payer", ID, nullable=False),
        sa.Column("payee", ID, nullable=False),
        sa.Column("amount", sa.Integer(), nullable=False),
        sa.Column("balances", sa.Text(), nullable=False),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.Column("device", ID, nullable=True),
        sa.Column("withdrawn_at", MOMENT, nullable=True),
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
        sa.ForeignKeyConstraint(["club"], ["clubs.id"], name=op.f("fk_payments_club")),
        sa.PrimaryKeyConstraint("club", "id", name=op.f("pk_payments")),
    )
    op.create_index(op.f("ix_payments_club_night"), "payments", ["club", "night"])
    op.create_table(
        "changes",
        sa.Column("club", ID, nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.Column("kind", sa.String(24), nullable=False),
        sa.Column("about", ID, nullable=True),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("made_at", MOMENT, nullable=False),
        sa.Column("device", ID, nullable=True),
        sa.Column("undone_at", MOMENT, nullable=True),
        sa.ForeignKeyConstraint(
            ["club", "device"], ["devices.club", "devices.id"], name=op.f("fk_changes_club_device")
        ),
        sa.ForeignKeyConstraint(["club"], ["clubs.id"], name=op.f("fk_changes_club")),
        sa.PrimaryKeyConstraint("club", "id", name=op.f("pk_changes")),
    )
    op.create_index(op.f("ix_changes_club_about_made_at"), "changes", ["club", "about", "made_at"])
    op.create_index(op.f("ix_changes_club_made_at_id"), "changes", ["club", "made_at", "id"])


def create_results() -> None:
    op.create_table(
        "results",
        sa.Column("club", ID, nullable=False),
        sa.Column("game", ID, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("side", sa.Integer(), nullable=False),
        sa.Column("player", ID, nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("net", sa.Integer(), nullable=True),
        sa.Column("counters", sa.Integer(), nullable=True),
        sa.Column("stake", sa.Integer(), nullable=True),
        sa.Column("money", sa.Integer(), nullable=True),
        sa.Column("stake_money", sa.Integer(), nullable=True),
        sa.Column("rounded", sa.Boolean(), nullable=True),
        sa.Column("stake_rounded", sa.Boolean(), nullable=True),
        sa.Column("person", ID, nullable=False),
        sa.Column("started_at", MOMENT, nullable=False),
        sa.Column("finished", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["club", "game"], ["games.club", "games.id"], name=op.f("fk_results_club_game")
        ),
        sa.ForeignKeyConstraint(
            ["club", "player"], ["players.club", "players.id"], name=op.f("fk_results_club_player")
        ),
        sa.PrimaryKeyConstraint("club", "game", "seat", name=op.f("pk_results")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_results_club_player"), "results", ["club", "player"])
    op.create_index(
        "ix_results_person",
        "results",
        ["club", "person", "started_at", "game", "finished", "won", "place"],
    )
    op.create_table(
        "deal_results",
        sa.Column("club", ID, nullable=False),
        sa.Column("game", ID, nullable=False),
        sa.Column("deal", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player", ID, nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("apart", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["club", "game"], ["games.club", "games.id"], name=op.f("fk_deal_results_club_game")
        ),
        sa.ForeignKeyConstraint(
            ["club", "player"],
            ["players.club", "players.id"],
            name=op.f("fk_deal_results_club_player"),
        ),
        sa.PrimaryKeyConstraint("club", "game", "deal", "seat", name=op.f("pk_deal_results")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_deal_results_player", "deal_results", ["club", "player", "game", "score", "apart"]
    )
    op.create_table(
        "pair_results",
        sa.Column("club", ID, nullable=False),
        sa.Column("player", ID, nullable=False),
        sa.Column("kind", sa.String(200), nullable=False),
        sa.Column("other", ID, nullable=False),
        sa.Column("game", ID, nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("better", sa.Integer(), nullable=False),
        sa.Column("worse", sa.Integer(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("ahead", sa.Integer(), nullable=False),
        sa.Column("behind", sa.Integer(), nullable=False),
        sa.Column("games_with", sa.Integer(), nullable=False),
        sa.Column("won_with", sa.Integer(), nullable=False),
        sa.Column("feats", sa.Integer(), nullable=False),
        sa.Column("cost", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["club", "game"], ["games.club", "games.id"], name=op.f("fk_pair_results_club_game")
        ),
        sa.ForeignKeyConstraint(
            ["club", "other"],
            ["players.club", "players.id"],
            name=op.f("fk_pair_results_club_other"),
        ),
        sa.ForeignKeyConstraint(
            ["club", "player"],
            ["players.club", "players.id"],
            name=op.f("fk_pair_results_club_player"),
        ),
        sa.PrimaryKeyConstraint(
            "club", "player", "kind", "other", "game", name=op.f("pk_pair_results")
        ),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_pair_results_club_game"), "pair_results", ["club", "game"])
    op.create_table(
        "feats",
        sa.Column("club", ID, nullable=False),
        sa.Column("game", ID, nullable=False),
        sa.Column("deal", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("key", sa.String(24), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("against", sa.Integer(), nullable=True),
        sa.Column("player", ID, nullable=False),
        sa.Column("kind", sa.String(200), nullable=False),
        sa.Column("started_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(
            ["club", "game"], ["games.club", "games.id"], name=op.f("fk_feats_club_game")
        ),
        sa.ForeignKeyConstraint(
            ["club", "player"], ["players.club", "players.id"], name=op.f("fk_feats_club_player")
        ),
        sa.PrimaryKeyConstraint("club", "game", "deal", "key", "seat", name=op.f("pk_feats")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_feats_number", "feats", ["club", "kind", "key", "number", "started_at", "game"]
    )
    op.create_index("ix_feats_player", "feats", ["club", "player", "game", "key", "number"])


def create_ratings() -> None:
    op.create_table(
        "rated",
        sa.Column("club", ID, nullable=False),
        sa.Column("game", ID, nullable=False),
        sa.Column("person", ID, nullable=False),
        sa.Column("kind", sa.String(200), nullable=False),
        sa.Column("started_at", MOMENT, nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["club", "game"], ["games.club", "games.id"], name=op.f("fk_rated_club_game")
        ),
        sa.ForeignKeyConstraint(
            ["club", "person"], ["players.club", "players.id"], name=op.f("fk_rated_club_person")
        ),
        sa.PrimaryKeyConstraint("club", "game", "person", name=op.f("pk_rated")),
        sqlite_with_rowid=False,
    )
    op.create_index(
        op.f("ix_rated_club_person_kind_started_at_game"),
        "rated",
        ["club", "person", "kind", "started_at", "game"],
    )
    op.create_index(op.f("ix_rated_club_started_at_game"), "rated", ["club", "started_at", "game"])
    op.create_table(
        "rating_marks",
        sa.Column("club", ID, nullable=False),
        sa.Column("id", ID, nullable=False),
        sa.Column("started_at", MOMENT, nullable=False),
        sa.Column("game", ID, nullable=False),
        sa.ForeignKeyConstraint(["club"], ["clubs.id"], name=op.f("fk_rating_marks_club")),
        sa.PrimaryKeyConstraint("club", "id", name=op.f("pk_rating_marks")),
    )


def create_search() -> None:
    op.create_table(
        "night_words",
        sa.Column("club", ID, nullable=False),
        sa.Column("night", ID, nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["club", "night"], ["nights.club", "nights.id"], name=op.f("fk_night_words_club_night")
        ),
        sa.PrimaryKeyConstraint("club", "night", name=op.f("pk_night_words")),
        sa.UniqueConstraint("number", name=op.f("uq_night_words_number")),
    )
    op.create_index(op.f("ix_night_words_club_number"), "night_words", ["club", "number"])
    if op.get_bind().dialect.name == "sqlite":
        for statement in SQLITE_INDEX:
            op.execute(statement)
    else:
        op.execute(
            "ALTER TABLE night_words ADD COLUMN night_index tsvector"
            " GENERATED ALWAYS AS (array_to_tsvector(string_to_array(words, ' '))) STORED"
        )
        op.execute(
            "CREATE INDEX night_index ON night_words USING gin (night_index)"
            " WITH (fastupdate = off)"
        )


SQLITE_INDEX = (
    "CREATE VIRTUAL TABLE night_index USING fts5(words, content='night_words',"
    " content_rowid='number', detail='none', columnsize=0, prefix='1 2 3',"
    " tokenize=\"ascii tokenchars '=-'\")",
    "CREATE TRIGGER night_words_added AFTER INSERT ON night_words BEGIN"
    " INSERT INTO night_index(rowid, words) VALUES (new.number, new.words); END",
    "CREATE TRIGGER night_words_removed AFTER DELETE ON night_words BEGIN"
    " INSERT INTO night_index(night_index, rowid, words)"
    " VALUES ('delete', old.number, old.words); END",
)
