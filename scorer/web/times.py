"""Times as a club's clock shows them."""

from __future__ import annotations

from datetime import date, datetime, tzinfo

from scorer.rules.words import WORDS
from scorer.services.nights.night_list import NightHead

WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


def clock_time(when: datetime, zone: tzinfo) -> str:
    """Such as "21:14"."""
    return f"{when.astimezone(zone):%H:%M}"


def day(when: date | datetime, zone: tzinfo, today: date | None = None) -> str:
    """Such as "today", "yesterday", "Sat 3 May" or "Sat 3 May 2024"."""
    then = when.astimezone(zone).date() if isinstance(when, datetime) else when
    if today is not None and 0 <= (today - then).days <= 1:
        return "today" if then == today else "yesterday"
    told = whole_day(then)
    return told.removesuffix(f" {then.year}") if today and then.year == today.year else told


def whole_day(day: date) -> str:
    """Such as "Sat 3 May 2024"."""
    return f"{WEEKDAYS[day.weekday()]} {day.day} {MONTHS[day.month - 1]} {day.year}"


def month(then: date) -> str:
    """Such as "May 2024"."""
    return f"{WORDS['months'][then.month - 1]} {then.year}"


def was_dated_back(night: NightHead, zone: tzinfo) -> bool:
    """Whether the games of a night were not written down on its day: then no times are told."""
    return night.opened_at.astimezone(zone).date() != night.day
