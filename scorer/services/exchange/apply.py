"""An import previewed and applied."""

from __future__ import annotations

import hashlib
import pickle
import tempfile
from collections import Counter
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import IO, Any

from sqlalchemy import Connection, func, insert, select, update

from scorer.rules.record import MOST_BYTES
from scorer.services import clock
from scorer.services.club.clubs import get_club
from scorer.services.errors import Conflict, NotFound
from scorer.services.exchange.errors import BadFile, Faults, bad
from scorer.services.exchange.export import people_in
from scorer.services.exchange.match import (
    MatchedPeople,
    SharedTables,
    match_games,
    match_people,
    pairs_in,
    people_here,
    settled,
)
from scorer.services.exchange.paper_book import paper_book
from scorer.services.exchange.parse import ImportedGame, ImportFile, parse_record, parse_zip
from scorer.services.exchange.zips import IN_MEMORY
from scorer.services.ids import is_id, new_id
from scorer.services.ratings.rate import rate_club
from scorer.storage.database import Database
from scorer.storage.games import (
    BATCH,
    GameRows,
    bring_game,
    go_on,
    hold,
    keep_last_played,
    read_game_rows,
)
from scorer.storage.locks import lock_club
from scorer.storage.schema import AnyRow, changes, clubs, games, nights, payments, players
from scorer.storage.search import write_document
from scorer.storage.stored_json import dump_json, load_json
from scorer.storage.uploads import forget_old_uploads, forget_upload, keep_upload, read_upload

# What becomes of a game. One that is behind has fewer entries in the file than here.
NEW, SAME, LONGER, BEHIND = "new", "same", "longer", "behind"
DIFFERENT, IN_BIN = "different", "in the bin"


@dataclass(frozen=True)
class Different:
    """A game here that says something else than in the file, with the day of its night.

    Of a game of which only the totals were noted nobody knows the hour.
    """

    id: str
    variant: str
    day: date
    started_at: datetime | None


@dataclass
class Plan:
    """What bringing a file in does.

    `games` counts them by what becomes of them, `different` names those that are left as they
    are. `second` names games here of the same day and people as one in the file with other
    totals, which is told differently too or may be a second game. `here` are people of the file
    who are known already, under the names they have here; `by_name` are people who are taken to
    be somebody here because of their name. `mark` stands for all of it: the same mark means that
    the same will be done.
    """

    games: Counter[str] = field(default_factory=Counter)
    different: list[Different] = field(default_factory=list)
    second: list[Different] = field(default_factory=list)
    known: int = 0
    here: list[str] = field(default_factory=list)
    by_name: list[str] = field(default_factory=list)
    new: list[str] = field(default_factory=list)
    nights: int = 0
    payments: int = 0
    club: str = ""
    mark: str = ""

    @property
    def changes(self) -> bool:
        """Whether anything at all would be different afterwards."""
        there = self.games[NEW] + self.games[LONGER] + self.payments + len(self.new)
        return bool(there + len(self.by_name)) or bool(self.club)

    @property
    def agrees(self) -> bool:
        """Whether every game of the file is here just as the file tells it."""
        return self.games.total() == self.games[SAME]


def compare(here: GameRows, game: ImportedGame) -> str:
    """Whether a game is the same as the one here, goes on from it, is behind it, or differs.

    What people are called is no difference: somebody may have become anonymous since.
    """
    if _start_here(here) != _start_of(game):
        return DIFFERENT
    ours = [(row.name, row.kind, row.content) for row in here.book]
    theirs = [(one.name, one.kind, one.content) for one in game.book]
    for mine, other in zip(ours, theirs, strict=False):
        if mine != other and _nameless(*mine) != _nameless(*other):
            return DIFFERENT
    if len(ours) == len(theirs):
        return SAME
    return LONGER if len(ours) < len(theirs) else BEHIND


def _start_here(here: GameRows) -> tuple[Any, ...]:
    row, start = here.row, here.start
    people = [one.player for one in start.sitters]
    return row.variant, row.edition, row.house_rules, row.first_dealer, start.carried, people


def _start_of(game: ImportedGame) -> tuple[Any, ...]:
    start, people = game.start, [one.player for one in game.start.sitters]
    first = start.first_dealer
    return start.variant, game.edition, game.house_rules, first, start.carried, people


