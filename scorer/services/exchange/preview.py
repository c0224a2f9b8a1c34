"""What importing a file would do: each game and everybody in it compared with the club's."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import IO, Any

from sqlalchemy import Connection, func, select

from scorer.rules.kinds import Kind
from scorer.rules.start import Start
from scorer.services import clock
from scorer.services.exchange.export import named_people
from scorer.services.exchange.faults import BadFile
from scorer.services.exchange.import_file import ImportedGame, ImportFile
from scorer.services.exchange.match_games import KnownGame, match_games, pair_named
from scorer.services.exchange.match_people import Guests, PeopleMatch
from scorer.services.exchange.uploads import kept_file, parsed_file
from scorer.services.ids import new_id
from scorer.storage.database import Database
from scorer.storage.games import BATCH, GameRows, read_game_rows
from scorer.storage.results import Row
from scorer.storage.schema import AnyRow, clubs, games, nights, payments, players
from scorer.storage.stored_json import dump_json, load_json
from scorer.storage.uploads import keep_upload

# What becomes of a game. One that is behind has fewer entries in the file than in the club.
NEW, SAME, LONGER, BEHIND = "new", "same", "longer", "behind"
DIFFERENT, IN_BIN = "different", "in_bin"


@dataclass
class Plan:
    """What importing a file does.

    `games` counts them by what becomes of them, `kinds` has those of the new ones by key, and
    `different` names those of the club that are left as they are. `second` names games of the club
    of the same day and people as one in the file with other totals, which differs too or may be a
    second game. `known` are people of the file whom the club knows, under the names they have
    there; `by_name` are those who are taken to be somebody there because of their name. `mark`
    stands for all of it: the same mark means that the same will be done.
    """

    games: Counter[str] = field(default_factory=Counter)
    kinds: dict[str, Kind] = field(default_factory=dict)
    different: list[KnownGame] = field(default_factory=list)
    second: list[KnownGame] = field(default_factory=list)
    known: list[str] = field(default_factory=list)
    by_name: list[str] = field(default_factory=list)
    new: list[str] = field(default_factory=list)
    nights: int = 0
    payments: int = 0
    payments_left_out: int = 0
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
    with kept_file(database, club, upload) as file:
        return _preview(database, club, file, by_name=by_name, upload=upload)


def _preview(database: Database, club: str, data: IO[bytes], *, by_name: bool, upload: str) -> Plan:
    with parsed_file(database, club, data) as file, database.reading() as connection:
        return Comparison(connection, club, file, by_name=by_name, upload=upload).plan


class Comparison:
    """A file compared with the club: the plan, and all that is needed to carry it out.

    `coming` has the games that come in, each with its row where the rest of its book does. With
    `too`, second games of a day come in as well. Raises BadFile where people cannot be told apart.
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
        self.club, self.by_name, self.upload, self.too = club, by_name, upload, too
        self.plan, self._mark = Plan(), hashlib.sha256()
        self.match = match_games(connection, club, file, by_name=by_name)
        self.file = self.match.file
        self.guests = Guests(dict(self.file.people))
        self.coming: dict[str, AnyRow | None] = {}
        rows = connection.execute(select(nights).where(nights.c.club == club))
        self._nights = {row.id: row for row in rows}
        self._new_nights: set[str] = set()
        self.club_values = self._compare_club(connection)
        known = read_players(connection, club)
        file_games = iter(self.file.games)
        while batch := list(islice(file_games, BATCH)):
            self._compare_games(connection, batch, known)
        everybody = known.keys() | self.file.people.keys()
        self.plan.payments_left_out = self.file.payments_left_out
        for payment in self.new_payments(connection, everybody):
            self._note("payment", payment["id"])
            self.plan.payments += 1
            self.guests.coming |= {payment["payer"], payment["payee"]} & self.file.people.keys()
        self.people = self.match_people(connection)
        self.plan.known, self.plan.new = self.people.known_names, self.people.new
        self.plan.by_name = self.people.by_name
        self._note("people", self.people.decisions)
        self.plan.mark = self._mark.hexdigest()

    def match_people(self, connection: Connection) -> PeopleMatch:
        """Who those are that come in, as the club is now; raises BadFile."""
        match = PeopleMatch(
            connection,
            self.club,
            read_players(connection, self.club),
            self.guests,
            self.match.agreed,
            by_name=self.by_name,
            upload=self.upload,
        )
        if faults := list(match.faults()):
            raise BadFile(*faults)
        return match

    def new_games(self, people: PeopleMatch) -> Iterator[ImportedGame]:
        """The games that come in, with the ids that their people have in the club."""
        for game in self.file.games:
            if game.id in self.coming:
                yield game.with_players({**people.ids, **self.match.pairs.get(game.id, {})})

    def new_payments(self, connection: Connection, people: Collection[str]) -> list[Row]:
        """The payments of the file that are new and between these people."""
        among = self.file.payments
        known: set[str] = set()
        of_club = select(payments.c.id).where(payments.c.club == self.club)
        for at in range(0, len(among), BATCH):
            ids = [payment["id"] for payment in among[at : at + BATCH]]
            known.update(connection.scalars(of_club.where(payments.c.id.in_(ids))))
        return [
            {**payment, "club": self.club}
            for payment in among
            if payment["id"] not in known
            and payment["payer"] in people
            and payment["payee"] in people
        ]

    def _note(self, *what: object) -> None:
        """Let the mark depend on this."""
        self._mark.update(dump_json([str(part) for part in what]).encode())

    def _compare_club(self, connection: Connection) -> Mapping[str, Any]:
        """What changes of a club that nobody has played in yet: it becomes the one of the file."""
        values = self.file.club
        if values is None or any(
            connection.scalar(select(func.count()).where(table.c.club == self.club))
            for table in (games, players)
        ):
            return {}
        self.guests.coming.update(self.file.people)
        row = connection.execute(select(clubs).where(clubs.c.id == self.club)).one()
        values = {key: text or getattr(row, key) for key, text in values.items()}
        if values == {key: getattr(row, key) for key in values}:
            return {}
        self.plan.club = values["name"]
        self._note("club", *values.values())
        return values

    def _compare_games(
        self, connection: Connection, batch: Sequence[ImportedGame], people: Mapping[str, AnyRow]
    ) -> None:
        """See what becomes of these games."""
        ids = [game.id for game in batch]
        rows_of = {rows.row.id: rows for rows in read_game_rows(connection, self.club, ids)}
        for game in batch:
            known = rows_of.get(game.id)
            if known is not None:
                self.match.pairs[game.id] = pair_named(game, known, people)
            game = game.with_players(self.match.pairs.get(game.id, {}))
            night = known.row.night if known else game.night
            kind = self._kind(game, known, night)
            self._note(kind, game.id, len(game.book), known.row.version if known else "")
            if second := self.match.second.get(game.id):
                self.plan.second.append(second)
                kind = NEW if self.too else kind
            elif kind == DIFFERENT and known is not None:
                day, began = self._nights[night].day, known.row.started_at
                different = KnownGame(game.id, game.results.kind, night, day, began)
                different.only_totals = game.only_totals
                self.plan.different.append(different)
            self.plan.games[kind] += 1
            if kind in (NEW, LONGER):
                self.coming[game.id] = known.row if known else None
                self.guests.add(game)
            if kind == NEW:
                self.plan.kinds.setdefault(game.results.kind.key, game.results.kind)
            if kind == NEW and night not in self._nights and night not in self._new_nights:
                self._new_nights.add(night)
                self.plan.nights += 1
                self._note("night", night)

    def _kind(self, game: ImportedGame, known: GameRows | None, night: str) -> str:
        row = self._nights.get(night)
        if (row and row.deleted_at is not None) or (known and known.row.deleted_at is not None):
            return IN_BIN
        if known is None:
            return DIFFERENT if game.id in self.match.second else NEW
        if game.id in self.match.same:
            return SAME if len(known.book) == len(game.book) else BEHIND
        return compare(known, game)


