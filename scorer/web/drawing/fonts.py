"""The fonts of pictures: which face has which letters, whatever the machine itself has.

They come from packages of their own, which may be missing: without them no picture is drawn. The
renderer looks for one face that has all letters of a text, and gives up on the others; so a text
is handed to it in runs, each with the face that has it. A letter that no face has is left out: it
would be drawn as a box.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

from scorer.web.text_width import FLAGS, JOINER, pieces_of, without_controls

BOOK, EAST = "Noto Sans", "Noto Sans CJK JP"
SIGNS, EMOJI = "Noto Sans Symbols", "Noto Emoji"
# What draws a picture, and the face for Chinese, Japanese and Korean, which is large.
DRAWING = ("resvg_py", "fontTools", "manimgx_fonts")
OF_EAST = "manimgx_fonts_cjk"
EMOJI_LOOK = "\ufe0f"
LOOKS = range(0xFE00, 0xFE10)
# What a name may hold besides letters belongs to the letters before it.
NEUTRAL = frozenset({"Zs", "Cf", "Mn", "Me", "Mc", "Nd", "No", "Sc", "Sk", "Sm", "Lm"})


@dataclass(frozen=True)
class Face:
    """A font file, and the name by which a picture asks for it."""

    family: str
    file: Path

    @cached_property
    def letters(self) -> frozenset[int]:
        """Every letter that it has."""
        from fontTools.ttLib import TTFont

        with TTFont(self.file, fontNumber=0, lazy=True) as font:
            # Its own names of its shapes are of no use here, and take long to read.
            font.setGlyphOrder([str(at) for at in range(font["maxp"].numGlyphs)])
            return frozenset(font.getBestCmap() or ())

    def writes(self, text: Iterable[str]) -> bool:
        """Whether it has all of these letters."""
        return all(ord(letter) in self.letters for letter in text if not _is_unseen(letter))

    def kept(self, text: str) -> str:
        """The letters of the text that it has."""
        return "".join(letter for letter in text if ord(letter) in self.letters)


def can_draw() -> bool:
    """Whether what draws pictures is installed here."""
    return all(find_spec(name) for name in DRAWING)


def has_east() -> bool:
    """Whether the face for Chinese, Japanese and Korean is installed here."""
    return find_spec(OF_EAST) is not None


@cache
def faces() -> dict[str, Face]:
    """All faces by their family, in the order in which they are asked: signs come last."""
    last = (EAST, SIGNS, EMOJI)
    installed = {face.family: face for face in _installed()}
    order = sorted(installed, key=lambda name: (name in last and last.index(name) + 1, name))
    return {name: installed[name] for name in order}


def _installed() -> Iterable[Face]:
    for package in (DRAWING[-1], OF_EAST):
        with suppress(ModuleNotFoundError):
            for file in Path(str(files(package))).iterdir():
                if file.suffix == ".ttc":
                    yield Face(EAST, file)
                elif file.suffix == ".ttf" and "Italic" not in file.name:
                    # "NotoSansArabic[wght].ttf" is Noto Sans Arabic.
                    yield Face(re.sub("(?<=[a-z])(?=[A-Z])", " ", file.name.split("[")[0]), file)


def runs(text: str) -> list[tuple[str, str]]:
    """The text in runs, each with the family that writes it; without what no face writes."""
    made: list[tuple[str, str]] = []
    for piece in pieces_of(without_controls(text)):
        face = _face_of(piece, made[-1][0] if made else BOOK)
        if face is None:
            continue
        piece = face.kept(piece)
        if made and made[-1][0] == face.family:
            made[-1] = (face.family, made[-1][1] + piece)
        else:
            made.append((face.family, piece))
    return made


def left_out(text: str) -> str:
    """The letters of a text that no face writes, each once."""
    missing = dict.fromkeys(
        letter
        for piece in pieces_of(without_controls(text))
        for face in [_face_of(piece, BOOK)]
        for letter in piece
        if not (_is_unseen(letter) or letter.isspace()) and not (face and face.writes(letter))
    )
    return "".join(missing)


def is_eastern(letters: str) -> bool:
    """Whether any of them is a letter that the large face would write."""
    return any(
        unicodedata.category(letter)[0] == "L" and unicodedata.east_asian_width(letter) in "WFH"
        for letter in letters
    )


def _face_of(piece: str, before: str) -> Face | None:
    """The face for letters that belong together: one that has all, or at least the first."""
    known = faces()
    candidates = [known[name] for name in (*_first_asked(piece, before), *known) if name in known]
    for letters in (piece, piece[0]):
        for face in candidates:
            if face.writes(letters):
                return face
    return None


def _first_asked(piece: str, before: str) -> tuple[str, ...]:
    """The families that fit these letters best, whichever others have them as well."""
    letter = piece[0]
    if _is_sign(piece):
        return EMOJI, SIGNS
    category = unicodedata.category(letter)
    if category not in NEUTRAL and not category.startswith("P"):
        return ()
    # A space as wide as an emoji would be a hole in the name.
    if (letter.isascii() and letter != " ") or (letter.isspace() and before == EMOJI):
        return (BOOK,)
    return (before,)


def _is_sign(piece: str) -> bool:
    letter = piece[0]
    if EMOJI_LOOK in piece or JOINER in piece[:-1] or ord(letter) in FLAGS:
        return ord(letter) >= 0x2000 or EMOJI_LOOK in piece
    return unicodedata.category(letter) == "So" and ord(letter) >= 0x2190


def _is_unseen(letter: str) -> bool:
    """Whether a letter only says how others look, so that nothing is missing without it."""
    return unicodedata.category(letter) == "Cf" or ord(letter) in LOOKS


def families(svg: str) -> frozenset[str]:
    """The families that a picture names."""
    return frozenset(re.findall('font-family="([^"]+)"', svg))


def font_files(named: Collection[str]) -> list[str]:
    """The files of these families; to load less is to draw sooner."""
    return [str(face.file) for family, face in faces().items() if family in named]
