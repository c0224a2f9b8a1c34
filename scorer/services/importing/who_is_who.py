"""Who is who: the people of a file among the people of a club.

Two who sat in one deal are two people, whatever they are called: nobody is taken to be somebody
whom he has sat with.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, select

from scorer.services import clock
from scorer.services.ids import new_id
from scorer.services.importing.bundle import Somebody
from scorer.services.people.merging import MERGE
from scorer.services.people.players import alike
from scorer.storage.canonical import from_text, to_text
from scorer.storage.columns import AnyRow
from scorer.storage.models import deeds, players


@dataclass
class Guests:
    """The people of a file: those not known here as rows, and the deeds of who was found.

    `here` names those known as they are called here. `ids` are the ones that those get who were
    only named, and `person` says of everybody, in the file or here, who that is.
    """

    known: int = 0
    here: list[str] = field(default_factory=list)
    by_name: list[str] = field(default_factory=list)
    new: list[str] = field(default_factory=list)
    rows: list[dict[str, Any]] = field(default_factory=list)
    deeds: list[dict[str, Any]] = field(default_factory=list)
    ids: dict[str, str] = field(default_factory=dict)
    person: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Arrivals:
    """What is to be known of the people of a file.

    `coming` are those who sit in what comes in, `together` tells with whom each of them sat,
    and `met` who those only named are, where that follows from a game that is here.
    """

    people: Mapping[str, Somebody]
    coming: Collection[str]
    together: Mapping[str, Collection[str]]
    met: Mapping[str, str]


def people_here(connection: Connection, club: str) -> dict[str, AnyRow]:
    """All players of a club, by id."""
    wanted = select(players).where(players.c.club == club)
    return {row.id: row for row in connection.execute(wanted)}


def who_is_who(
    connection: Connection,
    club: str,
    here: Mapping[str, AnyRow],
    arrivals: Arrivals,
    *,
    by_name: bool,
) -> Guests:
    """Who of a file is known, who is found by name, who is new.

    Whoever is found by name stays a player of his own, as the books have him, and is put
    together with the one here by a deed: so that it can be undone.
    """
    finder = _Finder(club, here, arrivals, by_name=by_name)
    if by_name:
        finder.found_before(connection)
    return finder.all()


class _Finder:
    def __init__(
        self, club: str, here: Mapping[str, AnyRow], arrivals: Arrivals, *, by_name: bool
    ) -> None:
        self.club, self.here, self.arrivals, self.by_name = club, here, arrivals, by_name
        self.people = arrivals.people
        self.guests = Guests(person={row.id: row.person for row in here.values()})
        self.named = _named(here) if by_name else {}
        self.before: dict[tuple[str, str], str] = {}
        self.found: dict[str, list[str]] = {}
        self.already: dict[str, str] = {}
        # Whom the file itself holds apart, though they are called alike.
        roots = {self._root(one) for one in self.people.values() if not one.only_named}
        self.many = Counter(alike(self.people[one].name) for one in roots)

    def found_before(self, connection: Connection) -> None:
        """Whom a name without an id was found to be before; nobody needs more than one such."""
        wanted = select(deeds.c.content).where(
            deeds.c.club == self.club, deeds.c.kind == MERGE, deeds.c.undone_at.is_(None)
        )
        for text in connection.scalars(wanted):
            content = from_text(text)
            row = self.here.get(content["gone"])
            if content.get("only_named") and row is not None and row.anonymous_at is None:
                self.before[(row.person, alike(row.name))] = row.id

    def all(self) -> Guests:
        """Those known by id first, then one after the other, each root before its others."""
        guests = self.guests
        for key in self.people:
            if key in self.here:
                self._known(self.here[key].person)
        wanted = {*self.arrivals.coming}
        wanted |= {self._root(self.people[one]) for one in wanted}
        missing = [self.people[one] for one in wanted - self.here.keys()]
        missing.sort(key=lambda one: (one.person != one.id, not self._is_called(one), one.id))
        for one in (*missing, *self._only_met(wanted)):
            if one.only_named and self._is_met(one):
                self._known(guests.person[one.id])
        for one in missing:
            if one.id not in guests.ids:
                self._find(one)
        guests.deeds = [self._deed(gone, ids) for gone, ids in self.found.items()]
        guests.here = sorted(self.already.values())
        guests.by_name.sort()
        guests.new.sort()
        return guests

    def _known(self, person: str) -> None:
        self.guests.known += 1
        self.already[person] = self.here[person].name

    def _only_met(self, wanted: Collection[str]) -> Iterator[Somebody]:
        met = self.arrivals.met
        return (one for key, one in self.people.items() if key in met and key not in wanted)

    def _is_called(self, one: Somebody) -> bool:
        """Whether this is what somebody is called today, who may be found by other names too."""
        found = self.here.get(self.named.get(alike(one.name), ""))
        return found is not None and alike(found.name) == alike(one.name)

    def _root(self, one: Somebody) -> str:
        """Who this is in the file; nobody of ours writes that somebody is one who is another."""
        root = self.people.get(one.person, one)
        return root.id if root.person == root.id else one.id

    def _free(self, one: Somebody, person: str) -> bool:
        """Whether nobody sat with this one who is that person."""
        beside = self.arrivals.together.get(one.id, ())
        return all(self.guests.person.get(other) != person for other in beside)

    def _is_met(self, one: Somebody) -> bool:
        found = self.arrivals.met.get(one.id)
        if found is None or not self._free(one, self.here[found].person):
            return False
        self.guests.ids[one.id] = found
        self.guests.person[one.id] = self.here[found].person
        return True

    def _find(self, one: Somebody) -> None:
        """Decide who this is."""
        guests = self.guests
        person = self._by_file(one)
        found = None if person or one.anonymous else self._by_name(one)
        before = self.before.get((found or "", alike(one.name))) if one.only_named else None
        if before is not None:
            guests.ids[one.id], guests.person[one.id] = before, str(found)
            self._known(str(found))
            return
        identity = new_id() if one.only_named else one.id
        guests.ids[one.id] = identity
        person = guests.person[one.id] = person or found or identity
        (guests.new if person == identity else guests.by_name).append(one.name)
        guests.rows.append(
            {
                "club": self.club,
                "id": identity,
                "name": one.name,
                "person": person,
                "made_at": clock.now(),
                "anonymous_at": clock.now() if one.anonymous else None,
            }
        )
        if found is not None:
            self.found[one.id] = [identity]
        elif person != identity:
            self.found.get(self._root(one), []).append(identity)
        elif one.only_named and self.by_name and not self._crowded(one):
            self.named.setdefault(alike(one.name), identity)

    def _by_file(self, one: Somebody) -> str | None:
        """Whom the file says he is the same person as."""
        person = one.person if one.person in self.here else self._root(one)
        if person == one.id or person not in self.guests.person:
            return None
        person = self.guests.person[person]
        return person if self._free(one, person) else None

    def _by_name(self, one: Somebody) -> str | None:
        key = alike(one.name)
        found = self.named.get(key)
        apart = self.many[key] > (not one.only_named) or self._crowded(one)
        return None if found is None or apart or not self._free(one, found) else found

    def _crowded(self, one: Somebody) -> bool:
        """Whether somebody sat with this one who is called alike: then the name says nothing."""
        beside = self.arrivals.together.get(one.id, ())
        return any(alike(self.people[other].name) == alike(one.name) for other in beside)

    def _deed(self, one: str, ids: list[str]) -> dict[str, Any]:
        """The deed that has put these together with somebody here, the root of them first."""
        content: dict[str, Any] = {"gone": ids[0], "stays": self.guests.person[one]}
        content |= {"players": ids}
        if self.people[one].only_named:
            content["only_named"] = True
        row = {"club": self.club, "id": new_id(), "kind": MERGE, "content": to_text(content)}
        return {**row, "made_at": clock.now(), "device": None}


def _named(here: Mapping[str, AnyRow]) -> dict[str, str]:
    """The person of each name that only one person here goes by."""
    people: dict[str, set[str]] = {}
    for row in here.values():
        if row.anonymous_at is None:
            people.setdefault(alike(row.name), set()).add(row.person)
    return {name: one.pop() for name, one in people.items() if len(one) == 1}
