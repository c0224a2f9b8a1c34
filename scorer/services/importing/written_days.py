"""Days as people write them in a paper book, where they can be read only one way."""

from __future__ import annotations

import re
from contextlib import suppress
from datetime import date

from scorer.services.importing.faults import bad
from scorer.services.importing.plausible import FIRST_YEAR

YEAR_FIRST = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")
DAY_FIRST = re.compile(r"(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})")
EITHER_WAY = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})")


def day_of(where: str, said: str, today: date) -> date:
    """The day that is written here; `today` is the last there has been. Raises BadFile."""
    parts = YEAR_FIRST.fullmatch(said)
    year, month, day = parts.groups() if parts else ("", "", "")
    if not parts:
        parts = DAY_FIRST.fullmatch(said)
        day, month, year = parts.groups() if parts else ("", "", "")
    try:
        found = date(int(year), int(month), int(day))
    except ValueError:
        if parts:
            raise bad(where, f"there is no such day as {said}.") from None
        says = f"“{said[:40]}” is not a date that can be read only one way: {_instead(said)}."
        raise bad(where, says) from None
    if found > today:
        raise bad(where, f"{found.isoformat()} is still to come.")
    if found.year < FIRST_YEAR:
        raise bad(where, f"nobody has played in the year {found.year}.")
    return found


def _instead(said: str) -> str:
    """How to write such a date: never as another one that only looks like it."""
    parts = EITHER_WAY.fullmatch(said)
    readings = []
    for day, month in ((0, 1), (1, 0)) if parts else ():
        numbers = [int(one) for one in parts.groups()] if parts else []
        with suppress(ValueError):
            readings.append(date(numbers[2], numbers[month], numbers[day]).isoformat())
    if len(set(readings)) == 2:
        return f"write {readings[0]} or {readings[1]}, whichever it was"
    return f"write {readings[0]}" if readings else "write the year, the month and the day"
