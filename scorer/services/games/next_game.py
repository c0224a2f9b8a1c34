"""The game that "Same again" starts, read before anybody has started it."""

from __future__ import annotations

from dataclasses import replace

from scorer.rules.entries import Sitter
from scorer.rules.fold import read_sheet
from scorer.rules.house_rules import write_house_rules
from scorer.rules.start import Start
from scorer.services.games.read import GameRead

# Stands for the id of a game that nobody has started yet.
UNSTARTED = "00000000-0000-4000-8000-000000000000"


def read_next_game(last: GameRead) -> GameRead:
    """The same people and rules again, the first seat dealing; its seats are the places of `last`.

    Raises Refused for a game that cannot begin.
    """
    now = last.sheet.start
    sitters = tuple(
        Sitter(last.persons[sitter.player], last.names[sitter.player])
        for sitter in (last.sheet.sitters[seat] for seat in now.order)
    )
    start = Start(
        variant=last.variant,
        sitters=sitters,
        house_rules=write_house_rules(now.rules),
        edition=last.edition,
    )
    return replace(
        last,
        id=UNSTARTED,
        version=0,
        follows=None,
        followed_by=None,
        entries=(),
        sheet=read_sheet(start, ()),
        start=start,
        names={sitter.player: sitter.name for sitter in sitters},
        persons={sitter.player: sitter.player for sitter in sitters},
    )
