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
    Guests,
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
from scorer.services.load import NIGHT
from scorer.services.ratings.rate import rate_club
from scorer.storage.database import Database
from scorer.storage.games import (
    BATCH,
    GameRows,
    bring_game,
    go_on,
    keep_last_played,
    read_game_rows,
)
from scorer.storage.locks import lock_club, lock_games, pieces
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


def preview(
    database: Database, club: str, bundle: ImportFile, *, by_name: bool, upload: str
) -> Plan:
    """What bringing this in would do; writes nothing. Raises BadFile.

    Whoever has no id in the file gets one that follows from the upload's.
    """
    with database.reading() as connection:
        return _Import(connection, club, bundle, by_name=by_name, upload=upload).plan


def apply(
    database: Database,
    club: str,
    bundle: ImportFile,
    *,
    by_name: bool,
    mark: str,
    leave: bool,
    upload: str,
    too: bool = False,
) -> Plan:
    """Do what `preview` has promised by this mark; with `too`, second games of a day as well.

    People come first, then the games, a piece at a time, then payments; each of these steps is
    whole in itself, and a file that was stopped half-way is brought in again for the rest. Raises
    BadFile, and Conflict where something has changed since, or where games that are told
    differently here would have to be left as they are and nobody has said so (`leave`).
    """
    # Nobody's deal waits while a file is read and compared.
    with validate(bundle) as known:
        with database.reading() as connection:
            coming = _Import(connection, club, known, by_name=by_name, upload=upload, too=too)
        plan = coming.plan
        open_question = plan.different or (plan.second and not too)
        if plan.mark != mark or (open_question and not leave):
            raise Conflict("changed_meanwhile")
        with database.writing() as connection:
            lock_club(connection, club)
            coming.add_people(connection)
        for piece in pieces(coming.games()):
            with database.writing() as connection:
                lock_club(connection, club)
                coming.add_games(connection, piece)
        with database.writing() as connection:
            lock_club(connection, club)
            coming.add_payments(connection)
    rate_club(database, club)
    return plan


