"""The tables of who is best: ratings, and what was remarkable in each game.

All of it follows from the results and the books and can be made anew from them.
"""

from __future__ import annotations

from sqlalchemy import Boolean, Column, Double, Index, Integer, String, Table, Text

from scorer.storage.columns import about, club_of_game_column, id_column, metadata
from scorer.storage.moments import Utc

# What a finished game made of the rating of everybody in it, and of how many games and wins they
# have. A person's newest row is his rating; older ones are where a change of an old game begins
# to count anew.
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

# Everybody's rating as it is now: a copy of the newest row of each.
ratings = Table(
    "ratings",
    metadata,
    club_of_game_column(),
    id_column("person", primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("last_at", Utc, nullable=False),
    about("person", "players"),
    Index(None, "club", "last_at"),
    sqlite_with_rowid=False,
)

# The earliest game whose rating does not hold any more; no row where all of them do. The game
# is no foreign key: it may be gone.
rating_marks = Table(
    "rating_marks",
    metadata,
    Column("club", String(36), primary_key=True),
    Column("started_at", Utc, nullable=False),
    id_column("game"),
)

# What was remarkable in a game. `standing` is the smaller the more remarkable it is, so that
# the best ever of a kind is the first row of the index, and the earliest of several. `deal` is
# 0 for what is said of a whole game.
highlights = Table(
    "highlights",
    metadata,
    club_of_game_column(),
    id_column("game", primary_key=True),
    Column("kind", String(20), primary_key=True),
    Column("deal", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("variant", String(40), nullable=False),
    Column("standing", Integer, nullable=False),
    Column("started_at", Utc, nullable=False),
    id_column("player"),
    Column("numbers", Text, nullable=False),
    about("game", "games"),
    about("player", "players"),
    Index(None, "club", "kind", "variant", "standing", "started_at", "game"),
    sqlite_with_rowid=False,
)
