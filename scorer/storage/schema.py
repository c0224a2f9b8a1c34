"""The tables, with the club in every key."""

import json
from collections.abc import Iterator
from dataclasses import fields
from datetime import UTC, datetime
from typing import Any, TypeAlias

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Date,
    DateTime,
    Dialect,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Row,
    Select,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    bindparam,
    false,
    text,
)
from sqlalchemy.dialects import postgresql
from sqlalchemy.schema import SchemaItem

from scorer.rules.tallies import Pair, Tally

# Queries name their columns, so their types are named where the rows are read.
AnyRow: TypeAlias = Row[*tuple[Any, ...]]
AnySelect: TypeAlias = Select[*tuple[Any, ...]]


def of_club(table: Any) -> Any:
    """The condition of a row of the club that a query is asked about, `of_club`."""
    return table.c.club == bindparam("of_club")


def in_ids(column: Any) -> Any:
    """The condition of a row with one of the `ids` that a query is asked about."""
    return column.in_(bindparam("ids", expanding=True))


def refers(column: Any, table: Any) -> Any:
    """The condition that a column names a row of this table, of the same club."""
    return (table.c.club == column.table.c.club) & (table.c.id == column)


def dump_json(value: Any) -> str:
    """JSON as it is stored, equal for what is equal; raises ValueError for what is not JSON."""
    try:
        return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)
    except (TypeError, RecursionError) as fault:
        raise ValueError("this is not JSON") from fault


metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)


# A UUID, which a phone can make as well: text in small letters wherever Python sees it, and a
# type of its own in PostgreSQL, which orders it in the same way.
ID = String(36).with_variant(postgresql.UUID(as_uuid=False), "postgresql")


def id_column(name: str, **options: Any) -> Column[Any]:
    """The id of something."""
    return Column(name, ID, nullable=options.pop("nullable", False), **options)


def club_column() -> Column[Any]:
    """The club of a row, which is part of its key."""
    return Column("club", ID, ForeignKey("clubs.id"), primary_key=True)


def kind_column(**options: Any) -> Column[Any]:
    """The key of a kind of games (`rules.kinds`): a variant, a unit, and a title of 40 letters."""
    return Column("kind", String(200), nullable=False, **options)


def about(column: str, table: str) -> ForeignKeyConstraint:
    """A reference to a row of the same club."""
    return ForeignKeyConstraint(["club", column], [f"{table}.club", f"{table}.id"])


def index_where(name: str, where: str, *columns: str) -> Index:
    """An index of those rows only for which a condition holds."""
    return Index(name, *columns, sqlite_where=text(where), postgresql_where=text(where))


