"""The feats of a deal that ends when a player goes out; each plays for itself: a side is a seat."""

from collections.abc import Iterator, Sequence

from scorer.rules.asks import Hand
from scorer.rules.counters import swept
from scorer.rules.types import BANK, Feat, SheetDeal

WENT_OUT = "went_out"
OUT_ON_RED_NINE = "out_on_red_nine"
CAUGHT = "caught"
BEATEN = "beaten"
RED_NINES_HELD = "red_nines_held"
SEVERAL_RED_NINES_HELD = "several_red_nines_held"
SWEPT = "swept"


def penalty_feats(
    deal: SheetDeal, out: int, on_red_nine: bool, hands: tuple[Hand, ...]
) -> tuple[Feat, ...]:
    """The feats of a deal scored in penalties: a hand costs its points."""
    gained = sum(deal.scores) - deal.scores[out]
    return tuple(_deal_feats(deal, out, on_red_nine, hands, deal.scores, gained))


def counter_feats(
    deal: SheetDeal, out: int, on_red_nine: bool, hands: tuple[Hand, ...]
) -> tuple[Feat, ...]:
    """The feats of a deal played for counters: a hand costs the payment to who went out."""
    paid, won = [0] * deal.table.players, 0
    for line in deal.lines:
        if line.numbers.get("to") == out:
            paid[line.side] -= line.points
        if line.side == out and line.points > 0 and line.pool != BANK:
            won += line.points
    sweeps = [Feat(seat, SWEPT, sum(pools.values())) for seat, pools in swept(deal).items()]
    return (*_deal_feats(deal, out, on_red_nine, hands, paid, won), *sweeps)


def _deal_feats(
    deal: SheetDeal,
    out: int,
    on_red_nine: bool,
    hands: tuple[Hand, ...],
    costs: Sequence[int],
    gained: int,
) -> Iterator[Feat]:
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
