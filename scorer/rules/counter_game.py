"""Games for counters that end when a player goes out; each plays for itself: a side is a seat."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from scorer.rules.asks import Facts, Flag, Hand, Hands, Seat
from scorer.rules.cards import Pack, standard_pack
from scorer.rules.counters import Till, even_hands, share_out, swept, take_all
from scorer.rules.errors import BadRecord
from scorer.rules.going_out import feats_of_going_out
from scorer.rules.table import Table
from scorer.rules.types import BANK, Carry, Feat, Line, SheetDeal
from scorer.rules.variant import Variant

OUT = Seat("out")
ON_RED_NINE = Flag("on_red_nine")
HANDS = Hands(counted="cards", but="out")
SWEPT = "swept"


def pay_by_the_card(
    paying: Till, facts: Facts, table: Table, price: Callable[[Hand], int], *, doubled: bool
) -> None:
    """Everybody pays the price of a hand to the seat that went out, from its left on."""
    out, key = facts[OUT], "by_the_card_doubled" if doubled else "by_the_card"
    for seat in table.from_left_of(out):
        if seat != out:
            hand = facts[HANDS][seat]
            due = price(hand) * (2 if doubled else 1)
            numbers = {"cards": hand.count or 0, "red_nines": hand.red_nines}
            paying.pay(seat, out, due, key, numbers)


def note_out(paying: Till, facts: Facts) -> None:
    """Write who went out, and whether on a red nine."""
    how = "went_out_on_red_nine" if facts[ON_RED_NINE] else "went_out"
    paying.note(facts[OUT], f"{how}_for_counters")


class CounterGame(Variant):
    """A game for counters; `pools` names its pools, `not_in_pack` the ranks laid aside."""

    scored_in = "counters"
    pools: tuple[str, ...]
    not_in_pack: Iterable[str] = ()
    cards_in_pack = 52

    def fits(self, players: int, rules: Any) -> BadRecord | None:
        """Hands that the pack cannot deal to so many."""
        hand, table = even_hands(self.cards_in_pack, players, rules.hand_size)
        if table >= 0:
            return None
        return BadRecord("hand_size", hand=hand, players=players, cards=self.cards_in_pack)

    def pack(self, players: int, rules: Any) -> Pack:
        """One pack less the ranks laid aside; what is not dealt lies on the table (s0)."""
        hand, _ = even_hands(self.cards_in_pack, players, rules.hand_size)
        return standard_pack(players, without=self.not_in_pack, hand=hand)

    def start(self, players: int, rules: Any) -> Carry:
        """Everybody brings the same number of counters; the pools are empty."""
        nothing = (0,) * players
        return Carry((rules.counters,) * players, dict.fromkeys(self.pools, 0), nothing)

    def circuits(self, rules: Any) -> int:
        """Everybody deals, and fills the pools, equally often (the house's own)."""
        circuits: int = rules.circuits
        return circuits

    def closing(
        self, table: Table, carry: Carry, deals: Sequence[SheetDeal], leftover: str | None
    ) -> tuple[Line, ...]:
        """What lies in the pools is shared out, or the last winner's (the house's own)."""
        winner = deals[-1].facts[OUT] if deals else None
        if table.rules.leftover == "last_winner" and winner in table.order:
            return take_all(winner, carry)
        return share_out(table, carry)

    def feats(self, deal: SheetDeal) -> tuple[Feat, ...]:
        """Who went out, what the others paid, and who swept a pool."""
        facts, costs, won = deal.facts, [0] * deal.table.players, 0
        for line in deal.lines:
            if line.numbers.get("to") == facts[OUT]:
                costs[line.side] -= line.points
            if line.side == facts[OUT] and line.points > 0 and line.pool != BANK:
                won += line.points
        on_red_nine, hands = facts[ON_RED_NINE], facts[HANDS]
        feats = feats_of_going_out(deal, facts[OUT], on_red_nine, hands, costs, won)
        sweeps = (Feat(seat, SWEPT, sum(pools.values())) for seat, pools in swept(deal).items())
        return (*feats, *sweeps)