class _Import:
    """One bundle on its way into a club: the plan of it, and the steps to carry it out.

    All games are read to see what becomes of each; those that come in are then read again.
    """

    def __init__(
        self,
        connection: Connection,
        club: str,
        bundle: ImportFile,
        *,
        by_name: bool,
        upload: str,
        too: bool = False,
    ) -> None:
        self.club, self.by_name, self.upload, self.too = club, by_name, upload, too
        self.plan, self.faults = Plan(), Faults()
        self.mark = hashlib.sha256()
        self.known = match_games(connection, club, bundle, by_name=by_name)
        self.bundle = self.known.bundle
        self.here = people_here(connection, club)
        self.crowd = SharedTables(self.bundle.people)
        self.coming: dict[str, AnyRow | None] = {}
        here = select(nights.c.id, nights.c.day, nights.c.deleted_at).where(nights.c.club == club)
        rows = connection.execute(here).all()
        self.nights = {row.id: row.deleted_at is not None for row in rows}
        self.days = {row.id: row.day for row in rows}
        self.head = self._new_head(connection)
        for batch in in_batches(self._games(None)):
            self._sort(connection, batch)
        self.faults.stop()
        self._plan_payments(connection)
        self.people = self._match(connection)
        self.plan.known, self.plan.here = self.people.known, self.people.here
        self.plan.by_name, self.plan.new = self.people.by_name, self.people.new
        self._note(self._who(self.people))
        self.plan.mark = self.mark.hexdigest()

    def add_people(self, connection: Connection) -> None:
        """Add who is new here; raises Conflict where the club knows others than it did."""
        self.here = people_here(connection, self.club)
        people = self._match(connection)
        if self._who(people) != self._who(self.people):
            raise Conflict("changed_meanwhile")
        self.people = people
        if self.head:
            connection.execute(update(clubs).where(clubs.c.id == self.club).values(**self.head))
        if people.rows:
            connection.execute(insert(players), people.rows)
        if people.changes:
            connection.execute(insert(changes), people.changes)

    def games(self) -> Iterator[ImportedGame]:
        """The games that come in, with the ids that their people have here."""
        for game in self._games(self.coming):
            yield settled(game, {**self.people.ids, **self.known.pairs.get(game.id, {})})

    def add_games(self, connection: Connection, piece: Sequence[ImportedGame]) -> None:
        """Add these games, or the rest of their books.

        Raises Conflict where somebody else has added or written one of them meanwhile, or put its
        night into the bin.
        """
        here = lock_games(connection, self.club, [game.id for game in piece])
        changed: set[str] = set()
        for game in piece:
            row, before = here.get(game.id), self.coming[game.id]
            night = before.night if before else self.bundle.night_of[game.id]
            if _state(row) != _state(before) or not self._open_night(connection, night):
                raise Conflict("changed_meanwhile")
            if row is None:
                insert_game(connection, self.club, game, night)
            else:
                go_on(connection, row, rows_of(game)[row.version :], game.rows)
            changed.add(night)
        keep_last_played(connection, self.club, {one for game in piece for one in game.people})
        for night in sorted(changed):
            write_document(connection, self.club, night)

    def add_payments(self, connection: Connection) -> None:
        """Add the payments that are new here, now that their nights are."""
        people = people_here(connection, self.club).keys()
        there = {night for night, gone in self.nights.items() if not gone}
        new = new_payments(connection, self.club, self.bundle.payments, there, people)
        if new:
            connection.execute(insert(payments), new)

    def _note(self, *what: object) -> None:
        self.mark.update(dump_json([str(one) for one in what]).encode())

    def _new_head(self, connection: Connection) -> Mapping[str, Any]:
        """What changes of a club that nobody has played in yet: it becomes the one that arrives."""
        head = self.bundle.head
        self.moves = head is not None and not any(
            connection.scalar(select(func.count()).where(table.c.club == self.club))
            for table in (games, players)
        )
        if head is None or not self.moves:
            return {}
        row = connection.execute(select(clubs).where(clubs.c.id == self.club)).one()
        told = {key: said or getattr(row, key) for key, said in head.items()}
        if told == {key: getattr(row, key) for key in told}:
            return {}
        self.plan.club = told["name"]
        self._note("club", *told.values())
        return told

    def _games(self, only: Container[str] | None) -> Iterator[ImportedGame]:
        """The games of the bundle; what is wrong with one does not keep the others from sight."""
        for one in self.bundle.games(only):
            if isinstance(one, BadFile):
                self.faults.add(*one.faults)
            else:
                yield one

    def _sort(self, connection: Connection, some: Sequence[ImportedGame]) -> None:
        """See what becomes of these games."""
        ids = [game.id for game in some]
        here = {one.row.id: one for one in read_game_rows(connection, self.club, ids)}
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
                self._plan_night(self.bundle.night_of[one.id])

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

    def _match(self, connection: Connection) -> Guests:
        """Who comes in: those who sit in what comes in, and all of a club that moves house."""
        crowd = self.crowd
        if self.moves:
            crowd.coming.update(self.bundle.people)
        arrivals = MatchedPeople(crowd.people, crowd.coming, crowd.together, self.known.met)
        found = match_people(
            connection, self.club, self.here, arrivals, by_name=self.by_name, upload=self.upload
        )
        self.faults.add(*crowd.doubled(found.person))
        self.faults.stop()
        return found

    def _who(self, people: Guests) -> list[tuple[str, str]]:
        """Whom the club knows of those who come in, and as whom."""
        coming = sorted(self.crowd.coming - self.here.keys())
        rows = ((one, self.here.get(people.person[one])) for one in coming)
        return [(one, row.id if row else "") for one, row in rows]

    def _plan_night(self, night: str) -> None:
        """Count a night that is not here yet."""
        if night not in self.nights:
            self.nights[night] = False
            self.plan.nights += 1
            self._note("night", night)

    def _open_night(self, connection: Connection, night: str) -> bool:
        """Make a night that is not here yet; False where it lies in the bin."""
        asked = {"of_club": self.club, "of_night": night}
        row = connection.execute(NIGHT, asked).first()
        if row is None:
            new = {"club": self.club, **vars(self.bundle.evenings[night])}
            connection.execute(insert(nights), new)
        return row is None or row.deleted_at is None

    def _plan_payments(self, connection: Connection) -> None:
        people = self.here.keys() | self.bundle.people.keys()
        there = {night for night, gone in self.nights.items() if not gone}
        new = new_payments(connection, self.club, self.bundle.payments, there, people)
        self.plan.payments = len(new)
        for one in new:
            self._note("payment", one["id"])
            self.crowd.coming |= {one["payer"], one["payee"]} & self.bundle.people.keys()


def _state(row: AnyRow | None) -> tuple[object, ...]:
    """What must not change of a game between looking at it and writing in it."""
    return () if row is None else (row.version, row.night, row.deleted_at)


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
    bundle, upload = _bundle(database, club, file), new_id()
    plan = preview(database, club, bundle, by_name=by_name, upload=upload)
    file.seek(0)
    with database.writing() as connection:
        keep_upload(connection, club, upload, file, clock.now())
    return plan, upload


def preview_again(database: Database, club: str, upload: str, *, by_name: bool) -> Plan:
    """What bringing in a file that is kept would do now; raises NotFound, BadFile."""
    with _kept(database, club, upload) as file:
        bundle = _bundle(database, club, file)
        return preview(database, club, bundle, by_name=by_name, upload=upload)


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
        choices = {"by_name": by_name, "leave": leave, "too": too}
        plan = apply(database, club, bundle, mark=mark, upload=upload, **choices)
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