class UtcDateTime(TypeDecorator[datetime]):
    """A moment, kept in UTC and read with its zone on both databases."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Turn any moment into UTC; one without a zone is a mistake of ours."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment needs a time zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Give the moment its zone, which SQLite does not keep."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def table_of_club(name: str, *columns: SchemaItem) -> Table:
    """A table whose rows have an id within their club."""
    return Table(name, metadata, club_column(), id_column("id", primary_key=True), *columns)


def table_of_game(name: str, *columns: SchemaItem) -> Table:
    """A table whose rows belong to a game: the reference to the game includes the club."""
    keys = (id_column("club", primary_key=True), id_column("game", primary_key=True))
    return Table(name, metadata, *keys, *columns, about("game", "games"), sqlite_with_rowid=False)


clubs = Table(
    "clubs",
    metadata,
    id_column("id", primary_key=True),
    Column("name", String(80), nullable=False),
    Column("time_zone", String(64), nullable=False),
    Column("currency", String(8), nullable=False),
    Column("made_at", UtcDateTime, nullable=False),
    # How often something was changed that pages show and no book says (`locks`).
    Column("changes", Integer, nullable=False, default=0, server_default="0"),
    Column("by_stranger", Boolean, nullable=False, default=False, server_default=false()),
    # Of the letters by which a phone manages it again.
    Column("way_back_hash", String(64)),
    # Since then it is there for nobody, and its rows go step by step.
    Column("closed_at", UtcDateTime),
    Index(None, "way_back_hash", unique=True),
)

# An invitation to a table names its `night`: the phone may `play` there until that night is over.
# Its code for typing has so many `letters`; `code_hash` is that of them under the secret key.
invitations = table_of_club(
    "invitations",
    Column("right", String(8), nullable=False),
    Column("made_at", UtcDateTime, nullable=False),
    Column("expires_at", UtcDateTime, nullable=False),
    Column("withdrawn_at", UtcDateTime),
    id_column("made_by", nullable=True),
    id_column("night", nullable=True),
    Column("letters", Integer, nullable=False, server_default="8"),
    Column("code_hash", String(64), index=True),
)

# In its `night` a phone may do what `tonight` says, if anything, and else what its right says; a
# phone that may only `play` is a guest of that night. `person` is whose phone it is, as far as it
# has sat somewhere, and `newcomer` the name of who holds it and would like to play there. Neither
# night nor person is a foreign key, since both come later in a backup.
devices = table_of_club(
    "devices",
    Column("name", String(40), nullable=False),
    Column("right", String(8), nullable=False),
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("made_at", UtcDateTime, nullable=False),
    Column("seen_at", UtcDateTime, nullable=False),
    Column("revoked_at", UtcDateTime),
    id_column("night", nullable=True),
    Column("tonight", String(8)),
    id_column("person", nullable=True),
    Column("newcomer", String(40)),
    Index(None, "club", "night"),
)

# Wrong codes that were typed, kept for a day; `address` is the network that they came from.
guesses = Table(
    "guesses",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("address", String(64), nullable=False),
    Column("made_at", UtcDateTime, nullable=False, index=True),
    Index(None, "address", "made_at"),
)

# A player who is the same person as another one names that one as his `person`; all others name
# themselves. `merged_into` is the one whom he was merged into, which may have been merged since.
# Books keep the player they were written with, so that this can be undone. `number` counts the
# players of a club from 0, in the order in which they became known to it.
players = table_of_club(
    "players",
    Column("name", String(40), nullable=False),
    Column("made_at", UtcDateTime, nullable=False),
    id_column("person"),
    id_column("merged_into", nullable=True),
    Column("anonymous_at", UtcDateTime),
    Column("number", Integer, nullable=False),
    UniqueConstraint("club", "number"),
    Index(None, "club", "person"),
)

# `day` is the date of an evening in its club's time zone; people can change it. `words` is what the
# search compares (`search.night_words`).
nights = table_of_club(
    "nights",
    Column("opened_at", UtcDateTime, nullable=False),
    Column("day", Date, nullable=False),
    Column("name", String(80), nullable=False, server_default=""),
    Column("place", String(80), nullable=False, server_default=""),
    Column("note", Text, nullable=False, server_default=""),
    Column("words", Text, nullable=False),
    Column("deleted_at", UtcDateTime),
    id_column("deleted_by", nullable=True),
    about("deleted_by", "devices"),
    Index(None, "club", "opened_at"),
    Index(None, "club", "day", "opened_at", "id"),
    # Has all that the bin shows, so that the planner takes it.
    index_where(
        "ix_nights_deleted", "deleted_at IS NOT NULL", "club", "id", "deleted_at", "deleted_by"
    ),
)

# `last_at` is when it was last played (`book.last_played`). `follows` is no foreign key: a game may
# be brought in from a file without its forerunner.
games = table_of_club(
    "games",
    id_column("night"),
    Column("variant", String(40), nullable=False),
    # Of the start as it was corrected, and what the table calls its game, if anything.
    kind_column(),
    Column("title", String(40), nullable=False),
    Column("edition", Integer, nullable=False),
    Column("house_rules", Text, nullable=False),
    Column("first_dealer", Integer, nullable=False),
    Column("carried", Text),
    id_column("follows", nullable=True),
    # The phone that has begun it, if one has.
    id_column("device", nullable=True),
    Column("version", Integer, nullable=False),
    # How often answers of the deal in play were written.
    Column("answers_version", Integer, nullable=False, default=0, server_default="0"),
    Column("started_at", UtcDateTime, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("last_at", UtcDateTime, nullable=False),
    # When it was left for another evening; NULL again once something is written.
    Column("left_at", UtcDateTime),
    Column("deleted_at", UtcDateTime),
    id_column("deleted_by", nullable=True),
    about("night", "nights"),
    about("deleted_by", "devices"),
    Index(None, "club", "started_at", "id"),
    Index(None, "club", "kind", "started_at"),
    Index(None, "club", "last_at", "id"),
    Index(None, "club", "night", "started_at", "id"),
    Index(None, "club", "follows", "started_at", "id"),
    index_where("ix_games_left", "left_at IS NOT NULL", "club", "left_at", "id"),
    index_where("ix_games_deleted", "deleted_at IS NOT NULL", "club", "id"),
)

seats = table_of_game(
    "seats",
    Column("seat", Integer, primary_key=True, autoincrement=False),
    id_column("player"),
    Column("name", String(40), nullable=False),
    about("player", "players"),
    Index(None, "club", "player"),
)

# Which phone answers for a seat: one a seat, and one seat of a game a phone. `seen_at` is when it
# was last heard of, and `taken_from` the phone that it was taken from.
seats_held = table_of_game(
    "seats_held",
    Column("seat", Integer, primary_key=True, autoincrement=False),
    id_column("device"),
    Column("seen_at", UtcDateTime, nullable=False),
    id_column("taken_from", nullable=True),
    about("device", "devices"),
    about("taken_from", "devices"),
    UniqueConstraint("club", "game", "device"),
    Index(None, "club", "device"),
)

entries = table_of_game(
    "entries",
    Column("number", Integer, primary_key=True, autoincrement=False),
    id_column("id"),
    Column("kind", String(20), nullable=False),
    Column("content", Text, nullable=False),
    id_column("device", nullable=True),
    Column("written_at", UtcDateTime, nullable=False),
    # What the phone was called, where the entry came from another club's file.
    Column("phone", String(40)),
    UniqueConstraint("club", "game", "id"),
    about("device", "devices"),
)

# What was answered of a deal that is not in the book yet (`rules/in_play.py`). `deal` is the number
# of the deal to come, and `place` a seat, a side, a stand-in behind them, or -1 for the deal. The
# row of a place that was written last stands; without a value it was cleared. `turn` is what its
# device counts its writes by, and `was` what all had seen in its place.
answers = table_of_game(
    "answers",
    Column("deal", Integer, primary_key=True, autoincrement=False),
    Column("ask", String(40), primary_key=True),
    Column("place", Integer, primary_key=True, autoincrement=False),
    id_column("device", primary_key=True),
    Column("value", Text),
    Column("turn", BigInteger, nullable=False, server_default="0"),
    Column("opened", Boolean, nullable=False, server_default=false()),
    Column("was", Text),
    Column("written_at", UtcDateTime, nullable=False),
    about("device", "devices"),
)

# The next tables copy what the sheets say, for lists and statistics, and can be rebuilt from the
# books at any time. This one has a row a game and seat, for whoever sits there in the end.
# `side` is who wins and loses together, `finished` whether it counts as a game.
results = table_of_game(
    "results",
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("side", Integer, nullable=False),
    id_column("player"),
    Column("total", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("deals", Integer, nullable=False),
    # For finished games of counters: what the side won or lost; what this seat did; the same in
    # coins, and what it had put in.
    Column("net", Integer),
    Column("counters", Integer),
    Column("money", Integer),
    Column("stake_money", Integer),
    # Whom this player is the same person as, and when the game began: for lists of a person.
    id_column("person"),
    Column("started_at", UtcDateTime, nullable=False),
    Column("finished", Boolean, nullable=False),
    about("player", "players"),
    Index(None, "club", "player"),
    # Wide enough to answer for streaks by itself.
    Index("ix_results_person", "club", "person", "started_at", "game", "finished", "won", "place"),
)

# Who was dealt to in a game and sits there no more: they stand in no result.
left_seats = table_of_game(
    "left_seats",
    id_column("player", primary_key=True),
    about("player", "players"),
    Index(None, "club", "player"),
)

# The best of each feat in a game (`rules.feats.Highlight`); the smaller its `rank`, the better.
highlights = table_of_game(
    "highlights",
    Column("key", String(24), primary_key=True),
    kind_column(),
    Column("rank", Integer, nullable=False),
    Column("started_at", UtcDateTime, nullable=False),
    Column("about", Text, nullable=False),
    Index("ix_highlights_rank", "club", "kind", "key", "rank", "started_at", "game"),
)


def table_of_counts(name: str, *columns: SchemaItem) -> Table:
    """A table that sums up what a player did in a kind of game (`storage.results`)."""
    keys = (id_column("club", primary_key=True), id_column("player", primary_key=True))
    kind = kind_column(primary_key=True)
    player = about("player", "players")
    return Table(name, metadata, *keys, kind, *columns, player, sqlite_with_rowid=False)


def count_columns(counted: type) -> Iterator[Column[Any]]:
    """A column for each number of a dataclass."""
    return (Column(field.name, BigInteger, nullable=False) for field in fields(counted))


tallies = table_of_counts(
    "tallies",
    # That of the day of the night.
    Column("year", Integer, primary_key=True, autoincrement=False),
    *count_columns(Tally),
)

pairs = table_of_counts(
    "pairs", id_column("other", primary_key=True), *count_columns(Pair), about("other", "players")
)

# How many `times` somebody did a feat with this number, which is 0 where only the times count.
feats = table_of_counts(
    "feats",
    Column("key", String(24), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("times", BigInteger, nullable=False),
)

# What the games made for each player, less what was paid, in the smallest coin.
balances = Table(
    "balances",
    metadata,
    id_column("club", primary_key=True),
    id_column("player", primary_key=True),
    Column("amount", BigInteger, nullable=False),
    about("player", "players"),
    sqlite_with_rowid=False,
)

# How somebody stood after each finished game: the rating in games of this kind, how many of them
# there were so far, and the wins in a row in games of any kind (`services.ratings`).
ratings = table_of_game(
    "ratings",
    id_column("person", primary_key=True),
    kind_column(),
    Column("started_at", UtcDateTime, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Index("ix_ratings_kind", "club", "kind", "person", "started_at", "game"),
    Index("ix_ratings_streak", "club", "person", "streak"),
)

# The games of a club that began since then have to be rated, or rated again.
ratings_due = Table(
    "ratings_due",
    metadata,
    club_column(),
    Column("since", UtcDateTime, primary_key=True),
    sqlite_with_rowid=False,
)

# Payments that were made between people; `note` says what for, if a file did.
payments = table_of_club(
    "payments",
    id_column("payer"),
    id_column("payee"),
    Column("amount", Integer, nullable=False),
    Column("note", Text, nullable=False, default=""),
    Column("made_at", UtcDateTime, nullable=False),
    id_column("device", nullable=True),
    Column("withdrawn_at", UtcDateTime),
    about("payer", "players"),
    about("payee", "players"),
    about("device", "devices"),
    Index(None, "club", "made_at", "id"),
)

# `kind` says whether `target` is a game or a night.
shares = table_of_club(
    "shares",
    Column("kind", String(8), nullable=False),
    id_column("target"),
    Column("made_at", UtcDateTime, nullable=False),
    id_column("made_by", nullable=True),
    Column("withdrawn_at", UtcDateTime),
    about("made_by", "devices"),
    Index(None, "club", "kind", "target"),
)


# Any phone of the club may ask any server for it, so it is kept where all of them look; in
# pieces, so that nobody has to hold the whole of it in memory.
uploads = Table(
    "uploads",
    metadata,
    club_column(),
    id_column("id", primary_key=True),
    Column("part", Integer, primary_key=True, autoincrement=False),
    Column("data", LargeBinary, nullable=False),
    Column("made_at", UtcDateTime, nullable=False, index=True),
)


# The version of the app that counted results, statistics and highlights last, in one row.
counted_by = Table("counted_by", metadata, Column("version", String(32), primary_key=True))


# Alembic's own table. It is no part of the metadata: revisions have nothing to do with it.
alembic_version = Table(
    "alembic_version",
    MetaData(),
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
