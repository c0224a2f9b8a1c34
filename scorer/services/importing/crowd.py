"""The crowd: who comes in with a file, and who of them sat together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from scorer.services.importing.arriving import Arriving
from scorer.services.importing.bundle import Somebody
from scorer.services.importing.faults import Fault


class Crowd:
    """The people of a file, and of those who sit in what comes in: who beside whom."""

    def __init__(self, people: Mapping[str, Somebody]) -> None:
        self.people = dict(people)
        self.coming: set[str] = set()
        self.together: dict[str, set[str]] = {}
        self.sat: dict[frozenset[str], str] = {}

    def add(self, game: Arriving) -> None:
        """Take note of the people of a game that comes in."""
        for player, name in game.people.items():
            self.coming.add(player)
            # Nobody of ours writes a list of players without one who sat in a game.
            if player not in self.people:
                named = player in game.only_named
                self.people[player] = Somebody(player, name, player, only_named=named)
        for sitting in game.sittings:
            if sitting not in self.sat:
                self.sat[sitting] = game.where
                for player in sitting:
                    self.together.setdefault(player, set()).update(sitting - {player})

    def doubled(self, person: Mapping[str, str]) -> Iterator[Fault]:
        """What is wrong where two who sat together are one person; each two are told once."""
        told = set()
        for sitting, where in self.sat.items():
            first: dict[str, str] = {}
            for player in sorted(sitting):
                other = first.setdefault(person[player], player)
                if other != player and (other, player) not in told:
                    told.add((other, player))
                    one, two = (self.people[each].name for each in (other, player))
                    says = f"{one} and {two} sat in one deal, but here they are one person:"
                    yield Fault(where, f"{says} let them be two people first.")
