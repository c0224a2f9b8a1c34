"""Red Nines as H. K. described it in 1881: counters, two pools, and a payment by the card.

Source: s0 alone. What s0 leaves open is a house rule here, and its default is the house's own.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorer.rules.asks import Ask, Facts, Hand, Seat
from scorer.rules.counter_game import (
    HANDS,
    ON_RED_NINE,
    OUT,
    CounterGame,
    note_out,
    pay_by_the_card,
)
from scorer.rules.counters import BUY_IN, Till, times_dealt
from scorer.rules.errors import ImpossibleDeal
from scorer.rules.house_rules import choice, rate, whole
from scorer.rules.referee import check_hands
from scorer.rules.table import Table
from scorer.rules.types import Carry, DealScore, Line, SheetDeal

ACES_SWEPT_BY = Seat("aces_swept_by", when="during", required=False)

RED_NINE_POOL = "red_nine"
RED_ACE_POOL = "red_ace"
RED_ACES = 2


@dataclass(frozen=True)
class HouseRules:
    """The house rules of 1881."""

    counters: int = whole(36, least=1, most=1000)
    red_nine_pool: int = whole(6, least=0, most=100)
    red_ace_pool: int = whole(3, least=0, most=100)
    dress: str = choice("add", "top_up", "when_empty")
    short: str = choice("owe", "pay_what_you_have", "buy_in")
    hand_size: int | None = whole(None, least=1, most=14, other_game=True)
    circuits: int = whole(1, least=1, most=20, other_game=True)
    leftover: str = choice("share", "last_winner")
    counter_value: Mapping[str, int] | None = rate()


def till(table: Table, carry: Carry) -> Till:
    """A till that knows what this table does when somebody runs out."""
    return Till(carry, table.rules.short, table.rules.counters)


def dress_due(size: int, lying: int, rules: HouseRules) -> int:
    """The payment of the dealer into a pool that should hold `size` and holds `lying`."""
    if rules.dress == "top_up":
        return max(size - lying, 0)
    if rules.dress == "when_empty":
        return 0 if lying else size
    return size


def check_aces(swept_by: int, facts: Facts, table: Table) -> None:
    """Refuse more aces in hands than are left once both red ones were played."""
    aces, hands = 0, facts[HANDS]
    for seat, hand in enumerate(hands):
        aces += (hand.cards or ()).count("A")
        if aces > table.cards.copies["A"] - RED_ACES:
            raise ImpossibleDeal("aces_swept_and_held", seat=seat, held=aces)


class RedNines1881(CounterGame):
    """Red Nines as H. K. described it in 1881: counters, two pools, and a payment by the card."""

    key = "red-nines-1881"
    players = range(3, 11)
    rules = HouseRules
    pools = (RED_NINE_POOL, RED_ACE_POOL)
    # 52 cards less the twos and threes (s0).
    not_in_pack = ("2", "3")
    cards_in_pack = 44

    def asks(self, players: int, rules: HouseRules) -> tuple[Ask[Any], ...]:
        """Who swept the red aces, who went out, and how many cards the others hold."""
        return ACES_SWEPT_BY, OUT, ON_RED_NINE, HANDS

    def opening(self, table: Table, carry: Carry) -> DealScore:
        """The dress: the dealer fills the Red Nine pool, then the Red Ace pool (s0)."""
        if carry.marks.get("dressed"):
            return DealScore()
        paying = till(table, carry)
        sizes = {RED_NINE_POOL: table.rules.red_nine_pool, RED_ACE_POOL: table.rules.red_ace_pool}
        for pool, size in sizes.items():
            due = dress_due(size, carry.pools[pool], table.rules)
            if due:
                paying.into_pool(table.dealer, pool, due, f"dresses_{pool}_pool")
        return DealScore(tuple(paying.lines))

    def void(self, table: Table, carry: Carry) -> DealScore:
        """A void deal: the dress stays in the pools and is not repeated (the house's own)."""
        return DealScore(marks={"dressed": 1})

    def in_play(self, noted: Mapping[str, Any], table: Table, carry: Carry) -> tuple[Line, ...]:
        """The movements while the cards are still being played: the aces swept."""
        paying = till(table, carry)
        swept_by = noted.get(ACES_SWEPT_BY.key)
        if swept_by is not None:
            paying.sweep(swept_by, RED_ACE_POOL, "sweeps_red_aces")
        return tuple(paying.lines)

    def check(self, facts: Facts, table: Table, carry: Carry) -> None:
        """Refuse what cannot have happened: hands no pack deals, a sweeper with too many cards."""
        hands = facts[HANDS]
        check_hands(hands, facts[OUT], facts[ON_RED_NINE], table.cards)
        swept_by = facts[ACES_SWEPT_BY]
        if swept_by is None:
            return
        held, most = hands[swept_by].count or 0, table.cards.hand - RED_ACES
        if held > most:
            raise ImpossibleDeal("swept_and_held_too_many", seat=swept_by, held=held, most=most)
        check_aces(swept_by, facts, table)

    def score(self, facts: Facts, table: Table, carry: Carry) -> DealScore:
        """The movements of one deal: ace sweep, Red Nine sweep, payments by the card (s0).

        A card costs 1 and a red nine 2; a deal won on a red nine doubles both, which is the
        "quadruple for the other red nine": four for it, which is twice the two, and not eight.
        """
        out, on_red_nine = facts[OUT], facts[ON_RED_NINE]
        paying = till(table, carry)
        swept_by = facts[ACES_SWEPT_BY]
        if swept_by is not None:
            paying.sweep(swept_by, RED_ACE_POOL, "sweeps_red_aces")
        note_out(paying, facts)
        if on_red_nine:
            paying.sweep(out, RED_NINE_POOL, "sweeps_red_nine_pool")

        def price(hand: Hand) -> int:
            return (hand.count or 0) + hand.red_nines

        pay_by_the_card(paying, facts, table, price, doubled=on_red_nine)
        return DealScore(tuple(paying.lines))

    def closing(
        self, table: Table, carry: Carry, deals: Sequence[SheetDeal], leftover: str | None
    ) -> tuple[Line, ...]:
        """Share out the pools, the dealing levelled first if it was asked."""
        levelling = till(table, carry)
        if leftover == "level_the_dealing":
            dealt = times_dealt(table, deals)
            if carry.marks.get("dressed"):
                # The last deal was void, and what its dealer put down lies in the pools.
                dealt[table.dealer] += 1
            full = {
                RED_NINE_POOL: table.rules.red_nine_pool,
                RED_ACE_POOL: table.rules.red_ace_pool,
            }
            for seat in table.from_left_of(table.dealer):
                spared = max(dealt.values()) - dealt[seat]
                for pool, size in full.items():
                    if spared and size:
                        levelling.into_pool(seat, pool, spared * size, "levels_the_dealing")
        return *levelling.lines, *super().closing(table, levelling.carry, deals, leftover)

    def sells_counters(self, rules: HouseRules) -> bool:
        """Whether the house rule for running out is to buy in."""
        return rules.short == BUY_IN


VARIANT = RedNines1881()
