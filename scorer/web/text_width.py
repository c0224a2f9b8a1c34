"""How wide text is, where it may be cut, and what an SVG cannot hold."""

from __future__ import annotations

import re
import unicodedata
from math import ceil

# What XML 1.0 cannot say, and the marks that steer the direction of text.
UNWRITABLE = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\u202a-\u202e]")
JOINER, EMOJI_LOOK = "\u200d", "\ufe0f"
NARROW, BROAD = frozenset("fijlrtI.,:;'|()!· "), frozenset("mwMWÆŒ@%—")
# Single letters that are whole sentences, as wide as the widest of our fonts writes them.
SENTENCES = {"\ufdfa": 5.0, "\ufdfb": 4.0, "\ufdfd": 11.0, "\u2e3b": 3.0, "\U0001242b": 9.0}
SKIN = range(0x1F3FB, 0x1F400)
FLAGS = range(0x1F1E6, 0x1F200)


def without_controls(text: str) -> str:
    """The text without what no SVG may hold."""
    return UNWRITABLE.sub("", text)


def width_of(letter: str) -> float:
    """About how wide a letter is, in ems; rather too wide than too narrow."""
    if unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    if letter in SENTENCES:
        return SENTENCES[letter]
    if ord(letter) >= 0x1F000:
        return 1.3
    if unicodedata.east_asian_width(letter) in "WF":
        return 1.0
    if letter in NARROW:
        return 0.36
    if letter in BROAD:
        return 1.12
    return 0.7 if letter.isupper() else 0.58


def pieces_of(text: str) -> list[str]:
    """The text in pieces that belong together: letters with their accents, emoji families."""
    pieces: list[str] = []
    for letter in text:
        if pieces and _goes_on(pieces[-1], letter):
            pieces[-1] += letter
        else:
            pieces.append(letter)
    return pieces


def _goes_on(piece: str, letter: str) -> bool:
    code = ord(letter)
    if unicodedata.category(letter)[0] == "M" or letter == JOINER or code in SKIN:
        return True
    if piece[-1] == JOINER:
        return code >= 0x2000  # a family of emoji goes on; a Persian word may be cut
    return code in FLAGS and len(piece) == 1 and ord(piece) in FLAGS


def wide(text: str) -> float:
    """About how wide the text is, in ems."""
    return sum(max(map(width_of, piece)) for piece in pieces_of(text))


def shortened(text: str, ems: float) -> str:
    """The text, cut with "…" where it would be wider than this."""
    text = without_controls(text)
    if wide(text) <= ems:
        return text
    short, room = "", ems - width_of("…")
    for piece in pieces_of(text):
        room -= max(map(width_of, piece))
        if room < 0:
            break
        short += piece
    return f"{short.rstrip()}…"


def folded(text: str) -> tuple[str, ...]:
    """The text in two lines of about the same width, at a space where there is one near."""
    pieces = pieces_of(text)
    half, spaces = len(pieces) / 2, [at for at, piece in enumerate(pieces) if piece in " -"]
    near = min(spaces, key=lambda at: abs(at - half), default=0)
    at = near + 1 if spaces and abs(near - half) < half / 2 else ceil(half)
    return "".join(pieces[:at]).strip(), "".join(pieces[at:]).strip()
