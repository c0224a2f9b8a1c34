"""All deals of a game as one table, with the names across or down the side.

A column or row of the table is a line here: a deal, counters that were bought, a game of a match, a
total. It has a number for each side, clockwise, and for each pool.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from scorer.rules.start import ResolvedStart
from scorer.rules.types import SheetDeal
from scorer.web.formats import points, signed
from scorer.web.games.counters_view import MoveRow
from scorer.web.games.shown import in_row_of_line, marks_of_deal, red_nines_of_deal

# From so many sides on, their names stand down the side and the deals across.
ACROSS_FROM_SIDES = 6
# How wide columns are, in rem, and what a small phone has room for, and the place next to a sheet.
NUMBER, SIGNED, RUNNING, POOL, TITLE, SAYS = 3.5, 4.4, 6, 3.5, 3.25, 7.5
PHONE, LAPTOP = 21, 44
# Digits and sign of a number that is no wider.
SHORT = 3
# Where a number would be 0 and says nothing.
NOTHING = "·"


@dataclass(frozen=True)
class Cell:
    """The score of a side in a deal and its total then, with its marks; `earlier` as it was."""

    side: int
    score: int
    total: int
    mark: str = ""
    red_nine: str = ""
    word: str = ""
    earlier: tuple[int, ...] = ()


@dataclass(frozen=True)
class PartRow:
    """The game of a match that ended with a deal, and what each side had in it, clockwise."""

    number: int
    totals: tuple[int, ...]


@dataclass(frozen=True)
class DealRow:
    """One deal in the table; `moved` and `news` come before it, `part` is the game it ended."""

    id: str
    number: int
    cells: tuple[Cell, ...]
    void: bool = False
    news: str = ""
    moved: tuple[MoveRow, ...] = ()
    says: str = ""
    pools: tuple[int, ...] = ()
    part: PartRow | None = None


@dataclass(frozen=True)
class TableNote:
    """A sentence with the numbers, and `when` it happened; `entry` can be taken back."""

    sentence: str
    when: str
    entry: str = ""


@dataclass(frozen=True)
class TableLine:
    """One row or column: a deal, or `numbers` as they are written under a title of their own.

    `before` are sentences that stand with it; `behind` the end it counts nowhere. `why` is that
    of a penalty, whose `entry` can be taken back.
    """

    kind: str
    title: str = ""
    why: str = ""
    entry: str = ""
    numbers: tuple[str, ...] = ()
    deal: DealRow | None = None
    behind: bool = False
    before: tuple[TableNote, ...] = ()


@dataclass(eq=False)
class DealsTable:
    """The lines of a game in their order; `pools` is how many have a column.

    Scores are `signed`, or have the `running` total with them. `first` stands before the first
    deal, `begun` is what the next deal has moved already, and `foot` is the totals with what
    became of them.
    """

    sides: int
    pools: int
    running: bool
    signed: bool
    deals: Sequence[DealRow]
    since: Sequence[MoveRow]
    behind: Sequence[DealRow]
    first: Sequence[TableLine] = ()
    begun: Sequence[TableLine] = ()
    foot: Sequence[TableLine] = ()

    @property
    def across(self) -> bool:
        """Whether the deals go across."""
        return self.sides >= ACROSS_FROM_SIDES

    @property
    def fits(self) -> str:
        """The narrowest screen with room for all columns: "phone", "laptop" or "" for none."""
        if self.across:
            return ""
        deals = (*self.deals, *self.behind)
        moved = [*self.since, *(move for deal in deals for move in deal.moved)]
        says = any(deal.says for deal in deals) or any(move.why for move in moved)
        title = SAYS if self.behind or says else TITLE
        number = RUNNING if self.running else SIGNED if self.signed else NUMBER
        scores = [cell.word or points(cell.score) for deal in deals for cell in deal.cells]
        longer = max([0, *(len(score) - SHORT for score in scores)]) * 0.6
        wide = title + self.sides * (number + longer) + self.pools * POOL
        return "phone" if wide <= PHONE else "laptop" if wide <= LAPTOP else ""

    @cached_property
    def body(self) -> tuple[TableLine, ...]:
        """The lines above the totals."""
        return (*self.first, *self.lines_of(self.deals), *self.lines_since)

    @property
    def lines_since(self) -> tuple[TableLine, ...]:
        """The purchases and loans after the last deal, and the movements of the next."""
        when = f"After deal {self.deals[-1].number}" if self.deals else "Before deal 1"
        return (*(self._moved(move, when) for move in self.since), *self.begun)

    @cached_property
    def lines_behind(self) -> tuple[TableLine, ...]:
        """The deals behind the end."""
        return tuple(replace(line, behind=True) for line in self.lines_of(self.behind))

    @property
    def lines(self) -> tuple[TableLine, ...]:
        """All of them."""
        return (*self.body, *self.foot, *self.lines_behind)

    @property
    def news(self) -> tuple[TableNote, ...]:
        """The sentences, where they have no place in the table."""
        return tuple(news for line in self.lines for news in line.before)

    def lines_of(self, deals: Sequence[DealRow]) -> tuple[TableLine, ...]:
        """These deals, with what was moved before each and the games of a match they ended."""
        return tuple(line for deal in deals for line in self._lines_of(deal))

    def _lines_of(self, deal: DealRow) -> Iterator[TableLine]:
        when = f"Before deal {deal.number}"
        lines = [self._moved(move, when) for move in deal.moved]
        lines.append(TableLine("deal", deal=deal))
        if deal.news:
            first = lines[0]
            lines[0] = replace(first, before=(TableNote(deal.news, when), *first.before))
        yield from lines
        if deal.part:
            title = f"Game {deal.part.number}"
            yield self.plain("part", title, deal.part.totals)

    def _moved(self, move: MoveRow, when: str) -> TableLine:
        title = f"{move.short[:1].upper()}{move.short[1:]}"
        line = self.moved("brought", title, move.points)
        if move.why:
            return replace(line, why=move.why, entry=move.entry)
        return replace(line, before=(TableNote(move.sentence, when, move.entry),))

    def plain(
        self, kind: str, title: str, numbers: Sequence[int], pools: Sequence[int] = ()
    ) -> TableLine:
        """A line of numbers that no deal has changed."""
        return TableLine(kind, title, numbers=(*map(points, numbers), *self._of_pools(pools)))

    def moved(
        self, kind: str, title: str, numbers: Sequence[int], pools: Sequence[int] = ()
    ) -> TableLine:
        """A line of numbers that moved between the deals."""
        written = [signed(number) if number else NOTHING for number in numbers]
        return TableLine(kind, title, numbers=(*written, *self._of_pools(pools)))

    def _of_pools(self, pools: Sequence[int]) -> Sequence[str]:
        return [str(amount) for amount in pools] or [""] * self.pools


def cells_of(deal: SheetDeal, start: ResolvedStart) -> tuple[Cell, ...]:
    """The score of each side in a deal, and the numbers before its corrections."""
    cells, marks, nines = [], marks_of_deal(deal, start), red_nines_of_deal(deal, start)
    for side in start.sides_in_order:
        score, earlier = deal.scores[side], list[int]()
        for before in deal.earlier:
            if before and before[side] not in earlier[-1:]:
                earlier.append(before[side])
        if earlier[-1:] == [score]:
            earlier.pop()
        cells.append(
            Cell(
                side=side,
                score=score,
                total=deal.carry.totals[side],
                mark=marks.get(side, ""),
                red_nine=nines.get(side, ""),
                word=in_row_of_line(start, deal, side),
                earlier=tuple(earlier),
            )
        )
    return tuple(cells)
