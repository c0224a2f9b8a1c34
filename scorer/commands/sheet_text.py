"""The sheet as `score` prints it for people: plain text."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scorer.rules.answer_words import side_names
from scorer.rules.counters import merge_lines
from scorer.rules.house_rules import rule_in_words, write_house_rules
from scorer.rules.sheet import Sheet
from scorer.rules.table_changes import sentence_of_change
from scorer.rules.types import Line, Movement, Next
from scorer.rules.words import WORDS, fill

LEAST_WIDTH, MOST_WIDTH = 6, 14
SAYS: Mapping[str, Any] = WORDS["sheet"]


def printable(text: str) -> str:
    """The text without anything that could break a line or steer a terminal."""
    return "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text
    )


def sheet_as_text(sheet: Sheet) -> str:
    """A table of the deals, the totals, who won, and a sentence for every line."""
    start, reasons = sheet.start, sheet.start.words("reasons")
    variant, words = start.variant.key, WORDS["variants"][start.variant.key]
    seat_names = [sitter.name for sitter in sheet.sitters]
    names = side_names(start, seat_names)
    width = min(max(LEAST_WIDTH, *map(len, names)), MOST_WIDTH)
    rules = write_house_rules(start.rules).items()
    titles = [(words["house_rules"][rule]["title"], rule, value) for rule, value in rules]
    table = [f"  {title}: {rule_in_words(variant, rule, value)}" for title, rule, value in titles]
    reading = list[str]()

    def row(label: str, cells: Iterable[object]) -> None:
        texts = [
            text if len(text) <= width else f"{text[: width - 1]}…" for text in map(str, cells)
        ]
        table.append(f"{label:<11}" + "  ".join(f"{text:>{width}}" for text in texts))

    def explain(heading: str, lines: Iterable[Line]) -> None:
        reading.append(heading)
        for line in lines:
            says = fill(reasons[line.key]["says"], line.numbers, names)
            reading.append(f"  {names[line.side]} {line.points:+d}: {says}")

    def moved(label: str, lines: Sequence[Line]) -> None:
        """Counters that moved between two deals or at the end, so that the columns add up."""
        sums = [sum(line.points for line in lines if line.side == at) for at in range(len(names))]
        row(f"{label:>9}", [f"{points:+d}" if points else "" for points in sums])

    def between(heading: str, number: int, movements: Sequence[Movement]) -> None:
        for movement in movements:
            if movement.change is not None:
                said = sentence_of_change(movement.change, movement.was, seat_names)
                table.append(f"{'':<11}{said}")
            else:
                moved(reasons[movement.lines[-1].key]["short"], movement.lines)
        if lines := [line for movement in movements for line in movement.lines]:
            explain(fill(SAYS[heading], {"number": number}), lines)

    row("", names)
    if any(start.carry.totals):
        row(SAYS["brought" if start.unit == "counters" else "carried"], start.carry.totals)
    for deal in sheet.deals:
        between("before_deal", deal.number, deal.movements)
        label = f"{deal.number:>4} {SAYS['void']}" if deal.facts.void else f"{deal.number:>4}"
        dealer, trump = deal.table.dealer, sheet.trump_of(deal)
        at, there = sheet.side(dealer), deal.table.sides_in_order
        cells = [f"{'D ' if side == at else ''}{n}" for side, n in enumerate(deal.scores)]
        row(label, [cell if side in there else "" for side, cell in enumerate(cells)])
        heading = fill(SAYS["deal"], {"number": deal.number, "name": seat_names[dealer]})
        heading += "" if trump is None else f" · {WORDS['trumps'][trump]['says']}"
        explain(heading, deal.lines)
    since = "after_the_last" if sheet.over else "before_deal"
    between(since, len(sheet.deals) + 1, sheet.since)
    row(SAYS["total"], sheet.totals)
    if sheet.closing:
        moved(SAYS["closing"], sheet.closing)
        explain(SAYS["in_the_end"], merge_lines(sheet.closing))
    if sheet.settled is not None:
        row(SAYS["settled"], sheet.settled)
    table.append(_outcome(sheet, names))
    if sheet.behind_the_end:
        table.append(fill(SAYS["behind_the_end"], {"deals": len(sheet.behind_the_end)}))
    return "\n".join(map(printable, [words["title"], *table, "", *reading])).rstrip()


def _outcome(sheet: Sheet, names: Sequence[str]) -> str:
    parts, left = [], sheet.carry.after(sheet.closing).pools
    if isinstance(sheet.follows, Next) and not sheet.over:
        numbers = {"number": sheet.played + 1, "all": sheet.to_play}
        parts.append(fill(SAYS["next" if sheet.to_play is None else "next_of"], numbers))
        if sheet.follows.trump is not None:
            parts.append(f"{WORDS['trumps'][sheet.follows.trump]['says']}.")
    elif sheet.winners:
        winners = SAYS["and"].join(names[side] for side in sheet.winners)
        parts.append(fill(SAYS["won"], {"names": winners, "winners": len(sheet.winners)}))
    else:
        parts.append(SAYS["nothing_scored"])
    if sheet.only_totals:
        parts.append(SAYS["only_totals"])
    elif any(left.values()) or (left and not sheet.over):  # at the end they were shared out
        pools = [f"{pool.replace('_', ' ')} {amount}" for pool, amount in left.items()]
        parts.append(fill(SAYS["pools"], {"pools": ", ".join(pools)}))
    return " ".join(parts)
