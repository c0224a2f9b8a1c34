"""The fonts of pictures: which face has which letters, whatever the machine itself has.

They come from packages of their own, which may be missing: without them no picture is drawn. Only
coloured emoji are those of the machine, and where it has none they are black. The
renderer looks for one face that has all letters of a text, and gives up on the others; so a text
is handed to it in runs, each with the face that has it. A letter that no face has is left out: it
would be drawn as a box.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

from scorer.web.text_width import FLAGS, JOINER, pieces_of, without_controls

BOOK, EAST = "Noto Sans", "Noto Sans CJK JP"
SIGNS, EMOJI, COLOURED = "Noto Sans Symbols", "Noto Emoji", "Noto Color Emoji"
# Where machines that have coloured emoji keep them: no package for Python brings the ten megabytes.
COLOURED_FILES = tuple(
    Path("/usr/share/fonts") / folder / "NotoColorEmoji.ttf"
    for folder in ("truetype/noto", "noto", "google-noto-color-emoji-fonts", "google-noto-emoji")
)
# Letters of more weight than this are broader by so much.
MEDIUM, BOLDER = 550, 1.07
# Signs from here on are pictures whatever stands behind them; those before it are text.
FIRST_PICTURE = 0x1F000
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

    @cached_property
    def advances(self) -> Mapping[int, float]:
        """How far each letter moves on, in ems."""
        from fontTools.ttLib import TTFont

        with TTFont(self.file, fontNumber=0, lazy=True) as font:
            font.setGlyphOrder([str(at) for at in range(font["maxp"].numGlyphs)])
            em, widths = font["head"].unitsPerEm, font["hmtx"].metrics
            return {letter: widths[name][0] / em for letter, name in font.getBestCmap().items()}

    def wide(self, text: str) -> float:
        """How wide a text is, in ems: of letters that belong together the first one counts."""
        firsts = (piece[0] for piece in pieces_of(text) if not _is_unseen(piece[0]))
        return sum(self.advances.get(ord(letter), 1.0) for letter in firsts)

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
    last = (EAST, SIGNS, EMOJI, COLOURED)
    installed = {face.family: face for face in _installed()}
    order = sorted(installed, key=lambda name: (name in last and last.index(name) + 1, name))
    return {name: installed[name] for name in order}


def _installed() -> Iterable[Face]:
    for file in filter(Path.is_file, COLOURED_FILES):
        yield Face(COLOURED, file)
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


@dataclass(frozen=True)
class Placed:
    """A line of text in runs: family, letters, and where they begin; `anchor` is of the first."""

    x: float
    anchor: str
    runs: tuple[tuple[str, str, float], ...]


def placed(text: str, x: float, size: float, anchor: str = "start", weight: int = 400) -> Placed:
    """The runs of a text, each with a place of its own.

    Where one runs on from the one before, the renderer breaks down over emoji of several letters,
    and tears Arabic letters apart.
    """
    all_runs = runs(text)
    if len(all_runs) < 2:
        return Placed(x, anchor, tuple((*run, x) for run in all_runs))
    widths = [
        faces()[family].wide(piece) * size * (BOLDER if weight > MEDIUM else 1)
        for family, piece in all_runs
    ]
    at = x - sum(widths) * {"start": 0, "middle": 0.5, "end": 1}[anchor]
    begins = [round(at + sum(widths[:number]), 1) for number in range(len(widths))]
    return Placed(
        begins[0],
        "start",
        tuple((*run, begin) for run, begin in zip(all_runs, begins, strict=True)),
    )


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
        is_picture = EMOJI_LOOK in piece or JOINER in piece or ord(letter) >= FIRST_PICTURE
        return (COLOURED, EMOJI, SIGNS) if is_picture else (EMOJI, SIGNS)
    category = unicodedata.category(letter)
    if category not in NEUTRAL and not category.startswith("P"):
        return ()
    # A space as wide as an emoji would be a hole in the name.
    if (letter.isascii() and letter != " ") or (letter.isspace() and before in (EMOJI, COLOURED)):
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
