"""The year's trophy: who won the most games of a year, by the day of the night."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, func, select

from scorer.services.leading import Leading, Led, does_leading_help
from scorer.storage.models import players
from scorer.storage.tallies import leads, tallies

MOST_YEARS = 10

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
    """The trophies of this year and of some before it, the newest first."""
    asked = {"of_club": club, "before": this_year - MOST_YEARS}
    held: dict[int, list[Holder]] = {}
    most: dict[int, int] = {}
    for row in connection.execute(WINS, asked):
        if row.wins and row.wins == most.setdefault(row.year, row.wins):
            held.setdefault(row.year, []).append(Holder(row.id, row.name, int(row.games)))
    return tuple(Trophy(year, int(most[year]), tuple(those)) for year, those in held.items())


def read_leading(connection: Connection, club: str) -> tuple[Leading, ...]:
    """Whether leading helps, as far as deals were counted."""
    found = connection.execute(LEADS, {"of_club": club})
    return does_leading_help(Led(*row) for row in found)
