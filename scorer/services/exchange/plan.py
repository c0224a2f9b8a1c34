"""The plan of an import: what would be added, who is new, and what is there already."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from itertools import groupby

from sqlalchemy import Connection, bindparam, select

from scorer.rules.kinds import Kind, comparison_key
from scorer.rules.words import WORDS, say
from scorer.services import clock
from scorer.services.exchange.faults import Fault, bad_file
from scorer.services.exchange.import_file import ImportFile
from scorer.services.exchange.people import ClubPeople
from scorer.services.limits import MAX_PEOPLE
from scorer.storage.results import DELETED, Row
from scorer.storage.schema import clubs, entries, games, nights, of_club, payments

# What becomes of a game of the file. One that is here already stays as it is.
NEW, HERE, IN_BIN, DIFFERENT = "new", "here", "in_bin", "different"

# So many rows of books are held at a time.
ROWS_AT_ONCE = 500

GAMES = select(games.c.id).where(of_club(games))
NIGHTS = select(nights.c.id, nights.c.deleted_at).where(of_club(nights))
BOOKS = (
    select(entries.c.game, entries.c.id)
    .where(of_club(entries), entries.c.game.between(bindparam("first"), bindparam("last")))
    .order_by(entries.c.game, entries.c.number)
)
PAYMENTS = select(payments.c.id).where(of_club(payments))


@dataclass
class Plan:
    """The effect of importing a file.

    `games` counts its games by what becomes of them; `coming` are the ids of those that come in.
    `known`, `by_name` and `new` are the names of its people: of those who are here already, of
    those found here by name, and of the others, of whom `namesakes` are called as people here are.
    `club` has new values of the club; `nights`, `payments` and `people` are the rows to add.
    `faults` are those that come in. Nothing is planned of a file that asks.
    """

    file: ImportFile
    games: Counter[str] = field(default_factory=Counter)
    coming: list[str] = field(default_factory=list)
    kinds: dict[str, Kind] = field(default_factory=dict)
    club: Row = field(default_factory=dict)
    nights: dict[str, Row] = field(default_factory=dict)
    payments: list[Row] = field(default_factory=list)
    people: list[Row] = field(default_factory=list)
    known: list[str] = field(default_factory=list)
    by_name: list[str] = field(default_factory=list)
    new: list[str] = field(default_factory=list)
    namesakes: list[str] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)

    @property
    def days(self) -> list[date]:
        """The days of the new nights, the oldest first."""
        return sorted(night["day"] for night in self.nights.values())

    @property
    def changes(self) -> bool:
        """Whether anything at all would be different afterwards."""
        return bool(self.coming or self.payments or self.club or self.people)


def plan_import(connection: Connection, file: ImportFile, club: ClubPeople) -> Plan:
    """Compare a file with the club, one game at a time; raises BadFile."""
    plan, of = Plan(file), {"of_club": club.id}
    here = set(connection.scalars(GAMES, of))
    in_bin = set(connection.scalars(DELETED, of))
    night_in_bin = {row.id: row.deleted_at is not None for row in connection.execute(NIGHTS, of)}
    everybody, coming = dict(file.people), set[str]()
    books: dict[str, str] = {}
    for game in file.games:
        for player, name in game.people.items():
            # The list of players in a zip has everybody already.
            everybody.setdefault(player, {"id": player, "name": name, "person": player})
        night = game.row["night"]
        if game.id in in_bin or (game.id not in here and night_in_bin.get(night)):
            plan.games[IN_BIN] += 1
        elif game.id in here:
            books[game.id] = "".join(entry["id"] for entry in game.book)
        else:
            plan.games[NEW] += 1
            plan.coming.append(game.id)
            plan.faults += game.faults
            plan.kinds.setdefault(game.results.kind.key, game.results.kind)
            coming |= game.people.keys()
            if night not in night_in_bin:
                plan.nights[night] = file.nights[night]
    plan.games += Counter(_compare_books(connection, club.id, books))
    if file.club and not club.rows:
        # A club in which nobody has played becomes the one of the file.
        row = connection.execute(select(clubs).where(clubs.c.id == club.id)).one()._mapping
        values = {name: text or row[name] for name, text in file.club.items()}
        plan.club = values if any(row[name] != text for name, text in values.items()) else {}
        coming |= file.people.keys()
    paid = set(connection.scalars(PAYMENTS, of))
    for payment in {payment["id"]: payment for payment in file.payments}.values():
        between = {payment["payer"], payment["payee"]}
        if payment["id"] not in paid and between <= club.rows.keys() | everybody.keys():
            plan.payments.append(payment)
            coming |= between - club.rows.keys()
    plan.people = match_people(club, everybody, coming)
    known_here = {row.person for row in club.rows.values() if row.id in everybody}
    plan.known = sorted(club.rows[person].name for person in known_here)
    plan.new = sorted(row["name"] for row in plan.people if row["person"] == row["id"])
    plan.namesakes = [name for name in plan.new if comparison_key(name) in club.by_name]
    plan.by_name = sorted(row["name"] for row in plan.people if row["person"] != row["id"])
    people = [it for it in club.rows.values() if it.id == it.person and it.anonymous_at is None]
    if plan.new and len(people) + len(plan.new) > MAX_PEOPLE:
        raise bad_file(f"{say(WORDS['errors']['too_many_people'], {'most': MAX_PEOPLE})}.")
    return plan


def _compare_books(connection: Connection, club: str, books: Mapping[str, str]) -> Iterator[str]:
    """What is to be said of games that are here, whose `books` in the file are the ids in a row.

    The book here may have gone on since.
    """
    if books:
        of = {"of_club": club, "first": min(books), "last": max(books)}
        rows = connection.execute(BOOKS, of, execution_options={"yield_per": ROWS_AT_ONCE})
        same = {
            game
            for game, book in groupby(rows, lambda row: str(row.game))
            if game in books and "".join(row.id for row in book).startswith(books[game])
        }
        yield from (HERE if game in same or not book else DIFFERENT for game, book in books.items())


def match_people(club: ClubPeople, people: Mapping[str, Row], coming: Collection[str]) -> list[Row]:
    """The players to add where these of a file come in, merged as the file or their names say.

    A player of a zip who is found by name keeps the id that the books have, and is merged with the
    one in the club, so that it can be undone. A name that two people have, here or in the file,
    says nothing.
    """

    def root_of(player: str) -> str:
        """The player of the file, or the person of the club, that the file says a player is."""
        root = str(people[player]["person"])
        is_known = root in club.rows or (root in people and people[root]["person"] == root)
        return root if is_known else player

    persons = {row.id: row.person for row in club.rows.values()}
    taken = {persons[player] for player in people if player in persons}
    roots = set(map(root_of, people)) & people.keys()
    namesakes = Counter(comparison_key(people[root]["name"]) for root in roots)
    rows: list[Row] = []
    # Each root comes before the others of that person.
    needed = {*coming, *map(root_of, coming)} - club.rows.keys()
    for player in sorted(needed, key=lambda player: (root_of(player) != player, player)):
        guest, into = {"anonymous_at": None, **people[player]}, root_of(player)
        if into == player:
            is_sure = not guest["anonymous_at"] and namesakes[comparison_key(guest["name"])] == 1
            found = club.find(guest["name"]) if is_sure else ""
            into = "" if found in taken else found
        persons[player] = persons.get(into, player)
        taken.add(persons[player])
        merged = {"person": persons[player], "merged_into": into or None}
        rows.append({**guest, **merged, "made_at": clock.now()})
    return rows
