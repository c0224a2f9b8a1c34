"""Lending: nobody lends counters that they have not got, and none move once the game is over."""

from __future__ import annotations

from scorer.rules.entries import Buy, Lend
from scorer.rules.errors import BadEntry, GameIsOver
from scorer.rules.loans import could_lend
from scorer.services.games.reading import GameRead


def check_lending(read: GameRead) -> None:
    """Refuse the last entry where it lends more than its lender had, or comes after the end.

    Asked once, when it is written: a deal that is corrected later may leave the lender with
    less than he lent, and must stay possible to correct.
    """
    entry, sheet = read.entries[-1], read.sheet
    said = entry.said
    if isinstance(said, Buy | Lend) and sheet.over and said.after == sheet.last_deal:
        raise GameIsOver(deals=sheet.played)
    if not isinstance(said, Lend):
        return
    sitter = sheet.sitters[said.lender]
    name = read.names.get(sitter.player, sitter.name)
    held = could_lend(sheet, entry.name, said)
    if held < 0:
        raise BadEntry("lends_while_owing", seat=said.lender, name=name, owed=-held)
    if held < said.counters:
        numbers = {"held": held, "counters": said.counters}
        raise BadEntry("lends_too_much", seat=said.lender, name=name, **numbers)
