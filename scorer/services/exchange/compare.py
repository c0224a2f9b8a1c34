"""A file compared with the club: what importing it would do."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from itertools import islice

from sqlalchemy import Connection, bindparam, select

from scorer.rules.kinds import Kind, parse_kind
from scorer.rules.start import Start
from scorer.services.exchange.export import named_people
from scorer.services.exchange.faults import MOST_SHOWN, Fault
from scorer.services.exchange.import_file import ImportedGame, ImportedPerson, ImportFile
from scorer.services.exchange.people import ClubPeople, check_sittings, match_people
from scorer.services.exchange.totals import Choices
from scorer.storage.games import BATCH, GameRows, read_game_rows
from scorer.storage.results import Row
from scorer.storage.schema import AnyRow, AnySelect, clubs, games, nights, payments, results
from scorer.storage.schema import players as player_rows
from scorer.storage.stored_json import dump_json, load_json

# What becomes of a game of the file: of one that is LONGER than here the rest of its book comes in.
NEW, LONGER, HERE, IN_BIN, DIFFERENT = "new", "longer", "here", "in_bin", "different"
CLUB = select(clubs).where(clubs.c.id == bindparam("of_club"))
NIGHTS = select(nights).where(nights.c.club == bindparam("of_club"))
ANY_GAME = select(games.c.id).where(games.c.club == bindparam("of_club")).limit(1)
PAYMENTS = select(payments.c.id).where(payments.c.club == bindparam("of_club"))
# What everybody had in the end, in the games of these days.
TOTALS: AnySelect = (
    select(
        *(games.c.id, games.c.kind, nights.c.day, results.c.person, results.c.total),
        (games.c.deleted_at.is_not(None) | nights.c.deleted_at.is_not(None)).label("in_bin"),
        player_rows.c.anonymous_at,
    )
    .join(nights, (nights.c.club == games.c.club) & (nights.c.id == games.c.night))
    .join(results, (results.c.club == games.c.club) & (results.c.game == games.c.id))
    .join(
        player_rows,
        (player_rows.c.club == games.c.club) & (player_rows.c.id == results.c.person),
    )
    .where(
        games.c.club == bindparam("of_club"),
        nights.c.day.between(bindparam("first"), bindparam("last")),
    )
    .order_by("in_bin", games.c.id)
)


@dataclass(frozen=True)
class Different:
    """A game of the club of which the file says something else, and which stays as it is."""

    id: str
    kind: Kind
    day: date


@dataclass
class Plan:
    """The effect of importing a file.

    `games` counts them by what becomes of them, `kinds` has those of the new ones by key, and
    `days` the first and the last day of the new nights.
    `known`, `by_name` and `new` are the names of its people: of those who are here already, of
    those found here by name, and of the others. `left_out` are the games of 0.4 that do not come
    in, and `without_history` counts those of which the history of answers does not.
    """

    games: Counter[str] = field(default_factory=Counter)
    kinds: dict[str, Kind] = field(default_factory=dict)
    different: list[Different] = field(default_factory=list)
    nights: int = 0
    days: tuple[date, date] | None = None
    payments: int = 0
    payments_left_out: int = 0
    club: str = ""
    known: list[str] = field(default_factory=list)
    by_name: list[str] = field(default_factory=list)
    new: list[str] = field(default_factory=list)
    left_out: tuple[Fault, ...] = ()
    without_history: int = 0

    @property
    def changes(self) -> bool:
        """Whether anything at all would be different afterwards."""
        counted = self.games[NEW] + self.games[LONGER] + self.payments
        return bool(counted or self.club or self.new or self.by_name)

    def mark(self, choices: Choices) -> str:
        """A digest: the same mark means that the same will be done."""
        return hashlib.sha256(repr((self, choices)).encode()).hexdigest()


class Comparison:
    """The plan for a file, and all that is needed to carry it out.

    `coming` has the games that come in, each with its row where the rest of its book does. Raises
    BadFile where one person would sit twice.
    """

    def __init__(
        self, connection: Connection, club: str, file: ImportFile, people: ClubPeople
    ) -> None:
        self.club, self.file = club, file
        left_out = tuple(file.left_out[:MOST_SHOWN])
        self.plan = Plan(payments_left_out=file.payments_left_out, left_out=left_out)
        self.club_values = self._compare_club(connection, people)
        self.forgotten = people.forgotten
        self.coming: dict[str, AnyRow | None] = {}
        self.new_nights: dict[str, Row] = {}
        self._nights = {row.id: row for row in connection.execute(NIGHTS, {"of_club": club})}
        everybody = dict(file.people)
        coming = set(file.people if self.club_values else ())
        known_totals = _KnownTotals(connection, club, file)
        for game, known in self._games(connection):
            for player, name in game.people.items():
                # The list of players in a zip has everybody already.
                everybody.setdefault(player, ImportedPerson(player, name, player))
            if self._compare_game(game, known, known_totals) in (NEW, LONGER):
                coming.update(game.people)
        days = [night["day"] for night in self.new_nights.values()]
        self.plan.nights, self.plan.days = len(days), (min(days), max(days)) if days else None
        self.payments = self._new_payments(connection, people.rows.keys() | everybody.keys())
        self.plan.payments = len(self.payments)
        for payment in self.payments:
            coming |= {payment["payer"], payment["payee"]} - people.rows.keys()
        self.people = match_people(people, everybody, coming)
        self.plan.known, self.plan.by_name = self.people.known, self.people.by_name
        self.plan.new = self.people.new
        for game in self.new_games():
            check_sittings(self.people, game)

    def new_games(self) -> Iterator[ImportedGame]:
        """The games that come in."""
        return (game for game in self.file.games if game.id in self.coming)

    def _games(self, connection: Connection) -> Iterator[tuple[ImportedGame, GameRows | None]]:
        """The games of the file, each with the one of the club that has its id."""
        file_games = iter(self.file.games)
        while batch := list(islice(file_games, BATCH)):
            ids = [game.id for game in batch]
            known = {rows.row.id: rows for rows in read_game_rows(connection, self.club, ids)}
            yield from ((game, known.get(game.id)) for game in batch)

    def _compare_club(self, connection: Connection, people: ClubPeople) -> Mapping[str, str]:
        """The values that a club in which nobody has played takes over from the file."""
        key = {"of_club": self.club}
        if self.file.club is None or people.rows or connection.scalar(ANY_GAME, key):
            return {}
        row = connection.execute(CLUB, key).one()
        values = {name: text or getattr(row, name) for name, text in self.file.club.items()}
        if any(getattr(row, name) != text for name, text in values.items()):
            self.plan.club = values["name"]
        return values

    def _compare_game(
        self, game: ImportedGame, known: GameRows | None, known_totals: _KnownTotals
    ) -> str:
        """Note what becomes of a game; its state."""
        night = self._nights.get(known.row.night if known else game.night)
        in_bin = night is not None and night.deleted_at is not None
        if in_bin or (known is not None and known.row.deleted_at is not None):
            state = IN_BIN
        else:
            state = compare(known, game) if known else known_totals.take(game)
        if state in (NEW, LONGER):
            self.coming[game.id] = known.row if known else None
        self.plan.without_history += game.of_0_4 and state in (NEW, LONGER)
        if state == NEW:
            self.plan.kinds.setdefault(game.results.kind.key, game.results.kind)
            if night is None:
                self.new_nights[game.night] = self.file.nights[game.night]
        elif state == DIFFERENT and known is not None and night is not None:
            kind = parse_kind(known.row.kind, known.row.title)
            self.plan.different.append(Different(game.id, kind, night.day))
        self.plan.games[state] += 1
        return state

    def _new_payments(self, connection: Connection, people: set[str]) -> list[Row]:
        """The payments of the file that are new and between these people."""
        known = set(connection.scalars(PAYMENTS, {"of_club": self.club}))
        return [
            {**payment, "club": self.club}
            for payment in {payment["id"]: payment for payment in self.file.payments}.values()
            if payment["id"] not in known and {payment["payer"], payment["payee"]} <= people
        ]


def compare(known: GameRows, game: ImportedGame) -> str:
    """Whether a game is here, goes on from what is here, or differs.

    Names of people are no difference: one may have become anonymous since.
    """
    rules = known.row.edition, known.row.house_rules
    if rules != (game.row["edition"], game.row["house_rules"]):
        return DIFFERENT
    if _nameless_start(known.start) != _nameless_start(game.start):
        return DIFFERENT
    for ours, theirs in zip(known.book, game.book, strict=False):
        if (ours.id, ours.kind) != (theirs["id"], theirs["kind"]):
            return DIFFERENT
        contents = ours.content, theirs["content"]
        if contents[0] != contents[1] and len(set(map(_nameless, contents))) > 1:
            return DIFFERENT
    return LONGER if len(known.book) < len(game.book) else HERE


def _nameless_start(start: Start) -> tuple[object, ...]:
    """How a game began, but for what people are called."""
    people = [sitter.player for sitter in start.sitters]
    return start.variant, start.first_dealer, start.carried, people


def _nameless(content: str) -> str:
    value = load_json(content)
    for person in named_people(value):
        del person["name"]
    return dump_json(value)


class _KnownTotals:
    """The games of the club on the days of a table: by kind, people and totals they are the same.

    A person whose name was forgotten is known by the total alone.
    """

    def __init__(self, connection: Connection, club: str, file: ImportFile) -> None:
        self.nights = file.nights
        self.games: dict[tuple[object, ...], list[list[AnyRow]]] = {}
        if not file.of_totals:
            return
        days = [night["day"] for night in file.nights.values()]
        parameters = {"of_club": club, "first": min(days), "last": max(days)}
        rows: dict[str, list[AnyRow]] = {}
        for row in connection.execute(TOTALS, parameters):
            rows.setdefault(row.id, []).append(row)
        for of_game in rows.values():
            key = of_game[0].day, of_game[0].kind, *sorted(row.total for row in of_game)
            self.games.setdefault(key, []).append(of_game)

    def take(self, game: ImportedGame) -> str:
        """Whether a game of a table is here; no game of the club is taken twice."""
        seats = {(row["player"], row["total"]) for row in game.results.seats}
        totals = sorted(row["total"] for row in game.results.seats)
        known = self.games.get((self.nights[game.night]["day"], game.results.kind.key, *totals), [])
        for rows in known:
            if {(row.person, row.total) for row in rows if row.anonymous_at is None} <= seats:
                known.remove(rows)
                return IN_BIN if rows[0].in_bin else HERE
        return NEW
