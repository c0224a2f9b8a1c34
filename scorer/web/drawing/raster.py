"""Pictures as PNG, drawn from SVG with fonts of our own: the same on every machine."""

from __future__ import annotations

from functools import lru_cache

from scorer.web.drawing.fonts import BOOK, families, font_files

# Drawing takes a tenth of a second, in which Python does nothing else. A link that is passed
# round is looked at by many, so what was drawn last is kept for them.
KEPT = 16


@lru_cache(maxsize=KEPT)
def draw_png(svg: str) -> bytes:
    """The SVG as PNG."""
    import resvg_py

    return resvg_py.svg_to_bytes(
        svg_string=svg,
        skip_system_fonts=True,
        font_files=font_files(families(svg)),
        font_family=BOOK,
        serif_family=BOOK,
    )