def compare(known: GameRows, game: ImportedGame) -> str:
    """Whether a game is the same as the club's, goes on from it, is behind it, or differs.

    What people are called is no difference: somebody may have become anonymous since.
    """
    rules = known.row.edition, known.row.house_rules
    if rules != (game.row["edition"], game.row["house_rules"]):
        return DIFFERENT
    if _nameless_start(known.start) != _nameless_start(game.start):
        return DIFFERENT
    for ours, theirs in zip(known.book, game.book, strict=False):
        if (ours.name, ours.kind) != (theirs["name"], theirs["kind"]):
            return DIFFERENT
        contents = ours.content, theirs["content"]
        if contents[0] != contents[1] and len(set(map(_nameless, contents))) > 1:
            return DIFFERENT
    if len(known.book) == len(game.book):
        return SAME
    return LONGER if len(known.book) < len(game.book) else BEHIND


def _nameless_start(start: Start) -> tuple[object, ...]:
    """How a game began, but for what people are called."""
    people = [sitter.player for sitter in start.sitters]
    return start.variant, start.first_dealer, start.carried, people


def _nameless(content: str) -> str:
    value = load_json(content)
    for person in named_people(value):
        del person["name"]
    return dump_json(value)


def read_players(connection: Connection, club: str) -> dict[str, AnyRow]:
    """All players of a club, by id."""
    rows = connection.execute(select(players).where(players.c.club == club))
    return {row.id: row for row in rows}
