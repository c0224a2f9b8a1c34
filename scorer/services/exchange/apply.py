"""An import previewed and applied."""

from __future__ import annotations

import hashlib
import pickle
import tempfile
from collections import Counter
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from itertools import islice
from typing import IO, Any

from sqlalchemy import Connection, func, insert, select, update

from scorer.rules.record import MOST_BYTES
from scorer.rules.start import Start
from scorer.services import clock
from scorer.services.club.clubs import get_club
from scorer.services.errors import Conflict, NotFound
from scorer.services.exchange.errors import BadFile, Faults, bad_file
from scorer.services.exchange.export import IN_MEMORY, named_people
from scorer.services.exchange.match import PeopleMatch, match_games, pair_named, players_here
from scorer.services.exchange.paper_book import parse_table
from scorer.services.exchange.parse import ImportedGame, ImportFile, parse_record
from scorer.services.exchange.zips import parse_zip
from scorer.services.ids import is_id, new_id
from scorer.services.people.players import add_players
from scorer.services.ratings.rate import rate_club
from scorer.storage.database import Database
from scorer.storage.games import (
    BATCH,
    GameRows,
    append_entries,
    find_night,
    insert_game_rows,
    read_game_rows,
    update_last_played,
)
from scorer.storage.locks import lock_club, lock_games, pieces
from scorer.storage.results import Row
from scorer.storage.schema import AnyRow, changes, clubs, games, nights, payments, players
from scorer.storage.search import write_document
from scorer.storage.stored_json import dump_json, load_json
from scorer.storage.uploads import forget_old_uploads, forget_upload, keep_upload, read_upload

# What becomes of a game. One that is behind has fewer entries in the file than here.
NEW, SAME, LONGER, BEHIND = "new", "same", "longer", "behind"
DIFFERENT, IN_BIN = "different", "in the bin"
ZIP_MARKS = (b"PK\x03\x04", b"PK\x05\x06")
PICTURES_AND_MORE = (
    *(b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"\x1f\x8b", b"\xd0\xcf\x11\xe0"),
)


@dataclass(frozen=True)
class GameHere:
    """A game here that says something else than in the file, with the day of its night.

    Of a game of which only the totals were noted nobody knows the hour.
    """

    id: str
    variant: str
    day: date
    started_at: datetime | None


@dataclass
class Plan:
    """What importing a file does.

    `games` counts them by what becomes of them, `different` names those that are left as they
    are. `second` names games here of the same day and people as one in the file with other
    totals, which is told differently too or may be a second game. `here` are people of the file
    who are known already, under the names they have here; `by_name` are people who are taken to
    be somebody here because of their name. `mark` stands for all of it: the same mark means that
    the same will be done.
    """

    games: Counter[str] = field(default_factory=Counter)
    different: list[GameHere] = field(default_factory=list)
    second: list[GameHere] = field(default_factory=list)
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
        added = self.games[NEW] + self.games[LONGER] + self.payments + len(self.new)
        return bool(added + len(self.by_name)) or bool(self.club)

    @property
    def agrees(self) -> bool:
        """Whether every game of the file is here just as the file tells it."""
        return self.games.total() == self.games[SAME]


def preview_import(
    database: Database, club: str, file: IO[bytes], *, by_name: bool
) -> tuple[Plan, str]:
    """What importing this file would do, and the id under which it is kept for an hour.

    Nothing else is written. Raises BadFile.
    """
    upload = new_id()
    plan = _preview(database, club, file, by_name=by_name, upload=upload)
    file.seek(0)
    with database.writing() as connection:
        keep_upload(connection, club, upload, file, clock.now())
    return plan, upload


def preview_again(database: Database, club: str, upload: str, *, by_name: bool) -> Plan:
    """What importing a file that is kept would do now; raises NotFound, BadFile."""
    with _kept_file(database, club, upload) as file:
        return _preview(database, club, file, by_name=by_name, upload=upload)


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
    """Import a file that is kept, as a preview with this mark has promised.

    With `too`, second games of a day come in as well. People come first, then some nights at a
    time with their games and payments; stopped half-way, the nights that are here are whole, and
    the file is imported again for the rest. Raises NotFound, BadFile, and Conflict where something
    has changed since, or where games that are told differently here would have to be left as they
    are and nobody has said so (`leave`).
    """
    # Nobody's deal waits while a file is read and compared.
    with (
        _kept_file(database, club, upload) as file,
        _validated(_parse(database, club, file)) as parsed,
    ):
        with database.reading() as connection:
            coming = _Import(connection, club, parsed, by_name=by_name, upload=upload, too=too)
        plan = coming.plan
        open_question = plan.different or (plan.second and not too)
        if plan.mark != mark or (open_question and not leave):
            raise Conflict("changed_meanwhile")
        try:
            with database.writing() as connection:
                lock_club(connection, club)
                coming.add_people(connection)
            for piece in pieces(coming.games(), key=coming.night_of):
                with database.writing() as connection:
                    lock_club(connection, club)
                    coming.add_games(connection, piece)
            with database.writing() as connection:
                lock_club(connection, club)
                coming.add_payments(connection, coming.file.payments)
        finally:
            # What came in before it was stopped counts as well.
            rate_club(database, club)
    with database.writing() as connection:
        forget_upload(connection, club, upload)
    return plan


