"""Statistics, the search and the honours: copies of what the books say."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None
rebuilds = ("statistics", "search", "honours")

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    create_tallies()
    create_night_words()
    create_honours()


def sums(*names: str) -> list[sa.Column[int]]:
    return [sa.Column(name, sa.BigInteger(), nullable=False) for name in names]


def text_key(name: str, letters: int = 36) -> sa.Column[str]:
    return sa.Column(name, sa.String(letters), nullable=False)


def number_key(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=False, autoincrement=False)


def keyed(
    table: str, *columns: sa.Column[str] | sa.Column[int], about: dict[str, str]
) -> list[sa.schema.SchemaItem]:
    """The columns of a key behind the club's, and the tables that vouch for some of them."""
    return [
        text_key("club"),
        *columns,
        sa.ForeignKeyConstraint(["club"], ["clubs.id"], name=op.f(f"fk_{table}_club")),
        *(
            sa.ForeignKeyConstraint(
                ["club", name], [f"{of}.club", f"{of}.id"], name=op.f(f"fk_{table}_club_{name}")
            )
            for name, of in about.items()
        ),
        sa.PrimaryKeyConstraint(
            "club", *(column.name for column in columns), name=op.f(f"pk_{table}")
        ),
    ]


def create_tallies() -> None:
    player, variant = {"player": "players"}, ("variant", 40)
    op.create_table(
        "tallies",
        *keyed("tallies", text_key("player"), text_key(*variant), number_key("year"), about=player),
        *sums("games", "wins", "deals", "outs", "red_outs"),
        *sums("noted", "red_nine", "red_nines", "score", "apart"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "pairs",
        *keyed(
            "pairs",
            *(text_key("player"), text_key("other"), text_key(*variant)),
            about={**player, "other": "players"},
        ),
        *sums("deals", "better", "worse", "games", "ahead", "behind", "outs", "cost"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "leads",
        *keyed("leads", text_key(*variant), number_key("players"), about={}),
        *sums("deals", "eldest_out"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "contributions",
        *keyed("contributions", text_key("game"), about={"game": "games"}),
        sa.Column("content", sa.Text(), nullable=False),
    )


def create_night_words() -> None:
    """The documents of the search, and the index that each database keeps of them by itself."""
    op.create_table(
        "night_words",
        sa.Column("club", sa.String(36), nullable=False),
        sa.Column("night", sa.String(36), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("words", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["club", "night"],
            ["nights.club", "nights.id"],
            name=op.f("fk_night_words_club_night"),
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


def create_honours() -> None:
    op.create_table(
        "rated",
        sa.Column("club", sa.String(36), nullable=False),
        sa.Column("game", sa.String(36), nullable=False),
        sa.Column("person", sa.String(36), nullable=False),
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
    by_person = ["club", "person", "started_at", "game"]
    op.create_index(op.f("ix_rated_club_person_started_at_game"), "rated", by_person)
    op.create_index(op.f("ix_rated_club_started_at_game"), "rated", ["club", "started_at", "game"])
    op.create_table(
        "ratings",
        sa.Column("club", sa.String(36), nullable=False),
        sa.Column("person", sa.String(36), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("last_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(
            ["club", "person"], ["players.club", "players.id"], name=op.f("fk_ratings_club_person")
        ),
        sa.PrimaryKeyConstraint("club", "person", name=op.f("pk_ratings")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_ratings_club_last_at"), "ratings", ["club", "last_at"])
    op.create_table(
        "rating_marks",
        sa.Column("club", sa.String(36), nullable=False),
        sa.Column("started_at", MOMENT, nullable=False),
        sa.Column("game", sa.String(36), nullable=False),
        sa.PrimaryKeyConstraint("club", name=op.f("pk_rating_marks")),
    )
    op.create_table(
        "highlights",
        sa.Column("club", sa.String(36), nullable=False),
        sa.Column("game", sa.String(36), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("variant", sa.String(40), nullable=False),
        sa.Column("standing", sa.Integer(), nullable=False),
        sa.Column("started_at", MOMENT, nullable=False),
        sa.Column("player", sa.String(36), nullable=False),
        sa.Column("numbers", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["club", "game"], ["games.club", "games.id"], name=op.f("fk_highlights_club_game")
        ),
        sa.ForeignKeyConstraint(
            ["club", "player"],
            ["players.club", "players.id"],
            name=op.f("fk_highlights_club_player"),
        ),
        sa.PrimaryKeyConstraint("club", "game", "kind", "deal", "seat", name=op.f("pk_highlights")),
        sqlite_with_rowid=False,
    )
    best_first = ["club", "kind", "variant", "standing", "started_at", "game"]
    op.create_index(
        op.f("ix_highlights_club_kind_variant_standing_started_at_game"), "highlights", best_first
    )


SQLITE_INDEX = (
    "CREATE VIRTUAL TABLE night_index USING fts5(words, content='night_words',"
    " content_rowid='number', detail='none', columnsize=0, tokenize='ascii')",
    "CREATE TRIGGER night_words_added AFTER INSERT ON night_words BEGIN"
    " INSERT INTO night_index(rowid, words) VALUES (new.number, new.words); END",
    "CREATE TRIGGER night_words_removed AFTER DELETE ON night_words BEGIN"
    " INSERT INTO night_index(night_index, rowid, words)"
    " VALUES ('delete', old.number, old.words); END",
)
