"""The clock on the wall; tests put another one there."""

from __future__ import annotations

import os
from datetime import UTC, datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


def now() -> datetime:
    """This moment, in UTC."""
    return datetime.now(UTC)


def local_zone() -> str:
    """The name of the time zone this machine lives in; UTC where it does not say."""
    told = os.environ.get("TZ", "").lstrip(":") or os.path.realpath("/etc/localtime")
    name = told.split("/zoneinfo/")[-1]
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