def _nameless(name: str, kind: str, content: str) -> tuple[str, str, Any]:
    told = load_json(content)
    for person in people_in(told):
        del person["name"]
    return name, kind, told


@contextmanager
def validate(bundle: ImportFile) -> Iterator[ImportFile]:
    """The same bundle, whose games were all read and judged, and are only fetched from now on.

    They are kept in a file of ours: all at once they may be more than the memory holds.
    Raises BadFile with what is wrong in any of them.
    """
    with tempfile.SpooledTemporaryFile(IN_MEMORY) as kept:
        faults, number = Faults(), 0
        for one in bundle.games(None):
            if isinstance(one, BadFile):
                faults.add(*one.faults)
            else:
                pickle.dump(one, kept)
                number += 1
        faults.stop()

        def fetched(only: Container[str] | None) -> Iterator[ImportedGame | BadFile]:
            kept.seek(0)
            for _ in range(number):
                game: ImportedGame = pickle.load(kept)  # noqa: S301 (nobody else can write there)
                if only is None or game.id in only:
                    yield game

        yield replace(bundle, games=fetched)


def insert_game(connection: Connection, club: str, game: ImportedGame, night: str) -> None:
    """Add a game to a night."""
    start = game.start
    row = {
        "club": club,
        "id": game.id,
        "night": night,
        "variant": start.variant,
        "edition": game.edition,
        "house_rules": game.house_rules,
        "first_dealer": start.first_dealer,
        "carried": None if start.carried is None else dump_json(start.carried),
        "follows": game.follows,
        "started_at": game.started_at,
    }
    sat = [
        {"seat": seat, "player": one.player, "name": one.name}
        for seat, one in enumerate(start.sitters)
    ]
    bring_game(connection, row, sat, rows_of(game), game.rows)


def rows_of(game: ImportedGame) -> list[dict[str, Any]]:
    """The book as the table keeps it, but for the game it belongs to."""
    return [{"number": number, **vars(one)} for number, one in enumerate(game.book, start=1)]


def in_batches(arriving: Iterator[ImportedGame]) -> Iterator[list[ImportedGame]]:
    """The same games, as many at a time as are compared at once."""
    some: list[ImportedGame] = []
    for game in arriving:
        some.append(game)
        if len(some) == BATCH:
            yield some
            some = []
    if some:
        yield some


def new_payments(
    connection: Connection,
    club: str,
    told: Iterable[Mapping[str, Any]],
    there: Container[str],
    people: Collection[str],
) -> list[Mapping[str, Any]]:
    """The payments that are new here: of nights that are there, among people of ours."""
    here = set(connection.scalars(select(payments.c.id).where(payments.c.club == club)))
    return [
        {**one, "club": club}
        for one in told
        if one["id"] not in here
        and one["night"] in there
        and one["payer"] in people
        and one["payee"] in people
    ]


def preview(database: Database, club: str, bundle: ImportFile, *, by_name: bool) -> Plan:
    """What bringing this in would do; writes nothing. Raises BadFile."""
    with database.reading() as connection:
        return _Import(connection, club, bundle, by_name=by_name, write=False).run()


