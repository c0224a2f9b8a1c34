"""The sheet as `score` prints it: plain text for people, or plain values for programs."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scorer.rules.answers import side_names
from scorer.rules.counters import merge_lines
from scorer.rules.entries import Adjust
from scorer.rules.house_rules import rule_in_words, write_house_rules
from scorer.rules.sheet import Sheet
from scorer.rules.types import Line, Movement, Next
from scorer.rules.words import WORDS, fill, reason

LEAST_WIDTH, MOST_WIDTH = 6, 14
SAYS: Mapping[str, Any] = WORDS["sheet"]


def printable(text: str) -> str:
    """The text without anything that could break a line or steer a terminal."""
    return "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text
    )


def sheet_as_text(sheet: Sheet) -> str:
    """A table of the deals, the totals, who won, and a sentence for every line."""
    start, variant = sheet.start, sheet.start.variant.key
    reasons = start.words("reasons")
    seat_names = [printable(sitter.name) for sitter in sheet.sitters]
    names = side_names(sheet.start, seat_names)
    width = min(max(LEAST_WIDTH, *map(len, names)), MOST_WIDTH)

    def row(label: str, cells: Iterable[object]) -> str:
        texts = [str(cell) for cell in cells]
        short = [text if len(text) <= width else f"{text[: width - 1]}…" for text in texts]
        return f"{label:<11}" + "  ".join(f"{text:>{width}}" for text in short)

    def moved(label: str, lines: Sequence[Line]) -> str:
        """Counters that moved between two deals or at the end, so that the columns add up."""
        sums = [sum(line.points for line in lines if line.side == at) for at in range(len(names))]
        return row(f"{label:>9}", [f"{points:+d}" if points else "" for points in sums])

    def movement_rows(movements: Sequence[Movement]) -> list[str]:
        return [moved(reasons[item.lines[-1].key]["short"], item.lines) for item in movements]

    def sentences(lines: Sequence[Line]) -> list[str]:
        return [
            f"  {names[line.side]} {line.points:+d}: "
            f"{fill(reasons[line.key]['says'], line.numbers, names)}"
            for line in lines
        ]

    parts = [WORDS["variants"][variant]["title"]]
    for rule, value in write_house_rules(start.rules).items():
        title = WORDS["variants"][variant]["house_rules"][rule]["title"]
        parts.append(f"  {title}: {rule_in_words(variant, rule, value)}")
    parts.append(row("", names))
    if any(start.carry.totals):
        label = "brought" if start.unit == "counters" else "carried"
        parts.append(row(SAYS[label], start.carry.totals))
    for deal in sheet.deals:
        label = f"{deal.number:>4} {SAYS['void']}" if deal.facts.void else f"{deal.number:>4}"
        dealer = sheet.side(deal.table.dealer)
        scores = [f"{'D ' if side == dealer else ''}{n}" for side, n in enumerate(deal.scores)]
        parts += [*movement_rows(deal.movements), row(label, scores)]
    parts += [*movement_rows(sheet.since), row(SAYS["total"], sheet.totals)]
    if sheet.closing:
        parts.append(moved(SAYS["closing"], sheet.closing))
    if sheet.settled is not None:
        parts.append(row(SAYS["settled"], sheet.settled))
    parts.append(_outcome(sheet, names))
    if sheet.behind_the_end:
        parts.append(fill(SAYS["behind_the_end"], {"deals": len(sheet.behind_the_end)}))
    parts.append("")
    for deal in sheet.deals:
        if deal.movements:
            parts.append(fill(SAYS["before_deal"], {"number": deal.number}))
            parts += sentences(_lines(deal.movements))
        trump = sheet.trump_of(deal)
        says = "" if trump is None else f" · {WORDS['trumps'][trump]['says']}"
        numbers = {"number": deal.number, "name": seat_names[deal.table.dealer]}
        parts += [f"{fill(SAYS['deal'], numbers)}{says}", *sentences(deal.lines)]
    if sheet.since:
        since = SAYS["after_the_last" if sheet.over else "before_deal"]
        parts.append(fill(since, {"number": len(sheet.deals) + 1}))
        parts += sentences(_lines(sheet.since))
    if sheet.closing:
        parts += [SAYS["in_the_end"], *sentences(merge_lines(sheet.closing))]
    return "\n".join(parts).rstrip()


def _outcome(sheet: Sheet, names: Sequence[str]) -> str:
    """Which deal comes next, or who won; and what lies in the pools."""
    parts = []
    if not sheet.over:
        numbers = {"number": sheet.played + 1, "all": sheet.to_play}
        parts.append(fill(SAYS["next" if sheet.to_play is None else "next_of"], numbers))
        if isinstance(sheet.follows, Next) and sheet.follows.trump is not None:
            parts.append(f"{WORDS['trumps'][sheet.follows.trump]['says']}.")
    elif sheet.winners:
        winners = SAYS["and"].join(names[side] for side in sheet.winners)
        parts.append(fill(SAYS["won"], {"names": winners, "winners": len(sheet.winners)}))
    else:
        parts.append(SAYS["nothing_scored"])
    left = sheet.carry.after(sheet.closing).pools
    if sheet.over and sheet.only_totals:
        parts.append(SAYS["only_totals"])
    elif any(left.values()) or (left and not sheet.over):  # at the end they were shared out
        pools = (
            fill(SAYS["pool"], {"name": pool.replace("_", " "), "amount": str(amount)})
            for pool, amount in left.items()
        )
        parts.append(fill(SAYS["pools"], {"pools": ", ".join(pools)}))
    return " ".join(parts)


def _lines(movements: Sequence[Movement]) -> list[Line]:
    return [line for movement in movements for line in movement.lines]


def _counters(movements: Sequence[Movement]) -> list[Line]:
    return _lines([movement for movement in movements if movement.kind != Adjust.kind])


def adjustments(sheet: Sheet) -> list[dict[str, Any]]:
    """The points that were adjusted between deals, as a record and `score --json` write them."""
    before = [(deal.number, deal.movements) for deal in sheet.deals]
    return [
        {"before_deal": number, "side": line.side, "points": line.points, "why": movement.why}
        for number, movements in [*before, (len(sheet.deals) + 1, sheet.since)]
        for movement in movements
        for line in movement.lines
        if movement.kind == Adjust.kind
    ]


def sheet_as_json(sheet: Sheet) -> dict[str, Any]:
    """The plain lists and whole numbers that `score --json` prints."""
    names = side_names(sheet.start, [sitter.name for sitter in sheet.sitters])
    by, reasons = "side" if sheet.start.by_sides else "seat", sheet.start.words("reasons")

    def plain(lines: Sequence[Line]) -> list[dict[str, Any]]:
        return [
            {
                by: line.side,
                "points": line.points,
                "key": line.key,
                "reason": reason(reasons, line.key, line.numbers, names),
            }
            for line in lines
        ]

    start = sheet.start
    deals = [
        {
            "number": deal.number,
            "dealer": deal.table.dealer,
            "eldest": deal.table.eldest,
            "scores": list(deal.scores),
            "totals": list(deal.carry.totals),
            "pools": dict(deal.carry.pools),
            "lines": plain(deal.lines),
            "moved_before": plain(_counters(deal.movements)) or None,
            "void": deal.facts.void or None,
            "trump": None if deal.facts.void else sheet.trump_of(deal),
        }
        for deal in sheet.deals
    ]
    follows = sheet.follows if isinstance(sheet.follows, Next) and not sheet.over else None
    bought = sheet.now.bought if sheet.over else sheet.carry.bought
    has_bought = any(bought) or start.variant.sells_counters(start.rules)
    result = {
        "deals": [_without_none(deal) for deal in deals],
        "totals": list(sheet.totals),
        "pools": dict(sheet.carry.pools),
        "over": sheet.over,
        "winners": list(sheet.winners),
        "sides": [sorted(start.seats_of(side)) for side in range(start.number_of_sides)]
        if start.by_sides
        else None,
        "trump": follows and follows.trump,
        "moved_since": plain(_counters(sheet.since)) or None,
        "adjustments": adjustments(sheet) or None,
        "closing": plain(sheet.closing) or None,
        "settled": None if sheet.settled is None else list(sheet.settled),
        "bought": list(bought) if has_bought else None,
    }
    return _without_none(result)


def _without_none(values: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value is not None}
