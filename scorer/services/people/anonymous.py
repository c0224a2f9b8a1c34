"""What people are called who want to be forgotten: "Anon A", "Anon B", … "Anon AA"."""

from __future__ import annotations

import re
import unicodedata

from scorer.rules.errors import BadRecord

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SUCH_A_NAME = re.compile(r"anon [a-z]+")


def anonymous_name(number: int) -> str:
    """The name of the nth person to be forgotten, from 1 on; letters run into no numbers."""
    letters = ""
    while number > 0:
        number, letter = divmod(number - 1, len(LETTERS))
        letters = LETTERS[letter] + letters
    return f"Anon {letters}"


def not_forgotten(name: str) -> str:
    """The name; raises BadRecord where only those are called like that who are forgotten."""
    if SUCH_A_NAME.fullmatch(unicodedata.normalize("NFKC", name).casefold()):
        raise BadRecord("name_of_the_forgotten")
    return name
