"""Streaks: how many finished games in a row somebody had won, kept with each result.

`results.streak` is a number where a finished game was counted, else None. A change therefore
reaches no further than to the next game that was lost anyway, and the longest streak is the
largest number there is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import (
    BindParameter,
    Connection,
    Integer,
    String,
    and_,
    bindparam,
    func,
    or_,
    select,
    tuple_,
    update,
)

from scorer.storage.columns import AnyRow
from scorer.storage.models import players, results
from scorer.storage.moments import Utc

A_STRETCH = 25
# Written like this so that PostgreSQL does not go by what it knew of the column before games were
# counted: that it is empty, and a look through all results the quickest way.
IS_COUNTED = func.coalesce(results.c.streak, -1) >= 0
Place = tuple[datetime, str]

_IDS: BindParameter[Any] = bindparam("ids", type_=String(), expanding=True)
_COLUMNS = (
    results.c.started_at,
    results.c.game,
    results.c.seat,
    results.c.won,
    results.c.streak,
)
_AT = tuple_(results.c.started_at, results.c.game)
_FROM = tuple_(bindparam("at", type_=Utc()), bindparam("of_game", type_=String()))
_COUNTED = and_(
    or_(IS_COUNTED, results.c.game.in_(bindparam("finished", expanding=True))),
    results.c.game.not_in(bindparam("gone", expanding=True)),
)
OF_PERSON = select(*_COLUMNS).where(
    results.c.club == bindparam("of_club"), results.c.person == bindparam("of_person")
)
LAST_BEFORE = (
    OF_PERSON.where(_COUNTED, _AT < _FROM)
    .order_by(results.c.started_at.desc(), results.c.game.desc())
    .limit(1)
)
NEXT_ONES = (
    OF_PERSON.where(_COUNTED, _AT >= _FROM)
    .order_by(results.c.started_at, results.c.game)
    .limit(bindparam("most", type_=Integer()))
)
WHOLE = OF_PERSON.where(IS_COUNTED).order_by(results.c.started_at, results.c.game)
PEOPLE_OF_GAMES = (
    select(results.c.game, results.c.person, results.c.seat, results.c.streak)
    .where(results.c.club == bindparam("of_club"), results.c.game.in_(_IDS))
    .order_by(results.c.game, results.c.seat)
)
PERSONS = select(players.c.id, players.c.person).where(
    players.c.club == bindparam("of_club"), players.c.id.in_(_IDS)
)
KEEP = (
    update(results)
    .where(
        results.c.club == bindparam("of_club"),
        results.c.game == bindparam("of_game"),
        results.c.seat == bindparam("of_seat"),
    )
    .values(streak=bindparam("now"))
)


@dataclass(frozen=True)
class Changed:
    """A game that was counted anew; `finished_before` by these players, as far as it was."""

    game: str
    started_at: datetime
    finished: bool
    finished_before: Collection[str]


@dataclass
class _Streaks:
    """The streaks that change, by game and seat."""

    connection: Connection
    club: str
    finished: list[str]
    gone: list[str]
    now: dict[tuple[str, int], int | None] = field(default_factory=dict)

    def ask(self, wanted: Any, person: str, place: Place, **more: int) -> Sequence[AnyRow]:
        asked = {"of_club": self.club, "of_person": person, "at": place[0], "of_game": place[1]}
        chosen = {"finished": self.finished, "gone": self.gone}
        return self.connection.execute(wanted, {**asked, **chosen, **more}).all()

    def follow(self, person: str, places: Iterable[Place]) -> None:
        """Work out a person's streaks from these games on, each until nothing changes any more."""
        reached: Place | None = None
        for place in sorted(places):
            if reached is None or place > reached:
                reached = self._follow(person, place)

    def _follow(self, person: str, place: Place) -> Place:
        before = self.ask(LAST_BEFORE, person, place)
        streak = self._known(before[0]) if before else 0
        while True:
            rows = self.ask(NEXT_ONES, person, place, most=A_STRETCH)
            for row in rows:
                place = (row.started_at, row.game)
                streak = streak + 1 if row.won else 0
                if row.streak == streak and row.game not in self.finished:
                    return place
                self.now[row.game, row.seat] = streak
            if len(rows) < A_STRETCH:
                return place
            place = (place[0], f"{place[1]} ")  # right behind it

    def _known(self, row: AnyRow) -> int:
        return self.now.get((row.game, row.seat), row.streak) or 0

    def keep(self) -> None:
        """Write what has changed, in the order in which a deal's results are written."""
        rows = [
            {"of_club": self.club, "of_game": game, "of_seat": seat, "now": streak}
            for (game, seat), streak in sorted(self.now.items())
        ]
        if rows:
            self.connection.execute(KEEP, rows)


def follow_streaks(connection: Connection, club: str, changed: Sequence[Changed]) -> None:
    """Keep the streaks right after these games were counted anew."""
    by_id = {one.game: one for one in changed}
    streaks = _Streaks(
        connection,
        club,
        finished=[one.game for one in changed if one.finished],
        gone=[one.game for one in changed if not one.finished],
    )
    places: dict[str, set[Place]] = defaultdict(set)
    for row in connection.execute(PEOPLE_OF_GAMES, {"of_club": club, "ids": sorted(by_id)}):
        one = by_id[row.game]
        if one.finished or row.streak is not None:
            places[row.person].add((one.started_at, one.game))
        if not one.finished and row.streak is not None:
            streaks.now[row.game, row.seat] = None
    before = {player for one in changed for player in one.finished_before}
    asked = {"of_club": club, "ids": sorted(before)}
    persons = {row.id: row.person for row in connection.execute(PERSONS, asked)} if before else {}
    for one in changed:
        for player in one.finished_before:
            places[persons[player]].add((one.started_at, one.game))
    for person, theirs in sorted(places.items()):
        streaks.follow(person, theirs)
    streaks.keep()


def recount_streaks(connection: Connection, club: str, persons: Iterable[str]) -> None:
    """Work all streaks of these people out again: after their results became another person's."""
    streaks = _Streaks(connection, club, [], [])
    for person in persons:
        streak = 0
        for row in connection.execute(WHOLE, {"of_club": club, "of_person": person}):
            streak = streak + 1 if row.won else 0
            if row.streak != streak:
                streaks.now[row.game, row.seat] = streak
    streaks.keep()
