"""A game that nobody plays and nobody would recognise: whatever the contract can say, it says.

Bids before the play, answered by the seat itself and shown when they are complete; tricks that
come to seven; a plim, noted in play; sides of unequal size; three pools, paid
into before the play; scores below zero; a target. Nobody goes out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scorer.rules.asks import Ask, Cards, Choice, Facts, Flag, Number, Seat, Side
from scorer.rules.counters import BUY_IN, Till
from scorer.rules.errors import BadRecord, ImpossibleDeal
from scorer.rules.house_rules import choice, rate, text, texts, whole
from scorer.rules.table import Table, left_of
from scorer.rules.types import (
    Carry,
    DealScore,
    Line,
    Next,
    Over,
    SheetDeal,
    Shown,
    Unit,
)
from scorer.rules.variant import Variant, next_dealer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

URM, ILK, OON = "urm", "ilk", "oon"
TRICKS = 7
FULL_TABLE = 6


@dataclass(frozen=True)
class HouseRules:
    """What a table can agree on: a rule of every kind."""

    gleb: str = choice("points", "counters", "penalties", other_game=True)
    plid: str = choice("each", "sets", other_game=True)
    stoom: int = whole(60, least=5, most=400, other_game=True)
    ghasp: bool = choice(False, True, other_game=True)
    spod: int = whole(2, least=0, most=9)
    pelf: int | None = whole(None, least=1, most=9, other_game=True)
    krel: str = choice("owe", "pay_what_you_have", "buy_in", only={"gleb": ("counters",)})
    nabe: str = text(most=20)
    wurd: tuple[str, ...] = texts(most=3, letters=12)
    zolt: Mapping[str, int] | None = rate()


MUX = Flag("mux")
TOV = Choice("tov", values=("ba", "de", "ki"), when="before", required=False, unless=("mux",))
HOB = Cards(
    "hob",
    values=("ZK", "ZQ", "ZJ", "xR"),
    offers=("ZK", "ZQ", "xR"),
    when="before",
    required=False,
    unless=("mux",),
)
DRO = Seat("dro", when="during", required=False, unless=("mux",))
ITH = Side("ith", group="quim", unless=("mux",))
ORM = Side("orm", group="quim", required=False, unless=("mux",))
YAR = Side("yar", required=False, unless=("mux",))
BRA = Number("bra", of="side", least=-50, most=50, but="yar", unless=("mux",))
FLE = Flag("fle", of="seat", unless=("mux",))
MIV = Choice("miv", of="seat", values=("lo", "hi"), when="during", required=False, unless=("mux",))
NUP = Number("nup", least=0, most=20, required=False, asked=False, unless=("mux",))
WORTH = {"F": 3, "M": 2, "W": 1, "O": 0}


def stand_ins(rules: HouseRules) -> int:
    """How many hands nobody holds."""
    return 1 if rules.ghasp else 0


def vex(rules: HouseRules) -> Number:
    """The bids: a number, two cards that stand for one, or null where it was never shown."""
    return Number(
        "vex",
        of="seat",
        stand_ins=stand_ins(rules),
        when="before",
        by="seat",
        shown="when_complete",
        most=TRICKS,
        cards=WORTH,
        card_count=2,
        same_as="plu",
        open_with="miv",
        required=False,
        unless=("mux",),
    )


def plu(rules: HouseRules) -> Number:
    """The tricks, which come to seven."""
    return Number(
        "plu",
        of="seat",
        stand_ins=stand_ins(rules),
        most=TRICKS,
        sum=TRICKS,
        unless=("mux",),
    )


def till(table: Table, carry: Carry) -> Till:
    """A till that knows what this table does when somebody runs out."""
    short = table.rules.krel if table.rules.gleb == "counters" else "owe"
    return Till(carry, short, 20)


def plim(paying: Till, table: Table, seat: int | None) -> None:
    """Who plims takes one out of the third pool."""
    if seat is not None and paying.carry.pools[OON]:
        paying.draw(table.sides[seat], OON, 1, "plims")


def worth(bid: int | tuple[str, ...] | None) -> int | None:
    """What a bid says, however it was told."""
    return sum(WORTH[card] for card in bid) if isinstance(bid, tuple) else bid


def check_mivs(answers: Mapping[str, Any], table: Table, carry: Carry) -> None:
    """Refuse two who mive hi, when they are noted too."""
    mivs = answers.get(MIV.key) or ()
    if mivs.count("hi") > 1:
        raise ImpossibleDeal("more_than_one_hi", seat=mivs.index("hi"))


def makers(facts: Facts, table: Table) -> tuple[int, ...]:
    """The seats whose tricks are what they had bid."""
    bids, tricks = facts[vex(table.rules)], facts[plu(table.rules)]
    return tuple(seat for seat in range(table.players) if worth(bids[seat]) == tricks[seat])


def points_of_seats(facts: Facts, table: Table, made: Sequence[int]) -> list[Line]:
    """A point a trick, ten for a bid that was made, four less for a false one."""
    lines, rules = [], table.rules
    for seat in range(table.players):
        side, tricks = table.sides[seat], facts[plu(rules)][seat]
        factor = {"ba": 1, "de": 2, "ki": -1, None: 1}[facts[TOV]]
        numbers = {"tricks": tricks, "factor": factor}
        lines.append(Line(side, factor * tricks, "took_plu", numbers))
        if seat in made:
            raised = 20 if facts[MIV][seat] == "hi" else 10
            lines.append(Line(side, raised, "made_vex", {"points": raised}))
        if facts[FLE][seat]:
            lines.append(Line(side, -4, "fle", {"points": 4}))
    return lines


def points_of_sides(facts: Facts) -> list[Line]:
    """What each side counted itself; the one that is named has the number that was left."""
    lines = [
        Line(side, number, "counted_bra", {"points": number})
        for side, number in enumerate(facts[BRA])
        if number is not None
    ]
    if facts[YAR] is not None:
        lines.append(Line(facts[YAR], facts[NUP] or 0, "left_over", {"points": facts[NUP] or 0}))
    return lines


class QoviBrumt(Variant):
    """A game that nobody plays: whatever the contract can say, it says."""

    key = "qovi-brumt"
    players = range(3, 8)
    rules = HouseRules

    def unit(self, rules: HouseRules) -> Unit:
        """As the table chose."""
        return rules.gleb

    def asks(self, players: int, rules: HouseRules) -> tuple[Ask[Any], ...]:
        """Something of every kind, of the deal, of each seat and of each side."""
        return MUX, vex(rules), TOV, HOB, DRO, plu(rules), ITH, ORM, YAR, BRA, FLE, MIV, NUP

    def sides(self, players: int, rules: HouseRules) -> tuple[int, ...]:
        """Half as many sides as there are seats, so that some are larger than others."""
        number = max(2, players // 2) if rules.plid == "sets" else players
        return tuple(seat % number for seat in range(players))

    def fits(self, players: int, rules: HouseRules) -> BadRecord | None:
        """A full table has no ghasp."""
        if rules.ghasp and players >= FULL_TABLE:
            return BadRecord("ghasp_at_a_full_table", players=players)
        return None

    def start(self, players: int, rules: HouseRules) -> Carry:
        """Counters are brought along, points and penalties are not; the pools are empty."""
        number = max(self.sides(players, rules)) + 1
        brought = 50 if rules.gleb == "counters" else 0
        return Carry(
            totals=(brought,) * number,
            pools=dict.fromkeys((URM, ILK, OON), 0),
            bought=(0,) * number,
        )

    def opening(self, table: Table, carry: Carry) -> DealScore:
        """The dealer's side pays into two pools, and that of each seat into one."""
        paying, due = till(table, carry), table.rules.spod
        if due:
            dealer = table.sides[table.dealer]
            paying.into_pool(dealer, URM, due, "stumps_urm")
            paying.into_pool(dealer, ILK, 2 * due, "stumps_ilk")
            for seat in table.from_left_of(table.dealer):
                paying.into_pool(table.sides[seat], OON, 1, "stumps_oon")
        return DealScore(tuple(paying.lines))

    def in_play(self, noted: Mapping[str, Any], table: Table, carry: Carry) -> tuple[Line, ...]:
        """What a plim has moved."""
        paying = till(table, carry)
        plim(paying, table, noted.get(DRO.key))
        return tuple(paying.lines)

    def check(self, facts: Facts, table: Table, carry: Carry) -> None:
        """Refuse tricks that are not seven, and one side that takes both."""
        if facts[MUX]:
            return
        tricks = sum(number or 0 for number in facts[plu(table.rules)])
        if tricks != TRICKS:
            raise ImpossibleDeal("plu_come_to", tricks=tricks, due=TRICKS)
        check_mivs(facts.answers, table, carry)

    def check_in_play(self, answers: Mapping[str, Any], table: Table, carry: Carry) -> None:
        """Refuse two who mive hi, when they are noted too."""
        check_mivs(answers, table, carry)

    def shows_in_play(
        self, shows: tuple[Shown, ...], noted: Mapping[str, Any]
    ) -> tuple[Shown, ...]:
        """A plim, in place of the last tov."""
        if noted.get(DRO.key) is None:
            return shows
        kept = tuple(shown for shown in shows if shown.key != "last_tov")
        return (*kept, Shown("has_plimmed"))

    def score(self, facts: Facts, table: Table, carry: Carry) -> DealScore:
        """Counters move between sides and pools; points are made, and lost, out of nothing."""
        if facts[MUX]:
            return DealScore(())
        paying = till(table, carry)
        plim(paying, table, facts[DRO])
        if facts[ITH] != facts[ORM]:
            paying.sweep(facts[ITH], URM, "sweeps_urm")
            if facts[ORM] is not None:
                paying.sweep(facts[ORM], ILK, "sweeps_ilk")
        made = makers(facts, table)
        if table.rules.gleb == "counters":
            for seat in range(table.players):
                side = table.sides[seat]
                if side != facts[ITH] and seat not in made:
                    paying.pay(side, facts[ITH], 1 + facts[FLE][seat], "the_ith", {})
            return DealScore(tuple(paying.lines))
        points = [*points_of_seats(facts, table, made), *points_of_sides(facts)]
        return DealScore((*paying.lines, *points))

    def void(self, table: Table, carry: Carry) -> DealScore:
        """What was paid stays in the pools."""
        return DealScore(())

    def after(self, table: Table, facts: Facts | None, carry: Carry, played: int) -> Next | Over:
        """To a target, or so many deals."""
        rules: HouseRules = table.rules
        shows = []
        if facts is not None and not facts.void and facts[TOV] is not None:
            shows.append(Shown("last_tov", None, {"tov": facts[TOV]}))
        brought = 50 if rules.gleb == "counters" else 0
        if max(carry.totals) >= rules.stoom + brought:
            return Over(None, tuple(shows))
        left = None if rules.pelf is None else rules.pelf - played
        if left is not None and left <= 0:
            return Over(None, tuple(shows))
        dealer = next_dealer(table, facts)
        shows += [
            Shown("is_short_of", side, {"points": rules.stoom - total})
            for side, total in enumerate(carry.totals)
            if total > 0
        ]
        trump = "hearts" if facts is not None and facts.answers.get("tov") == "de" else "none"
        return Next(dealer, left, trump, tuple(shows))

    def closing(
        self, table: Table, carry: Carry, deals: Sequence[SheetDeal], leftover: str | None
    ) -> tuple[Line, ...]:
        """What lies in the pools goes to the side on the dealer's left, whatever was asked."""
        taking = till(table, carry)
        taking.draw_from_all(
            table.sides[left_of(table.order, table.dealer)],
            sum(carry.pools.values()),
            "takes_the_pools",
        )
        return tuple(taking.lines)

    def sells_counters(self, rules: HouseRules) -> bool:
        """Whether a seat that runs out buys in."""
        return rules.gleb == "counters" and rules.krel == BUY_IN


VARIANT = QoviBrumt()
