"""The words by which a night is found: those of its texts, its month and its year."""

import unicodedata
from datetime import date

from scorer.rules.words import WORDS

MAX_WORD_LENGTH = 15


def words_of(text: str) -> list[str]:
    """The words of a text, without case and accents, each once; a sign is a word in Chinese."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    plain = "".join(letter for letter in plain if unicodedata.category(letter) != "Mn")
    words: dict[str, None] = {}
    word = ""
    for sign in unicodedata.normalize("NFKC", plain) + " ":
        is_word = unicodedata.east_asian_width(sign) in "WF" or unicodedata.category(sign) == "So"
        if not is_word and unicodedata.category(sign)[0] in "LNM":
            word += sign
            continue
        if word:
            words[word[:MAX_WORD_LENGTH]] = None
        word = ""
        if is_word and unicodedata.category(sign)[0] in "LNS":
            words[sign] = None
    return list(words)


def night_words(day: date, name: str = "", place: str = "", note: str = "") -> str:
    """The words of a night as they are stored, each behind a space."""
    month = WORDS["months"][day.month - 1]
    return "".join(f" {word}" for word in words_of(f"{name} {place} {note} {month} {day.year}"))
