"""News of a game: the sheet for phones that show an old one."""

from __future__ import annotations

import os
from datetime import timedelta
from hashlib import blake2s
from mmap import mmap
from typing import Any

from flask import Blueprint, Flask, Response, current_app, json, render_template, request

from scorer.services import clock
from scorer.services.games.news import GameState
from scorer.services.games.read import GameRead
from scorer.web.access import club_here, game_here, state_here
from scorer.web.compression import packed, takes_gzip, unpacked
from scorer.web.games.sheet_page import name_seat, sheet_page, tag_of, tag_of_phone
from scorer.web.games.which_night import night_choice
from scorer.web.security import leave_tokens_out

news = Blueprint("news", __name__)
POLL_SECONDS = 2
# Where nothing is new, while more wants to run than the machine has cores for.
BUSY_POLL_SECONDS = 4
# Once nobody has played a game that is over for so long.
LATER_POLL_SECONDS = 30
LATER = timedelta(hours=1)


@news.get("/games/<id:game>/news")
def show(game: str) -> Response:
    """The sheet and its data, unless the phone has them; then 304, and no book was read."""
    state = state_here()
    tag = tag_of(state)
    if request.if_none_match.contains_weak(tag_of_phone(tag)) and not state.deleted:
        return _answer(Response(status=304), tag, state)
    body = find_sheet(club_here().id, game, tag)
    if body is None:
        tag, body = _paint(game)
    return _answer(sheet_response(body), tag, state)


def _paint(game: str) -> tuple[str, bytes]:
    """The tag and the gzipped answer of the sheet as it is now."""
    leave_tokens_out()
    read = game_here(game)
    page = sheet_page(read)
    html = render_template("games/_sheet.html", night_choice=night_choice(read), **page)
    tag, body = page["data"]["tag"], pack_sheet(html, page["data"])
    keep_sheet(read, tag, body)
    return tag, body


def _answer(response: Response, tag: str, state: GameState) -> Response:
    """Add the tag, which seat it is for, and in how many seconds to ask again."""
    response.headers["ETag"] = f'W/"{tag_of_phone(tag)}"'
    response.headers["Ask-Again"] = str(_seconds(state, is_new=response.status_code == 200))
    name_seat(response)
    return response


def _seconds(state: GameState, *, is_new: bool) -> int:
    if state.over and clock.now() - state.last_at > LATER:
        return LATER_POLL_SECONDS
    return BUSY_POLL_SECONDS if is_busy() and not is_new else POLL_SECONDS


def is_busy() -> bool:
    """Whether more programs wanted to run in the last minute than there are cores."""
    return os.getloadavg()[0] > (os.cpu_count() or 1)


SLOTS = 2048
# A sheet takes some 6 KB; one that is larger than its slot is painted for each phone.
SLOT_SIZE = 32 * 1024
MARK_SIZE = 16
# Sent to a few phones once: half the work of the usual level for one byte in fifteen more.
GZIP_LEVEL = 4


class PaintedSheets:
    """Gzipped answers, each in a slot with a mark of its key: half a write is not found."""

    def __init__(self) -> None:
        self._memory = mmap(-1, SLOTS * SLOT_SIZE)

    def find(self, key: str) -> bytes | None:
        """The answer, if it is kept."""
        at = _place_of(key)
        slot = self._memory[at : at + SLOT_SIZE]
        size = int.from_bytes(slot[MARK_SIZE : MARK_SIZE + 4])
        body = slot[MARK_SIZE + 4 : MARK_SIZE + 4 + size]
        return body if slot[:MARK_SIZE] == _mark_of(key, body) else None

    def keep(self, key: str, body: bytes) -> None:
        """Keep an answer, in place of the one that lay in its slot."""
        at, record = _place_of(key), _mark_of(key, body) + len(body).to_bytes(4) + body
        if len(record) <= SLOT_SIZE:
            self._memory[at : at + len(record)] = record


def _place_of(key: str) -> int:
    return int.from_bytes(_mark_of(key, b"")) % SLOTS * SLOT_SIZE


def _mark_of(key: str, body: bytes) -> bytes:
    return blake2s(key.encode() + body, digest_size=MARK_SIZE).digest()


def init_app(app: Flask) -> None:
    """Keep sheets as long as this app runs."""
    app.extensions["sheets"] = PaintedSheets()


def find_sheet(club: str, game: str, tag: str) -> bytes | None:
    """The gzipped answer of the sheet with this tag, if it is kept."""
    sheets: PaintedSheets = current_app.extensions["sheets"]
    return sheets.find(f"{club}/{game}/{tag}")


def keep_sheet(game: GameRead, tag: str, body: bytes) -> None:
    """Keep the gzipped answer of a sheet for all phones of the right that it was painted for."""
    sheets: PaintedSheets = current_app.extensions["sheets"]
    sheets.keep(f"{game.club}/{game.id}/{tag}", body)


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
