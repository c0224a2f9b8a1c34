"""Texts that a spreadsheet would take for a formula, made harmless, and as they were again.

An apostrophe is put before whatever would begin a cell, as OWASP recommends ("CSV Injection").
"""

from __future__ import annotations

import re

# In full width and small form as well: a spreadsheet set to Japanese reads them as the others.
SIGNS = "=+@\u2212\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20-"
# Nothing is seen of these, or nothing is left of them when a cell is read.
UNSEEN = (
    "\\s\"'\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb"
)
# Where people write 2,5, a semicolon parts the cells, whatever the file was written with and
# whatever is put in quotation marks.
BEGINNING = "(?:^|(?<=;))"
FORMULA = re.compile(f"{BEGINNING}(?=[{UNSEEN}]*[{SIGNS}])")
HARMLESS = re.compile(f"{BEGINNING}'(?=[{UNSEEN}]*[{SIGNS}])")


def harmless(text: str) -> str:
    """The text as a cell that no spreadsheet takes for a formula."""
    return FORMULA.sub("'", text)


def as_it_was(cell: str) -> str:
    """The text that was made harmless."""
    return HARMLESS.sub("", cell)
