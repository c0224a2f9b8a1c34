"""Parsing: bytes that somebody says are JSON."""

from __future__ import annotations

import json
import re
from itertools import accumulate
from typing import Any

from scorer.rules.errors import BadRecord

# What one record may weigh: a game of a hundred deals, each corrected twice, has 200,000 bytes.
MOST_BYTES = 4_000_000
# Nothing that is read here has more than a few levels. Python's own limit is another one in each
# version, and what it lets through is too deep for whatever comes after it.
DEEPEST = 100
_NO_BRACKETS = bytes(set(range(256)) - set(b"[]{}"))
# Never tried twice at the same place, also where a string has no end.
_STRING = re.compile(rb'"(?:[^"\\]|\\.)*+"?', re.DOTALL)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, value in pairs:
        if key in made:
            raise BadRecord("repeated_key", unknown=key[:40])
        made[key] = value
    return made


def _no_constant(name: str) -> Any:
    raise BadRecord("bad_json", problem=f"{name} is not a number")


def _depth(data: bytes) -> int:
    """How many brackets are open at a time, those in strings included."""
    brackets = data.translate(None, _NO_BRACKETS)
    return max(accumulate(1 if bracket in b"[{" else -1 for bracket in brackets), default=0)


def parse(data: bytes, most: int = MOST_BYTES) -> Any:
    """The JSON in these bytes; raises BadRecord for anything else, or more than `most` of them."""
    if len(data) > most:
        raise BadRecord("too_large")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadRecord("not_utf8") from None
    if _depth(data) > DEEPEST and _depth(_STRING.sub(b"", data)) > DEEPEST:
        raise BadRecord("too_deep")
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except json.JSONDecodeError as fault:
        problem = f"{fault.msg} in line {fault.lineno}"
        raise BadRecord("bad_json", problem=problem) from None
    except ValueError as fault:
        if isinstance(fault, BadRecord):
            raise
        raise BadRecord("bad_json", problem="a number is far too long") from None
