"""Who won, and how what is left is shared out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorer.rules.variant import Carry, ScoredDeal, Variant


def winners_of(
    variant: Variant, rules: Any, carry: Carry, deals: Sequence[ScoredDeal]
) -> tuple[int, ...]:
    """The seats that won, lowest number first; nobody wins a game without a scored deal.

    Lowest total for penalties; for counters the most after sharing, less what was bought.
    """
    if not deals:
        return ()
    gained = [now - put for now, put in zip(carry.totals, carry.bought, strict=True)]
    wanted = min(gained) if variant.lowest_wins else max(gained)
    best = tuple(seat for seat, one in enumerate(gained) if one == wanted)
    return variant.tie_break(best, deals, rules)
