"""SVGs as answers."""

import re

from flask import Response, request

# What XML 1.0 cannot hold, and the marks that steer the direction of text.
UNWRITABLE = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]|[\u202a-\u202e]")
# An SVG that is opened by itself may style itself and do nothing else.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"


def svg_answer(svg: str) -> Response:
    """An SVG of our own making, without what no SVG may hold."""
    response = Response(UNWRITABLE.sub("", svg), mimetype="image/svg+xml")
    response.headers["Content-Security-Policy"] = POLICY
    response.headers["Cache-Control"] = "private, no-cache"
    # Weak, so that it stays the same when the answer is compressed on its way.
    response.add_etag(weak=True)
    response.make_conditional(request)
    return response
