"""Feats that any game can have: close finishes, comebacks, pools swept.

A feat is something that a seat did in a deal or a game (`types.Feat`); its meaning is in the words
(`services/statistics/meanings.py`).
"""

from __future__ import annotations

from collections import Counter

from scorer.rules.sheet import Sheet
from scorer.rules.standing import deciding_totals
from scorer.rules.types import Feat, SheetDeal

CLOSEST_FINISH = "closest_finish"
COMEBACK = "comeback"
OF_GAMES = (CLOSEST_FINISH, COMEBACK)

LENDING = frozenset({"lends", "is_lent"})


def swept(deal: SheetDeal) -> dict[int, Counter[str]]:
    """What each side swept, unless it took only what was paid in for this very deal."""
    amounts: dict[int, Counter[str]] = {}
    for line in deal.lines:
        if line.pool is None or not line.key.startswith("sweeps_") or line.points <= 0:
            continue
        # Where there is a single pool, somebody takes it in every deal.
        if len(deal.carry.pools) > 1 or deal.before.pools.get(line.pool):
            amounts.setdefault(line.side, Counter())[line.pool] = line.points
    return amounts


def game_feats(sheet: Sheet) -> tuple[Feat, ...]:
    """What happened in a whole game: how close its finish was, and from how far it was won."""
    if not sheet.over or not sheet.winners:
        return ()
    feats = []
    # A game that was stopped early has no finish, nor one that was won against a better total.
    if sheet.ended is None and not sheet.standing.against_total:
        feats.append(Feat(sheet.winning_seats[0], CLOSEST_FINISH, sheet.standing.lead))
    furthest = comeback(sheet)
    if furthest is not None:
        feats.append(furthest)
    return tuple(feats)


def comeback(sheet: Sheet) -> Feat | None:
    """How far behind a winner had once been, the earliest of equals; None where nobody was."""
    gaps = []
    for deal in sheet.deals[:-1]:
        totals = deciding_totals(deal.carry, deal.loans)
        best = min(totals) if sheet.start.unit == "penalties" else max(totals)
        gaps += [
            (abs(best - totals[sheet.side(seat)]), -deal.number, -seat)
            for seat in sheet.winning_seats
        ]
    gap, _, seat = max(gaps, default=(0, 0, 0))
    return Feat(-seat, COMEBACK, gap) if gap else None
