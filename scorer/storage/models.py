"""The tables. Every row of a club is keyed by club and id, and every query names the club.

Those that stand in modules of their own are imported here: whoever imports this knows all of
them, and a backup holds them all.
"""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Date, Index, Integer, String, Table, Text, UniqueConstraint

import scorer.storage.honours
import scorer.storage.stale
import scorer.storage.tallies  # noqa: F401 - its tables belong to these
from scorer.storage.columns import (
    about,
    club_column,
    club_of_game_column,
    id_column,
    index_where,
    metadata,
    own_id,
)
from scorer.storage.documents import night_words as night_words
from scorer.storage.moments import Utc
from scorer.storage.shares import shares as shares
from scorer.storage.uploads import uploads as uploads

clubs = Table(
    "clubs",
    metadata,
    id_column("id", primary_key=True),
    Column("name", String(80), nullable=False),
    Column("time_zone", String(64), nullable=False),
    Column("currency", String(8), nullable=False),
    Column("made_at", Utc, nullable=False),
)

# An invitation names the device that made it and a device the invitation it came by. A circle
# of two foreign keys would help nobody, so only the second is one. `before` is the device that the
# same phone was until it joined once more; it may have been one of another club.
invitations = Table(
    "invitations",
    metadata,
    club_column(),
    id_column("id", primary_key=True),
    Column("right", String(8), nullable=False),
    Column("made_at", Utc, nullable=False),
    Column("expires_at", Utc, nullable=False, index=True),
    Column("withdrawn_at", Utc),
    id_column("made_by", nullable=True),
)

devices = Table(
    "devices",
    metadata,
    club_column(),
    id_column("id", primary_key=True),
    Column("name", String(40), nullable=False),
    Column("right", String(8), nullable=False),
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("made_at", Utc, nullable=False),
    Column("seen_at", Utc, nullable=False),
    Column("revoked_at", Utc),
    id_column("invitation", nullable=True),
    id_column("before", nullable=True),
    about("invitation", "invitations"),
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

# A player who is the same person as another one names that one as his `person`; all others name
# themselves. Books keep the player they were written with, so that this can be undone.
players = Table(
    "players",
    metadata,
    club_column(),
    id_column("id", primary_key=True),
    Column("name", String(40), nullable=False),
    Column("made_at", Utc, nullable=False),
    Column("last_played_at", Utc),
    id_column("person", default=own_id),
    Column("anonymous_at", Utc),
    Index(None, "club", "last_played_at"),
    Index(None, "club", "person"),
)

# `day` is the date of an evening in its club's time zone; people can change it.
nights = Table(
    "nights",
    metadata,
    club_column(),
    id_column("id", primary_key=True),
    Column("opened_at", Utc, nullable=False),
    Column("day", Date, nullable=False),
    Column("name", String(80), nullable=False, server_default=""),
    Column("place", String(80), nullable=False, server_default=""),
    Column("note", Text, nullable=False, server_default=""),
    Column("deleted_at", Utc),
    Index(None, "club", "opened_at"),
    Index(None, "club", "day", "opened_at", "id"),
)

# `last_at` is when it was last played (`book.played_at`). `follows` is no foreign key: a game may
# be brought in from a file without its forerunner. `tallied` is the version that the statistics
# have counted, or a number below 0 where something besides the book has changed since.
games = Table(
    "games",
    metadata,
    club_column(),
    id_column("id", primary_key=True),
    id_column("night"),
    Column("variant", String(40), nullable=False),
    Column("edition", Integer, nullable=False),
    Column("house_rules", Text, nullable=False),
    Column("first_dealer", Integer, nullable=False),
    Column("carried", Text),
    id_column("follows", nullable=True),
    Column("version", Integer, nullable=False),
    Column("started_at", Utc, nullable=False),
    id_column("started_by", nullable=True),
    Column("over", Boolean, nullable=False),
    Column("last_at", Utc, nullable=False),
    Column("deleted_at", Utc),
    Column("tallied", Integer, nullable=False, server_default="0"),
    about("night", "nights"),
    about("started_by", "devices"),
    Index(None, "club", "started_at", "id"),
    Index(None, "club", "last_at", "id"),
    Index(None, "club", "night", "started_at", "id"),
    Index(None, "club", "follows", "started_at", "id"),
    index_where("ix_games_uncounted", "tallied <> version", "club", "started_at", "id"),
)

seats = Table(
    "seats",
    metadata,
    club_of_game_column(),
    id_column("game", primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    id_column("player"),
    Column("name", String(40), nullable=False),
    about("game", "games"),
    about("player", "players"),
    Index(None, "club", "player"),
    sqlite_with_rowid=False,
)

entries = Table(
    "entries",
    metadata,
    club_of_game_column(),
    id_column("game", primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    id_column("name"),
    Column("kind", String(20), nullable=False),
    Column("content", Text, nullable=False),
    Column("seen", Integer, nullable=False),
    id_column("device", nullable=True),
    Column("written_at", Utc, nullable=False),
    # What the phone was called, where the entry came from another club's file.
    Column("phone", String(40)),
    UniqueConstraint("club", "game", "name"),
    about("game", "games"),
    about("device", "devices"),
    sqlite_with_rowid=False,
)

# A copy of what the sheets say, for lists and statistics; rebuilt from the book at any time.
results = Table(
    "results",
    metadata,
    club_of_game_column(),
    id_column("game", primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    id_column("player"),
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
    # Whom this player is the same person as, and when the game began: for lists of a person.
    id_column("person"),
    Column("started_at", Utc, nullable=False),
    # How many finished games in a row this person had won with this one, 0 where it was lost;
    # None as long as the game is not finished, or not counted as finished yet.
    Column("streak", Integer),
    about("game", "games"),
    about("player", "players"),
    Index(None, "club", "player"),
    Index(None, "club", "person", "started_at", "game"),
    index_where("ix_results_streaks", "streak > 1", "club", "person", "streak"),
    sqlite_with_rowid=False,
)

# Payments people made after a night. `balances` are those they were made under, as text, so
# that a correction which changes them is noticed.
payments = Table(
    "payments",
    metadata,
    club_column(),
    id_column("id", primary_key=True),
    id_column("night"),
    Column("unit", String(8), nullable=False),
    id_column("payer"),
    id_column("payee"),
    Column("amount", Integer, nullable=False),
    Column("balances", Text, nullable=False),
    Column("made_at", Utc, nullable=False),
    id_column("device", nullable=True),
    Column("withdrawn_at", Utc),
    about("night", "nights"),
    about("payer", "players"),
    about("payee", "players"),
    about("device", "devices"),
    Index(None, "club", "night"),
)

# What was done to nights and people and can be undone: `content` says what it was and how it
# had been before, `about` is the id of the night, game or player it was done to.
deeds = Table(
    "deeds",
    metadata,
    club_column(),
    id_column("id", primary_key=True),
    Column("kind", String(24), nullable=False),
    id_column("about", nullable=True),
    Column("content", Text, nullable=False),
    Column("made_at", Utc, nullable=False),
    id_column("device", nullable=True),
    Column("undone_at", Utc),
    about("device", "devices"),
    Index(None, "club", "made_at", "id"),
    Index(None, "club", "about", "made_at"),
)
