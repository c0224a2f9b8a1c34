"""Tallies: sums of what all games add to the statistics, kept beside the results.

They are kept by the player ids that the books hold. Whoever reads them adds up all ids of a
person, so that saying who is the same person changes nothing here.
"""

from __future__ import annotations

from dataclasses import fields

from sqlalchemy import BigInteger, Column, Integer, String, Table, Text

from scorer.rules.counting import Lead, Pair, Tally
from scorer.storage.columns import about, club_column, id_column, metadata


def _sums(of: type[Tally | Pair | Lead]) -> list[Column[int]]:
    """A column for everything that is counted."""
    return [Column(one.name, BigInteger, nullable=False) for one in fields(of)]


tallies = Table(
    "tallies",
    metadata,
    club_column(),
    id_column("player", primary_key=True),
    Column("variant", String(40), primary_key=True),
    Column("year", Integer, primary_key=True, autoincrement=False),
    *_sums(Tally),
    about("player", "players"),
    sqlite_with_rowid=False,
)

pairs = Table(
    "pairs",
    metadata,
    club_column(),
    id_column("player", primary_key=True),
    id_column("other", primary_key=True),
    Column("variant", String(40), primary_key=True),
    *_sums(Pair),
    about("player", "players"),
    about("other", "players"),
    sqlite_with_rowid=False,
)

# How often the eldest hand went out, by the number of players.
leads = Table(
    "leads",
    metadata,
    club_column(),
    Column("variant", String(40), primary_key=True),
    Column("players", Integer, primary_key=True, autoincrement=False),
    *_sums(Lead),
    sqlite_with_rowid=False,
)

# What each game has put into the sums above, so that just this can be taken out again.
contributions = Table(
    "contributions",
    metadata,
    club_column(),
    id_column("game", primary_key=True),
    Column("content", Text, nullable=False),
    about("game", "games"),
)
