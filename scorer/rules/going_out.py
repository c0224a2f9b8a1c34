"""The feats of a deal that ends when a player goes out; each plays for itself: a side is a seat."""

from collections.abc import Iterator, Sequence

from scorer.rules.asks import Hand
from scorer.rules.types import Feat, SheetDeal

WENT_OUT = "went_out"
OUT_ON_RED_NINE = "out_on_red_nine"
CAUGHT = "caught"
BEATEN = "beaten"
RED_NINES_HELD = "red_nines_held"
SEVERAL_RED_NINES_HELD = "several_red_nines_held"


def feats_of_going_out(
    deal: SheetDeal,
    out: int,
    on_red_nine: bool,
    hands: tuple[Hand, ...],
    costs: Sequence[int],
    gained: int,
) -> Iterator[Feat]:
    """The feats of who went out, who `gained` so much by it, and of what it `costs` the others."""
    players = deal.table.players
    yield Feat(out, WENT_OUT, players)
    if on_red_nine:
        yield Feat(out, OUT_ON_RED_NINE, gained)
    for seat in range(players):
        if seat != out:
            yield Feat(seat, CAUGHT if hands else BEATEN, costs[seat], against=out)
    for seat, hand in enumerate(hands):
        if hand.red_nines:
            yield Feat(seat, RED_NINES_HELD, hand.red_nines)
        if hand.red_nines > 1:
            yield Feat(seat, SEVERAL_RED_NINES_HELD, hand.red_nines)
