"""Who the people of a file are: players of the club, by id or by name, or new ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, bindparam, select

from scorer.services import clock
from scorer.services.exchange.faults import Fault
from scorer.services.exchange.import_file import ImportedGame, ImportedPerson
from scorer.services.ids import new_id, secret_id_from
from scorer.services.people.merge import MERGE
from scorer.services.people.players import fold_name
from scorer.storage.results import Row
from scorer.storage.schema import AnyRow, changes
from scorer.storage.stored_json import dump_json, load_json

MERGES = select(changes.c.content).where(
    changes.c.club == bindparam("of_club"), changes.c.kind == MERGE, changes.c.undone_at.is_(None)
)


@dataclass
class Guests:
    """The people of a file; `coming` are those in the games that come in.

    `companions` are all who sat with somebody in a deal; `sittings` say where in the file each
    set of people sat together.
    """

    people: dict[str, ImportedPerson]
    coming: set[str] = field(default_factory=set)
    companions: dict[str, set[str]] = field(default_factory=dict)
    sittings: dict[frozenset[str], str] = field(default_factory=dict)

    def add(self, game: ImportedGame) -> None:
        """Note the people of a game that comes in."""
        for guest in game.guests:
            self.coming.add(guest.id)
            # The list of players in a file of ours has everybody already.
            self.people.setdefault(guest.id, guest)
        for sitting in game.sittings - self.sittings.keys():
            self.sittings[sitting] = game.where
            for player in sitting:
                self.companions.setdefault(player, set()).update(sitting - {player})

    def root(self, guest: ImportedPerson) -> str:
        """The player that a guest is the same person as; a chain of them is not followed."""
        root = self.people.get(guest.person, guest)
        return root.id if root.person == root.id else guest.id

    def sits_with_namesake(self, guest: ImportedPerson) -> bool:
        """Whether a companion has the same name, so that the name does not say who it is."""
        name = fold_name(guest.name)
        companions = self.companions.get(guest.id, ())
        return any(fold_name(self.people[player].name) == name for player in companions)


class PeopleMatch:
    """Who everybody is who comes in: a player of the club, by id or by name, or somebody new.

    `person` names the person of everybody, in the file or the club; `ids` the player that a guest
    becomes. `known` are the persons that were known, `by_name` and `new` the names of the others;
    `rows` are the players to add, and `changes` the merges of those who were found by name.

    Whoever is found by name stays a player of his own, as the books have him, and a merge makes
    him the one in the club, so that it can be undone. Whoever has no id in the file gets one that
    follows from the upload's, so that an import that was stopped goes on with the same people.
    """

    def __init__(
        self,
        connection: Connection,
        club: str,
        players: Mapping[str, AnyRow],
        guests: Guests,
        agreed: Mapping[str, str],
        *,
        by_name: bool,
        upload: str,
    ) -> None:
        self.club, self.players, self.guests = club, players, guests
        self.use_names, self.upload = by_name, upload
        self.person = {row.id: row.person for row in players.values()}
        self.ids: dict[str, str] = {}
        self.known = {self.person[guest] for guest in guests.people if guest in players}
        self.by_name: list[str] = []
        self.new: list[str] = []
        self.rows: list[Row] = []
        self._merged: dict[str, list[str]] = {}
        self._read_names(connection)
        people = guests.people
        needed = {*guests.coming, *(guests.root(people[player]) for player in guests.coming)}
        missing = [people[player] for player in needed - players.keys()]
        # Each root comes before the others of the person.
        missing.sort(
            key=lambda guest: (guest.person != guest.id, not self._has_name_of(guest), guest.id)
        )
        met = [people[guest] for guest in people if guest in agreed and guest not in needed]
        for guest in (*missing, *met):
            player = agreed.get(guest.id) if guest.only_named else None
            if player is not None and self._never_with(guest, self.person[player]):
                self._meet(guest, player)
        # Those with one name whom the file itself holds apart.
        roots = {guests.root(guest) for guest in people.values() if not guest.only_named}
        self._namesakes = Counter(fold_name(people[root].name) for root in roots)
        for guest in missing:
            if guest.id not in self.ids:
                self._find_or_add(guest)
        self.changes = [self._merge(guest, ids) for guest, ids in self._merged.items()]
        self.by_name.sort()
        self.new.sort()

    @property
    def known_names(self) -> list[str]:
        """What those who were known are called in the club."""
        return sorted(self.players[person].name for person in self.known)

    @property
    def decisions(self) -> list[tuple[str, str]]:
        """For each who comes in and is no player of the club, the person there, or "" for none."""
        return [
            (guest, self.person[guest] if self.person[guest] in self.players else "")
            for guest in sorted(self.guests.coming - self.players.keys())
        ]

    def faults(self) -> Iterator[Fault]:
        """What is wrong where two who sat together are one person; each pair is named once."""
        seen = set()
        people = self.guests.people
        for sitting, where in self.guests.sittings.items():
            first: dict[str, str] = {}
            for player in sorted(sitting):
                other = first.setdefault(self.person[player], player)
                if other != player and (other, player) not in seen:
                    seen.add((other, player))
                    says = (
                        f"{people[other].name} and {people[player].name} played in one deal, "
                        "but here they are merged: undo the merge first."
                    )
                    yield Fault(where, says)

    def _read_names(self, connection: Connection) -> None:
        """Whose name is whose in the club, and which player a name without an id got before."""
        self._called: dict[str, str] = {}
        self._found_before: dict[tuple[str, str], str] = {}
        if not self.use_names:
            return
        called: dict[str, set[str]] = {}
        for row in self.players.values():
            if row.anonymous_at is None:
                called.setdefault(fold_name(row.name), set()).add(row.person)
        self._called = {name: ids.pop() for name, ids in called.items() if len(ids) == 1}
        # Nobody needs more than one player for a name without an id.
        for text in connection.scalars(MERGES, {"of_club": self.club}):
            content = load_json(text)
            gone = self.players.get(content["gone"])
            if content.get("only_named") and gone is not None and gone.anonymous_at is None:
                self._found_before[gone.person, fold_name(gone.name)] = gone.id

    def _find_or_add(self, guest: ImportedPerson) -> None:
        """Find the player that a guest is, or add one: for a person that is known, or a new one."""
        identity = secret_id_from(self.upload, guest.id) if guest.only_named else guest.id
        if identity in self.players:  # the same upload was stopped half-way
            self._meet(guest, identity)
            return
        by_file = self._person_by_file(guest)
        by_name = None if by_file or guest.anonymous else self._person_by_name(guest)
        before = self._found_before.get((by_name or "", fold_name(guest.name)))
        if by_name and before and guest.only_named:
            self._meet(guest, before)
            return
        self._add_player(guest, identity, by_file or by_name)
        if by_name is not None:
            self._merged[guest.id] = [identity]
        elif by_file is not None:
            self._merged.get(self.guests.root(guest), []).append(identity)

    def _meet(self, guest: ImportedPerson, player: str) -> None:
        """Note that a guest is this player of the club."""
        self.ids[guest.id], self.person[guest.id] = player, self.person[player]
        self.known.add(self.person[player])

    def _add_player(self, guest: ImportedPerson, identity: str, person: str | None) -> None:
        """Add a player, who is this person or somebody new."""
        self.ids[guest.id], self.person[guest.id] = identity, person or identity
        (self.by_name if person else self.new).append(guest.name)
        now = clock.now()
        row = {"id": identity, "name": guest.name, "person": person or identity}
        self.rows.append({**row, "made_at": now, "anonymous_at": now if guest.anonymous else None})
        alone = not self.guests.sits_with_namesake(guest)
        if not person and guest.only_named and self.use_names and alone:
            self._called.setdefault(fold_name(guest.name), identity)

    def _merge(self, guest: str, ids: list[str]) -> Row:
        """The change that makes these players one with somebody of the club, their root first."""
        content: dict[str, Any] = {"gone": ids[0], "stays": self.person[guest], "players": ids}
        if self.guests.people[guest].only_named:
            content["only_named"] = True
        row = {"club": self.club, "id": new_id(), "kind": MERGE, "content": dump_json(content)}
        return {**row, "made_at": clock.now(), "device": None}

    def _has_name_of(self, guest: ImportedPerson) -> bool:
        """Whether somebody of the club has this name today, and not only under another id."""
        player = self.players.get(self._called.get(fold_name(guest.name), ""))
        return player is not None and fold_name(player.name) == fold_name(guest.name)

    def _never_with(self, guest: ImportedPerson, person: str) -> bool:
        """Whether no companion of a guest is that person."""
        companions = self.guests.companions.get(guest.id, ())
        return all(self.person.get(player) != person for player in companions)

    def _person_by_file(self, guest: ImportedPerson) -> str | None:
        """The person that the file says a guest is."""
        root = guest.person if guest.person in self.players else self.guests.root(guest)
        person = self.person.get(root)
        return person if person and root != guest.id and self._never_with(guest, person) else None

    def _person_by_name(self, guest: ImportedPerson) -> str | None:
        """The person with the name of a guest, if only one has it in the club and in the file."""
        person = self._called.get(fold_name(guest.name))
        several = self._namesakes[fold_name(guest.name)] > (not guest.only_named)
        if person is None or several or self.guests.sits_with_namesake(guest):
            return None
        return person if self._never_with(guest, person) else None
