"""Counters as the screen shows them: pools, loans, what was bought and lent, and who won what."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from scorer.rules.counters import merge_lines
from scorer.rules.entries import MAX_COUNTERS, MAX_SEATS, Adjust, Entry
from scorer.rules.sheet import Sheet
from scorer.rules.types import BANK, Line, Loan, Movement
from scorer.rules.words import WORDS, list_names, reason
from scorer.services.games.read import GameRead
from scorer.web.formats import points, signed
from scorer.web.games.summary import usual_totals
from scorer.web.names import isolate_rtl

REPAID = "Loans given back"
# The words at a side.
MARKS = ("owes", "bought", "borrowed", "lent")


def score_format(game: GameRead) -> Callable[[int], str]:
    """How the scores of a game are written: counters with their sign, all others as they are."""
    return signed if game.sheet.start.unit == "counters" else points


def movement_sentence(entry: Entry, sheet: Sheet | None, names: Sequence[str]) -> str:
    """The sentence about a purchase, loan or penalty that this sheet has read."""
    moved = next((item for item in sheet.movements if item.id == entry.id), None) if sheet else None
    return sentence_of_movement(moved, names) if moved else "noted something between the deals"


def sentence_of_movement(moved: Movement, names: Sequence[str]) -> str:
    """The sentence: "Ben bought 36 counters", "Dan gave Cat back 4", "Ann +10: revoked"."""
    if moved.kind == Adjust.kind:
        line = moved.lines[0]
        return f"{_name_at(line.side, names)} {signed(line.points)}: {moved.why}"
    gave = [line for line in moved.lines if line.points < 0 or line.pool == BANK]
    reasons = list_names([_reason(line, names) for line in gave])
    return f"{_name_at(gave[0].side, names)} {reasons}"


def _reason(line: Line, names: Sequence[str]) -> str:
    """Why a line was written, in the middle of a sentence."""
    everybody = [_name_at(seat, names) for seat in range(MAX_SEATS)]
    words = reason(WORDS["reasons"], line.key, line.numbers, everybody)
    return f"{words[:1].lower()}{words[1:]}"


def _name_at(seat: int, names: Sequence[str]) -> str:
    return isolate_rtl(names[seat]) if seat < len(names) else f"seat {seat + 1}"


@dataclass(frozen=True)
class MoveRow:
    """A purchase, loan or penalty between two deals; `points` clockwise, `entry` to undo."""

    entry: str
    sentence: str
    short: str
    points: tuple[int, ...]
    why: str = ""


def move_rows(
    moves: Sequence[Movement], sides: Sequence[int], names: Sequence[str]
) -> tuple[MoveRow, ...]:
    """A row for each purchase, loan and penalty."""
    return tuple(
        MoveRow(
            entry=moved.id,
            sentence=sentence_of_movement(moved, names),
            short=WORDS["reasons"][moved.lines[-1].key]["short"],
            points=tuple(
                sum(line.points for line in moved.lines if line.side == side) for side in sides
            ),
            why=moved.why,
        )
        for moved in moves
    )


class PoolView(NamedTuple):
    """One pool and what lies in it; one of red nines may show a small one, and nothing else."""

    key: str
    title: str
    amount: int
    red_nine: bool


def pool_views(variant: str, pools: Mapping[str, int]) -> tuple[PoolView, ...]:
    """The pools under the names people call them by."""
    words = WORDS["variants"][variant]
    titles, of_red_nines = words.get("pools", {}), words.get("pools_of_red_nines", ())
    return tuple(
        PoolView(key, titles.get(key, key), amount, key in of_red_nines)
        for key, amount in pools.items()
    )


@dataclass(frozen=True, eq=False)
class CountersView:
    """The counters of a game; `names` go by side."""

    sheet: Sheet
    names: Sequence[str]
    most = MAX_COUNTERS

    @property
    def usual(self) -> int | str:
        """As many as everybody has brought, which is what a seat mostly buys; "" for none."""
        return usual_totals(self.sheet)[0] or ""

    @cached_property
    def pools(self) -> tuple[PoolView, ...]:
        """The pools as they are now."""
        return pool_views(self.sheet.start.variant.key, self.sheet.now.pools)

    @cached_property
    def total(self) -> int:
        """The counters in front of people and in the pools, all together."""
        now = self.sheet.now
        return sum(now.totals) + sum(now.pools.values())

    @cached_property
    def missing(self) -> int:
        """How many more were brought and bought than there are; 0 as long as the sum is right."""
        began = self.sheet.start.carry
        bought = sum(self.sheet.now.bought)
        return sum(began.totals) + sum(began.pools.values()) + bought - self.total

    @cached_property
    def opening(self) -> str:
        """A sentence about the counters put down before the cards are played."""
        opening, names = self.sheet.opening, self.names
        paid: dict[int, int] = {}
        due: dict[int, int] = {}
        for line in opening.lines if opening else ():
            if line.pool not in (None, BANK) and line.points <= 0 and "due" in line.numbers:
                paid[line.side] = paid.get(line.side, 0) - line.points
                due[line.side] = due.get(line.side, 0) + line.numbers["due"]
        if len(paid) == len(names) and len(set(paid.values())) == 1:
            return f"Everybody put in {next(iter(paid.values()))}."
        payments = []
        for seat, amount in paid.items():
            put = f"{isolate_rtl(names[seat])} put in {amount}"
            payments.append(f"{put} of {due[seat]}" if due[seat] > amount else put)
        return f"{'; '.join(payments)}." if payments else ""

    @cached_property
    def loans(self) -> tuple[Loan, ...]:
        """The loans that stand while the game goes on; at its end all are paid back."""
        return () if self.sheet.over else self.sheet.loans

    @cached_property
    def closing_title(self) -> str:
        """The title of the lines of the closing."""
        pools = "pools" if len(self.pools) > 1 else "pool"
        if not self.sheet.loans:
            return f"From the {pools}"
        is_shared = any(line.pool for line in self.sheet.closing)
        return f"{REPAID}, and what was left in the {pools}" if is_shared else REPAID

    @cached_property
    def closing(self) -> list[dict[str, Any]]:
        """The lines of loans and pools at the end, by side, reason and other side."""
        names = [isolate_rtl(name) for name in self.names]
        reasons = self.sheet.start.words("reasons")
        return [
            {
                "name": self.names[line.side],
                "reason": reason(reasons, line.key, line.numbers, names),
                "points": line.points,
            }
            for line in merge_lines(self.sheet.closing)
        ]

    @cached_property
    def closed(self) -> tuple[int, ...]:
        """The sum of the closing for each side."""
        closing = self.sheet.closing
        return tuple(
            sum(line.points for line in closing if line.side == side)
            for side in range(len(self.names))
        )

    def marks(self, side: int) -> tuple[str, ...]:
        """The words at a side that owes, bought, borrowed or lent; a debt is not only a colour."""
        sheet = self.sheet
        loans = () if sheet.over else sheet.loans
        amounts = (
            -sheet.now.totals[side],
            sheet.now.bought[side],
            sum(loan.counters for loan in loans if loan.seat == side),
            sum(loan.counters for loan in loans if loan.lender == side),
        )
        marks = zip(MARKS, amounts, strict=True)
        return tuple(f"{word} {amount}" for word, amount in marks if amount > 0)
