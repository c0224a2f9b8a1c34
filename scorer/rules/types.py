"""The values that games, the book's fold and the pages share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, TypeAlias

from scorer.rules.asks import Facts
from scorer.rules.entries import ChangeTable, Sitter
from scorer.rules.errors import Refused
from scorer.rules.table import Table

# Fewest win, most win, or most win and they sum to what was brought.
Unit: TypeAlias = Literal["penalties", "points", "counters"]

BANK = "bank"
# The numbers of lines, things shown, remarks and faults that are seats, or sides; `{…|names}` has
# them in the words.
SEAT_NUMBERS = frozenset(
    {"bidder", "bidders", "from", "having", "side", "there", "to", "who", "winning"}
)


@dataclass(frozen=True)
class Line:
    """One reason why a side's score changed; a seat's, where each plays for itself.

    `points` are penalties, points, or counters won (+) and lost (-). `pool` names the pool the
    counters came from or went to; `BANK` stands for counters bought for money. A line of counters
    without a pool has a twin in another side's line.
    """

    side: int
    points: int
    key: str
    numbers: Mapping[str, int] = field(default_factory=dict)
    pool: str | None = None


@dataclass(frozen=True)
class Carry:
    """All that one deal hands on to the next.

    `totals` and `bought` give one number a side, `pools` what lies in each pool. What else a game
    has to remember from deal to deal is in `by_side`, a number a side, and in `marks`, in plain
    JSON, which say nothing of any seat.
    """

    totals: tuple[int, ...]
    pools: Mapping[str, int] = field(default_factory=dict)
    bought: tuple[int, ...] = ()
    marks: Mapping[str, Any] = field(default_factory=dict)
    by_side: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def after(self, lines: Sequence[Line]) -> Carry:
        """The carry once these lines are written."""
        totals, pools, bought = list(self.totals), dict(self.pools), list(self.bought)
        for line in lines:
            totals[line.side] += line.points
            if line.pool == BANK:
                bought[line.side] += line.points
            elif line.pool is not None:
                pools[line.pool] = pools.get(line.pool, 0) - line.points
        return Carry(tuple(totals), pools, tuple(bought), self.marks, self.by_side)

    def scored(self, score: DealScore) -> Carry:
        """The carry once a deal, or what is paid before it, is scored; who has left keeps all."""
        by_side = dict(self.by_side)
        for key, numbers in score.by_side.items():
            pairs = zip(numbers, by_side.get(key, (0,) * len(numbers)), strict=True)
            by_side[key] = tuple(old if number is None else number for number, old in pairs)
        after = self.after(score.lines)
        return Carry(after.totals, after.pools, after.bought, dict(score.marks), by_side)

    def change_since(self, earlier: Carry) -> tuple[int, ...]:
        """The points by which each total differs from an earlier one."""
        return tuple(now - then for now, then in zip(self.totals, earlier.totals, strict=True))

    def bought_since(self, earlier: Carry) -> tuple[int, ...]:
        """The counters that each side has bought since an earlier one."""
        return tuple(now - then for now, then in zip(self.bought, earlier.bought, strict=True))

    def won_since(self, earlier: Carry) -> tuple[int, ...]:
        """The same change of each total without counters that were bought."""
        pairs = zip(self.change_since(earlier), self.bought_since(earlier), strict=True)
        return tuple(change - bought for change, bought in pairs)


@dataclass(frozen=True)
class DealScore:
    """The lines of a deal in the order they happened, and what is remembered."""

    lines: tuple[Line, ...] = ()
    marks: Mapping[str, Any] = field(default_factory=dict)
    by_side: Mapping[str, Sequence[int | None]] = field(default_factory=dict)


@dataclass(frozen=True)
class Remark:
    """Something unlikely about a deal, let through; a number `instead` is offered for it."""

    seat: int | None
    key: str
    numbers: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Shown:
    """Something to show before the next deal, such as its trump; of a side or the whole table."""

    key: str
    side: int | None = None
    numbers: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Part:
    """The game of a match that is being played: its number from 1, and the totals within it."""

    number: int
    totals: tuple[int, ...]


@dataclass(frozen=True)
class Next:
    """The game goes on: who deals, a trump that is fixed, and how many deals are `left`."""

    dealer: int
    left: int | None = None
    trump: str | None = None
    shows: tuple[Shown, ...] = ()
    part: Part | None = None


@dataclass(frozen=True)
class Over:
    """The game is over, and won by these sides; None: by whom the unit and a tie rule say."""

    winners: tuple[int, ...] | None = None
    shows: tuple[Shown, ...] = ()
    part: Part | None = None


@dataclass(frozen=True)
class Feat:
    """A feat of a seat for statistics and highlights; `against` another seat, or None."""

    seat: int
    key: str
    number: int
    against: int | None = None


@dataclass(frozen=True)
class Loan:
    """So many counters that a side owes another: a seat, where each plays for itself."""

    seat: int
    lender: int
    counters: int


@dataclass(frozen=True)
class Movement:
    """Counters that were bought or lent between deals, or points that were adjusted, and `why`.

    A `change` of the table has no lines; `was` has the seats, clockwise, that were there before.
    """

    id: str
    kind: str
    lines: tuple[Line, ...]
    why: str = ""
    change: ChangeTable | None = None
    was: tuple[int, ...] = ()


@dataclass(frozen=True)
class SheetDeal:
    """One deal as the sheet shows it.

    `id` is that of its entry, and `entry` the number of the one that says how it reads now.
    `number` is its place on the sheet, counted from 1, void deals included. `record` holds the
    facts as a record keeps them. `movements` are those right before it, `before` is the carry after
    them, `laid` that after what was put in before the cards were played, and `loans` are those that
    stood then. `follows` says what comes after it. `earlier` are the scores of play it had before
    each correction, the oldest first, and `sitters` the people it belongs to. `fault` is why it
    cannot have happened; without facts that can be read it has no lines, and keeps its `record`.
    """

    id: str
    entry: int
    number: int
    table: Table
    facts: Facts
    record: Mapping[str, Any]
    lines: tuple[Line, ...]
    before: Carry
    laid: Carry
    carry: Carry
    sitters: tuple[Sitter, ...]
    follows: Next | Over
    movements: tuple[Movement, ...] = ()
    loans: tuple[Loan, ...] = ()
    earlier: tuple[tuple[int, ...], ...] = ()
    remarks: tuple[Remark, ...] = ()
    fault: Refused | None = None

    @cached_property
    def scores(self) -> tuple[int, ...]:
        """The points by which the deal changed each total."""
        return self.carry.change_since(self.before)

    @cached_property
    def scores_of_play(self) -> tuple[int, ...]:
        """The points that the play won or lost: without what was bought, or put in before it."""
        return self.carry.won_since(self.laid)

    def says_the_same(self, other: SheetDeal) -> bool:
        """Whether two records of one deal say the same, however they were written.

        Cards in another order are the same; so are a sum and the cards that make it, since both
        score the same. Cards that differ are not, even where they score the same.
        """
        if (self.facts.void, self.table) != (other.facts.void, other.table):
            return False
        if self.facts.void:
            return True
        return self.lines == other.lines and all(
            ask.same(self.facts[ask], other.facts[ask]) for ask in self.table.asks
        )
