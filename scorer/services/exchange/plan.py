"""The plan of an import: what would be added, who is new, and what is there already."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import islice
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from scorer.rules.kinds import Kind, parse_kind
from scorer.services.exchange.import_file import (
    MAX_SHOWN,
    Fault,
    ImportedGame,
    ImportedPerson,
    ImportFile,
    bad_file,
)
from scorer.services.exchange.people import ClubPeople, match_people
from scorer.services.people.anonymise import find_people
from scorer.storage.games import BATCH, GameRows, read_game_rows
from scorer.storage.results import Row
from scorer.storage.schema import AnyRow, clubs, nights, payments
from scorer.storage.stored_json import load_json

# What becomes of a game of the file: of one that is LONGER than here the rest of its book comes in.
NEW, LONGER, HERE, IN_BIN, DIFFERENT = "new", "longer", "here", "in_bin", "different"
# The columns that say how a game began.
START = ("variant", "edition", "house_rules", "first_dealer", "carried")


class Different(NamedTuple):
    """A game of the club of which the file says something else, and which stays as it is."""

    id: str
    kind: Kind
    day: date


@dataclass
class Plan:
    """The effect of importing a file.

    `games` counts its games by what becomes of them, and `kinds` has those of the new ones.
    `known`, `by_name` and `new` are the names of its people: of those who are here already, of
    those found here by name, and of the others. `club` has new values of the club; `nights`,
    `payments` and `people` are the rows to add. `coming` are the games that come in, each with its
    row where the rest of its book does. `left_out` are the games of 0.4 that do not come in, and
    `without_history` counts those of which the history of answers does not.
    """

    games: Counter[str] = field(default_factory=Counter)
    kinds: dict[str, Kind] = field(default_factory=dict)
    different: list[Different] = field(default_factory=list)
    club: Mapping[str, str] = field(default_factory=dict)
    payments: list[Row] = field(default_factory=list)
    payments_left_out: int = 0
    known: list[str] = field(default_factory=list)
    by_name: list[str] = field(default_factory=list)
    new: list[str] = field(default_factory=list)
    left_out: Sequence[Fault] = ()
    without_history: int = 0
    nights: dict[str, Row] = field(default_factory=dict, repr=False, compare=False)
    people: list[Row] = field(default_factory=list, repr=False, compare=False)
    coming: dict[str, AnyRow | None] = field(default_factory=dict, repr=False, compare=False)

    @property
    def days(self) -> list[date]:
        """The days of the new nights, the oldest first."""
        return sorted(night["day"] for night in self.nights.values())

    @property
    def changes(self) -> bool:
        """Whether anything at all would be different afterwards."""
        return bool(self.coming or self.payments or self.club or self.people)

    @property
    def mark(self) -> str:
        """A digest: the same mark means that the same will be done."""
        return hashlib.sha256(repr((self, self.days)).encode()).hexdigest()


def plan_import(connection: Connection, club: str, file: ImportFile, people: ClubPeople) -> Plan:
    """Compare a file with the club; raises BadFile where one person would sit twice in a game."""
    plan = Plan(payments_left_out=file.payments_left_out, left_out=file.left_out[:MAX_SHOWN])
    everybody = dict(file.people)
    coming: set[str] = set()
    if file.club and not people.rows:
        # A club in which nobody has played becomes the one of the file.
        row = connection.execute(select(clubs).where(clubs.c.id == club)).one()._mapping
        values = {name: text or row[name] for name, text in file.club.items()}
        plan.club = values if any(row[name] != text for name, text in values.items()) else {}
        coming |= file.people.keys()
    of_club = connection.execute(select(nights).where(nights.c.club == club))
    known_nights = {row.id: row for row in of_club}
    sittings: dict[frozenset[str], str] = {}
    for game, known in _with_known(connection, club, file.games):
        for player, name in game.people.items():
            # The list of players in a zip has everybody already.
            everybody.setdefault(player, ImportedPerson(player, name, player))
        in_file, kind = file.nights[game.row["night"]], game.results.kind
        night = known_nights.get(known.row.night if known else in_file["id"])
        rows = [row for row in (night, known.row if known else None) if row is not None]
        if any(row.deleted_at is not None for row in rows):
            state = IN_BIN
        else:
            state = NEW if known is None else compare(known, game)
        plan.games[state] += 1
        if state in (NEW, LONGER):
            plan.without_history += game.of_0_4
            plan.coming[game.id] = known.row if known else None
            coming |= game.people.keys()
            sittings |= dict.fromkeys(game.sittings - sittings.keys(), game.where)
        if state == NEW:
            plan.kinds.setdefault(kind.key, kind)
            if night is None:
                plan.nights[in_file["id"]] = in_file
        elif state == DIFFERENT and known is not None:
            kind = parse_kind(known.row.kind, known.row.title)
            plan.different.append(Different(game.id, kind, known.row.day))
    paid = set(connection.scalars(select(payments.c.id).where(payments.c.club == club)))
    for payment in {payment["id"]: payment for payment in file.payments}.values():
        between = {payment["payer"], payment["payee"]}
        if payment["id"] not in paid and between <= people.rows.keys() | everybody.keys():
            plan.payments.append(payment)
            coming |= between - people.rows.keys()
    plan.people = match_people(people, everybody, coming)
    known_here = {row.person for row in people.rows.values() if row.id in everybody}
    plan.known = sorted(people.rows[person].name for person in known_here)
    plan.new = sorted(row["name"] for row in plan.people if row["person"] == row["id"])
    plan.by_name = sorted(row["name"] for row in plan.people if row["person"] != row["id"])
    persons = {row.id: row.person for row in people.rows.values()}
    persons |= {row["id"]: row["person"] for row in plan.people}
    for sitting, where in sittings.items():
        _check_sitting(where, {player: everybody[player].name for player in sitting}, persons)
    return plan


def _with_known(
    connection: Connection, club: str, file_games: Iterable[ImportedGame]
) -> Iterator[tuple[ImportedGame, GameRows | None]]:
    """The games of the file, each with the one of the club that has its id."""
    every = iter(file_games)
    while batch := list(islice(every, BATCH)):
        ids = [game.id for game in batch]
        known = {rows.row.id: rows for rows in read_game_rows(connection, club, ids)}
        yield from ((game, known.get(game.id)) for game in batch)


def compare(known: GameRows, game: ImportedGame) -> str:
    """Whether a game is here, goes on from what is here, or differs; names do not count."""
    began = [getattr(known.row, name) for name in START], [seat.player for seat in known.seats]
    if began != ([game.row[name] for name in START], [seat["player"] for seat in game.seats]):
        return DIFFERENT
    for ours, theirs in zip(known.book, game.book, strict=False):
        if (ours.id, ours.kind) != (theirs["id"], theirs["kind"]):
            return DIFFERENT
        contents = ours.content, theirs["content"]
        if contents[0] != contents[1] and _nameless(contents[0]) != _nameless(contents[1]):
            return DIFFERENT
    return LONGER if len(known.book) < len(game.book) else HERE


def _nameless(content: str) -> Any:
    value = load_json(content)
    for person in find_people(value):
        del person["name"]
    return value


def _check_sitting(where: str, names: Mapping[str, str], persons: Mapping[str, str]) -> None:
    """Refuse that one person sits twice; raises BadFile."""
    first: dict[str, str] = {}
    for player in sorted(names):
        other = first.setdefault(persons[player], player)
        if other != player:
            says = (
                f"“{names[other]}” and “{names[player]}” played in one deal, "
                "but they are merged: undo the merge first."
            )
            raise bad_file(where, says)
