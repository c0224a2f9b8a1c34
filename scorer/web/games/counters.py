"""Counters as the screen shows them: pools, loans, what was bought and lent, and who won what."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from scorer.rules.counters import merge_lines
from scorer.rules.entries import MAX_COUNTERS, Adjust
from scorer.rules.sheet import Sheet
from scorer.rules.types import BANK, Movement
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


def sentence_of_movement(moved: Movement, names: Sequence[str]) -> str:
    """The sentence: "Ben bought 36 counters", "Dan gave Cat back 4", "Ann +10: revoked".

    `names` go by side and are ready for a sentence.
    """
    if moved.kind == Adjust.kind:
        line = moved.lines[0]
        return f"{names[line.side]} {signed(line.points)}: {moved.why}"
    gave = [line for line in moved.lines if line.points < 0 or line.pool == BANK]
    reasons = [reason(WORDS["reasons"], line.key, line.numbers, names) for line in gave]
    return f"{names[gave[0].side]} {list_names([f'{it[:1].lower()}{it[1:]}' for it in reasons])}"


def pool_views(variant: str, pools: Mapping[str, int]) -> list[dict[str, Any]]:
    """The pools under the names people call them by; one of red nines may show a small one."""
    words = WORDS["variants"][variant]
    titles, of_red_nines = words.get("pools", {}), words.get("pools_of_red_nines", ())
    return [
        {
            "key": key,
            "title": titles.get(key, key),
            "amount": amount,
            "red_nine": key in of_red_nines,
        }
        for key, amount in pools.items()
    ]


class CountersView:
    """The pools and counters of a game, and what moved at its end; `names` go by side."""

    most = MAX_COUNTERS

    def __init__(self, sheet: Sheet, names: Sequence[str]) -> None:
        self.sheet, self.names = sheet, names
        now, began = sheet.now, sheet.start.carry
        self.pools = pool_views(sheet.start.variant.key, now.pools)
        # In front of people and in the pools, and how many more than that were brought and bought.
        self.total = sum(now.totals) + sum(now.pools.values())
        brought = sum(began.totals) + sum(began.pools.values())
        self.missing = brought + sum(now.bought) - self.total
        # As many as everybody has brought, which is what a seat mostly buys; "" for none.
        self.usual = usual_totals(sheet)[0] or ""
        # At the end of a game all are paid back.
        self.loans = () if sheet.over else sheet.loans

    @cached_property
    def put_in(self) -> dict[int, str]:
        """What sides have put down before the cards are played, by side: "put in 6 of 9"."""
        opening = self.sheet.opening
        paid, due = Counter[int](), Counter[int]()
        for line in opening.paid if opening else ():
            if line.pool != BANK:
                paid[line.side] -= line.points
                due[line.side] += line.numbers.get("due", -line.points)
        return {
            side: f"put in {amount}{f' of {due[side]}' if due[side] > amount else ''}"
            for side, amount in paid.items()
        }

    @property
    def everybody_put_in(self) -> str:
        """The sentence that all have put in the same; "" where they have not."""
        amounts = list(self.put_in.values())
        if len(amounts) < len(self.names) or len(set(amounts)) > 1:
            return ""
        if self.sheet.deals and self.sheet.deals[-1].facts.void:
            return f"Dealt again: everybody {amounts[0]} once more."
        return f"Everybody {amounts[0]}."

    def put_in_by(self, side: int) -> str:
        """What a side has put in, where not all have put in the same; else ""."""
        return "" if self.everybody_put_in else self.put_in.get(side, "")

    @property
    def closing_title(self) -> str:
        """The title of the lines of the closing."""
        pools = "pools" if len(self.pools) > 1 else "pool"
        if not self.sheet.loans:
            return f"From the {pools}"
        is_shared = any(line.pool for line in self.sheet.closing)
        return f"{REPAID}, and what was left in the {pools}" if is_shared else REPAID

    @property
    def closing(self) -> list[dict[str, Any]]:
        """The lines of loans and pools at the end, by side, reason and other side."""
        names = [isolate_rtl(name) for name in self.names]
        reasons = self.sheet.start.words("reasons")
        return [
            {
                "name": self.names[line.side],
                "key": line.key,
                "reason": reason(reasons, line.key, line.numbers, names),
                "points": line.points,
            }
            for line in merge_lines(self.sheet.closing)
        ]

    def marks(self, side: int) -> tuple[str, ...]:
        """The words at a side that owes, bought, borrowed or lent; a debt is not only a colour."""
        amounts = (
            -self.sheet.now.totals[side],
            self.sheet.now.bought[side],
            sum(loan.counters for loan in self.loans if loan.seat == side),
            sum(loan.counters for loan in self.loans if loan.lender == side),
        )
        marks = zip(MARKS, amounts, strict=True)
        texts = [f"{word} {amount}" for word, amount in marks if amount > 0]
        # What one lent and did not get back is owed to that one.
        lent = [it for it in self.sheet.closing if (it.side, it.key) == (side, "gives_back")]
        if amounts[0] > 0 and len(lent) == 1 and -lent[0].points >= amounts[0]:
            texts[0] += f" to {self.names[lent[0].numbers['to']]}"
        return tuple(texts)
