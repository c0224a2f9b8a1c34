"""Texts that people type, made fit to show."""

import unicodedata
from collections.abc import Callable

from scorer.rules.errors import BadRecord

MAX_LINE_LENGTH = 80
MAX_NOTE_LENGTH = 2000
MAX_TIMES_TOO_LONG = 10

# Joiners hold emoji and Persian words together; every other invisible letter only misleads.
JOINERS = "\u200c\u200d"
# Letters by the book, but nothing is seen of them.
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"


def clean_line(raw: str) -> str:
    """A text in one line, without letters that steer it; made fit twice it is the same."""
    text = "".join(" " if letter.isspace() or letter in BLANKS else letter for letter in raw)
    text = "".join(
        letter
        for letter in text
        if letter in JOINERS or unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Cn", "Co")
    )
    # Composed last, since what is taken out may have stood between a letter and its accent.
    return unicodedata.normalize("NFC", " ".join(text.split()).strip(f"{JOINERS} "))


def clean_lines(raw: str) -> str:
    """A text of some lines, each made fit to show, with at most one empty line between two."""
    lines = [clean_line(line) for line in raw.splitlines()]
    shown = [line for at, line in enumerate(lines) if line or (at and lines[at - 1])]
    return "\n".join(shown).strip("\n")


def is_visible(text: str) -> bool:
    """Whether there is anything to see in it."""
    return any(unicodedata.category(letter)[0] in "LNPS" for letter in text)


def read_line(raw: object, field: str) -> str:
    """A name or place fit to keep; raises BadRecord for more than 80 letters."""
    return _fitting(raw, clean_line, field, MAX_LINE_LENGTH)


def read_note(raw: object, field: str) -> str:
    """A note of some lines fit to keep; raises BadRecord for more than 2,000 letters."""
    return _fitting(raw, clean_lines, field, MAX_NOTE_LENGTH)


def _fitting(raw: object, fit: Callable[[str], str], field: str, most: int) -> str:
    text = raw if isinstance(raw, str) else ""
    # What is far too long is not worth the work, even if little of it can be seen.
    if len(text) <= most * MAX_TIMES_TOO_LONG:
        text = fit(text)
    if len(text) > most:
        raise BadRecord("text_too_long", field=field, most=most, length=len(text))
    return text
