"""Whole numbers as people write them, and as forms send them back."""

import re

# Scores of four digits are written without a comma.
MAX_UNGROUPED = 9_999
# Longer than any number that is asked for; Python itself gives up at some thousands of digits.
MAX_DIGITS = 20


def write_number(number: int) -> str:
    """A whole number in a sentence: "−100,000", "5000"."""
    grouped = f"{number:,}" if abs(number) > MAX_UNGROUPED else str(number)
    return grouped.replace("-", "−")


def parse_number(written: str, most: int) -> int | None:
    """The whole number from 0 to `most` in the digits of any script; None for anything else."""
    if not written.isdecimal() or len(written) > MAX_DIGITS:
        return None
    number = int(written)
    return number if number <= most else None


def parse_sent_number(written: str, most: int) -> int | None:
    """The number from 0 to `most` that a form of ours sends back; only ever in plain digits."""
    return parse_number(written, most) if written.isascii() else None


# However a minus sign is written; phones make dashes of it.
MINUS = re.compile("[−–－﹣]")
SUM = re.compile(r"[+-]?\s*\d+(?:\s*[+-]\s*\d+)*")
TERM = re.compile(r"([+-]?)\s*(\d+)")


def parse_sum(written: str) -> int | None:
    """The whole number or sum in the digits of any script: 12, −5, 10 + 10 − 5; else None."""
    plain = MINUS.sub("-", written.strip())
    if not SUM.fullmatch(plain):
        return None
    return sum(-int(digits) if sign == "-" else int(digits) for sign, digits in TERM.findall(plain))
