"""Counters as the screen shows them: pools, loans, what was bought and lent, and who won what."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from scorer.rules.counters import merge_lines
from scorer.rules.entries import MAX_COUNTERS, Adjust
from scorer.rules.sheet import Sheet
from scorer.rules.table_changes import sentence_of_change
from scorer.rules.types import BANK, Movement
from scorer.rules.words import WORDS, list_names, reason
from scorer.web.formats import signed
from scorer.web.names import isolate_rtl

REPAID = "Loans given back"


def usual_totals(sheet: Sheet) -> tuple[int, ...]:
    """The totals at the start, if nothing were carried along."""
    start = sheet.start
    usual = start.variant.start(len(start.order), start.rules).totals
    return usual or (0,) * start.number_of_sides


def sentence_of_movement(moved: Movement, names: Sequence[str]) -> str:
    """The sentence: "Ben bought 36 counters", "Dan gave Cat back 4", "Ann +10: revoked".

    `names` go by side and are ready for a sentence.
    """
    if moved.change is not None:
        return sentence_of_change(moved.change, moved.was, names)
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


def counters_of(sheet: Sheet, names: Sequence[str]) -> dict[str, Any]:
    """The pools and counters of a game, and what moved at its end; `names` go by side.

    `total` counters lie in front of people and in the pools, `missing` are those that were brought
    or bought and are not there, and a seat mostly buys as many as are `usual`. `marks` are the
    words at each side.
    """
    now, table = sheet.now, sheet.table
    total = sum(now.totals) + sum(now.pools.values())
    brought = sum(sheet.began) + sum(sheet.start.carry.pools.values())
    put_in, everybody = _put_in(sheet), ""
    if len(put_in) == len(table.sides_in_order) and len(set(put_in.values())) == 1:
        again = sheet.deals and sheet.deals[-1].facts.void
        of_each = next(iter(put_in.values()))
        everybody = (
            f"Dealt again: everybody {of_each} once more." if again else f"Everybody {of_each}."
        )
    return {
        "pools": pool_views(sheet.start.variant.key, now.pools),
        "total": total,
        "missing": brought + sum(now.bought) - total,
        "most": MAX_COUNTERS,
        "usual": usual_totals(sheet)[0] or "",
        # At the end of a game all are paid back.
        "loans": () if sheet.over else sheet.loans,
        "put_in": put_in,
        "everybody_put_in": everybody,
        "put_in_by": {} if everybody else put_in,
        "closing": _closing(sheet, names),
        "closing_title": _closing_title(sheet),
        "marks": [_marks(sheet, side, names) for side in range(len(names))],
    }


def _put_in(sheet: Sheet) -> dict[int, str]:
    """What sides have put down before the cards are played, by side: "put in 6 of 9"."""
    paid, due = Counter[int](), Counter[int]()
    for line in sheet.opening.paid if sheet.opening else ():
        if line.pool != BANK:
            paid[line.side] -= line.points
            due[line.side] += line.numbers.get("due", -line.points)
    return {
        side: f"put in {amount}{f' of {due[side]}' if due[side] > amount else ''}"
        for side, amount in paid.items()
    }


def _closing_title(sheet: Sheet) -> str:
    pools = "pools" if len(sheet.now.pools) > 1 else "pool"
    if not sheet.loans:
        return f"From the {pools}"
    is_shared = any(line.pool for line in sheet.closing)
    return f"{REPAID}, and what was left in the {pools}" if is_shared else REPAID


def _closing(sheet: Sheet, names: Sequence[str]) -> list[dict[str, Any]]:
    """The lines of loans and pools at the end, by side, reason and other side."""
    reasons, in_text = sheet.start.words("reasons"), [isolate_rtl(name) for name in names]
    return [
        {
            "name": names[line.side],
            "key": line.key,
            "reason": reason(reasons, line.key, line.numbers, in_text),
            "points": line.points,
        }
        for line in merge_lines(sheet.closing)
    ]


def _marks(sheet: Sheet, side: int, names: Sequence[str]) -> list[str]:
    """The words at a side that owes, bought, borrowed or lent; a debt is not only a colour."""
    loans = () if sheet.over else sheet.loans
    amounts = {
        "owes": -sheet.now.totals[side],
        "bought": sheet.now.bought[side],
        "borrowed": sum(loan.counters for loan in loans if loan.seat == side),
        "lent": sum(loan.counters for loan in loans if loan.lender == side),
    }
    marks = [f"{word} {amount}" for word, amount in amounts.items() if amount > 0]
    # What one lent and did not get back is owed to that one.
    lent = [it for it in sheet.closing if (it.side, it.key) == (side, "gives_back")]
    if amounts["owes"] > 0 and len(lent) == 1 and -lent[0].points >= amounts["owes"]:
        marks[0] += f" to {names[lent[0].numbers['to']]}"
    return marks
