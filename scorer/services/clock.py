"""The clock on the wall; tests put another one there."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

# Listed among the zones, but no place: this machine's own, and one for machines not set up yet.
NO_PLACES = frozenset({"localtime", "Factory"})
_set_to: ContextVar[datetime | None] = ContextVar("set_to", default=None)


def now() -> datetime:
    """This moment, in UTC."""
    return _set_to.get() or datetime.now(UTC)


@contextmanager
def set_to(moment: datetime) -> Iterator[None]:
    """Let it be another moment while something is done that was done then."""
    token = _set_to.set(moment)
    try:
        yield
    finally:
        _set_to.reset(token)


def local_zone() -> str:
    """The name of the time zone this machine lives in; UTC where it does not say."""
    zone = os.environ.get("TZ", "").lstrip(":") or os.path.realpath("/etc/localtime")
    name = zone.split("/zoneinfo/")[-1]
    try:
        return ZoneInfo(name).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return "UTC"


def zone_of(name: str | None) -> tzinfo:
    """The time zone of this name; UTC where there is none of that name."""
    try:
        return ZoneInfo(name) if name else UTC
    except (ValueError, OSError, KeyError):
        return UTC


@cache
def zones() -> tuple[str, ...]:
    """The names of all time zones there are (IANA, such as "Europe/Prague"), in order."""
    return tuple(sorted(available_timezones() - NO_PLACES))
