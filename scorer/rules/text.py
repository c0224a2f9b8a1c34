"""The sheet as `score` prints it: plain text for people, or plain values for programs."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Any

from scorer.rules.counters import Moved, together
from scorer.rules.house_rules import rule_says, write_house_rules
from scorer.rules.sheet import DealRead, Sheet
from scorer.rules.variant import Line
from scorer.rules.words import WORDS, reason

WIDEST_NAME = 14


def sheet_as_text(sheet: Sheet) -> str:
    """A table of the deals, the totals, who won, and a sentence for every line."""
    names = [_clean(one.name) for one in sheet.sitters]
    width = max(6, *(min(_width(name), WIDEST_NAME) for name in names))
    words = WORDS["variants"][sheet.start.variant.key]
    rows = [_row("", names, width)]
    if any(sheet.start.carry.totals):
        label = "carried" if sheet.start.variant.lowest_wins else "brought"
        rows.append(_row(label, [str(one) for one in sheet.start.carry.totals], width))
    for deal in sheet.deals:
        rows += [_between(one, len(names), width) for one in deal.moved]
        rows.append(_row(_label(deal), _scores(deal), width))
    rows += [_between(one, len(names), width) for one in sheet.since]
    rows.append(_row("total", [str(one) for one in sheet.totals], width))
    if sheet.closing:
        rows.append(_moved_row("closing", sheet.closing, len(names), width))
    if sheet.settled is not None:
        rows.append(_row("in the end", [str(one) for one in sheet.settled], width))
    parts = [f"{words['title']}{_house_rules(sheet)}", *rows, _standing(sheet, names), ""]
    for deal in sheet.deals:
        parts.extend(_moved(f"Before deal {deal.number}", deal.moved, names))
        parts.extend(_explained(deal, names))
    since = "After the last deal" if sheet.over else f"Before deal {len(sheet.deals) + 1}"
    parts.extend(_moved(since, sheet.since, names))
    if sheet.closing:
        parts.append("In the end")
        parts.extend(_line(line, names) for line in together(sheet.closing))
    return "\n".join(parts).rstrip()


def _clean(name: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in name)


def _width(text: str) -> int:
    """How many columns a terminal gives this text."""
    return sum(
        0 if unicodedata.combining(one) else 2 if unicodedata.east_asian_width(one) in "WF" else 1
        for one in text
    )


def _cell(text: str, width: int) -> str:
    while _width(text) > width:
        text = f"{text.rstrip('…')[:-1]}…"
    return " " * (width - _width(text)) + text


def _row(label: str, cells: list[str], width: int) -> str:
    return f"{label:<11}" + "  ".join(_cell(one, width) for one in cells)


def _label(deal: DealRead) -> str:
    return f"{deal.number:>4} void" if deal.facts.void else f"{deal.number:>4}"


def _scores(deal: DealRead) -> list[str]:
    dealer = deal.table.dealer
    return [f"{'D ' if seat == dealer else ''}{one}" for seat, one in enumerate(deal.scores)]


def _between(moved: Moved, players: int, width: int) -> str:
    """What one entry moved between two deals."""
    label = WORDS["reasons"][moved.lines[-1].key]["short"]
    return _moved_row(label, moved.lines, players, width)


def _moved_row(label: str, lines: Sequence[Line], players: int, width: int) -> str:
    """Counters that moved between two deals or at the end, so that the columns add up."""
    sums = [sum(one.points for one in lines if one.seat == seat) for seat in range(players)]
    return _row(f"{label:>9}", [f"{one:+d}" if one else "" for one in sums], width)


def _house_rules(sheet: Sheet) -> str:
    """A line for each house rule that is not the usual one, in the words of the screen."""
    variant = sheet.start.variant.key
    told = [
        f"\n  {WORDS['variants'][variant]['house_rules'][rule]['title']}: "
        f"{rule_says(variant, rule, value)}"
        for rule, value in write_house_rules(sheet.start.rules).items()
    ]
    return "".join(told)


def _standing(sheet: Sheet, names: list[str]) -> str:
    lie = sheet.carry.after(sheet.closing).pools
    pools = ", ".join(f"{pool.replace('_', ' ')} {amount}" for pool, amount in lie.items())
    # At the end they were shared out.
    lying = f" In the pools: {pools}." if lie and not (sheet.over and not any(lie.values())) else ""
    if not sheet.over:
        return f"Deal {sheet.played + 1} of {sheet.to_play} comes next.{lying}"
    if sheet.only_totals:
        lying = " Only the totals were noted."
    if not sheet.winners:
        return f"Ended before a deal was scored.{lying}"
    won = " and ".join(names[seat] for seat in sheet.winners)
    return f"{won} won.{lying}" if len(sheet.winners) == 1 else f"{won} share the win.{lying}"


def _explained(deal: DealRead, names: list[str]) -> list[str]:
    told = [f"Deal {deal.number}: {names[deal.table.dealer]} dealt"]
    return told + [_line(line, names) for line in deal.lines]


def _moved(when: str, moved: Sequence[Moved], names: list[str]) -> list[str]:
    told = [_line(line, names) for one in moved for line in one.lines]
    return [when, *told] if told else []


def _line(line: Line, names: list[str]) -> str:
    sentence = reason(line.key, line.numbers, names)
    return f"  {names[line.seat]} {line.points:+d}: {sentence[:1].lower()}{sentence[1:]}"


def _lines_of(lines: Sequence[Line], names: Sequence[str]) -> list[dict[str, Any]]:
    return [
        {
            "seat": line.seat,
            "points": line.points,
            "key": line.key,
            "reason": reason(line.key, line.numbers, names),
        }
        for line in lines
    ]


def _moved_of(moved: Sequence[Moved], names: Sequence[str]) -> list[dict[str, Any]]:
    return _lines_of([line for one in moved for line in one.lines], names)


def result_of(sheet: Sheet) -> dict[str, Any]:
    """What `score --json` prints of a sheet: plain lists and whole numbers."""
    names = [one.name for one in sheet.sitters]
    deals = []
    for deal in sheet.deals:
        shown: dict[str, Any] = {
            "number": deal.number,
            "dealer": deal.table.dealer,
            "eldest": deal.table.eldest,
            "scores": list(deal.scores),
            "totals": list(deal.carry.totals),
            "pools": dict(deal.carry.pools),
            "lines": _lines_of(deal.lines, names),
        }
        if deal.moved:
            shown["moved_before"] = _moved_of(deal.moved, names)
        if deal.facts.void:
            shown["void"] = True
        deals.append(shown)
    result: dict[str, Any] = {
        "deals": deals,
        "totals": list(sheet.totals),
        "pools": dict(sheet.carry.pools),
        "over": sheet.over,
        "winners": list(sheet.winners),
    }
    if sheet.since:
        result["moved_since"] = _moved_of(sheet.since, names)
    if sheet.closing:
        result["closing"] = _lines_of(sheet.closing, names)
    if sheet.settled is not None:
        result["settled"] = list(sheet.settled)
    if any(sheet.carry.bought) or getattr(sheet.start.rules, "short", "") == "buy_in":
        result["bought"] = list(sheet.carry.bought)
    return result
