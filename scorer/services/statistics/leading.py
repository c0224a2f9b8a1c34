"""Does leading help? How often the eldest hand went out, beside what even chances would give."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from scorer.rules.luck import ENOUGH_DEALS, SQUARE_THOUSANDTHS

# Beyond so many standard deviations it is luck only once in a hundred times.
BEYOND_LUCK = math.sqrt(SQUARE_THOUSANDTHS[0] / 1000)


@dataclass(frozen=True)
class Led:
    """Deals at a table of so many players, in so many of which the eldest hand went out."""

    variant: str
    players: int
    deals: int
    eldest_out: int


@dataclass(frozen=True)
class Leading:
    """What leading comes to in one game: of 100 deals, `went` were won by who led.

    `even` would be, if leading made no difference. `enough` deals were played to say anything,
    and `beyond_luck` says that luck alone would hardly have done it.
    """

    variant: str
    deals: int
    went: int
    even: int
    enough: bool
    beyond_luck: bool


def does_leading_help(led: Iterable[Led]) -> tuple[Leading, ...]:
    """What leading comes to in each game, over tables of any size."""
    by_variant: dict[str, list[Led]] = {}
    for one in led:
        by_variant.setdefault(one.variant, []).append(one)
    return tuple(_leading(variant, those) for variant, those in by_variant.items())


def _leading(variant: str, led: list[Led]) -> Leading:
    deals = sum(one.deals for one in led)
    went = sum(one.eldest_out for one in led)
    even = sum(one.deals / one.players for one in led)
    spread = math.sqrt(sum(one.deals / one.players * (1 - 1 / one.players) for one in led))
    return Leading(
        variant=variant,
        deals=deals,
        went=round(100 * went / deals) if deals else 0,
        even=round(100 * even / deals) if deals else 0,
        enough=deals >= ENOUGH_DEALS,
        # Half a deal less, since deals come whole.
        beyond_luck=abs(went - even) - 0.5 > BEYOND_LUCK * spread,
    )
