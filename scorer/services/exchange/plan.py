"""The plan of an import: what would be added, who is new, and what is there already."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from sqlalchemy import Connection, bindparam, select

from scorer.rules.kinds import Kind
from scorer.services.exchange.import_file import MAX_SHOWN, Fault, ImportedPerson, ImportFile
from scorer.services.exchange.people import ClubPeople, match_people
from scorer.storage.results import Row
from scorer.storage.schema import clubs, entries, games, nights, of_club, payments

# What becomes of a game of the file. One that is here already stays as it is.
NEW, HERE, IN_BIN, DIFFERENT = "new", "here", "in_bin", "different"

GAMES = select(games.c.id, games.c.night, games.c.deleted_at).where(of_club(games))
NIGHTS = select(nights.c.id, nights.c.deleted_at).where(of_club(nights))
BOOK = (
    select(entries.c.id)
    .where(of_club(entries), entries.c.game == bindparam("of_game"))
    .order_by(entries.c.number)
)
PAYMENTS = select(payments.c.id).where(of_club(payments))


@dataclass
class Plan:
    """The effect of importing a file.

    `games` counts its games by what becomes of them; `coming` are the ids of those that come in.
    `known`, `by_name` and `new` are the names of its people: of those who are here already, of
    those found here by name, and of the others. `club` has new values of the club; `nights`,
    `payments` and `people` are the rows to add. `faults` are those that come in. Nothing is planned
    of a file that `asks`.
    """

    games: Counter[str] = field(default_factory=Counter)
    coming: list[str] = field(default_factory=list)
    kinds: dict[str, Kind] = field(default_factory=dict)
    club: Mapping[str, str] = field(default_factory=dict)
    nights: dict[str, Row] = field(default_factory=dict)
    payments: list[Row] = field(default_factory=list)
    payments_left_out: int = 0
    people: list[Row] = field(default_factory=list)
    known: list[str] = field(default_factory=list)
    by_name: list[str] = field(default_factory=list)
    new: list[str] = field(default_factory=list)
    left_out: Sequence[Fault] = ()
    faults: list[Fault] = field(default_factory=list)
    asks: tuple[str, Mapping[str, date]] | None = None

    @property
    def days(self) -> list[date]:
        """The days of the new nights, the oldest first."""
        return sorted(night["day"] for night in self.nights.values())

    @property
    def changes(self) -> bool:
        """Whether anything at all would be different afterwards."""
        return bool(self.coming or self.payments or self.club or self.people)


def plan_import(connection: Connection, club: str, file: ImportFile, people: ClubPeople) -> Plan:
    """Compare a file with the club."""
    plan = Plan(payments_left_out=file.payments_left_out, left_out=file.left_out[:MAX_SHOWN])
    plan.asks = file.asks
    everybody = dict(file.people)
    coming: set[str] = set()
    if file.club and not people.rows:
        # A club in which nobody has played becomes the one of the file.
        row = connection.execute(select(clubs).where(clubs.c.id == club)).one()._mapping
        values = {name: text or row[name] for name, text in file.club.items()}
        plan.club = values if any(row[name] != text for name, text in values.items()) else {}
        coming |= file.people.keys()
    parameters = {"of_club": club}
    known_games = {row.id: row for row in connection.execute(GAMES, parameters)}
    known_nights = {row.id: row for row in connection.execute(NIGHTS, parameters)}
    for game in file.games:
        for player, name in game.people.items():
            # The list of players in a zip has everybody already.
            everybody.setdefault(player, ImportedPerson(player, name, player))
        night, known = game.row["night"], known_games.get(game.id)
        if known is not None:
            book = connection.scalars(BOOK, {**parameters, "of_game": game.id}).all()
            in_file = [entry["id"] for entry in game.book]
            state = HERE if book[: len(in_file)] == in_file else DIFFERENT
            if known.deleted_at or known_nights[known.night].deleted_at:
                state = IN_BIN
        else:
            in_bin = night in known_nights and known_nights[night].deleted_at
            state = IN_BIN if in_bin else NEW
        plan.games[state] += 1
        if state == NEW:
            plan.coming.append(game.id)
            plan.faults = [*plan.faults, *game.faults][:MAX_SHOWN]
            plan.kinds.setdefault(game.results.kind.key, game.results.kind)
            coming |= game.people.keys()
            if night not in known_nights:
                plan.nights[night] = file.nights[night]
    paid = set(connection.scalars(PAYMENTS, parameters))
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
    return plan
