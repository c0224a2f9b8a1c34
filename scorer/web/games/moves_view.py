"""Counters bought and lent as the sheet shows them: rows between the deals, and open loans."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scorer.rules.loans import Moved, can_lend
from scorer.rules.sheet import Sheet
from scorer.rules.words import WORDS
from scorer.web.games.counter_words import tell_moved


@dataclass(frozen=True)
class MoveRow:
    """Counters that moved between two deals; `points` go clockwise, `entry` can be taken back."""

    entry: str
    says: str
    short: str
    points: tuple[int, ...]


@dataclass(frozen=True)
class LoanShown:
    """A loan that still stands; `can_give_back` while the borrower holds enough."""

    seat: int
    lender: int
    counters: int
    name: str
    lender_name: str
    can_give_back: bool


def move_rows(
    moved: Sequence[Moved], order: Sequence[int], names: Sequence[str]
) -> tuple[MoveRow, ...]:
    """A row for each time that counters were bought or lent."""
    return tuple(
        MoveRow(
            entry=one.id,
            says=tell_moved(one, names),
            short=WORDS["reasons"][one.lines[-1].key]["short"],
            points=tuple(
                sum(line.points for line in one.lines if line.seat == seat) for seat in order
            ),
        )
        for one in moved
    )


def open_loans(sheet: Sheet, names: Sequence[str]) -> tuple[LoanShown, ...]:
    """The loans that stand while the game goes on; at its end all are given back."""
    if sheet.over:
        return ()
    return tuple(
        LoanShown(
            seat=loan.seat,
            lender=loan.lender,
            counters=loan.counters,
            name=names[loan.seat],
            lender_name=names[loan.lender],
            can_give_back=can_lend(sheet, loan.seat) >= loan.counters,
        )
        for loan in sheet.loans
    )


def loan_marks(sheet: Sheet, seat: int) -> Iterator[str]:
    """What is to be said of a seat: that it borrowed counters, that it lent some."""
    if sheet.over:
        return
    borrowed = sum(loan.counters for loan in sheet.loans if loan.seat == seat)
    lent = sum(loan.counters for loan in sheet.loans if loan.lender == seat)
    if borrowed:
        yield f"borrowed {borrowed}"
    if lent:
        yield f"lent {lent}"
