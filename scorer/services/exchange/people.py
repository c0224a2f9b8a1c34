"""Who the people of a file are: players of the club, by id or by name, or new ones."""

from collections import Counter
from collections.abc import Collection, Mapping

from sqlalchemy import Connection, select

from scorer.rules.kinds import comparison_key
from scorer.services import clock
from scorer.services.exchange.import_file import ImportedPerson
from scorer.services.ids import new_id
from scorer.storage.results import Row
from scorer.storage.schema import AnyRow, AnySelect, of_club, players

PEOPLE: AnySelect = (
    select(players.c.id, players.c.name, players.c.person, players.c.anonymous_at)
    .where(of_club(players))
    .order_by(players.c.id)
)


class ClubPeople:
    """The people of the club with this id, to be found by id or by name.

    `rows` has the players by id, `forgotten` the names of those who are anonymous, and `by_name`
    the person of each name, "" where several have it. Names of today go before those that others
    had, and one that is written just so before others.
    """

    def __init__(self, connection: Connection, club: str) -> None:
        self.id = club
        rows = connection.execute(PEOPLE, {"of_club": club})
        self.rows: dict[str, AnyRow] = {row.id: row for row in rows}
        self.forgotten = {row.id: row.name for row in self.rows.values() if row.anonymous_at}
        self.by_name: dict[str, str] = {}
        self._new: dict[str, str] = {}
        for is_today in (False, True):
            named: dict[str, set[str]] = {}
            for row in self.rows.values():
                if row.anonymous_at is None and (row.id == row.person) is is_today:
                    for name in (row.name, comparison_key(row.name)):
                        named.setdefault(name, set()).add(row.person)
            for name, ids in named.items():
                self.by_name[name] = ids.pop() if len(ids) == 1 else ""

    def find(self, name: str) -> str:
        """The id of the person with this name, "" where nobody or several have it."""
        return self.by_name.get(name) or self.by_name.get(comparison_key(name), "")

    def id_of(self, name: str) -> str:
        """The id of the player with this name; a name that nobody has gets a new one."""
        return self.find(name) or self._new.setdefault(comparison_key(name), new_id())


def match_people(
    club: ClubPeople, people: Mapping[str, ImportedPerson], coming: Collection[str]
) -> list[Row]:
    """The players to add where these of a file come in, merged as the file or their names say.

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

    persons = {row.id: row.person for row in club.rows.values()}
    taken = {persons[player] for player in people if player in persons}
    needed = {*coming, *map(root_of, coming)} - club.rows.keys()
    roots = {root_of(player) for player in people} & people.keys()
    namesakes = Counter(comparison_key(people[root].name) for root in roots)
    rows: list[Row] = []
    # Each root comes before the others of that person.
    for player in sorted(needed, key=lambda player: (root_of(player) != player, player)):
        guest, root = people[player], root_of(player)
        is_sure = not guest.anonymous and namesakes[comparison_key(guest.name)] == 1
        found = club.find(guest.name) if is_sure else ""
        person, into = player, None
        if root != player:
            person, into = persons[root], root
        elif found and found not in taken:
            person, into = found, found
            taken.add(found)
        persons[player] = person
        now = clock.now()
        row: Row = {"id": player, "name": guest.name, "person": person, "made_at": now}
        row |= {"merged_into": into, "anonymous_at": now if guest.anonymous else None}
        rows.append(row)
    return rows
