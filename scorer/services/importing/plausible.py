"""Whether what a file tells of a club, its nights and its times can be so."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any

from scorer.services import clock
from scorer.services.importing.faults import bad

FIRST_YEAR, LAST_YEAR = 1800, 2200
# Elsewhere it may be tomorrow already.
ELSEWHERE = timedelta(days=1)
# So far two clocks may be apart before a game seems to be one of the future.
CLOCKS_APART = timedelta(minutes=5)


def check_texts(told: Mapping[str, Any], where: str, *keys: str) -> None:
    """Raises BadFile where one of these is there and is no text."""
    for key in keys:
        if not isinstance(told.get(key, ""), str):
            raise bad(where, f"its {key} has to be a text.")


def check_zone(told: Mapping[str, Any], where: str) -> None:
    """Raises BadFile for a time zone that there is not."""
    zone = told.get("time_zone") or "UTC"
    known = isinstance(zone, str) and getattr(clock.zone_of(zone), "key", "UTC") == zone
    if not known:
        raise bad(where, "its time_zone is not one, such as Europe/Vienna.")


def read_moment(raw: object, where: str, what: str) -> datetime:
    """A moment as a file says it; raises BadFile."""
    try:
        moment = datetime.fromisoformat(raw) if isinstance(raw, str) else None
    except ValueError:
        moment = None
    if moment is None or not FIRST_YEAR <= moment.year <= LAST_YEAR:
        raise bad(where, f"{what} is not a date and a time as 2025-05-03T20:00:00Z.")
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)


def read_past(raw: object, where: str, what: str) -> datetime:
    """A moment that has been; raises BadFile."""
    moment = read_moment(raw, where, what)
    if moment > clock.now() + CLOCKS_APART:
        raise bad(where, f"{what} is {moment:%Y-%m-%d %H:%M} UTC, and that is still to come.")
    return moment


def read_day(raw: object, opened_at: datetime, where: str) -> date:
    """The day of a night, by default the one it was opened on; raises BadFile.

    Neither can be still to come.
    """
    if opened_at > clock.now() + CLOCKS_APART:
        raise bad(where, "its opened_at is still to come.")
    if raw is None:
        return opened_at.date()
    try:
        day = date.fromisoformat(raw) if isinstance(raw, str) else None
    except ValueError:
        day = None
    if day is None or day.year < FIRST_YEAR:
        raise bad(where, "its day is not a date as 2025-05-03.")
    if day > (clock.now() + ELSEWHERE).date():
        raise bad(where, "its day is still to come.")
    return day
