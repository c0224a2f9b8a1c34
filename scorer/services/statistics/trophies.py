"""The year's trophy: who won the most games of a year, by the day of the night."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection, ScalarSelect, bindparam, exists, func, literal, select

from scorer.rules.entries import MOST_SEATS
from scorer.services.statistics.leading import Leading, Led, does_leading_help
from scorer.storage.models import games, nights, players, results
from scorer.storage.streaks import IS_COUNTED
from scorer.storage.tallies import leads, tallies

MOST_YEARS = 10
# Winning the only game of a year is no feat.
ENOUGH_GAMES = 5

_person = players.alias("person")
WINS = (
    select(
        tallies.c.year,
        _person.c.id,
        _person.c.name,
        func.sum(tallies.c.wins).label("wins"),
        func.sum(tallies.c.games).label("games"),
    )
    .join(players, (players.c.club == tallies.c.club) & (players.c.id == tallies.c.player))
    .join(_person, (_person.c.club == players.c.club) & (_person.c.id == players.c.person))
    .where(tallies.c.club == bindparam("of_club"), tallies.c.year > bindparam("before"))
    .group_by(tallies.c.year, _person.c.id, _person.c.name)
    .order_by(tallies.c.year.desc(), func.sum(tallies.c.wins).desc(), _person.c.name)
)
LEADS = (
    select(leads.c.variant, leads.c.players, leads.c.deals, leads.c.eldest_out)
    .where(leads.c.club == bindparam("of_club"))
    .order_by(leads.c.variant, leads.c.players)
)


@dataclass(frozen=True)
class Holder:
    """Who holds a trophy, and how many games that person had finished in that year."""

    person: str
    name: str
    games: int


@dataclass(frozen=True)
class Trophy:
    """The most wins of a year; several hold it where they won equally many."""

    year: int
    wins: int
    holders: tuple[Holder, ...]


def read_trophies(connection: Connection, club: str, this_year: int) -> tuple[Trophy, ...]:
    """The trophies of this year and of some before it, the newest first.

    There is one for each year in which the club has finished ENOUGH_GAMES.
    """
    asked = {"of_club": club, "before": this_year - MOST_YEARS}
    held: dict[int, list[Holder]] = {}
    most: dict[int, int] = {}
    rows = connection.execute(WINS, asked).all()
    finishers = Counter[int]()
    for row in rows:
        finishers[row.year] += int(row.games)
    few = _years_of_few(connection, club, finishers)
    for row in rows:
        if row.year in few:
            continue
        if row.wins and row.wins == most.setdefault(row.year, row.wins):
            held.setdefault(row.year, []).append(Holder(row.id, row.name, int(row.games)))
    return tuple(Trophy(year, int(most[year]), tuple(those)) for year, those in held.items())


def _years_of_few(connection: Connection, club: str, finishers: Mapping[int, int]) -> set[int]:
    """The years with fewer finished games than a trophy takes.

    Where people have finished so often that even full tables make enough games, none is counted.
    """
    most = ENOUGH_GAMES * MOST_SEATS
    unsure = [year for year, many in finishers.items() if many < most]
    # Asked in any case, so that a page takes as many queries for an old club as for a new one.
    counts = select(literal(0), *map(_finished_in, unsure))
    _, *found = connection.execute(counts, {"of_club": club}).one()
    return {year for year, many in zip(unsure, found, strict=True) if many < ENOUGH_GAMES}


def _finished_in(year: int) -> ScalarSelect[int]:
    """How many games of a year were finished: found by its nights, and each game by itself."""
    finished = exists().where(
        results.c.club == games.c.club, results.c.game == games.c.id, IS_COUNTED
    )
    return (
        select(func.count())
        .select_from(nights)
        .join(games, (games.c.club == nights.c.club) & (games.c.night == nights.c.id))
        .where(
            nights.c.club == bindparam("of_club"),
            nights.c.day.between(date(year, 1, 1), date(year, 12, 31)),
            finished.correlate(games),
        )
        .scalar_subquery()
    )


def read_leading(connection: Connection, club: str) -> tuple[Leading, ...]:
    """Whether leading helps, as far as deals were counted."""
    found = connection.execute(LEADS, {"of_club": club})
    return does_leading_help(Led(*row) for row in found)
