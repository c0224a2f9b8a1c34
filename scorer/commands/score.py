"""`score FILE...`: read records and print their sheets, for people or as JSON."""

import json
import sys
from argparse import Namespace
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path

from scorer.commands.sheet_text import printable, sheet_as_text
from scorer.rules.errors import BadRecord, Refused
from scorer.rules.fold import read_strictly
from scorer.rules.record import MAX_BYTES, parse, read_record
from scorer.rules.sheet_json import sheet_as_json

IMPOSSIBLE = 2


def _bytes_of(name: str) -> bytes:
    """The content of the file, `-` being standard input; one byte too many is enough to refuse."""
    if name == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    try:
        with Path(name).open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise BadRecord("no_such_file") from None
    except (OSError, ValueError) as fault:
        problem = getattr(fault, "strerror", None) or "its name is not a file name"
        raise BadRecord("unreadable_file", problem=problem) from None


def _complaint(name: str, fault: Refused, players: Sequence[str]) -> str:
    parts = [printable(name)]
    if fault.deal is not None:
        parts.append(f"deal {fault.deal}")
    if fault.seat is not None:
        seat, named = f"seat {fault.seat}", fault.seat < len(players)
        parts.append(printable(players[fault.seat]) if named else seat)
    return ": ".join([", ".join(parts), printable(fault.message)])


def _score(name: str) -> tuple[dict[str, object], str, str]:
    players: tuple[str, ...] = ()
    try:
        raw = parse(_bytes_of(name))
        if isinstance(raw, dict) and isinstance(raw.get("players"), list):
            named = (it.get("name") if isinstance(it, dict) else it for it in raw["players"])
            players = tuple(name if isinstance(name, str) else "?" for name in named)
        record = read_record(raw)
        sheet = read_strictly(record.start, record.entries)
        return sheet_as_json(sheet), sheet_as_text(sheet), ""
    except Refused as fault:
        error = {name: getattr(fault, name) for name in ("deal", "seat", "code", "message")}
        return {"error": error}, "", _complaint(name, fault, players)


def score(arguments: Namespace) -> int:
    """Print the sheets of these files; 0, or 2 for an impossible record."""
    return print_sheets(arguments.files, as_json=arguments.json)


def print_sheets(files: Sequence[str], *, as_json: bool) -> int:
    """Print every file's sheet; 0, or 2 for an impossible record."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # A terminal that cannot show "×" still gets its sheet.
            stream.reconfigure(errors="backslashreplace")
    status = 0
    for at, name in enumerate(files):
        result, text, complaint = _score(name)
        if complaint:
            status = IMPOSSIBLE
            print(complaint, file=sys.stderr)
        if as_json:
            # ASCII only: the line stays one line and readable whatever the terminal speaks.
            print(json.dumps(result))
        elif text:
            print(text if at == 0 else f"\n{text}")
        sys.stdout.flush()
    return status
