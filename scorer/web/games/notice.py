"""The notice under the seats: what was saved last, and what can be taken back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scorer.rules.entries import Entry, Withdraw
from scorer.rules.reading import Parts
from scorer.rules.undoing import to_redo, to_undo
from scorer.services import clock
from scorer.services.games import GameRead
from scorer.storage.book import STILL_PLAYING
from scorer.web.games.book_view import Teller, find_deal
from scorer.web.games.counter_words import asked_late

# At a larger table the notice would bury its buttons under numbers that the rows show anyway.
FEW = 6


@dataclass(frozen=True)
class Notice:
    """What was saved last, and what can be taken back or done again.

    `late` offers what may have been forgotten in the deal that was just saved, by ask.
    """

    sentence: str
    undo: Entry | None
    redo: Entry | None
    deal: str = ""
    late: Mapping[str, str] = field(default_factory=dict)


def is_lately(game: GameRead) -> bool:
    """Whether a game still goes on, or its night does: of the past nothing is undone by a tap."""
    return not game.sheet.over or clock.now() - game.last_at <= STILL_PLAYING


def notice_of(game: GameRead) -> Notice | None:
    """What the notice under the seats says; None for a book that is still empty."""
    if not game.entries:
        return None
    teller, newest = Teller(game), game.entries[-1]
    undo, redo = to_undo(game.entries), to_redo(game.entries)
    late: Mapping[str, str] = {}
    deal = find_deal(newest.name, game.sheet)
    if deal is not None:
        sentence = f"Saved: deal {deal.number}, {teller.scores(deal, FEW)}"
        late = asked_late(deal, game.sheet)
    else:
        before = Parts(game.start, game.entries).sheet(len(game.entries) - 1)
        told = teller.tell(newest, before, game.sheet)
        sentence = f"Saved: {told}" if not isinstance(newest.said, Withdraw) else told
    told = f"{sentence[:1].upper()}{sentence[1:]}."
    return Notice(told, undo, redo, deal.id if deal else "", late)
