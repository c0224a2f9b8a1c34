"""The tables. Every row of a club is keyed by club and id, and every query names the club."""

from __future__ import annotations

from typing import Any, TypeAlias

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    Row,
    Select,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from scorer.storage.moments import Utc

# Queries name their columns, so their types are told where the rows are read.
AnyRow: TypeAlias = Row[*tuple[Any, ...]]
AnySelect: TypeAlias = Select[*tuple[Any, ...]]


metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
    }
)


def _id(name: str, **options: Any) -> Column[Any]:
    """A UUID as text; a phone can make one."""
    return Column(name, String(36), nullable=options.pop("nullable", False), **options)


def _club() -> Column[Any]:
    return Column("club", String(36), ForeignKey("clubs.id"), primary_key=True)


def _club_of_game() -> Column[Any]:
    """The club of a row that belongs to a game, which vouches for the club."""
    return Column("club", String(36), primary_key=True)


def _about(column: str, table: str) -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["club", column], [f"{table}.club", f"{table}.id"])


clubs = Table(
    "clubs",
    metadata,
    _id("id", primary_key=True),
    Column("name", String(80), nullable=False),
    Column("time_zone", String(64), nullable=False),
    Column("currency", String(8), nullable=False),
    Column("made_at", Utc, nullable=False),
)

# An invitation names the device that made it and a device the invitation it came by. A circle
# of two foreign keys would help nobody, so only the second is one.
invitations = Table(
    "invitations",
    metadata,
    _club(),
    _id("id", primary_key=True),
    Column("right", String(8), nullable=False),
    Column("made_at", Utc, nullable=False),
    Column("expires_at", Utc, nullable=False, index=True),
    Column("withdrawn_at", Utc),
    _id("made_by", nullable=True),
)

devices = Table(
    "devices",
    metadata,
    _club(),
    _id("id", primary_key=True),
    Column("name", String(40), nullable=False),
    Column("right", String(8), nullable=False),
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("made_at", Utc, nullable=False),
    Column("seen_at", Utc, nullable=False),
    Column("revoked_at", Utc),
    _id("invitation", nullable=True),
    _about("invitation", "invitations"),
)

# Failed guesses of invitation codes, kept for an hour.
guesses = Table(
    "guesses",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("address", String(64), nullable=False),
    Column("made_at", Utc, nullable=False, index=True),
    Index(None, "address", "made_at"),
)

players = Table(
    "players",
    metadata,
    _club(),
    _id("id", primary_key=True),
    Column("name", String(40), nullable=False),
    Column("made_at", Utc, nullable=False),
    Column("last_played_at", Utc),
    Index(None, "club", "last_played_at"),
)

nights = Table(
    "nights",
    metadata,
    _club(),
    _id("id", primary_key=True),
    Column("opened_at", Utc, nullable=False),
    Column("place", String(80), nullable=False, server_default=""),
    Column("note", Text, nullable=False, server_default=""),
    Index(None, "club", "opened_at"),
)

# `last_at` is when it was last played (`book.played_at`). `follows` is no foreign key: a game may
# be brought in from a file without its forerunner.
games = Table(
    "games",
    metadata,
    _club(),
    _id("id", primary_key=True),
    _id("night"),
    Column("variant", String(40), nullable=False),
    Column("edition", Integer, nullable=False),
    Column("house_rules", Text, nullable=False),
    Column("first_dealer", Integer, nullable=False),
    Column("carried", Text),
    _id("follows", nullable=True),
    Column("version", Integer, nullable=False),
    Column("started_at", Utc, nullable=False),
    _id("started_by", nullable=True),
    Column("over", Boolean, nullable=False),
    Column("last_at", Utc, nullable=False),
    _about("night", "nights"),
    _about("started_by", "devices"),
    Index(None, "club", "started_at", "id"),
    Index(None, "club", "last_at", "id"),
    Index(None, "club", "night", "started_at", "id"),
    Index(None, "club", "follows", "started_at", "id"),
)

seats = Table(
    "seats",
    metadata,
    _club_of_game(),
    _id("game", primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    _id("player"),
    Column("name", String(40), nullable=False),
    _about("game", "games"),
    _about("player", "players"),
    Index(None, "club", "player"),
    sqlite_with_rowid=False,
)

entries = Table(
    "entries",
    metadata,
    _club_of_game(),
    _id("game", primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    _id("name"),
    Column("kind", String(20), nullable=False),
    Column("content", Text, nullable=False),
    Column("seen", Integer, nullable=False),
    _id("device", nullable=True),
    Column("written_at", Utc, nullable=False),
    UniqueConstraint("club", "game", "name"),
    _about("game", "games"),
    _about("device", "devices"),
    sqlite_with_rowid=False,
)

# A copy of what the sheets say, for lists and statistics; rebuilt from the book at any time.
results = Table(
    "results",
    metadata,
    _club_of_game(),
    _id("game", primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    _id("player"),
    Column("total", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("deals", Integer, nullable=False),
    # For finished games of counters: won or lost and put in, the same in coins, and whether
    # that took rounding.
    Column("net", Integer),
    Column("stake", Integer),
    Column("money", Integer),
    Column("stake_money", Integer),
    Column("rounded", Boolean),
    Column("stake_rounded", Boolean),
    _about("game", "games"),
    _about("player", "players"),
    Index(None, "club", "player"),
    sqlite_with_rowid=False,
)

# Payments people made after a night. `balances` are those they were made under, as text, so
# that a correction which changes them is noticed.
payments = Table(
    "payments",
    metadata,
    _club(),
    _id("id", primary_key=True),
    _id("night"),
    Column("unit", String(8), nullable=False),
    _id("payer"),
    _id("payee"),
    Column("amount", Integer, nullable=False),
    Column("balances", Text, nullable=False),
    Column("made_at", Utc, nullable=False),
    _id("device", nullable=True),
    Column("withdrawn_at", Utc),
    _about("night", "nights"),
    _about("payer", "players"),
    _about("payee", "players"),
    _about("device", "devices"),
    Index(None, "club", "night"),
)
