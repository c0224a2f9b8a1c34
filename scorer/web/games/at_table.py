"""The phones at a table, as its sheet tells of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from scorer.services.club import Right, table_rights
from scorer.services.club.devices import Device
from scorer.services.games.read import GameRead
from scorer.services.games.seats_held import HeldSeat, list_held
from scorer.web.access import database


@dataclass(frozen=True, eq=False)
class AtTable:
    """Whose phones are there, each kind asked for once, when it is first needed.

    Who is silent is part of the state of the game.
    """

    club: str
    night: str
    game: str

    @cached_property
    def held(self) -> Mapping[int, HeldSeat]:
        """The phones that hold a seat, by seat."""
        return list_held(database(), self.club, self.game)

    @cached_property
    def waiting(self) -> tuple[Device, ...]:
        """The phones that were removed and ask to come back."""
        return table_rights.list_waiting(database(), self.club, self.night)

    @cached_property
    def rights(self) -> Mapping[str, Right]:
        """What each of them may do."""
        known = table_rights.list_at_table(database(), self.club, self.night, self.game)
        return {phone.id: phone.right for phone in known}

    def keeps_score(self, seat: int) -> bool:
        """Whether the phone of a seat keeps the score."""
        held = self.held.get(seat)
        return held is not None and self.rights.get(held.device) in ("score", "manage")


def at_table(read: GameRead) -> AtTable:
    """The phones at the table of a game."""
    return AtTable(read.club, read.night, read.id)
