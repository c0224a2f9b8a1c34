"""The tables. Every row of a club is keyed by club and id, and every query names the club.

Those that stand in modules of their own are imported here: whoever imports this knows all of
them, and a backup holds them all.
"""

from __future__ import annotations

from dataclasses import fields

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Date,
    Double,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
)

import scorer.storage.stale  # noqa: F401 - its table belongs to these
from scorer.rules.results import Pair
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
    index_where("ix_nights_deleted", "deleted_at IS NOT NULL", "club", "id"),
)

# `last_at` is when it was last played (`book.played_at`). `follows` is no foreign key: a game may
# be brought in from a file without its forerunner.
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
    about("night", "nights"),
    about("started_by", "devices"),
    Index(None, "club", "started_at", "id"),
    Index(None, "club", "last_at", "id"),
    Index(None, "club", "night", "started_at", "id"),
    Index(None, "club", "follows", "started_at", "id"),
    index_where("ix_games_deleted", "deleted_at IS NOT NULL", "club", "id"),
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

# The next four tables copy what the sheets say, for lists and statistics, and can be rebuilt from
# the books at any time. This one has a row a game and seat, for whoever sits there in the end.
# `side` is who wins and loses together, `finished` whether it counts as a game.
results = Table(
    "results",
    metadata,
    club_of_game_column(),
    id_column("game", primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("side", Integer, nullable=False),
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
    Column("finished", Boolean, nullable=False),
    about("game", "games"),
    about("player", "players"),
    Index(None, "club", "player"),
    # Wide enough to answer for streaks by itself.
    Index("ix_results_person", "club", "person", "started_at", "game", "finished", "won", "place"),
    sqlite_with_rowid=False,
)

# A row a deal and seat, for whoever sat there then.
deal_results = Table(
    "deal_results",
    metadata,
    club_of_game_column(),
    id_column("game", primary_key=True),
    Column("deal", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    id_column("player"),
    Column("score", Integer, nullable=False),
    Column("apart", BigInteger, nullable=False),
    about("game", "games"),
    about("player", "players"),
    Index("ix_deal_results_player", "club", "player", "game", "score", "apart"),
    sqlite_with_rowid=False,
)

# A row a game and two people, in an order in which a person's rows lie side by side: to join
# deal results with themselves takes ten times as long.
pair_results = Table(
    "pair_results",
    metadata,
    club_of_game_column(),
    id_column("player", primary_key=True),
    Column("variant", String(40), primary_key=True),
    id_column("other", primary_key=True),
    id_column("game", primary_key=True),
    *(Column(field.name, Integer, nullable=False) for field in fields(Pair)),
    about("game", "games"),
    about("player", "players"),
    about("other", "players"),
    Index(None, "club", "game"),
    sqlite_with_rowid=False,
)

# What happened, as a variant says it (`rules.variant.Feat`). `deal` is 0 for what happened in the
# whole game: no column of a key can be null.
feats = Table(
    "feats",
    metadata,
    club_of_game_column(),
    id_column("game", primary_key=True),
    Column("deal", Integer, primary_key=True, autoincrement=False),
    Column("key", String(24), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, nullable=False),
    Column("against", Integer),
    id_column("player"),
    Column("variant", String(40), nullable=False),
    Column("started_at", Utc, nullable=False),
    about("game", "games"),
    about("player", "players"),
    Index("ix_feats_player", "club", "player", "game", "key", "number"),
    Index("ix_feats_number", "club", "variant", "key", "number", "started_at", "game"),
    sqlite_with_rowid=False,
)

# What a finished game made of the rating of everybody in it, and of how many games and wins they
# have. A person's newest row is the rating; older ones are where rating begins again after a
# change of an old game.
rated = Table(
    "rated",
    metadata,
    club_of_game_column(),
    id_column("game", primary_key=True),
    id_column("person", primary_key=True),
    Column("started_at", Utc, nullable=False),
    Column("place", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    about("game", "games"),
    about("person", "players"),
    Index(None, "club", "person", "started_at", "game"),
    Index(None, "club", "started_at", "game"),
    sqlite_with_rowid=False,
)

# From where on ratings do not hold any more: a row for each change, which is only ever added by
# the change and removed by whoever has rated again. The game is no foreign key: it may be gone.
rating_marks = Table(
    "rating_marks",
    metadata,
    club_column(),
    id_column("id", primary_key=True),
    Column("started_at", Utc, nullable=False),
    id_column("game"),
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
