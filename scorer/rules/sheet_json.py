"""The sheet as plain lists and whole numbers, as `score --json` prints it."""

from collections.abc import Iterable, Sequence
from typing import Any

from scorer.rules.answer_words import side_names
from scorer.rules.entries import Adjust
from scorer.rules.sheet import Sheet
from scorer.rules.types import Line, Movement, Next
from scorer.rules.words import reason


def sheet_as_json(sheet: Sheet) -> dict[str, Any]:
    """The plain lists and whole numbers that `score --json` prints."""
    start, over, bought = sheet.start, sheet.over, sheet.carry.bought
    names = side_names(start, [sitter.name for sitter in sheet.sitters])
    by, reasons = "side" if start.by_sides else "seat", start.words("reasons")
    between = [*((deal.number, deal.movements) for deal in sheet.deals)]
    between.append((len(sheet.deals) + 1, sheet.since))

    def plain(lines: Iterable[Line]) -> list[dict[str, Any]]:
        return [
            {
                by: line.side,
                "points": line.points,
                "key": line.key,
                "reason": reason(reasons, line.key, line.numbers, names),
            }
            for line in lines
        ]

    def counters(movements: Sequence[Movement]) -> list[dict[str, Any]] | None:
        moved = (it for it in movements if it.kind != Adjust.kind)
        return plain(line for movement in moved for line in movement.lines) or None

    deals = [
        {
            "number": deal.number,
            "dealer": deal.table.dealer,
            "eldest": deal.table.eldest,
            "scores": [
                score if side in deal.table.sides_in_order else None
                for side, score in enumerate(deal.scores)
            ],
            "totals": list(deal.carry.totals),
            "pools": dict(deal.carry.pools),
            "lines": plain(deal.lines),
            "moved_before": counters(deal.movements),
            "void": deal.facts.void or None,
            "trump": sheet.trump_of(deal),
        }
        for deal in sheet.deals
    ]
    adjustments = [
        {"before_deal": number, "side": line.side, "points": line.points, "why": movement.why}
        for number, movements in between
        for movement in movements
        for line in movement.lines
        if movement.kind == Adjust.kind
    ]
    has_bought = any(bought) or start.variant.sells_counters(start.rules)
    sides = [sorted(start.seats_of(side)) for side in range(start.number_of_sides)]
    result = {
        "deals": [_without_none(deal) for deal in deals],
        "totals": list(sheet.totals),
        "pools": dict(sheet.carry.pools),
        "over": over,
        "winners": list(sheet.winners),
        "sides": sides if start.by_sides else None,
        "trump": sheet.follows.trump if isinstance(sheet.follows, Next) and not over else None,
        "moved_since": counters(sheet.since),
        "adjustments": adjustments or None,
        "closing": plain(sheet.closing) or None,
        "settled": None if sheet.settled is None else list(sheet.settled),
        "bought": list(bought) if has_bought else None,
    }
    return _without_none(result)


def _without_none(values: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value is not None}
