"""What a game adds to the statistics: counted from its sheet, in whole numbers.

A deal belongs to who sat there when it was played; the win and the place of a finished game
to who sits there at the end. Void deals do not count. Penalties and counters are never added:
each variant is counted by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from scorer.rules.entries import Sitter
from scorer.rules.sheet import DealRead, Sheet
from scorer.rules.variant import BANK

THOUSAND = 1000
LENDING = frozenset({"lends", "is_lent"})


@dataclass(frozen=True)
class Tally:
    """What a player has done.

    `games` are finished ones. `noted` counts the deals somebody else won and in which it was
    noted what was held: the number `red_nine` (caught with one or more) and `red_nines` (with
    two or more) rest on. `score` is the sum of what the deals changed, without counters bought
    or lent. `apart` is the sum over all deals of the own score less the average of the others
    at that table, in thousandths, since tables differ in size.
    """

    games: int = 0
    wins: int = 0
    deals: int = 0
    outs: int = 0
    red_outs: int = 0
    noted: int = 0
    red_nine: int = 0
    red_nines: int = 0
    score: int = 0
    apart: int = 0


@dataclass(frozen=True)
class Pair:
    """How a player fared beside another one at the same table.

    `deals` together, `better` or `worse` than the other in them; `games` finished together,
    `ahead` of or `behind` the other; `outs` are the deals the other won, and `cost` what they
    cost this player: the penalty, or the counters paid to the other for going out.
    """

    deals: int = 0
    better: int = 0
    worse: int = 0
    games: int = 0
    ahead: int = 0
    behind: int = 0
    outs: int = 0
    cost: int = 0


@dataclass(frozen=True)
class Lead:
    """How many deals had an end, and how often the eldest hand went out."""

    deals: int = 0
    eldest_out: int = 0


@dataclass(frozen=True)
class Counted:
    """All that a game adds: by player, by player and other, and for its number of players."""

    players: int
    lead: Lead = Lead()
    tallies: Mapping[str, Tally] = field(default_factory=dict)
    pairs: Mapping[tuple[str, str], Pair] = field(default_factory=dict)


def count_sheet(sheet: Sheet) -> Counted:
    """What this sheet adds to the statistics."""
    counting = _Counting(sheet.start.variant.lowest_wins)
    for deal in sheet.deals:
        if not deal.facts.void:
            counting.add_deal(deal)
    if sheet.finished:
        counting.add_end(sheet)
    return Counted(
        players=len(sheet.sitters),
        lead=Lead(**counting.lead),
        tallies={player: Tally(**sums) for player, sums in counting.tallies.items()},
        pairs={pair: Pair(**sums) for pair, sums in counting.pairs.items()},
    )


def score_of(deal: DealRead) -> tuple[int, ...]:
    """What a deal changed for each seat in play: counters bought or lent are nobody's doing."""
    scores = [0] * len(deal.sitters)
    for line in deal.lines:
        if line.pool != BANK and line.key not in LENDING:
            scores[line.seat] += line.points
    return tuple(scores)


def apart_of(scores: tuple[int, ...], seat: int) -> int:
    """A seat's score less the average of all others, in thousandths, rounded."""
    others = len(scores) - 1
    whole = THOUSAND * (scores[seat] * others - (sum(scores) - scores[seat]))
    return (2 * whole + others) // (2 * others)


def _paid_to(deal: DealRead, seat: int, out: int) -> int:
    """The counters a seat paid to who went out."""
    return -sum(
        line.points
        for line in deal.lines
        if line.seat == seat and line.numbers.get("to") == out and line.key not in LENDING
    )


class _Counting:
    """Adds up one deal after the other."""

    def __init__(self, lowest_wins: bool) -> None:
        self.lowest_wins = lowest_wins
        self.lead: Counter[str] = Counter()
        self.tallies: dict[str, Counter[str]] = {}
        self.pairs: dict[tuple[str, str], Counter[str]] = {}

    def tally(self, one: Sitter) -> Counter[str]:
        """The sums of a player."""
        return self.tallies.setdefault(one.player, Counter())

    def pair(self, one: Sitter, other: Sitter) -> Counter[str]:
        """The sums of a player beside another one."""
        return self.pairs.setdefault((one.player, other.player), Counter())

    def add_deal(self, deal: DealRead) -> None:
        """Count one deal for all who sat there."""
        scores = score_of(deal)
        out = deal.facts.answers.get("out")
        if isinstance(out, int):
            self.lead["deals"] += 1
            self.lead["eldest_out"] += out == deal.table.eldest
        for seat, one in enumerate(deal.sitters):
            sums = self.tally(one)
            sums["deals"] += 1
            sums["score"] += scores[seat]
            sums["apart"] += apart_of(scores, seat)
            self._add_hand(sums, deal, seat)
            for beside, other in enumerate(deal.sitters):
                if beside != seat:
                    cost = None if beside != out else self._cost(deal, scores, seat, beside)
                    self._add_beside(one, other, scores[seat] - scores[beside], cost)

    def _add_hand(self, sums: Counter[str], deal: DealRead, seat: int) -> None:
        """Count whether a seat went out, or what it was caught with."""
        hands = deal.facts.answers.get("hands") or ()
        if seat == deal.facts.answers.get("out"):
            sums["outs"] += 1
            sums["red_outs"] += deal.facts.answers.get("on_red_nine") is True
        elif hands:
            sums["noted"] += 1
            sums["red_nine"] += hands[seat].red_nines >= 1
            sums["red_nines"] += hands[seat].red_nines >= 2

    def _cost(self, deal: DealRead, scores: tuple[int, ...], seat: int, out: int) -> int:
        return scores[seat] if self.lowest_wins else _paid_to(deal, seat, out)

    def _add_beside(self, one: Sitter, other: Sitter, ahead: int, cost: int | None) -> None:
        """Count a deal for one of two who sat in it; `cost` where the other went out."""
        sums = self.pair(one, other)
        sums["deals"] += 1
        sums["better"] += ahead < 0 if self.lowest_wins else ahead > 0
        sums["worse"] += ahead > 0 if self.lowest_wins else ahead < 0
        if cost is not None:
            sums["outs"] += 1
            sums["cost"] += cost

    def add_end(self, sheet: Sheet) -> None:
        """Count a finished game for those who sit there at the end."""
        places = sheet.places
        for seat, one in enumerate(sheet.sitters):
            sums = self.tally(one)
            sums["games"] += 1
            sums["wins"] += seat in sheet.winners
            for beside, other in enumerate(sheet.sitters):
                if beside != seat:
                    beside_other = self.pair(one, other)
                    beside_other["games"] += 1
                    beside_other["ahead"] += places[seat] < places[beside]
                    beside_other["behind"] += places[seat] > places[beside]
