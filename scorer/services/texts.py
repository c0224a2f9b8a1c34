"""What people type, made fit to show."""

from __future__ import annotations

import unicodedata

LONGEST_NOTE = 2000

# Joiners hold emoji and Persian words together; every other invisible letter only misleads.
JOINERS = "\u200c\u200d"
# Letters by the book, but nothing is seen of them.
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"


def one_line(raw: str) -> str:
    """A text in one line: no letters that steer the text, and no needless spaces."""
    shorter = unicodedata.normalize("NFC", raw)
    kept = "".join(" " if one.isspace() or one in BLANKS else one for one in shorter)
    kept = "".join(
        one
        for one in kept
        if one in JOINERS or unicodedata.category(one) not in ("Cc", "Cf", "Cs", "Cn", "Co")
    )
    return " ".join(kept.split()).strip(JOINERS)


def some_lines(raw: str) -> str:
    """A text of some lines, each made fit to show, with at most one empty line between two."""
    lines = [one_line(line) for line in raw.splitlines()]
    kept = [line for at, line in enumerate(lines) if line or (at and lines[at - 1])]
    return "\n".join(kept).strip("\n")


def is_seen(text: str) -> bool:
    """Whether there is anything to see in it."""
    return any(unicodedata.category(one)[0] in "LNPS" for one in text)
