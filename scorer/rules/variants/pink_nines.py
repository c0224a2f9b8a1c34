"""Pink Nines: everybody antes, and the first player out takes the pool.

Sources: s0, PB-PN. Payment by the card is a house rule.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from scorer.rules.asks import Ask, Facts, Hand
from scorer.rules.counter_game import (
    HANDS,
    ON_RED_NINE,
    OUT,
    CounterGame,
    note_out,
    pay_by_the_card,
)
from scorer.rules.counters import Till
from scorer.rules.house_rules import choice, rate, whole
from scorer.rules.referee import check_hands
from scorer.rules.table import Table
from scorer.rules.types import Carry, DealScore

POOL = "pool"


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


class PinkNines(CounterGame):
    """Pink Nines: everybody antes, and the first player out takes the pool."""

    key = "pink-nines"
    players = range(2, 11)
    rules = HouseRules
    pools = (POOL,)

    def asks(self, players: int, rules: HouseRules) -> tuple[Ask[Any], ...]:
        """Who went out; how, and what the others hold, is asked where somebody pays by the card."""
        pays = rules.per_card > 0
        return (
            OUT,
            replace(ON_RED_NINE, asked=rules.pays_double),
            replace(HANDS, asked=pays, required=pays, nines_asked=rules.red_nine_counts_two),
        )

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
        rules, paying = table.rules, Till(carry)
        note_out(paying, facts)
        paying.sweep(facts[OUT], POOL, "sweeps_pool")
        if rules.per_card:

            def price(hand: Hand) -> int:
                nines = hand.red_nines if rules.red_nine_counts_two else 0
                return ((hand.count or 0) + nines) * int(rules.per_card)

            doubled = facts[ON_RED_NINE] and rules.out_on_red_nine_doubles
            pay_by_the_card(paying, facts, table, price, doubled=doubled)
        return DealScore(tuple(paying.lines))


VARIANT = PinkNines()
