"""Noting: what happened while the cards were still being played, and only then."""

from __future__ import annotations

from typing import Any

from scorer.rules.entries import Note
from scorer.rules.errors import GameIsOver, Refused
from scorer.rules.notes import check_not_empty, read_note
from scorer.rules.start import ReadStart
from scorer.rules.table import Table
from scorer.services.games.reading import GameRead


def check_noting(read: GameRead) -> None:
    """Refuse the last entry where it answers nothing asked in play, or comes after the end."""
    said, sheet = read.entries[-1].said, read.sheet
    if not isinstance(said, Note):
        return
    _answers(said, sheet.start)
    if sheet.over:
        raise GameIsOver(deals=sheet.played)
    check_not_empty(said)


def answers_kept(note: Note, start: ReadStart) -> dict[str, Any]:
    """What a note of the book answers; nothing where it is one that is refused by now."""
    try:
        return _answers(note, start)
    except Refused:
        return {}


def _answers(note: Note, start: ReadStart) -> dict[str, Any]:
    pack = start.variant.pack(len(start.order), start.rules)
    table = Table(start.order, start.first_dealer, start.rules, pack)
    return read_note(note, start.variant, table)
