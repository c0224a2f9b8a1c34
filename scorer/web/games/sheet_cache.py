"""Rendered sheets and their cache in memory.

All phones of a table ask for the same sheet within a second or two. Its tag names all that it
depends on, so a sheet that is found here is never out of date.
"""

from typing import Any

from flask import Flask, Response, current_app, json, render_template

from scorer.services import clock
from scorer.services.games.read import GameRead
from scorer.storage.book import STILL_PLAYING
from scorer.web.compression import packed, takes_gzip, unpacked
from scorer.web.games.sheet_page import sheet_page
from scorer.web.security import leave_tokens_out

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


def paint_sheet(read: GameRead, *, just_written: bool = False, **more: Any) -> tuple[str, bytes]:
    """The tag and the gzipped answer of a sheet, which is kept; `more` is for this phone alone."""
    leave_tokens_out()
    page = sheet_page(read, just_written=just_written)
    html, data = render_template("games/_sheet.html", **page), page["data"]
    body = _pack(html=html, data=data)
    # The notice of a write to an old game is for the phone that wrote.
    if not just_written or clock.now() - read.last_at <= STILL_PLAYING:
        keep_sheet(read, data["tag"], body)
    return data["tag"], _pack(**more, html=html, data=data) if more else body


def _pack(**answer: Any) -> bytes:
    answer["release"] = current_app.extensions["release"]
    return packed(json.dumps(answer).encode(), GZIP_LEVEL)


def sheet_response(body: bytes) -> Response:
    """The response of such an answer, for phones that take gzip and others."""
    if not takes_gzip():
        return Response(unpacked(body), mimetype="application/json")
    response = Response(body, mimetype="application/json")
    response.headers["Content-Encoding"] = "gzip"
    return response
