"""Pink Nines: everybody antes, and the first player out takes the pool.

Sources: s0, PB-PN. Payment by the card is a house rule.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scorer.rules.asks import Ask, Facts, Flag, Hands, Seat
from scorer.rules.cards import Pack, standard_pack
from scorer.rules.counters import Till, even_hands, share_out, take_all, unfit_hands
from scorer.rules.errors import BadRecord
from scorer.rules.going_out import counter_feats
from scorer.rules.house_rules import choice, rate, whole
from scorer.rules.referee import check_hands
from scorer.rules.table import Table
from scorer.rules.types import Carry, DealScore, Feat, Line, Next, Over, SheetDeal, Unit
from scorer.rules.variant import Variant, after_circuits

POOL = "pool"
CARDS_IN_PACK = 52


@dataclass(frozen=True)
class HouseRules:
    """The house rules of Pink Nines."""

    ante: int = whole(1, least=0, most=100)
    counters: int = whole(20, least=0, most=1000)
    per_card: int = whole(0, least=0, most=100)
    red_nine_counts_two: bool = choice(False, True)
    out_on_red_nine_doubles: bool = choice(False, True)
    hand_size: int | None = whole(None, least=1, most=26, other_game=True)
    circuits: int = whole(1, least=1, most=20, other_game=True)
    leftover: str = choice("share", "last_winner")
    counter_value: Mapping[str, int] | None = rate()

    @property
    def pays_double(self) -> bool:
        """Whether going out on a red nine doubles any payment."""
        return self.out_on_red_nine_doubles and self.per_card > 0


OUT = Seat("out")
ON_RED_NINE = Flag("on_red_nine")
HANDS = Hands(counted="cards", but="out")


class PinkNines(Variant):
    """Pink Nines: everybody antes, and the first player out takes the pool."""

    key = "pink-nines"
    players = range(2, 11)
    rules = HouseRules

    def unit(self, rules: HouseRules) -> Unit:
        """Counters."""
        return "counters"

    def asks(self, players: int, rules: HouseRules) -> tuple[Ask[Any], ...]:
        """Who went out; how, and what the others hold, is asked where somebody pays by the card."""
        pays = rules.per_card > 0
        return (
            OUT,
            replace(ON_RED_NINE, asked=rules.pays_double),
            replace(HANDS, asked=pays, required=pays, nines_asked=rules.red_nine_counts_two),
        )

    def fits(self, players: int, rules: HouseRules) -> BadRecord | None:
        """Hands that the pack cannot deal to so many."""
        return unfit_hands(CARDS_IN_PACK, players, rules.hand_size)

    def pack(self, players: int, rules: HouseRules) -> Pack:
        """All 52 cards; four or a few more lie on the table (s0)."""
        hand, table = even_hands(CARDS_IN_PACK, players, rules.hand_size)
        return standard_pack(players, hand=hand, table=table)

    def start(self, players: int, rules: HouseRules) -> Carry:
        """Everybody brings the same number of counters; the pool is empty."""
        return Carry(totals=(rules.counters,) * players, pools={POOL: 0}, bought=(0,) * players)

    def opening(self, table: Table, carry: Carry) -> DealScore:
        """The ante: everybody pays the same into the pool, after a void deal too (s0)."""
        paying = Till(carry)
        if table.rules.ante:
            for seat in table.from_left_of(table.dealer):
                paying.into_pool(seat, POOL, table.rules.ante, "antes")
        return DealScore(tuple(paying.lines))

    def check(self, facts: Facts, table: Table, carry: Carry) -> None:
        """Refuse what cannot have happened: hands that one pack cannot make."""
        hands = facts[HANDS]
        if hands:
            check_hands(hands, facts[OUT], facts[ON_RED_NINE], table.cards)

    def score(self, facts: Facts, table: Table, carry: Carry) -> DealScore:
        """The first out takes the pool, and is paid by the card where the house says so."""
        out, on_red_nine, rules = facts[OUT], facts[ON_RED_NINE], table.rules
        paying = Till(carry)
        paying.note(
            out, "went_out_on_red_nine_for_counters" if on_red_nine else "went_out_for_counters"
        )
        paying.sweep(out, POOL, "sweeps_pool")
        hands = facts[HANDS]
        if not rules.per_card:
            return DealScore(tuple(paying.lines))
        doubled = on_red_nine and rules.out_on_red_nine_doubles
        key = "by_the_card_doubled" if doubled else "by_the_card"
        for seat in table.from_left_of(out):
            if seat == out:
                continue
            cards, red_nines = hands[seat].count or 0, hands[seat].red_nines
            counted = cards + (red_nines if rules.red_nine_counts_two else 0)
            due = counted * rules.per_card * (2 if doubled else 1)
            paying.pay(seat, out, due, key, {"cards": cards, "red_nines": red_nines})
        return DealScore(tuple(paying.lines))

    def closing(
        self, table: Table, carry: Carry, deals: Sequence[SheetDeal], leftover: str | None
    ) -> tuple[Line, ...]:
        """Antes that a void deal left in the pool are shared out."""
        if table.rules.leftover == "last_winner" and deals:
            return take_all(deals[-1].facts[OUT], carry)
        return share_out(table, carry)

    def after(self, table: Table, facts: Facts | None, carry: Carry, played: int) -> Next | Over:
        """Everybody deals equally often (the house's own)."""
        return after_circuits(table, facts, played, table.rules.circuits)

    def feats(self, deal: SheetDeal) -> tuple[Feat, ...]:
        """Who went out, what the others paid, and who swept more than one deal's stakes."""
        return counter_feats(deal, deal.facts[OUT], deal.facts[ON_RED_NINE], deal.facts[HANDS])


VARIANT = PinkNines()
