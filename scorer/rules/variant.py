"""The contract: what a game has to say for itself.

A variant is one immutable value in one file of `variants/`. Everything else - the sheet, the
pads, the rules pages, the contract tests - is built from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from scorer.rules.table import Table

if TYPE_CHECKING:
    from scorer.rules.asks import Ask, Facts
    from scorer.rules.cards import Pack
    from scorer.rules.sheet import SheetDeal

BANK = "bank"
# Behind the key of a line that was noted in play of a deal which then was void.
IN_VOID_DEAL = "_in_void_deal"


@dataclass(frozen=True)
class Line:
    """One reason why a seat's score changed.

    `points` are penalties, or counters won (+) and lost (-). `pool` names the pool the
    counters came from or went to; `BANK` stands for counters bought for money. A line
    without a pool is either a penalty or has a twin in another seat's line.
    """

    seat: int
    points: int
    key: str
    numbers: Mapping[str, int] = field(default_factory=dict)
    pool: str | None = None


@dataclass(frozen=True)
class Carry:
    """What one deal hands on to the next.

    `totals` and `bought` give one number a seat, `pools` what lies in each pool, and
    `marks` whatever else a game has to remember from deal to deal.
    """

    totals: tuple[int, ...]
    pools: Mapping[str, int] = field(default_factory=dict)
    bought: tuple[int, ...] = ()
    marks: Mapping[str, int] = field(default_factory=dict)

    def after(self, lines: Sequence[Line], marks: Mapping[str, int] | None = None) -> Carry:
        """What is handed on once these lines are written."""
        totals, pools, bought = list(self.totals), dict(self.pools), list(self.bought)
        for line in lines:
            totals[line.seat] += line.points
            if line.pool == BANK:
                bought[line.seat] += line.points
            elif line.pool is not None:
                pools[line.pool] = pools.get(line.pool, 0) - line.points
        return Carry(
            tuple(totals), pools, tuple(bought), dict(self.marks if marks is None else marks)
        )


@dataclass(frozen=True)
class DealScore:
    """What a deal changed: the lines in the order they happened, and what is remembered."""

    lines: tuple[Line, ...] = ()
    marks: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Remark:
    """Something merely unlikely about a hand: flagged softly and let through."""

    seat: int
    key: str
    numbers: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Feat:
    """Something a seat did that statistics and highlights go by; `against` another seat, or None.

    The words tell for each key whether its numbers are counted, summed, or the largest is shown.
    """

    seat: int
    key: str
    number: int
    against: int | None = None


def nothing_carried(players: int, rules: Any) -> Carry:
    """Everybody starts from zero and there are no pools."""
    return Carry(totals=(0,) * players, bought=(0,) * players)


def nothing_paid(table: Table, carry: Carry) -> DealScore:
    """Nothing is paid before the cards are played, or for a void deal."""
    return DealScore(marks=carry.marks)


@dataclass(frozen=True)
class Variant:
    """One game, in one edition.

    `players` are the numbers of players it can be played by, `rules` a frozen dataclass of
    its house rules, `asks` what the pad asks of a deal, in that order. `pack(players, rules)`
    gives the pack. `score(facts, table, carry)` gives the lines of a deal and is pure.
    `opening` gives what is paid before the cards are played (the dress, the ante), `in_play`
    what has moved by the answers that were noted during the deal, `void` what a void deal
    leaves behind, `closing` how what is left is shared out at the end and `tie_break` who wins
    among those at the best total, both from the deals that counted.
    `reread` refuses a change of house rules that needs facts which were never noted. `feats`
    gives what happened in a deal that was not void, for statistics and highlights. Where a game
    does not say, nothing is checked, paid or left over, and whoever is level shares the win.
    """

    key: str
    players: range
    rules: type[Any]
    asks: tuple[Ask[Any], ...]
    pack: Callable[[int, Any], Pack]
    score: Callable[[Facts, Table, Carry], DealScore]
    circuits: Callable[[Any], int]
    reread: Callable[[Facts, Any, Any], None] = lambda facts, then, now: None
    edition: int = 1
    lowest_wins: bool = True
    has_void_deals: bool = False
    check: Callable[[Facts, Table], None] = lambda facts, table: None
    remarks: Callable[[Facts, Table], tuple[Remark, ...]] = lambda facts, table: ()
    start: Callable[[int, Any], Carry] = nothing_carried
    opening: Callable[[Table, Carry], DealScore] = nothing_paid
    in_play: Callable[[Mapping[str, Any], Table, Carry], tuple[Line, ...]] = lambda *asked: ()
    void: Callable[[Table, Carry], DealScore] = nothing_paid
    closing: Callable[[Table, Carry, Sequence[SheetDeal], str | None], tuple[Line, ...]] = (
        lambda *asked: ()
    )
    tie_break: Callable[[tuple[int, ...], Sequence[SheetDeal], Any], tuple[int, ...]] = (
        lambda best, deals, rules: best
    )
    feats: Callable[[SheetDeal], tuple[Feat, ...]] = lambda deal: ()

    def asked(self, rules: Any) -> tuple[Ask[Any], ...]:
        """What is worth asking under these house rules: all that anything depends on."""
        return tuple(ask for ask in self.asks if ask.matters(rules))
