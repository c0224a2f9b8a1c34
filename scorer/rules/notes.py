"""Notes: what happened while the cards were still being played, checked as deals are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorer.rules.entries import Entry, Note
from scorer.rules.errors import BadEntry, GameIsOver
from scorer.rules.sheet import DealRead
from scorer.rules.table import Table
from scorer.rules.tellings import Tellings
from scorer.rules.variant import Variant


def read_note(note: Note, variant: Variant, table: Table) -> dict[str, Any]:
    """What a note answers, by ask; raises Refused where that is not asked in play, or no answer."""
    asks = {ask.key: ask for ask in variant.asks if ask.in_play}
    if not note.facts.keys() <= asks.keys():
        raise BadEntry("not_noted_in_play")
    return {key: asks[key].read(raw, table) for key, raw in note.facts.items()}


def check_not_empty(note: Note) -> None:
    """Refuse a note that answers nothing."""
    if not note.facts:
        raise BadEntry("empty_note")


def check_notes(
    book: Tellings, variant: Variant, table: Table, deals: Sequence[DealRead], to_play: int
) -> None:
    """Refuse notes that say nothing a deal could, and those of a game that was over.

    `to_play` counts the deals a whole game has. A book that is kept already is left alone.
    """
    played = sum(not deal.facts.void for deal in deals)
    for entry, note in book.notes:
        if entry.kept:
            continue
        read_note(note, variant, table)
        if _was_over(book, entry, note, deals, played == to_play):
            raise GameIsOver(deals=played)
        check_not_empty(note)


def _was_over(
    book: Tellings, entry: Entry, note: Note, deals: Sequence[DealRead], played_out: bool
) -> bool:
    """Whether a note was written behind the end of the game.

    Not where the end has moved there since, which no entry is refused for.
    """
    if book.ended is not None:
        end = book.ended[0]
    else:
        last = deals[-1].id if deals else None
        if not played_out or book.places[note.after] < book.places[last]:
            return False
        end = max(book.starts[-1][0], *(deal.entry for deal in deals))
    return entry.number > max(end, book.undone)
