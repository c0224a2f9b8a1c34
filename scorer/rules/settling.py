"""Who won, and how what is left is shared out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scorer.rules.loans import gained
from scorer.rules.variant import Carry, ScoredDeal, Variant


def winners_of(
    variant: Variant, rules: Any, carry: Carry, deals: Sequence[ScoredDeal]
) -> tuple[int, ...]:
    """The seats that won, lowest number first; nobody wins a game without a scored deal.

    Lowest total for penalties; for counters the most after sharing, less what was bought.
    """
    if not deals:
        return ()
    return variant.tie_break(best_of(variant, carry), deals, rules)


def best_of(variant: Variant, carry: Carry) -> tuple[int, ...]:
    """The seats at the best total, before any tie is broken."""
    stands = gained(carry)
    wanted = min(stands) if variant.lowest_wins else max(stands)
    return tuple(seat for seat, one in enumerate(stands) if one == wanted)
