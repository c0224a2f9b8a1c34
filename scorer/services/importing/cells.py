"""The cells of a table that was saved as text, by whatever program on whatever machine."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator

from scorer.rules.parsing import MOST_BYTES
from scorer.services.formulas import as_it_was
from scorer.services.importing.faults import bad

MOST_LINES = 50_000
SEPARATORS = (",", ";", "\t")
# So Excel says what parts the cells.
SAYS_SEPARATOR = re.compile(r"\"?sep=([,;|\t])\"?\r?\n?", re.IGNORECASE)


def text_of(data: bytes) -> str:
    """The text of a file; raises BadFile."""
    if len(data) > MOST_BYTES:
        raise bad("The file", "this is too large for a table of totals.")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        codings = ["utf-16"]
    elif b"\x00" in data:
        raise bad("The file", "this is no table in text: save it as CSV, in UTF-8.")
    else:
        codings = ["utf-8-sig", "cp1252"]
    for coding in codings:
        try:
            return data.decode(coding)
        except UnicodeDecodeError:
            continue
    raise bad("The file", "its letters cannot be read: save it as CSV, in UTF-8.")


def rows_of(text: str) -> Iterator[tuple[int, list[str]]]:
    """The lines with their numbers, cell by cell; an empty line has none. Raises BadFile."""
    begun = text.lstrip("\r\n").split("\n", 1)[0]
    said = SAYS_SEPARATOR.fullmatch(begun)
    separator = said[1] if said else max(SEPARATORS, key=begun.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        for cells in reader:
            if reader.line_num > MOST_LINES:
                raise bad("The file", f"more than {MOST_LINES:,} lines are in it.")
            if said and SAYS_SEPARATOR.fullmatch(separator.join(cells)):
                said = None
                continue
            kept = [as_it_was(one.strip()) for one in cells]
            yield reader.line_num, kept if any(kept) else []
    except csv.Error as fault:
        raise bad(f"Line {reader.line_num}", f"this line cannot be read: {fault}.") from None
