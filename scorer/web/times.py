"""Days and hours as the club's calendar and clock show them."""

from __future__ import annotations

from datetime import date, datetime, tzinfo

from flask import g

from scorer.rules.words import WORDS
from scorer.services import clock
from scorer.services.nights.night_list import NightHead
from scorer.web.access import club_here, joined_device

WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


def zone_here() -> tzinfo:
    """The time zone of the club; UTC for whoever has not joined one."""
    if "zone" not in g:
        name = club_here().time_zone if "club" in g or joined_device() else None
        g.zone = clock.zone_of(name)
    zone: tzinfo = g.zone
    return zone


def today_here() -> date:
    """The day that the club's calendar shows now."""
    return clock.now().astimezone(zone_here()).date()


def clock_time(when: datetime) -> str:
    """Such as "21:14"."""
    return f"{when.astimezone(zone_here()):%H:%M}"


def day(when: date | datetime) -> str:
    """Such as "today", "yesterday", "Sat 3 May" or, of another year, "Sat 3 May 2024"."""
    then = when.astimezone(zone_here()).date() if isinstance(when, datetime) else when
    today = today_here()
    if 0 <= (today - then).days <= 1:
        return "today" if then == today else "yesterday"
    return whole_day(then).removesuffix(f" {today.year}")


def whole_day(day: date) -> str:
    """Such as "Sat 3 May 2024"."""
    return f"{WEEKDAYS[day.weekday()]} {day.day} {MONTHS[day.month - 1]} {day.year}"


def month(day: date) -> str:
    """Such as "May 2024"."""
    return f"{WORDS['months'][day.month - 1]} {day.year}"


def was_dated_back(night: NightHead) -> bool:
    """Whether the games of a night were not written down on its day: then no times are told."""
    return night.opened_at.astimezone(zone_here()).date() != night.day
