"""Comparing a game that arrives with the one that is here."""

from __future__ import annotations

from typing import Any

from scorer.services.exporting.records import people_in
from scorer.services.importing.arriving import Arriving
from scorer.services.importing.plan import BEHIND, DIFFERENT, LONGER, SAME
from scorer.storage.canonical import from_text
from scorer.storage.whole import WholeGame


def compare(here: WholeGame, game: Arriving) -> str:
    """Whether a game is the same as the one here, goes on from it, is behind it, or differs.

    What people are called is no difference: somebody may have become anonymous since.
    """
    if _start_here(here) != _start_of(game):
        return DIFFERENT
    ours = [(row.name, row.kind, row.content) for row in here.book]
    theirs = [(one.name, one.kind, one.content) for one in game.book]
    for mine, other in zip(ours, theirs, strict=False):
        if mine != other and _nameless(*mine) != _nameless(*other):
            return DIFFERENT
    if len(ours) == len(theirs):
        return SAME
    return LONGER if len(ours) < len(theirs) else BEHIND


def _start_here(here: WholeGame) -> tuple[Any, ...]:
    row, start = here.row, here.start
    people = [one.player for one in start.sitters]
    return row.variant, row.edition, row.house_rules, row.first_dealer, start.carried, people


def _start_of(game: Arriving) -> tuple[Any, ...]:
    start, people = game.start, [one.player for one in game.start.sitters]
    first = start.first_dealer
    return start.variant, game.edition, game.house_rules, first, start.carried, people


def _nameless(name: str, kind: str, content: str) -> tuple[str, str, Any]:
    told = from_text(content)
    for person in people_in(told):
        del person["name"]
    return name, kind, told
