"""The people of a club, as files name them: by id or by name."""

from sqlalchemy import Connection

from scorer.rules.kinds import comparison_key
from scorer.services.ids import new_id
from scorer.services.people.players import EVERYBODY
from scorer.storage.schema import AnyRow


class ClubPeople:
    """The people of the club with this id, to be found by id or by name.

    `rows` has the players by id, `forgotten` the names of those who are anonymous, and `by_name`
    the person of each name, "" where several have it. Names of today go before those that others
    had, and one that is written just so before others.
    """

    def __init__(self, connection: Connection, club: str) -> None:
        self.id = club
        rows = connection.execute(EVERYBODY, {"of_club": club})
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