def apply(
    database: Database,
    club: str,
    bundle: ImportFile,
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
    with validate(bundle) as known, database.writing() as connection:
        lock_club(connection, club)
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
        bundle: ImportFile,
        *,
        by_name: bool,
        write: bool,
        too: bool = False,
    ) -> None:
        self.connection, self.club = connection, club
        self.by_name, self.write, self.too = by_name, write, too
        self.plan, self.faults = Plan(), Faults()
        self.mark = hashlib.sha256()
        self.known = match_games(connection, club, bundle, by_name=by_name)
        self.bundle = self.known.bundle
        self.here = people_here(connection, club)
        self.crowd = SharedTables(self.bundle.people)
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
        self.mark.update(dump_json([str(one) for one in what]).encode())

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

    def _games(self, only: Container[str] | None) -> Iterator[ImportedGame]:
        """The games of the bundle; what is wrong with one does not keep the others from sight."""
        for one in self.bundle.games(only):
            if isinstance(one, BadFile):
                self.faults.add(*one.faults)
            else:
                yield one

    def _sort(self, some: Sequence[ImportedGame]) -> None:
        """See what becomes of these games."""
        ids = [game.id for game in some]
        if self.write:
            hold(self.connection, self.club, ids)
        here = {one.row.id: one for one in read_game_rows(self.connection, self.club, ids)}
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

    def _kind(self, game: ImportedGame, known: GameRows | None) -> str:
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
        arrivals = MatchedPeople(crowd.people, crowd.coming, crowd.together, self.known.met)
        found = match_people(self.connection, self.club, self.here, arrivals, by_name=self.by_name)
        self.faults.add(*crowd.doubled(found.person))
        self.faults.stop()
        self.plan.known, self.plan.here = found.known, found.here
        self.plan.by_name, self.plan.new = found.by_name, found.new
        for one in sorted(crowd.coming - self.here.keys()):
            row = self.here.get(found.person[one])
            self._note("player", one, row.id if row else "")
        if self.write and found.rows:
            self.connection.execute(insert(players), found.rows)
        if self.write and found.changes:
            self.connection.execute(insert(changes), found.changes)
        return found.ids

    def _bring(self, game: ImportedGame) -> None:
        row = self.coming[game.id]
        night = row.night if row else self.bundle.night_of[game.id]
        self.changed.add(night)
        if row is None:
            insert_game(self.connection, self.club, game, night)
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


ZIP_MARKS = (b"PK\x03\x04", b"PK\x05\x06")
PICTURES_AND_MORE = (
    b"%PDF",
    b"\x89PNG",
    b"\xff\xd8\xff",
    b"GIF8",
    b"\x1f\x8b",
    b"\xd0\xcf\x11\xe0",
)


def preview_import(
    database: Database, club: str, file: IO[bytes], *, by_name: bool
) -> tuple[Plan, str]:
    """What bringing this file in would do, and the id under which it is kept for an hour.

    Nothing else is written. Raises BadFile.
    """
    bundle = _bundle(database, club, file)
    plan = preview(database, club, bundle, by_name=by_name)
    upload = new_id()
    file.seek(0)
    with database.writing() as connection:
        keep_upload(connection, club, upload, file, clock.now())
    return plan, upload


def preview_again(database: Database, club: str, upload: str, *, by_name: bool) -> Plan:
    """What bringing in a file that is kept would do now; raises NotFound, BadFile."""
    with _kept(database, club, upload) as file:
        bundle = _bundle(database, club, file)
        return preview(database, club, bundle, by_name=by_name)


def apply_import(
    database: Database,
    club: str,
    upload: str,
    *,
    by_name: bool,
    mark: str,
    leave: bool = False,
    too: bool = False,
) -> Plan:
    """Bring in a file that is kept; raises NotFound, BadFile, and Conflict (see `importing`)."""
    with _kept(database, club, upload) as file:
        bundle = _bundle(database, club, file)
        said = {"by_name": by_name, "leave": leave, "too": too}
        plan = apply(database, club, bundle, mark=mark, **said)
    with database.writing() as connection:
        forget_upload(connection, club, upload)
    return plan


@contextmanager
def _kept(database: Database, club: str, upload: str) -> Iterator[IO[bytes]]:
    with database.writing() as connection:
        forget_old_uploads(connection, clock.now())
    with tempfile.SpooledTemporaryFile(IN_MEMORY) as file:
        with database.reading() as connection:
            there = is_id(upload) and read_upload(connection, club, upload, file)
        if not there:
            raise NotFound
        file.seek(0)
        yield file


def _bundle(database: Database, club: str, file: IO[bytes]) -> ImportFile:
    """The bundle of a file, by what it begins with and not by what it is called."""
    file.seek(0)
    begins = file.read(64)
    if not begins.strip():
        raise bad("The file", "there is nothing in it.")
    if begins.startswith(ZIP_MARKS):
        return parse_zip(file)
    if begins.startswith(PICTURES_AND_MORE):
        raise bad("The file", "this is neither a zip of records, nor a record, nor a CSV table.")
    file.seek(0)
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise bad("The file", "this is too large for a record or a table of totals.")
    zone = clock.zone_of(get_club(database, club).time_zone)
    if begins.removeprefix(b"\xef\xbb\xbf").lstrip().startswith((b"{", b"[")):
        return parse_record(data, zone)
    return paper_book(data, zone)
