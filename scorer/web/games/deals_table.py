"""All deals of a game as one table.

A row of the table is a line here: a deal, counters that were bought, a game of a match, a total. It
has a number for each side, clockwise, and for each pool.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise

from scorer.rules.entries import Sitter
from scorer.rules.start import ResolvedStart
from scorer.rules.types import BANK, Line, Movement, Next, SheetDeal
from scorer.rules.words import WORDS, fill
from scorer.web.formats import points, signed, upper_first
from scorer.web.games.counters import sentence_of_movement
from scorer.web.games.sheet_view import SheetView
from scorer.web.games.sheet_words import answers_in_row, marks_of_deal, word_for_score

# Where a number would be 0 and says nothing.
NOTHING = "·"


@dataclass(frozen=True)
class Cell:
    """The score of a side by play, what it `put_in` and `bought`, its total then, and its marks.

    `earlier` are the scores before corrections.
    """

    side: int
    score: int
    total: int
    put_in: int = 0
    bought: int = 0
    mark: str = ""
    red_nine: str = ""
    word: str = ""
    earlier: tuple[int, ...] = ()


@dataclass(frozen=True)
class TableLine:
    """One row: a deal with its `cells`, or another line under a title of its own.

    `numbers` are those of the sides, unless there are cells, and of the pools, as they are written;
    a "note" has only its sentence. `behind` the end it counts nowhere. `why` is that of a penalty.
    The `entry` of a penalty or a note can be taken back.
    """

    kind: str
    title: str = ""
    numbers: Sequence[str] = ()
    deal: SheetDeal | None = None
    cells: tuple[Cell, ...] = ()
    words: str = ""
    behind: bool = False
    why: str = ""
    entry: str = ""


class DealsTable:
    """The lines of a game: the deals in `body`, the totals in `foot`, and those behind the end."""

    def __init__(self, view: SheetView) -> None:
        sheet, start = view.sheet, view.start
        self.view, self.start = view, start
        self.sides = start.number_of_sides
        self.pools = len(view.pooled.pools) if view.pooled else 0
        self._parts = self._ended_parts()
        # The sentences about seats that were taken, and the number of the deal behind each.
        self.seats_taken: list[tuple[int, str]] = []

        brought = [start.carry.totals[side] for side in start.sides_in_order]
        self.first = []
        if view.counters or any(brought):
            self.first = [self._plain("brought", "Start" if view.counters else "Carried", brought)]
        self.by_deal = self._lines_of(sheet.deals, start.sitters)
        self.since = self._moved(sheet.since, view.in_text)
        self.last = [*self.since, *self._begun()]
        sat_last = sheet.deals[-1].sitters if sheet.deals else start.sitters
        lines_behind = self._lines_of(sheet.behind_the_end, sat_last)
        self.behind = [replace(line, behind=True) for line in chain(*lines_behind)]
        self.foot = list(self._foot())
        self.body = [*self.first, *chain(*self.by_deal), *self.last]

    def _lines_of(
        self, deals: Sequence[SheetDeal], before: tuple[Sitter, ...]
    ) -> list[list[TableLine]]:
        sitters = (before, *(deal.sitters for deal in deals))
        return [list(self._deal_lines(*pair)) for pair in zip(deals, sitters, strict=False)]

    def _deal_lines(self, deal: SheetDeal, before: tuple[Sitter, ...]) -> Iterator[TableLine]:
        view = self.view
        words = view.answer_words(view.names_of(deal.sitters))
        taken = "; ".join(
            f"{view.name_in_text(now)} sits down for {view.name_in_text(then)}"
            for now, then in zip(deal.sitters, before, strict=True)
            if not view.game.same_person(now, then)
        )
        if taken:
            self.seats_taken.append((deal.number, taken))
            yield TableLine("note", taken)
        yield from self._moved(deal.movements, words.sides)
        texts = (view.names_of_deals.get(deal.id), answers_in_row(deal, words))
        yield TableLine(
            "deal",
            numbers=[str(amount) for amount in deal.carry.pools.values()],
            deal=deal,
            cells=cells_of(deal, self.start),
            words=" · ".join(filter(None, texts)),
        )
        if deal.id in self._parts:
            yield self._parts[deal.id]

    def _ended_parts(self) -> dict[str, TableLine]:
        lines, number, began = {}, 1, self.start.carry.totals
        for deal in self.view.sheet.deals:
            part = deal.follows.part
            if part is None or (isinstance(deal.follows, Next) and part.number == number):
                continue
            totals = [deal.carry.totals[side] - began[side] for side in self.start.sides_in_order]
            lines[deal.id] = self._plain("part", f"Game {number}", totals)
            number, began = part.number, deal.carry.totals
        return lines

    def _moved(self, movements: Sequence[Movement], names: Sequence[str]) -> list[TableLine]:
        lines = []
        for moved in movements:
            title = upper_first(WORDS["reasons"][moved.lines[-1].key]["short"])
            numbers = self._with_pools(self._changes(moved.lines))
            if moved.why:
                lines.append(TableLine("brought", title, numbers, why=moved.why, entry=moved.id))
            else:
                note = TableLine("note", sentence_of_movement(moved, names), entry=moved.id)
                lines += [note, TableLine("brought", title, numbers)]
        return lines

    def _begun(self) -> Iterator[TableLine]:
        opening, carry = self.view.sheet.opening, self.view.sheet.carry
        if opening is None:
            return
        so_far = f"Deal {opening.number} so far"
        laid = WORDS["variants"][self.view.game.variant].get("laid_before", so_far)
        parts = {
            f"Bought for deal {opening.number}": [it for it in opening.paid if it.pool == BANK],
            fill(laid, {"number": opening.number}): [it for it in opening.paid if it.pool != BANK],
            so_far: opening.moved,
        }
        for title, lines in parts.items():
            carry, numbers = carry.after(lines), self._changes(lines)
            if any(number != NOTHING for number in numbers):
                yield TableLine("begun", title, self._with_pools(numbers, carry.pools.values()))

    def _foot(self) -> Iterator[TableLine]:
        sheet, pooled = self.view.sheet, self.view.pooled
        order, carry = self.start.sides_in_order, sheet.carry if sheet.over else sheet.now
        totals = [carry.totals[side] for side in order]
        yield self._plain("total", "Total", totals, carry.pools.values())
        if pooled and pooled.closing:
            left = sheet.now.pools.values()
            closed = self._with_pools(self._changes(sheet.closing), left)
            yield TableLine("closing", "Settled", closed)
            yield self._plain("total", "End", [sheet.now.totals[side] for side in order], left)

    def _changes(self, lines: Sequence[Line]) -> list[str]:
        sums = [
            sum(line.points for line in lines if line.side == side)
            for side in self.start.sides_in_order
        ]
        return [signed(number) if number else NOTHING for number in sums]

    def _plain(
        self, kind: str, title: str, numbers: Sequence[int], pools: Iterable[int] = ()
    ) -> TableLine:
        return TableLine(kind, title, self._with_pools(list(map(points, numbers)), pools))

    def _with_pools(self, numbers: Sequence[str], pools: Iterable[int] = ()) -> list[str]:
        return [*numbers, *([str(amount) for amount in pools] or [""] * self.pools)]


def cells_of(deal: SheetDeal, start: ResolvedStart) -> tuple[Cell, ...]:
    """The score of each side in a deal, and the numbers before its corrections."""
    marks, nines = marks_of_deal(deal, start)
    versions = [*(scores for scores in deal.earlier if scores), deal.scores_of_play]
    put_in, bought = deal.laid.won_since(deal.before), deal.carry.bought_since(deal.before)
    return tuple(
        Cell(
            side=side,
            score=deal.scores_of_play[side],
            total=deal.carry.totals[side],
            put_in=put_in[side],
            bought=bought[side],
            mark=marks.get(side, ""),
            red_nine=nines.get(side, ""),
            word=word_for_score(start, deal, side),
            # Only what a correction has changed.
            earlier=tuple(was[side] for was, now in pairwise(versions) if was[side] != now[side]),
        )
        for side in start.sides_in_order
    )
