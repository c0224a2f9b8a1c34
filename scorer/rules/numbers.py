"""Whole numbers as people write them, and as forms send them back."""

from __future__ import annotations

# Longer than any number that is asked for; Python itself gives up at some thousands of digits.
MOST_DIGITS = 20


def parse_number(written: str, most: int) -> int | None:
    """The whole number from 0 to `most` that is written here, in the digits of any script.

    None for anything else: a sign, a fraction, a raised ², nothing at all.
    """
    if not written.isdecimal() or len(written) > MOST_DIGITS:
        return None
    number = int(written)
    return number if number <= most else None


def parse_sent_number(written: str, most: int) -> int | None:
    """The number from 0 to `most` that a form of ours sends back; only ever in plain digits."""
    return parse_number(written, most) if written.isascii() else None
