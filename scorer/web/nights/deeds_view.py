"""Deeds as the screen tells them: what was done, and what can be brought back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime

from flask import request

from scorer.rules.words import WORDS
from scorer.services.errors import NotFound
from scorer.services.ids import is_id
from scorer.services.nights import undoing
from scorer.services.nights.bin import DELETE_GAME, DELETE_NIGHT
from scorer.services.nights.moving import MERGE, SPLIT
from scorer.services.nights.undoing import DeedLine
from scorer.web import times
from scorer.web.access import database, device_here, may
from scorer.web.names import in_a_sentence, listed, tell_apart
from scorer.web.nights.game_lines import LineShown, game_lines
from scorer.web.recipe import counted


@dataclass(frozen=True)
class DeedShown:
    """A deed as a sentence; `own_night` is the night it made, `game` the one it was done to."""

    id: str
    sentence: str
    made_at: datetime
    device_name: str
    undone: bool
    may_undo: bool
    brings_back: bool
    night: str
    own_night: str
    game: LineShown | None


def deeds_shown(lines: Iterable[DeedLine]) -> list[DeedShown]:
    """The deeds, ready to be listed."""
    return [_shown(one) for one in lines]


def deed_shown(deed: str) -> DeedShown:
    """One deed; raises NotFound."""
    return _shown(undoing.read_deed(database(), device_here().club, deed))


def done_here() -> DeedShown | None:
    """What was just done, where this page was come to by doing it; the address names the deed."""
    said = request.args.get("done", "")
    if not is_id(said):
        return None
    try:
        shown = deed_shown(said)
    except NotFound:
        return None
    return None if shown.undone else shown


def _shown(line: DeedLine) -> DeedShown:
    deed = line.deed
    return DeedShown(
        id=deed.id,
        sentence=_sentence(line),
        made_at=deed.made_at,
        device_name=deed.device_name or "",
        undone=deed.undone_at is not None,
        may_undo=may("manage" if deed.kind == DELETE_NIGHT else "score"),
        brings_back=deed.kind in (DELETE_GAME, DELETE_NIGHT),
        night=line.night,
        own_night=deed.content["to"] if deed.kind == SPLIT else "",
        game=next(iter(game_lines([line.game] if line.game else [])), None),
    )


def _night(day: date, called: str) -> str:
    """A night in a sentence, with its year, so that it says the same next year."""
    return f"the night of {times.day(day, UTC)}{f' ({in_a_sentence(called)})' if called else ''}"


def _sentence(line: DeedLine) -> str:
    night = _night(line.day, line.called)
    kind, content = line.deed.kind, line.deed.content
    if kind == SPLIT:
        many = len(content["games"])
        games = f"{counted(many)} game{'' if many == 1 else 's'}".capitalize()
        return f"{games} of {night} got a night of {'its' if many == 1 else 'their'} own."
    if kind == MERGE and line.source:
        other = _night(*line.source)
        return f"{other[:1].upper()}{other[1:]} was brought into {night}."
    if kind == DELETE_GAME and line.game:
        title = WORDS["variants"][line.game.variant]["title"]
        names = listed(tell_apart(seat.name for seat in line.game.seats))
        return f"{title} with {names} was deleted, from {night}."
    return f"{night[:1].upper()}{night[1:]} was deleted."
