"""Games as they would begin, read without starting them, for a phone that has no signal then."""

from __future__ import annotations

from dataclasses import replace

from scorer.rules.entries import Sitter
from scorer.rules.fold import read_sheet
from scorer.rules.house_rules import write_house_rules
from scorer.rules.start import Start
from scorer.services import clock
from scorer.services.games.read import GameRead

# Stands for the id of the game, and of its night, until somebody starts it.
UNSTARTED = "00000000-0000-4000-8000-000000000000"


def by_dealer(club: str, start: Start) -> list[GameRead]:
    """The games of this club that begin so, one for each who may deal first; raises Refused."""
    dealers = range(len(start.sitters))
    return [_read(club, replace(start, first_dealer=dealer)) for dealer in dealers]


def same_again(old: GameRead) -> list[GameRead]:
    """The games that "Same again" may start; their seats are the places of the old one."""
    now = old.sheet.start
    sitting = [old.sheet.sitters[seat].player for seat in now.order]
    start = Start(
        variant=old.variant,
        sitters=tuple(Sitter(old.persons[player], old.names[player]) for player in sitting),
        house_rules=write_house_rules(now.rules),
        edition=old.edition,
    )
    return by_dealer(old.club, start)


def _read(club: str, start: Start) -> GameRead:
    """A game of this club that begins so."""
    now = clock.now()
    people = {sitter.player: sitter for sitter in start.sitters}
    sheet = read_sheet(start, ())
    return GameRead(
        id=UNSTARTED,
        club=club,
        night=UNSTARTED,
        day=now.date(),
        variant=start.variant,
        edition=sheet.start.variant.edition,
        started_at=now,
        last_at=now,
        version=0,
        follows=None,
        followed_by=None,
        entries=(),
        sheet=sheet,
        start=start,
        names={player: sitter.name for player, sitter in people.items()},
        persons={player: player for player in people},
    )
