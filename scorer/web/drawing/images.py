"""Pictures as PNG, drawn from SVG with fonts of our own: emoji apart the same on every machine."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import lru_cache

from flask import Response, current_app, request

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


# An SVG that is opened by itself may style itself and do nothing else.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"


def svg_answer(svg: str) -> Response:
    """An SVG of our own making."""
    return _answer(svg, lambda: svg.encode(), "image/svg+xml")


def png_answer(source: str, draw: Callable[[], bytes]) -> Response:
    """A PNG; `draw` is only called where the phone has not got what `source` gives."""
    return _answer(source, draw, "image/png")


def _answer(source: str, draw: Callable[[], bytes], mimetype: str) -> Response:
    release: str = current_app.extensions["release"]
    etag = hashlib.sha256(f"{release}\n{source}".encode()).hexdigest()[:24]
    response = Response(mimetype=mimetype)
    # Weak, so that it stays the same when the answer is compressed on its way.
    response.set_etag(etag, weak=True)
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["Cache-Control"] = "private, no-cache"
    if request.if_none_match.contains_weak(etag):
        response.status_code = 304
        return response
    response.set_data(draw())
    return response
