"""The contract: what a game has to say for itself.

A variant is one immutable value in one file of `variants/`. Everything else - the sheet, the
pad, the rules pages, the contract tests - is built from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorer.rules.asks import Ask, Facts
from scorer.rules.cards import Pack
from scorer.rules.errors import BadRecord
from scorer.rules.table import Table, left_of
from scorer.rules.types import (
    Carry,
    DealScore,
    Feat,
    Line,
    Next,
    Over,
    Remark,
    SheetDeal,
    Shown,
    Unit,
)


def next_dealer(table: Table, facts: Facts | None) -> int:
    """Who deals next, where the deal passes to the left and a void one is dealt again.

    `facts` are those of the deal that was played at this table, None before the first.
    """
    if facts is None or facts.void:
        return table.dealer
    return left_of(table.order, table.dealer)


def after_circuits(table: Table, facts: Facts | None, played: int, circuits: int) -> Next | Over:
    """What comes next in a game that ends when everybody has dealt equally often."""
    left = circuits * table.players - played
    return Next(next_dealer(table, facts), left) if left > 0 else Over()


def each_for_itself(players: int, rules: Any) -> tuple[int, ...]:
    """Every seat is a side."""
    return tuple(range(players))


def everybody(table: Table, carry: Carry) -> tuple[int, ...]:
    """Every seat plays."""
    return tuple(sorted(table.order))


def nothing_carried(players: int, rules: Any) -> Carry:
    """Every side starts from zero, which no totals stand for, and there are no pools."""
    return Carry(totals=())


def nothing_paid(table: Table, carry: Carry) -> DealScore:
    """Nothing is paid before the cards are played, or for a void deal."""
    return DealScore(marks=carry.marks)


@dataclass(frozen=True)
class Variant:
    """One game, in one edition.

    `players` are the numbers of players it can be played by, and `fits(players, rules)` says why
    such a table cannot play by these rules, if it cannot. `rules` is a frozen dataclass of house
    rules. `unit(rules)` tells what is scored, and with it who wins. `pack(players, rules)` gives
    the pack, or None, and `sides(players, rules)` the side of each seat. `asks(players, rules)`
    is what the pad asks of a deal, in that order. `plays(table, carry)` gives the seats that play
    in a deal of this table's dealer, whoever should have dealt, lowest number first.
    `at_odds(rules)` says, by the house rule, why a new game should not begin with what was chosen
    there; a record that has it is read all the same.

    `start(players, rules)` gives the first carry, and `opening` what is paid or turned before the
    cards are played (the dress, the ante); `in_play` what has moved by the answers noted during
    the deal, and `check_in_play` refuses an answer of these that cannot be. `check` refuses a deal
    that cannot have happened; `remarks` flags what is unlikely.
    `score(facts, table, carry)` gives the lines of a deal and is pure; `void` what a void deal
    leaves behind. `after(table, facts, carry, played)` says what follows the deal that was played
    at this table, after which `played` deals counted; `facts` is None before the first deal.

    `closing` gives how what is left is shared out at the end, and `tie_break` who wins among those
    at the best total, both from the deals that counted. `reread` refuses a change of house rules
    that needs facts which were never noted. `sum_of_deal` is what the scores of a deal sum to, or
    None, and `trump` what was trump in a deal, with the carry before it: a suit, "none", or None
    where nobody noted it. `shows_in_play` gives what the sheet shows in place of `shows` once these
    answers were noted of the deal in play. `feats` gives what happened in a deal that was not
    void, for statistics and highlights. `sells_counters` tells whether a seat that runs out buys
    more by itself, and `eldest_leads` whether the seat on the dealer's left is known to lead.
    `kind` is what tells games of this variant apart, as the table writes it: only those of one kind
    are compared with each other and added up.
    """

    key: str
    players: range
    rules: type[Any]
    unit: Callable[[Any], Unit]
    asks: Callable[[int, Any], tuple[Ask[Any], ...]]
    score: Callable[[Facts, Table, Carry], DealScore]
    after: Callable[[Table, Facts | None, Carry, int], Next | Over]
    edition: int = 1
    has_void_deals: bool = True
    fits: Callable[[int, Any], BadRecord | None] = lambda players, rules: None
    at_odds: Callable[[Any], Mapping[str, BadRecord]] = lambda rules: {}
    pack: Callable[[int, Any], Pack | None] = lambda players, rules: None
    sides: Callable[[int, Any], tuple[int, ...]] = each_for_itself
    plays: Callable[[Table, Carry], tuple[int, ...]] = everybody
    start: Callable[[int, Any], Carry] = nothing_carried
    opening: Callable[[Table, Carry], DealScore] = nothing_paid
    in_play: Callable[[Mapping[str, Any], Table, Carry], tuple[Line, ...]] = lambda *asked: ()
    check_in_play: Callable[[Mapping[str, Any], Table, Carry], None] = lambda *asked: None
    check: Callable[[Facts, Table, Carry], None] = lambda facts, table, carry: None
    remarks: Callable[[Facts, Table, Carry], tuple[Remark, ...]] = lambda facts, table, carry: ()
    void: Callable[[Table, Carry], DealScore] = nothing_paid
    closing: Callable[[Table, Carry, Sequence[SheetDeal], str | None], tuple[Line, ...]] = (
        lambda *asked: ()
    )
    tie_break: Callable[[tuple[int, ...], Sequence[SheetDeal], Any], tuple[int, ...]] = (
        lambda best, deals, rules: best
    )
    reread: Callable[[Facts, Any, Any], None] = lambda facts, then, now: None
    sum_of_deal: Callable[[int, Any], int | None] = lambda players, rules: None
    shows_in_play: Callable[[tuple[Shown, ...], Mapping[str, Any]], tuple[Shown, ...]] = (
        lambda shows, noted: shows
    )
    trump: Callable[[Facts, Table, Carry], str | None] = lambda facts, table, before: None
    feats: Callable[[SheetDeal], tuple[Feat, ...]] = lambda deal: ()
    sells_counters: Callable[[Any], bool] = lambda rules: False
    eldest_leads: bool = True
    kind: Callable[[Any], str] = lambda rules: ""
