"""Bringing in what was taken along: what it would do, and doing exactly that.

A game is the same as one that is here, or goes on where this one stops, or is behind it, or
says something else: then it is left as it is here. What the two people who may be one are
called decides only where somebody says so. Everything happens in one transaction.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from scorer.services import clock
from scorer.services.arriving import Arriving
from scorer.services.bundle import Bundle
from scorer.services.comparing import compare
from scorer.services.errors import Conflict
from scorer.services.faults import BadFile, Faults
from scorer.services.judging import judged
from scorer.services.plan import DIFFERENT, IN_BIN, LONGER, NEW, Different, Plan
from scorer.services.who_is_who import who_is_who
from scorer.storage.bringing import bring_game, go_on, hold
from scorer.storage.canonical import to_text
from scorer.storage.database import Database
from scorer.storage.holding import hold_club
from scorer.storage.last_played import keep_last_played
from scorer.storage.models import clubs, games, nights, payments, players
from scorer.storage.searching import write_document
from scorer.storage.whole import BATCH, WholeGame, whole_games


def look(database: Database, club: str, bundle: Bundle, *, by_name: bool) -> Plan:
    """What bringing this in would do; writes nothing. Raises BadFile."""
    with database.reading() as connection:
        return _Import(connection, club, bundle, by_name=by_name, write=False).run()


def bring_in(
    database: Database, club: str, bundle: Bundle, *, by_name: bool, mark: str, leave: bool
) -> Plan:
    """Do what `look` has promised by this mark.

    Raises BadFile, and Conflict where something has changed since, or where games that are
    told differently here would have to be left as they are and nobody has said so (`leave`).
    """
    # Nobody's deal waits while a file is read: only what it comes to here is worked out alone.
    with judged(bundle) as known, database.writing() as connection:
        hold_club(connection, club)
        database.alone(connection, nights)
        coming = _Import(connection, club, known, by_name=by_name, write=True)
        plan = coming.run()
        if plan.mark != mark or (plan.different and not leave):
            raise Conflict("changed_meanwhile")
    with database.writing() as connection:
        keep_last_played(connection, club, coming.played)
    return plan


class _Import:
    """One bundle on its way into a club; with `write` False nothing but the plan is made."""

    def __init__(
        self, connection: Connection, club: str, bundle: Bundle, *, by_name: bool, write: bool
    ) -> None:
        self.connection, self.club, self.bundle = connection, club, bundle
        self.by_name, self.write = by_name, write
        self.plan, self.faults = Plan(), Faults()
        self.mark = hashlib.sha256()
        self.played: set[str] = set()
        self.changed: set[str] = set()
        here = select(nights.c.id, nights.c.deleted_at).where(nights.c.club == club)
        self.nights = {row.id: row.deleted_at is not None for row in connection.execute(here)}

    def run(self) -> Plan:
        """Everything, in the order in which one thing needs another."""
        self._club()
        self._people()
        for some in _batches(self._games()):
            self._batch(some)
        self.faults.stop()
        self._payments()
        if self.write:
            for night in sorted(self.changed):
                write_document(self.connection, self.club, night)
        self.plan.mark = self.mark.hexdigest()
        return self.plan

    def _note(self, *what: object) -> None:
        self.mark.update(to_text([str(one) for one in what]).encode())

    def _club(self) -> None:
        """A club that nobody has played in yet becomes the one that arrives."""
        head = self.bundle.head
        if head is None or any(
            self.connection.scalar(select(func.count()).where(table.c.club == self.club))
            for table in (games, players)
        ):
            return
        row = self.connection.execute(select(clubs).where(clubs.c.id == self.club)).one()
        told = {key: head[key] or getattr(row, key) for key in ("name", "currency")}
        told["time_zone"] = row.time_zone
        if clock.zone_of(head["time_zone"]) is not clock.zone_of(None):
            told["time_zone"] = head["time_zone"]
        if told != {key: getattr(row, key) for key in told}:
            self.plan.club = told["name"]
            self._note("club", *told.values())
            if self.write:
                where = clubs.c.id == self.club
                self.connection.execute(update(clubs).where(where).values(**told))

    def _people(self) -> None:
        found, rows = who_is_who(self.connection, self.club, self.bundle, by_name=self.by_name)
        self.plan.known, self.plan.here, self.plan.by_name, self.plan.new = found
        for row in rows:
            self._note("player", row["id"], row["person"])
        if self.write and rows:
            self.connection.execute(insert(players), rows)

    def _games(self) -> Iterator[Arriving]:
        """The games of the bundle; what is wrong with one does not keep the others from sight."""
        for one in self.bundle.games():
            if isinstance(one, BadFile):
                self.faults.add(*one.faults)
            else:
                yield one

    def _batch(self, some: Sequence[Arriving]) -> None:
        ids = [game.id for game in some]
        if self.write:
            hold(self.connection, self.club, ids)
        here = {one.row.id: one for one in whole_games(self.connection, self.club, ids)}
        for game in some:
            known = here.get(game.id)
            kind = self._kind(game, known)
            self.plan.games[kind] += 1
            self._note(kind, game.id, len(game.book), known.row.version if known else "")
            if kind == DIFFERENT:
                told = (game.id, game.start.variant, game.started_at, game.only_totals)
                self.plan.different.append(Different(*told))
            elif kind == NEW:
                self._bring(game)
            elif kind == LONGER and known is not None and self.write:
                rest = _rows(game)[known.row.version :]
                self.changed.add(known.row.night)
                go_on(self.connection, known.row, rest, game.ends)
                self.played |= game.people.keys()

    def _kind(self, game: Arriving, known: WholeGame | None) -> str:
        if known is not None:
            gone = self.nights.get(known.row.night) or known.row.deleted_at is not None
            return IN_BIN if gone else compare(known, game)
        return IN_BIN if self.nights.get(self.bundle.night_of[game.id]) else NEW

    def _bring(self, game: Arriving) -> None:
        night = self.bundle.night_of[game.id]
        self._open(night)
        if not self.write:
            return
        self.changed.add(night)
        start = game.start
        row = {
            "club": self.club,
            "id": game.id,
            "night": night,
            "variant": start.variant,
            "edition": game.edition,
            "house_rules": game.house_rules,
            "first_dealer": start.first_dealer,
            "carried": None if start.carried is None else to_text(start.carried),
            "follows": game.follows,
            "started_at": game.started_at,
        }
        sat = [
            {"seat": seat, "player": one.player, "name": one.name}
            for seat, one in enumerate(start.sitters)
        ]
        bring_game(self.connection, row, sat, _rows(game), game.ends)
        self.played |= game.people.keys()

    def _open(self, night: str) -> None:
        """Make a night that is not here yet."""
        if night in self.nights:
            return
        self.nights[night] = False
        self.plan.nights += 1
        self._note("night", night)
        if self.write:
            row = {"club": self.club, **vars(self.bundle.evenings[night])}
            self.connection.execute(insert(nights), row)

    def _payments(self) -> None:
        wanted = select(payments.c.id).where(payments.c.club == self.club)
        here = set(self.connection.scalars(wanted))
        of_club = select(players.c.id).where(players.c.club == self.club)
        people = {*self.connection.scalars(of_club), *self.bundle.people}
        made = [
            one
            for one in self.bundle.payments
            if one["id"] not in here
            and self.nights.get(one["night"]) is False
            and {one["payer"], one["payee"]} <= people
        ]
        self.plan.payments = len(made)
        for one in made:
            self._note("payment", one["id"])
        if self.write and made:
            self.connection.execute(insert(payments), [{"club": self.club, **one} for one in made])


def _rows(game: Arriving) -> list[dict[str, Any]]:
    """The book as the table keeps it, but for the game it belongs to."""
    return [{"number": number, **vars(one)} for number, one in enumerate(game.book, start=1)]


def _batches(arriving: Iterator[Arriving]) -> Iterator[list[Arriving]]:
    some: list[Arriving] = []
    for game in arriving:
        some.append(game)
        if len(some) == BATCH:
            yield some
            some = []
    if some:
        yield some