def _preview(database: Database, club: str, file: IO[bytes], *, by_name: bool, upload: str) -> Plan:
    parsed = _parse(database, club, file)
    with database.reading() as connection:
        return _Import(connection, club, parsed, by_name=by_name, upload=upload).plan


@contextmanager
def _kept_file(database: Database, club: str, upload: str) -> Iterator[IO[bytes]]:
    with database.writing() as connection:
        forget_old_uploads(connection, clock.now())
    with tempfile.SpooledTemporaryFile(IN_MEMORY) as file:
        with database.reading() as connection:
            if not (is_id(upload) and read_upload(connection, club, upload, file)):
                raise NotFound
        yield file


def _parse(database: Database, club: str, file: IO[bytes]) -> ImportFile:
    """What a file holds, by what it begins with and not by what it is called."""
    file.seek(0)
    begins = file.read(64)
    if not begins.strip():
        raise bad_file("The file", "there is nothing in it.")
    if begins.startswith(ZIP_MARKS):
        return parse_zip(file)
    if begins.startswith(PICTURES_AND_MORE):
        says = "this is neither a zip of records, nor a record, nor a CSV table."
        raise bad_file("The file", says)
    file.seek(0)
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise bad_file("The file", "this is too large for a record or a table of totals.")
    zone = clock.zone_of(get_club(database, club).time_zone)
    is_json = begins.removeprefix(b"\xef\xbb\xbf").lstrip().startswith((b"{", b"["))
    return (parse_record if is_json else parse_table)(data, zone)


@contextmanager
def _validated(file: ImportFile) -> Iterator[ImportFile]:
    """The same file, whose games were all parsed, and are only fetched from now on.

    They are kept in a temporary file: all at once they may be more than the memory holds. Raises
    BadFile with what is wrong in any of them.
    """
    with tempfile.SpooledTemporaryFile(IN_MEMORY) as spooled:
        faults, number = Faults(), 0
        for game in file.games(None):
            if isinstance(game, BadFile):
                faults.add(*game.faults)
            else:
                pickle.dump(game, spooled)
                number += 1
        faults.stop()

        def fetch(only: Container[str] | None) -> Iterator[ImportedGame | BadFile]:
            spooled.seek(0)
            for _ in range(number):
                game: ImportedGame = pickle.load(spooled)  # noqa: S301 (nobody else writes there)
                if only is None or game.id in only:
                    yield game

        yield replace(file, games=fetch)


def compare(known: GameRows, game: ImportedGame) -> str:
    """Whether a game is the same as the one here, goes on from it, is behind it, or differs.

    What people are called is no difference: somebody may have become anonymous since.
    """
    if _beginning(known.row, known.start) != _beginning(game, game.start):
        return DIFFERENT
    for row, entry in zip(known.book, game.book, strict=False):
        mine, theirs = (
            (row.name, row.kind, row.content),
            (entry["name"], entry["kind"], entry["content"]),
        )
        if mine != theirs and (
            mine[:2] != theirs[:2] or _nameless(mine[2]) != _nameless(theirs[2])
        ):
            return DIFFERENT
    if len(known.book) == len(game.book):
        return SAME
    return LONGER if len(known.book) < len(game.book) else BEHIND


def _beginning(game: AnyRow | ImportedGame, start: Start) -> tuple[Any, ...]:
    """How a game began, but for what people are called."""
    people = [sitter.player for sitter in start.sitters]
    rules = game.edition, game.house_rules
    return start.variant, *rules, start.first_dealer, start.carried, people


def _nameless(content: str) -> Any:
    value = load_json(content)
    for person in named_people(value):
        del person["name"]
    return value


