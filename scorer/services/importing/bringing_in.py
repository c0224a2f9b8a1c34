"""Bringing in what was taken along: what it would do, and doing exactly that.

A game is the same as one that is here, or goes on where this one stops, or is behind it, or
says something else: then it is left as it is here. What the two people who may be one are
called decides only where somebody says so. Everything happens in one transaction.
"""

from __future__ import annotations

import hashlib
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from scorer.services.errors import Conflict
from scorer.services.importing.arriving import Arriving
from scorer.services.importing.bundle import Bundle
from scorer.services.importing.comparing import compare
from scorer.services.importing.crowd import Crowd
from scorer.services.importing.faults import BadFile, Faults
from scorer.services.importing.judging import judged
from scorer.services.importing.only_named import pairs_in, settled
from scorer.services.importing.plan import (
    BEHIND,
    DIFFERENT,
    IN_BIN,
    LONGER,
    NEW,
    SAME,
    Different,
    Plan,
)
from scorer.services.importing.recognising import recognise
from scorer.services.importing.taking_in import in_batches, new_payments, rows_of, take_in
from scorer.services.importing.who_is_who import Arrivals, people_here, who_is_who
from scorer.services.statistics.ratings import rate_club
from scorer.storage.bringing import go_on, hold
from scorer.storage.canonical import to_text
from scorer.storage.columns import AnyRow
from scorer.storage.database import Database
from scorer.storage.holding import hold_club
from scorer.storage.last_played import keep_last_played
from scorer.storage.models import clubs, deeds, games, nights, payments, players
from scorer.storage.searching import write_document
from scorer.storage.whole import WholeGame, whole_games


def look(database: Database, club: str, bundle: Bundle, *, by_name: bool) -> Plan:
    """What bringing this in would do; writes nothing. Raises BadFile."""
    with database.reading() as connection:
        return _Import(connection, club, bundle, by_name=by_name, write=False).run()


def bring_in(
    database: Database,
    club: str,
    bundle: Bundle,
    *,
    by_name: bool,
    mark: str,
    leave: bool,
    too: bool = False,
) -> Plan:
    """Do what `look` has promised by this mark; with `too`, second games of a day as well.

    Raises BadFile, and Conflict where something has changed since, or where games that are
    told differently here would have to be left as they are and nobody has said so (`leave`).
    """
    # Nobody's deal waits while a file is read: only what it comes to here is worked out alone.
    with judged(bundle) as known, database.writing() as connection:
        hold_club(connection, club)
        database.alone(connection, nights)
        coming = _Import(connection, club, known, by_name=by_name, write=True, too=too)
        plan = coming.run()
        open_question = plan.different or (plan.second and not too)
        if plan.mark != mark or (open_question and not leave):
            raise Conflict("changed_meanwhile")
    with database.writing() as connection:
        keep_last_played(connection, club, coming.played)
    rate_club(database, club)
    return plan


