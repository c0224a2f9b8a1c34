"""Cache of rendered sheets in memory.

All phones of a table ask for the same sheet within a second or two. Its tag names all that it
depends on, so a sheet that is found here is never out of date.
"""

from typing import Any

from flask import Flask, Response, current_app, json

from scorer.services.games.read import GameRead
from scorer.web.compression import packed, takes_gzip, unpacked

# A sheet takes some 6 KB.
MAX_SHEETS = 1024
# Sent to a few phones once: half the work of the usual level for one byte in fifteen more.
GZIP_LEVEL = 4


def init_app(app: Flask) -> None:
    """Keep sheets as long as this app runs."""
    app.extensions["sheets"] = {}


def find_sheet(club: str, game: str, tag: str) -> bytes | None:
    """The gzipped answer of the sheet with this tag, if it is kept."""
    sheets: dict[str, bytes] = current_app.extensions["sheets"]
    return sheets.get(f"{club}/{game}/{tag}")


def keep_sheet(game: GameRead, tag: str, body: bytes) -> None:
    """Keep the gzipped answer of a sheet for all phones of the right that it was painted for."""
    sheets: dict[str, bytes] = current_app.extensions["sheets"]
    if len(sheets) >= MAX_SHEETS:
        sheets.clear()
    sheets[f"{game.club}/{game.id}/{tag}"] = body


def pack_sheet(html: str, data: dict[str, Any], **more: Any) -> bytes:
    """The gzipped answer of a sheet and its data."""
    release = current_app.extensions["release"]
    answer = {**more, "html": html, "data": data, "release": release}
    return packed(json.dumps(answer).encode(), GZIP_LEVEL)


def sheet_response(body: bytes) -> Response:
    """The response of such an answer, for phones that take gzip and others."""
    if not takes_gzip():
        return Response(unpacked(body), mimetype="application/json")
    response = Response(body, mimetype="application/json")
    response.headers["Content-Encoding"] = "gzip"
    return response
