"""Cache of rendered sheets in memory, shared by all workers.

They ask for the same sheet within a second or two. Its tag names all that it depends on, so a
sheet that is found here is never out of date. gunicorn makes the app before it forks its workers,
so that they share this memory.
"""

from hashlib import blake2s
from mmap import mmap
from typing import Any

from flask import Flask, Response, current_app, json

from scorer.services.games.read import GameRead
from scorer.web.compression import packed, takes_gzip, unpacked

SLOTS = 2048
# A sheet takes some 6 KB; one that is larger than its slot is painted for each phone.
SLOT_SIZE = 32 * 1024
MARK_SIZE = 16
# Sent to a few phones once: half the work of the usual level for one byte in fifteen more.
GZIP_LEVEL = 4


class SheetCache:
    """Answers to phones that ask for news, gzipped, each in the slot that its key leads to.

    A slot has a mark of its key and answer: what another worker has only half written is not found.
    """

    def __init__(self) -> None:
        self._memory = mmap(-1, SLOTS * SLOT_SIZE)

    def find(self, key: str) -> bytes | None:
        """The answer, if it is kept."""
        offset = _offset_of(key)
        slot = self._memory[offset : offset + SLOT_SIZE]
        size = int.from_bytes(slot[MARK_SIZE : MARK_SIZE + 4])
        body = slot[MARK_SIZE + 4 : MARK_SIZE + 4 + size]
        return body if slot[:MARK_SIZE] == _mark_of(key, body) else None

    def keep(self, key: str, body: bytes) -> None:
        """Keep an answer, in place of the one that lay in its slot."""
        offset, record = _offset_of(key), _mark_of(key, body) + len(body).to_bytes(4) + body
        if len(record) <= SLOT_SIZE:
            self._memory[offset : offset + len(record)] = record


def _offset_of(key: str) -> int:
    return int.from_bytes(_mark_of(key, b"")) % SLOTS * SLOT_SIZE


def _mark_of(key: str, body: bytes) -> bytes:
    return blake2s(key.encode() + body, digest_size=MARK_SIZE).digest()


def init_app(app: Flask) -> None:
    """Keep sheets as long as this app runs."""
    app.extensions["sheets"] = SheetCache()


def find_sheet(club: str, game: str, tag: str) -> bytes | None:
    """The gzipped answer of the sheet with this tag, if it is kept."""
    sheets: SheetCache = current_app.extensions["sheets"]
    return sheets.find(f"{club}/{game}/{tag}")


def keep_sheet(game: GameRead, tag: str, body: bytes) -> None:
    """Keep the gzipped answer of a sheet for all phones of the right that it was painted for."""
    sheets: SheetCache = current_app.extensions["sheets"]
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
