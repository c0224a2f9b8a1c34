"""The score sheet, as it is read from the book, and how the sides stand on it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from scorer.rules.counters import repayments
from scorer.rules.entries import ChangeTable, End, Sitter
from scorer.rules.errors import Refused
from scorer.rules.seating import Seating
from scorer.rules.start import ResolvedStart
from scorer.rules.table import Table
from scorer.rules.types import Carry, Feat, Line, Loan, Movement, Next, Over, SheetDeal, Shown, Unit


@dataclass(frozen=True)
class Standing:
    """How the sides stand; a seat is a side where each plays for itself.

    `totals` are what decides, one number a side: what was bought or borrowed wins nothing.
    `places` count from 1 for the best side, and level ones share one. `sides` names the best
    first, level ones clockwise; who has left is not among them, and has place 0. Who won has the
    first place, also where others are level; `against_total` tells that others are even better.
    """

    sides: tuple[int, ...]
    totals: tuple[int, ...]
    places: tuple[int, ...]
    against_total: bool = False

    @property
    def leaders(self) -> tuple[int, ...]:
        """The sides at the best total, lowest number first."""
        return tuple(side for side, place in enumerate(self.places) if place == 1)

    @property
    def lead(self) -> int:
        """How far the best side is ahead of the next; 0 where two are level at the top."""
        best, second, *_ = (self.totals[side] for side in self.sides)
        return abs(best - second)


def deciding_totals(carry: Carry, loans: Sequence[Loan] = ()) -> tuple[int, ...]:
    """The number of each side that decides: its total less what it bought and owes for loans."""
    held = carry.after(repayments(loans)).totals if loans else carry.totals
    return tuple(total - bought for total, bought in zip(held, carry.bought, strict=True))


def standing_of(
    table: Table, unit: Unit, carry: Carry, loans: Sequence[Loan] = (), won: Sequence[int] = ()
) -> Standing:
    """How the sides at a table stand while these loans stand; `won` once the game is over."""
    totals, sides = deciding_totals(carry, loans), table.sides_in_order
    better = 1 if unit == "penalties" else -1
    ranks = {side: (bool(won) and side not in won, better * totals[side]) for side in sides}
    ranked = sorted(ranks.values())
    best = min(total for _, total in ranked)
    against_total = any(better * totals[side] > best for side in won)
    places = [0] * len(totals)
    for side, rank in ranks.items():
        places[side] = 1 + ranked.index(rank)
    best_first = sorted(sides, key=lambda side: places[side])
    return Standing(tuple(best_first), totals, tuple(places), against_total)


def winners_of(
    start: ResolvedStart, standing: Standing, deals: Sequence[SheetDeal], end: Over
) -> tuple[int, ...]:
    """The winning sides: those the game names, else the best totals; none without a scored deal."""
    if not deals:
        return ()
    if end.winners is not None:
        return end.winners
    best = standing.leaders
    # A deal that one of them was not dealt decides nothing.
    deals = [deal for deal in deals if set(best) <= set(deal.table.sides_in_order)]
    return start.variant.tie_break(best, deals, start.rules)


@dataclass(frozen=True)
class Opening:
    """The deal that comes next, or is being played.

    `paid` is what was paid before the cards are played, `carry` is the one after it, and `shows` is
    what the sheet has to show. What was answered in play is put in by `rules/in_play.py`: `noted`
    are the answers that are open to all, `moved` is what has moved by them, and `carry` and `shows`
    are those after that.
    """

    number: int
    table: Table
    paid: tuple[Line, ...]
    carry: Carry
    shows: tuple[Shown, ...] = ()
    moved: tuple[Line, ...] = ()
    noted: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Sheet:
    """All that a book contains, read.

    `table` is that of the next deal, or of those who were there at the end; `sitters` has who left
    too, and `began` what each side began with. `opening` is the deal that comes next, None once
    the game is over. `follows` says what comes after the last deal, `played` counts the deals that
    were scored, void ones not among them, and `behind_the_end` has those that a correction has
    moved there: they count nowhere, nor does what moved before them and, `since_behind_the_end`,
    after the last of them. `since` is what has moved since the last deal, and `loans` are those
    that still stand. `carry` is as after them, before loans are paid back and what is left is
    shared; `settled` is what each seat holds after that, where counters are played for and the game
    is over. `only_totals` means that nothing else was noted: such a game is over, has no deals
    and nothing to settle. Totals and winners go by side. `refused` says why entries could not be
    written today, by their ids.
    """

    start: ResolvedStart
    table: Table
    sitters: tuple[Sitter, ...]
    began: tuple[int, ...]
    deals: tuple[SheetDeal, ...]
    carry: Carry
    follows: Next | Over
    played: int
    opening: Opening | None = None
    since: tuple[Movement, ...] = ()
    loans: tuple[Loan, ...] = ()
    ended: End | None = None
    closing: tuple[Line, ...] = ()
    winners: tuple[int, ...] = ()
    only_totals: bool = False
    behind_the_end: tuple[SheetDeal, ...] = ()
    since_behind_the_end: tuple[Movement, ...] = ()
    refused: Mapping[str, Refused] = field(default_factory=dict)

    @cached_property
    def faults(self) -> Mapping[str, Refused]:
        """Why entries cannot be as they are written, by their ids: of deals and of all others.

        A deal behind the end is none, though it would be `refused`.
        """
        late = {deal.id for deal in self.behind_the_end if deal.fault is None}
        return {id: fault for id, fault in self.refused.items() if id not in late}

    @property
    def sitting(self) -> list[list[Sitter]]:
        """Who sits at the table, clockwise, and who sat there in each deal."""
        tables = [(self.sitters, self.table), *((it.sitters, it.table) for it in self.deals)]
        return [[sitters[seat] for seat in table.order] for sitters, table in tables]

    @property
    def over(self) -> bool:
        """Whether the game came to its end or was ended."""
        return self.opening is None

    @property
    def left(self) -> int | None:
        """How many deals are left of the whole game; None where nobody knows."""
        return self.follows.left if isinstance(self.follows, Next) else 0

    @property
    def to_play(self) -> int | None:
        """How many deals the whole game has, void ones not among them; None where unknown."""
        return None if self.left is None else self.played + self.left

    @property
    def last_deal(self) -> str | None:
        """The id of the last deal that counts, which a new one follows; None before the first."""
        return self.deals[-1].id if self.deals else None

    @property
    def after(self) -> str | None:
        """The id of the last deal or change of the table that counts, which the next follows."""
        changes = [moved.id for moved in self.since if moved.kind == ChangeTable.kind]
        return changes[-1] if changes else self.last_deal

    @property
    def joining(self) -> Mapping[str, int]:
        """The totals that somebody who joins now can begin with, by their names."""
        totals = [self.totals[side] for side in self.table.dealt_sides]
        if self.start.unit == "counters":
            return {"brought": self.start.variant.start(len(totals), self.start.rules).totals[0]}
        fewest = self.start.unit == "penalties"
        mean = -(-sum(totals) // len(totals)) if fewest else sum(totals) // len(totals)
        return {"zero": 0, "mean": mean, "worst": (max if fewest else min)(totals)}

    @property
    def finished(self) -> bool:
        """Whether statistics count it: it is over, and was not stopped after hardly any deals.

        That is after fewer than there are people. A game of open length has no other end.
        """
        if self.ended is None or getattr(self.start.rules, "length", None) == "open":
            return bool(self.winners)
        return len(self.deals_that_count) >= len(self.table.order)

    @property
    def totals(self) -> tuple[int, ...]:
        """The running total of each side."""
        return self.carry.totals

    @property
    def movements(self) -> tuple[Movement, ...]:
        """All that has moved between the deals, in their order."""
        return tuple(item for deal in self.deals for item in deal.movements) + self.since

    def find_deal(self, deal: str | None) -> SheetDeal | None:
        """The deal of this id, behind the end too, if it is there."""
        deals = (*self.deals, *self.behind_the_end)
        return next((row for row in deals if row.id == deal), None)

    @property
    def deals_that_count(self) -> tuple[SheetDeal, ...]:
        """The deals that were not void, and whose facts can be read."""
        return tuple(deal for deal in self.deals if deal.facts.known)

    @cached_property
    def now(self) -> Carry:
        """The carry as it is now: the next deal is dressed already, or what was left is shared."""
        return self.opening.carry if self.opening else self.carry.after(self.closing)

    @property
    def settled(self) -> tuple[int, ...] | None:
        """The counters of each seat in the end; None unless they were played for to the end."""
        if self.start.unit != "counters" or not self.over or self.only_totals:
            return None
        return self.now.totals

    @property
    def held(self) -> tuple[int, ...]:
        """The number of each side: settled once counters were shared, else the total."""
        return self.totals if self.settled is None else self.settled

    @cached_property
    def standing(self) -> Standing:
        """How the sides stand now."""
        loans = () if self.over else self.loans
        return standing_of(self.table, self.start.unit, self.now, loans, self.winners)

    def side(self, seat: int) -> int:
        """The side of a seat."""
        return self.table.sides[seat]

    def won(self, seat: int) -> bool:
        """Whether the side of this seat has won."""
        return self.side(seat) in self.winners

    @property
    def winning_seats(self) -> tuple[int, ...]:
        """The seats that won, lowest number first."""
        return tuple(seat for seat in sorted(self.table.order) if self.won(seat))

    def trump_of(self, deal: SheetDeal) -> str | None:
        """The trump of a deal: a suit, "none", or None where nobody noted it or there is none."""
        if not deal.facts.known:
            return None
        seating = Seating(deal.table)
        return seating.play(self.start.variant.trump, deal.facts, deal.table, deal.before)

    def feats_of(self, deal: SheetDeal) -> tuple[Feat, ...]:
        """The feats of a deal that was not void."""
        return Seating(deal.table).play(self.start.variant.feats, deal)

    @property
    def buy_ins(self) -> tuple[Line, ...]:
        """The line of each side that is out and can come back now, with which it does."""
        if self.opening is None:
            return ()
        table = self.opening.table
        return Seating(table).play(self.start.variant.buy_ins, table, self.carry)

    def can_lend(self, seat: int, before: str | None = None) -> int:
        """The counters that a seat has to lend now, or before a deal; below zero where it owes."""
        for deal in self.deals:
            if deal.id == before:
                return deal.before.totals[self.side(seat)]
        # The dress of the next deal is laid down already, whatever has moved in its play.
        paid = self.opening.paid if self.opening else ()
        return self.carry.after(paid).totals[self.side(seat)]
