"""Parsing: bytes that somebody says are JSON."""

from __future__ import annotations

import json
from typing import Any

from scorer.rules.errors import BadRecord

# What one record may weigh: a game of a hundred deals, each corrected twice, has 200,000 bytes.
MOST_BYTES = 4_000_000


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, value in pairs:
        if key in made:
            raise BadRecord("repeated_key", unknown=key[:40])
        made[key] = value
    return made


def _no_constant(name: str) -> Any:
    raise BadRecord("bad_json", problem=f"{name} is not a number")


def parse(data: bytes, most: int = MOST_BYTES) -> Any:
    """The JSON in these bytes; raises BadRecord for anything else, or more than `most` of them."""
    if len(data) > most:
        raise BadRecord("too_large")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadRecord("not_utf8") from None
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except RecursionError:
        raise BadRecord("too_deep") from None
    except json.JSONDecodeError as fault:
        problem = f"{fault.msg} in line {fault.lineno}"
        raise BadRecord("bad_json", problem=problem) from None
    except ValueError as fault:
        if isinstance(fault, BadRecord):
            raise
        raise BadRecord("bad_json", problem="a number is far too long") from None
