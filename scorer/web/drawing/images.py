"""Images as answers: never run as pages, and drawn only where the phone has not got them yet."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from flask import Response, current_app, request

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