class _Import:
    """A file on its way into a club: the plan of it, and the steps to carry it out.

    All games are read to see what becomes of each; those that come in are then read again.
    """

    def __init__(
        self,
        connection: Connection,
        club: str,
        file: ImportFile,
        *,
        by_name: bool,
        upload: str,
        too: bool = False,
    ) -> None:
        self.club, self.too = club, too
        self.plan, self.faults = Plan(), Faults()
        self.mark = hashlib.sha256()
        self.match = match_games(connection, club, file, by_name=by_name)
        self.file = self.match.file
        self.here = players_here(connection, club)
        self.people = PeopleMatch(club, self.match, by_name=by_name, upload=upload)
        self.coming: dict[str, AnyRow | None] = {}
        wanted = select(nights.c.id, nights.c.day, nights.c.deleted_at).where(nights.c.club == club)
        rows = connection.execute(wanted).all()
        self.nights = {row.id: row.deleted_at is not None for row in rows}
        self.days = {row.id: row.day for row in rows}
        self.head = self._plan_club(connection)
        arriving = self._games(None)
        while batch := list(islice(arriving, BATCH)):
            self._plan_games(connection, batch)
        self.faults.stop()
        everybody = self.here.keys() | self.file.people.keys()
        for payment in self._new_payments(connection, self.file.payments, everybody):
            self._note("payment", payment["id"])
            self.plan.payments += 1
            self.people.coming |= {payment["payer"], payment["payee"]} & self.file.people.keys()
        if self.moves:
            self.people.coming.update(self.file.people)
        self.found = self._find_people(connection)
        self.plan.known, self.plan.here = self.people.known, self.people.names_here
        self.plan.by_name, self.plan.new = self.people.by_name, self.people.new
        self._note("people", self.found)
        self.plan.mark = self.mark.hexdigest()

    def add_people(self, connection: Connection) -> None:
        """Add who is new here; raises Conflict where the club knows others than it did."""
        self.here = players_here(connection, self.club)
        if self._find_people(connection) != self.found:
            raise Conflict("changed_meanwhile")
        if self.head:
            connection.execute(update(clubs).where(clubs.c.id == self.club).values(**self.head))
        if self.people.rows:
            add_players(connection, self.club, self.people.rows)
        if self.people.changes:
            connection.execute(insert(changes), self.people.changes)
        self.forgotten = _forgotten(connection, self.club)
        self.payers = players_here(connection, self.club).keys()

    def night_of(self, game: ImportedGame) -> str:
        """The night of a game in the file."""
        return self.file.night_of[game.id]

    def games(self) -> Iterator[ImportedGame]:
        """The games that come in, with the ids that their people have here."""
        for game in self._games(self.coming):
            yield game.with_players({**self.people.ids, **self.match.pairs.get(game.id, {})})

    def add_games(self, connection: Connection, piece: Sequence[ImportedGame]) -> None:
        """Add these games, or the rest of their books, and the payments of their nights.

        Raises Conflict where somebody else has added or written one of them meanwhile, put its
        night into the bin, or forgotten a name: the file would bring it back.
        """
        if _forgotten(connection, self.club) != self.forgotten:
            raise Conflict("changed_meanwhile")
        here = lock_games(connection, self.club, [game.id for game in piece])
        changed: set[str] = set()
        for game in piece:
            row, before = here.get(game.id), self.coming[game.id]
            night = before.night if before else self.file.night_of[game.id]
            if _state(row) != _state(before) or not self._open_night(connection, night):
                raise Conflict("changed_meanwhile")
            if row is None:
                self._add_game(connection, game, night)
            else:
                append_entries(connection, row, game.book[row.version :], game.rows)
            changed.add(night)
        update_last_played(connection, self.club, {one for game in piece for one in game.people})
        for night in sorted(changed):
            write_document(connection, self.club, night)
        self.add_payments(
            connection, [paid for paid in self.file.payments if paid["night"] in changed]
        )

    def add_payments(self, connection: Connection, among: Sequence[Row]) -> None:
        """Add those of these payments that are new here."""
        new = self._new_payments(connection, among, self.payers)
        if new:
            connection.execute(insert(payments), new)

    def _add_game(self, connection: Connection, game: ImportedGame, night: str) -> None:
        start = game.start
        row = {
            "club": self.club,
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
        sitting = [
            {"seat": seat, "player": sitter.player, "name": sitter.name}
            for seat, sitter in enumerate(start.sitters)
        ]
        insert_game_rows(connection, row, sitting, game.book, game.rows)

    def _open_night(self, connection: Connection, night: str) -> bool:
        """Make a night that is not here yet; False where it lies in the bin."""
        row = find_night(connection, self.club, night)
        if row is None:
            connection.execute(insert(nights), {"club": self.club, **self.file.nights[night]})
        return row is None or row.deleted_at is None

    def _note(self, *what: object) -> None:
        """Let the mark depend on this."""
        self.mark.update(dump_json([str(part) for part in what]).encode())

    def _games(self, only: Container[str] | None) -> Iterator[ImportedGame]:
        """The games of the file; what is wrong with one does not keep the others from sight."""
        for game in self.file.games(only):
            if isinstance(game, BadFile):
                self.faults.add(*game.faults)
            else:
                yield game

    def _plan_club(self, connection: Connection) -> Mapping[str, Any]:
        """What changes of a club that nobody has played in yet: it becomes the one that arrives."""
        head = self.file.head
        self.moves = head is not None and not any(
            connection.scalar(select(func.count()).where(table.c.club == self.club))
            for table in (games, players)
        )
        if head is None or not self.moves:
            return {}
        row = connection.execute(select(clubs).where(clubs.c.id == self.club)).one()
        new = {key: text or getattr(row, key) for key, text in head.items()}
        if new == {key: getattr(row, key) for key in new}:
            return {}
        self.plan.club = new["name"]
        self._note("club", *new.values())
        return new

    def _plan_games(self, connection: Connection, batch: Sequence[ImportedGame]) -> None:
        """See what becomes of these games."""
        ids = [game.id for game in batch]
        here = {rows.row.id: rows for rows in read_game_rows(connection, self.club, ids)}
        for game in batch:
            known = here.get(game.id)
            if known is not None:
                self.match.pairs[game.id] = pair_named(game, known, self.here)
            game = game.with_players(self.match.pairs.get(game.id, {}))
            night = self.file.night_of[game.id]
            kind = self._kind(game, known)
            self._note(kind, game.id, len(game.book), known.row.version if known else "")
            if beside := self.match.perhaps.get(game.id):
                at = None if beside.only_totals else beside.started_at
                self.plan.second.append(GameHere(beside.id, beside.variant, beside.day, at))
                kind = NEW if self.too else kind
            elif kind == DIFFERENT and known is not None:
                day, at = self.days[known.row.night], None if game.only_totals else game.started_at
                self.plan.different.append(GameHere(game.id, game.start.variant, day, at))
            self.plan.games[kind] += 1
            if kind in (NEW, LONGER):
                self.coming[game.id] = known.row if known else None
                self.people.add(game)
            if kind == NEW and night not in self.nights:
                self.nights[night] = False
                self.plan.nights += 1
                self._note("night", night)

    def _kind(self, game: ImportedGame, known: GameRows | None) -> str:
        night = known.row.night if known else self.file.night_of[game.id]
        if self.nights.get(night) or (known and known.row.deleted_at is not None):
            return IN_BIN
        if known is None:
            return DIFFERENT if game.id in self.match.perhaps else NEW
        if game.id in self.match.same:
            return SAME if len(known.book) == len(game.book) else BEHIND
        return compare(known, game)

    def _new_payments(
        self, connection: Connection, among: Sequence[Row], people: Collection[str]
    ) -> list[Row]:
        """Those of these payments that are new: of nights that are here, among these people."""
        known: set[str] = set()
        for at in range(0, len(among), BATCH):
            ids = [payment["id"] for payment in among[at : at + BATCH]]
            mine = select(payments.c.id).where(payments.c.club == self.club)
            known.update(connection.scalars(mine.where(payments.c.id.in_(ids))))
        return [
            {**payment, "club": self.club}
            for payment in among
            if payment["id"] not in known
            and self.nights.get(payment["night"]) is False
            and payment["payer"] in people
            and payment["payee"] in people
        ]

    def _find_people(self, connection: Connection) -> list[tuple[str, str]]:
        """Who those are that come in: for each who is not here, the person here or none."""
        people = self.people
        people.decide(connection, self.here)
        self.faults.add(*people.faults())
        self.faults.stop()
        missing = sorted(people.coming - self.here.keys())
        rows = [self.here.get(people.person[player]) for player in missing]
        return [(player, row.id if row else "") for player, row in zip(missing, rows, strict=True)]


def _forgotten(connection: Connection, club: str) -> set[str]:
    """The players whose names were forgotten."""
    gone = players.c.club == club, players.c.anonymous_at.is_not(None)
    return set(connection.scalars(select(players.c.id).where(*gone)))


def _state(row: AnyRow | None) -> tuple[object, ...]:
    """What must not change of a game between looking at it and writing in it."""
    return () if row is None else (row.version, row.night, row.deleted_at)
