"""Worked examples: records that a player scored by hand, and what has to come out.

NAME.json is the record, and NAME.expects.json what it `says` and the values that are expected of
it: keys of what `score --json` prints, lists of the deals' own, or the "error" with its deal, seat
and code.
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from scorer.rules.errors import Refused
from scorer.rules.fold import read_strictly
from scorer.rules.record import read_record
from scorer.rules.sheet_json import sheet_as_json

ENDING = ".expects.json"
OF_EACH_DEAL = {
    "scores": "scores",
    "dealers": "dealer",
    "pools_after": "pools",
    "totals_after": "totals",
    "trumps": "trump",
}


def examples_in(folder: Path, key: str = "") -> list[Path]:
    """The files in a folder of what examples expect, those of one game alone by its key."""
    return sorted(folder.glob(f"{key}-*{ENDING}" if key else f"*{ENDING}"))


def record_of(expectation: Path) -> Path:
    """The file of the record that an expectation is about."""
    return expectation.with_name(expectation.name.replace(".expects", ""))


def read_example(expectation: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """What an example expects, and the same values as they come out; raises OSError, ValueError."""
    expected = json.loads(expectation.read_text("utf-8"))
    del expected["says"]
    record = json.loads(record_of(expectation).read_text("utf-8"))
    return expected, dict(_come_out(record, expected))


def _come_out(record: Any, expected: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    try:
        read = read_record(record)
        result = sheet_as_json(read_strictly(read.start, read.entries))
    except Refused as fault:
        yield "error", {key: getattr(fault, key) for key in ("deal", "seat", "code")}
        return
    for key in expected:
        if key in OF_EACH_DEAL:
            yield key, [deal[OF_EACH_DEAL[key]] for deal in result["deals"]]
        elif key in result:
            yield key, result[key]
