"""Words as the search keeps them: folded, and written so that every database reads them alike."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

LONGEST_WORD = 15


def words_of(text: str) -> list[str]:
    """The words of a text, without case and accents, each once, in order.

    What is written without spaces, such as Chinese or emoji, is a word a sign.
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    plain = "".join(one for one in plain if unicodedata.category(one) != "Mn")
    found: dict[str, None] = {}
    word = ""
    for sign in unicodedata.normalize("NFKC", plain) + " ":
        alone = unicodedata.east_asian_width(sign) in "WF" or unicodedata.category(sign) == "So"
        if not alone and unicodedata.category(sign)[0] in "LNM":
            word += sign
            continue
        if word:
            found[word[:LONGEST_WORD]] = None
        word = ""
        if alone and unicodedata.category(sign)[0] in "LNS":
            found[sign] = None
    return list(found)


def beginnings(text: str) -> Iterator[str]:
    """Every beginning of every word, so that a word is found by what was typed of it so far."""
    for word in words_of(text):
        for length in range(1, len(word) + 1):
            yield word_token(word[:length])


def word_token(word: str) -> str:
    """A word, or the beginning of one: letters and digits of ASCII, whatever it was written in."""
    return f"w{word.encode().hex()}"


def player_token(player: str) -> str:
    """Somebody who played."""
    return f"p{player.replace('-', '')}"


def variant_token(variant: str) -> str:
    """A game that was played."""
    return f"v{variant.encode().hex()}"


def club_token(club: str) -> str:
    """The club, for an index that is one for all clubs."""
    return f"c{club.replace('-', '')}"
