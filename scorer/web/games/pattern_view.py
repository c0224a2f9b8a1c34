"""The sheet of a game with one of everything on it, from which a phone takes what it has to add.

Where words and numbers go there are slots. A phone paints on what the server has painted, in the
same markup: so this goes through the very templates of the sheet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, cast

from scorer.rules.book import sort_entries
from scorer.rules.entries import Entry, Withdraw
from scorer.rules.fold import read_sheet
from scorer.rules.types import Loan
from scorer.services.games.read import GameRead
from scorer.web.games.counters_view import CountersView, LoanView, MoveRow
from scorer.web.games.deals_table import Cell, DealRow, DealsTable, PartRow, TableLine
from scorer.web.games.notes_view import NoteView, notes_of
from scorer.web.games.notice import Notice
from scorer.web.games.sheet_view import SheetView, SideRow
from scorer.web.games.shown import Pips, ShownView
from scorer.web.rules.house_rules import HouseRule


def slot(name: str, around: int = 0) -> Any:
    """A place for what only the phone knows; no name that people type has these signs.

    Where the phone has nothing for it, the element `around` it goes with it.
    """
    return f"\ue000{name}{around}\ue001"


class SlotNumber(int):
    """A number that is written as a slot."""

    written: str

    def __new__(cls, name: str, number: int = 0, around: int = 0) -> SlotNumber:
        """A number of this size, for what counts on it."""
        made = super().__new__(cls, number)
        made.written = slot(name, around)
        return made

    def __str__(self) -> str:
        return self.written


def as_it_began(game: GameRead, *, over: bool = False) -> GameRead:
    """A game before its first deal, with those who sit there now; or as if that were its end."""
    sheet = read_sheet(sort_entries(game.start, game.entries).start, ())
    opening = None if over else sheet.opening
    sheet = replace(sheet, sitters=game.sheet.sitters, opening=opening)
    return replace(game, entries=(), sheet=sheet)


def notice_with_all() -> Notice:
    """A notice with both of its buttons."""
    undo, redo = (Entry(1, slot(name), Withdraw(slot(name)), 0) for name in ("undo", "redo"))
    return Notice(slot("sentence", 1), undo, redo, more=slot("more", 1))


def _noted(note: NoteView) -> NoteView:
    """An answer that is noted."""
    name = f"{note.ask}_{note.seat}"
    return replace(note, entry=slot(name), mark=f"{note.mark}{slot(f'{name}_')}")


@dataclass(eq=False)
class PatternTable(DealsTable):
    """All deals, with room for those that were `played`."""

    played: Sequence[DealRow] = ()

    @property
    def fits(self) -> str:
        """Where there is room for all columns."""
        return DealsTable(
            self.sides, self.pools, self.running, self.signed, self.played, (), ()
        ).fits


@dataclass(frozen=True, eq=False)
class PatternCounters(CountersView):
    """The counters of a game, with slots."""

    total = cast(int, slot("counters"))
    missing = 0
    opening = slot("put")

    @property
    def loans(self) -> tuple[LoanView, ...]:
        """One loan, for where those that stand are painted."""
        return () if self.game.sheet.over else (LoanView(Loan(0, 0, 0), "", "", False),)


@dataclass(frozen=True, eq=False)
class PatternView(SheetView):
    """A game as it began, with one of everything and with slots; `now` is how it stands."""

    now: SheetView | None = None
    number = slot("number")
    of = slot("of", 1)
    dealer = slot("dealer")
    headline = slot("headline")
    summary = slot("summary", 1)
    deals_played = slot("played")
    story = ""
    outcome = ""
    sat_there = ()
    pips = 0

    @property
    def rules(self) -> list[HouseRule]:
        """None: they stand on the sheet already."""
        return []

    @property
    def noted_before(self) -> str:
        """Beside the button above the rows, too: only one of them stays."""
        return self.noted_apart

    @property
    def wide(self) -> bool:
        """Whether some numbers are so long by now."""
        return self.now is not None and self.now.wide

    @property
    def eldest(self) -> str:
        """Who leads, in a game that says so."""
        return slot("eldest") if super().eldest else ""

    @property
    def part(self) -> int | None:
        """The game of a match."""
        return slot("part", 1) if super().part else None

    @property
    def shows(self) -> tuple[ShownView, ...]:
        """A sentence beside a card, and one that is said otherwise aloud."""
        says, why = slot("says"), slot("why", 1)
        return (
            ShownView(says, slot("mark", 1), why, is_card=True),
            ShownView(says, why=why, aloud=slot("aloud")),
        )

    @cached_property
    def pooled(self) -> CountersView | None:
        """The pools, with slots."""
        found = super().pooled
        return found and PatternCounters(self.game, found.names)

    @cached_property
    def rows(self) -> tuple[SideRow, ...]:
        """The sides, each with all that it can have; the first is in front."""
        return tuple(map(self._with_all, range(len(super().rows)), super().rows))

    def _with_all(self, at: int, row: SideRow) -> SideRow:
        counters = self.unit == "counters"
        return replace(
            row,
            members=tuple(
                replace(member, deals=True, leads=bool(self.eldest)) for member in row.members
            ),
            total=SlotNumber("total"),
            place=slot("place"),
            last=tuple(
                SlotNumber(name, around=1)
                for name in (("last",) if counters else ("last", "newest"))
            ),
            in_front=at == 0,
            won=at == 0,
            in_part=SlotNumber("in_part") if self.part else None,
            marks=(slot("mark"),) if counters else (),
            shows=(slot("says"),),
            pips=(Pips(1, slot("pips")),),
        )

    @property
    def result(self) -> tuple[SideRow, ...]:
        """The sides."""
        return self.rows

    @property
    def nets(self) -> tuple[int, ...]:
        """What each side won."""
        return (SlotNumber("net"),) * len(self.rows)

    @property
    def held(self) -> tuple[str, ...]:
        """What each side holds in the end."""
        return (slot("held"),) * len(self.rows)

    @cached_property
    def notes(self) -> Mapping[int, tuple[NoteView, ...]]:
        """What can be noted of the deal in play, whatever lies in the pools, and all that was.

        The slots go by what is answered, since a row may have notes of several asks.
        """
        return {
            seat: tuple(map(_noted, notes))
            for seat, notes in notes_of(self.game, self.names, always=True).items()
        }

    @cached_property
    def table(self) -> DealsTable:
        """A deal with all that stands beside one, and one that is void."""
        sides, nobody = self.game.sheet.start.sides_in_order, (0,) * len(self.rows)
        pools = tuple(slot("pool") for _ in self.pooled.pools) if self.pooled else ()
        mark, nine, score = map(slot, ("mark", "nine", "score"))
        cells = tuple(
            Cell(side, 0, SlotNumber("total"), mark, nine, score, (SlotNumber("old"),))
            for side in sides
        )
        moved = MoveRow(slot("entry"), slot("moved"), slot("title"), nobody)
        deal = DealRow(
            slot("id"),
            slot("deal"),
            cells,
            says=slot("says", 1),
            moved=(moved,) if self.unit == "counters" else (),
            pools=pools,
            part=PartRow(slot("title"), nobody) if self.part else None,
        )
        void = replace(deal, void=True, moved=(), part=None, given_back=slot("given"))
        table = PatternTable(
            sides=len(self.rows),
            pools=len(pools),
            running=self.running,
            signed=self.unit == "counters",
            deals=(deal, void),
            since=(),
            behind=(),
            played=self.now.deals if self.now else (),
        )
        table.first = super().table.first
        table.foot = tuple(self._lines(table, pools))
        return table

    def _lines(self, table: DealsTable, pools: tuple[Any, ...]) -> Iterator[TableLine]:
        for kind in ("begun", "total", "closing"):
            yield table.moved(kind, slot("title"), (0,) * table.sides, pools)