class _Import:
    """One bundle on its way into a club; with `write` False nothing but the plan is made.

    All games are read to see what becomes of each; those that come in are then read again.
    """

    def __init__(
        self,
        connection: Connection,
        club: str,
        bundle: Bundle,
        *,
        by_name: bool,
        write: bool,
        too: bool = False,
    ) -> None:
        self.connection, self.club = connection, club
        self.by_name, self.write, self.too = by_name, write, too
        self.plan, self.faults = Plan(), Faults()
        self.mark = hashlib.sha256()
        self.known = recognise(connection, club, bundle, by_name=by_name)
        self.bundle = self.known.bundle
        self.here = people_here(connection, club)
        self.crowd = Crowd(self.bundle.people)
        self.coming: dict[str, AnyRow | None] = {}
        self.moves = False
        self.played: set[str] = set()
        self.changed: set[str] = set()
        here = select(nights.c.id, nights.c.day, nights.c.deleted_at).where(nights.c.club == club)
        rows = connection.execute(here).all()
        self.nights = {row.id: row.deleted_at is not None for row in rows}
        self.days = {row.id: row.day for row in rows}

    def run(self) -> Plan:
        """Everything, in the order in which one thing needs another."""
        self._club()
        for some in in_batches(self._games(None)):
            self._sort(some)
        self.faults.stop()
        paid = self._payments()
        ids = self._people()
        if self.write:
            for game in self._games(self.coming):
                self._bring(settled(game, {**ids, **self.known.pairs.get(game.id, {})}))
            if paid:
                self.connection.execute(insert(payments), paid)
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
        self.moves = True
        row = self.connection.execute(select(clubs).where(clubs.c.id == self.club)).one()
        told = {key: said or getattr(row, key) for key, said in head.items()}
        if told != {key: getattr(row, key) for key in told}:
            self.plan.club = told["name"]
            self._note("club", *told.values())
            if self.write:
                where = clubs.c.id == self.club
                self.connection.execute(update(clubs).where(where).values(**told))

    def _games(self, only: Container[str] | None) -> Iterator[Arriving]:
        """The games of the bundle; what is wrong with one does not keep the others from sight."""
        for one in self.bundle.games(only):
            if isinstance(one, BadFile):
                self.faults.add(*one.faults)
            else:
                yield one

    def _sort(self, some: Sequence[Arriving]) -> None:
        """See what becomes of these games."""
        ids = [game.id for game in some]
        if self.write:
            hold(self.connection, self.club, ids)
        here = {one.row.id: one for one in whole_games(self.connection, self.club, ids)}
        for game in some:
            known = here.get(game.id)
            if known is not None:
                self.known.pairs[game.id] = pairs_in(known, game, self.here)
            one = settled(game, self.known.pairs.get(game.id, {}))
            kind = self._kind(one, known)
            self._note(kind, one.id, len(one.book), known.row.version if known else "")
            if beside := self.known.perhaps.get(one.id):
                at = None if beside.only_totals else beside.started_at
                self.plan.second.append(Different(beside.id, beside.variant, beside.day, at))
                kind = NEW if self.too else kind
            elif kind == DIFFERENT and known is not None:
                day, at = self.days[known.row.night], None if one.only_totals else one.started_at
                self.plan.different.append(Different(one.id, one.start.variant, day, at))
            self.plan.games[kind] += 1
            if kind in (NEW, LONGER):
                self.coming[one.id] = known.row if known else None
                self.crowd.add(one)
            if kind == NEW:
                self._open(self.bundle.night_of[one.id])

    def _kind(self, game: Arriving, known: WholeGame | None) -> str:
        if known is not None:
            if self.nights.get(known.row.night) or known.row.deleted_at is not None:
                return IN_BIN
            if game.id in self.known.same:
                return SAME if len(known.book) == len(game.book) else BEHIND
            return compare(known, game)
        if self.nights.get(self.bundle.night_of[game.id]):
            return IN_BIN
        return DIFFERENT if game.id in self.known.perhaps else NEW

    def _people(self) -> Mapping[str, str]:
        """Who comes in: those who sit in what comes in, and all of a club that moves house."""
        crowd = self.crowd
        if self.moves:
            crowd.coming.update(self.bundle.people)
        arrivals = Arrivals(crowd.people, crowd.coming, crowd.together, self.known.met)
        found = who_is_who(self.connection, self.club, self.here, arrivals, by_name=self.by_name)
        self.faults.add(*crowd.doubled(found.person))
        self.faults.stop()
        self.plan.known, self.plan.here = found.known, found.here
        self.plan.by_name, self.plan.new = found.by_name, found.new
        for one in sorted(crowd.coming - self.here.keys()):
            row = self.here.get(found.person[one])
            self._note("player", one, row.id if row else "")
        if self.write and found.rows:
            self.connection.execute(insert(players), found.rows)
        if self.write and found.deeds:
            self.connection.execute(insert(deeds), found.deeds)
        return found.ids

    def _bring(self, game: Arriving) -> None:
        row = self.coming[game.id]
        night = row.night if row else self.bundle.night_of[game.id]
        self.changed.add(night)
        if row is None:
            take_in(self.connection, self.club, game, night)
        else:
            go_on(self.connection, row, rows_of(game)[row.version :], game.rows)
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

    def _payments(self) -> list[Mapping[str, Any]]:
        people = self.here.keys() | self.bundle.people.keys()
        there = {night for night, gone in self.nights.items() if not gone}
        made = new_payments(self.connection, self.club, self.bundle.payments, there, people)
        self.plan.payments = len(made)
        for one in made:
            self._note("payment", one["id"])
            self.crowd.coming |= {one["payer"], one["payee"]} & self.bundle.people.keys()
        return made
