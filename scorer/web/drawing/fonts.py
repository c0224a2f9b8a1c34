"""The fonts of pictures: which one writes which letters, so that a bare machine writes them all.

They come from packages. The renderer looks for one font that has all letters of a text, and
gives up on the others; so a text is handed to it in runs, each with the font that has it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from functools import cache
from importlib.resources import files
from pathlib import Path

from scorer.web.drawing.lettering import FLAGS, JOINER, pieces_of, without_controls

BOOK, EMOJI, EAST = "Literata", "Noto Emoji", "Noto Sans CJK JP"
EMOJI_LOOK = "\ufe0f"
# Fonts by the first word of a letter's name in the Unicode standard.
SCRIPTS = {
    **dict.fromkeys(("LATIN", "GREEK", "CYRILLIC", "DIGIT", "SPACE", "COMMON"), BOOK),
    **dict.fromkeys(
        ("CJK", "HIRAGANA", "KATAKANA", "HALFWIDTH", "HANGUL", "FULLWIDTH", "IDEOGRAPHIC"), EAST
    ),
    **dict.fromkeys(("BOPOMOFO", "KATAKANA-HIRAGANA"), EAST),
    **{
        script.upper(): f"Noto Sans {script}"
        for script in (
            *("Arabic", "Armenian", "Bengali", "Devanagari", "Ethiopic", "Georgian", "Gujarati"),
            *("Gurmukhi", "Hebrew", "Kannada", "Khmer", "Lao", "Malayalam", "Myanmar", "Oriya"),
            *("Sinhala", "Tamil", "Telugu", "Thai"),
        )
    },
}
# What a name may hold besides letters belongs to the letters before it.
NEUTRAL = frozenset({"Zs", "Cf", "Mn", "Me", "Mc", "Nd", "No", "Sc", "Sk", "Sm", "Lm"})


def runs(text: str) -> list[tuple[str, str]]:
    """The text in runs, each with the family that writes it."""
    made: list[tuple[str, str]] = []
    for piece in pieces_of(without_controls(text)):
        family = family_of(piece) or (made[-1][0] if made else BOOK)
        # A space as wide as an emoji would be a hole in the name.
        family = BOOK if family == EMOJI and piece.isspace() else family
        if made and made[-1][0] == family:
            made[-1] = (family, made[-1][1] + piece)
        else:
            made.append((family, piece))
    return made


def family_of(piece: str) -> str:
    """The family for letters that belong together; "" where any will do."""
    letter = piece[0]
    if EMOJI_LOOK in piece or JOINER in piece[:-1] or ord(letter) in FLAGS:
        return EMOJI if ord(letter) >= 0x2000 or EMOJI_LOOK in piece else _of_letter(letter)
    return _of_letter(letter)


def _of_letter(letter: str) -> str:
    category = unicodedata.category(letter)
    if category == "So" and ord(letter) >= 0x2190:
        return EMOJI
    if category in NEUTRAL or category.startswith("P"):
        return BOOK if letter.isascii() and letter != " " else ""
    return SCRIPTS.get(_script(letter), "")


def _script(letter: str) -> str:
    return unicodedata.name(letter, "COMMON").split(" ")[0]


def is_known(text: str) -> bool:
    """Whether our own fonts write all letters of a text."""
    return all(
        _script(letter) in SCRIPTS
        for letter in text
        if unicodedata.category(letter)[0] == "L" and unicodedata.category(letter) != "Lm"
    )


def families(svg: str) -> frozenset[str]:
    """The families that a picture names."""
    return frozenset(re.findall('font-family="([^"]+)"', svg))


def font_files(named: Collection[str] = ()) -> list[str]:
    """The files of these families, or of all; to load less is to draw sooner."""
    return [file for family, file in _all_fonts().items() if not named or family in named]


@cache
def _all_fonts() -> dict[str, str]:
    upright = [
        font
        for package in ("manimgx_fonts", "fontpkg_literata")
        for font in sorted(Path(str(files(package))).rglob("*.ttf"))
        if "Italic" not in font.name
    ]
    [east] = Path(str(files("noto_cjk_sans_jp_regular"))).glob("*.otf")
    # "NotoSansArabic[wght].ttf" is Noto Sans Arabic.
    found = {_spaced(font.name.split("[")[0]): str(font) for font in upright}
    return {**found, EAST: str(east)}


def _spaced(name: str) -> str:
    return re.sub("(?<=[a-z])(?=[A-Z])", " ", name)
