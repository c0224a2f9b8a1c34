"""Who the people of a file are: players of the club, by id or by name, or new ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from sqlalchemy import Connection, bindparam, select

from scorer.rules.kinds import compared
from scorer.services import clock
from scorer.services.exchange.faults import bad_file
from scorer.services.exchange.import_file import ImportedGame, ImportedPerson
from scorer.services.ids import new_id
from scorer.storage.results import Row
from scorer.storage.schema import AnyRow, AnySelect, players

PEOPLE: AnySelect = (
    select(players.c.id, players.c.name, players.c.person, players.c.anonymous_at)
    .where(players.c.club == bindparam("of_club"))
    .order_by(players.c.id)
)


class ClubPeople:
    """The people of a club, to be found by id or by name.

    `rows` has the players by id, `forgotten` what those are called whose names were forgotten, and
    `by_name` the one person of each name; a name of today goes before one that
    others had. Letter case and spaces do not count.
    """

    def __init__(self, connection: Connection, club: str) -> None:
        rows = connection.execute(PEOPLE, {"of_club": club})
        self.rows: dict[str, AnyRow] = {row.id: row for row in rows}
        self.by_name: dict[str, str] = {}
        self._new: dict[str, str] = {}
        named = [row for row in self.rows.values() if row.anonymous_at is None]
        self.forgotten = {row.id: row.name for row in self.rows.values() if row.anonymous_at}
        for today in (False, True):
            people: dict[str, set[str]] = {}
            for row in named:
                if (row.id == row.person) is today:
                    people.setdefault(compared(row.name), set()).add(row.person)
            for name, ids in people.items():
                self.by_name.pop(name, None)
                if len(ids) == 1:
                    self.by_name[name] = ids.pop()

    def id_of(self, name: str) -> str:
        """The id of the player with this name; a name that nobody has gets a new one."""
        key = compared(name)
        return self.by_name.get(key) or self._new.setdefault(key, new_id())


@dataclass
class PeopleMatch:
    """Who everybody is who comes in.

    `person` names the person of every player of the club and the file. `known`, `by_name` and
    `new` are names: of those known by their ids, of those found by name, and of the others. `rows`
    are the players to add, each merged into the one whom the file or the name says it is.
    """

    person: dict[str, str]
    known: list[str] = field(default_factory=list)
    by_name: list[str] = field(default_factory=list)
    new: list[str] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)


def match_people(
    club: ClubPeople, people: Mapping[str, ImportedPerson], coming: Collection[str]
) -> PeopleMatch:
    """Who the people of a file are of whom these come in.

    A player of a zip who is found by name keeps the id that the books have, and is merged with the
    one in the club, so that it can be undone. A name that two people have, here or in the file,
    says nothing.
    """

    def root_of(player: str) -> str:
        """The player of the file, or the person of the club, that the file says a player is."""
        root = people[player].person
        if root in club.rows or (root in people and people[root].person == root):
            return root
        return player

    match = PeopleMatch({row.id: row.person for row in club.rows.values()})
    taken = {match.person[player] for player in people if player in club.rows}
    match.known = sorted(club.rows[person].name for person in taken)
    needed = {*coming, *map(root_of, coming)} - club.rows.keys()
    roots = {root_of(player) for player in people}
    namesakes = Counter(compared(people[root].name) for root in roots if root in people)
    # Each root comes before the others of that person.
    for player in sorted(needed, key=lambda player: (root_of(player) != player, player)):
        guest, root = people[player], root_of(player)
        name = compared(guest.name)
        found = None if guest.anonymous or namesakes[name] > 1 else club.by_name.get(name)
        into = None
        if root != player:
            person, into = match.person[root], root
        elif found and found not in taken:
            person = into = found
            taken.add(found)
        else:
            person = player
        (match.new if person == player else match.by_name).append(guest.name)
        match.person[player] = person
        now = clock.now()
        row: Row = {"id": player, "name": guest.name, "person": person, "made_at": now}
        row |= {"merged_into": into, "anonymous_at": now if guest.anonymous else None}
        match.rows.append(row)
    match.by_name.sort()
    match.new.sort()
    return match


def check_sittings(match: PeopleMatch, game: ImportedGame) -> None:
    """Refuse a game in which one person would sit twice; raises BadFile."""
    for sitting in game.sittings:
        first: dict[str, str] = {}
        for player in sorted(sitting):
            other = first.setdefault(match.person[player], player)
            if other != player:
                says = (
                    f"“{game.people[other]}” and “{game.people[player]}” played in one deal, "
                    "but they are merged: undo the merge first."
                )
                raise bad_file(game.where, says)
