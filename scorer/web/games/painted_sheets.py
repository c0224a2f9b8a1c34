"""The sheets that were painted last, for the other phones at the table.

They ask for the same sheet within a second or two. Its tag names all that it depends on, so a
sheet that is found here is never out of date.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Any

from flask import Flask, current_app, json

from scorer.services.games.read import GameRead
from scorer.web.compression import packed

# Of some 6 KB each.
MOST_KEPT = 1000
# Sent to a few phones once: half the work of the usual level for one byte in fifteen more.
GZIP_LEVEL = 4

Key = tuple[str, str, str]


class PaintedSheets:
    """Answers to phones that ask for news, gzipped, by club, game and tag."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._bodies: OrderedDict[Key, bytes] = OrderedDict()

    def find(self, key: Key) -> bytes | None:
        """The answer, if it is kept."""
        with self._lock:
            body = self._bodies.get(key)
            if body is not None:
                self._bodies.move_to_end(key)
            return body

    def keep(self, key: Key, body: bytes) -> None:
        """Keep an answer; the one that was asked for least recently goes."""
        with self._lock:
            self._bodies[key] = body
            if len(self._bodies) > MOST_KEPT:
                self._bodies.popitem(last=False)

    def clear(self) -> None:
        """Drop all answers."""
        with self._lock:
            self._bodies.clear()


def init_app(app: Flask) -> None:
    """Keep sheets as long as this app runs."""
    app.extensions["sheets"] = PaintedSheets()


def painted_sheets() -> PaintedSheets:
    """The sheets that this app keeps."""
    sheets: PaintedSheets = current_app.extensions["sheets"]
    return sheets


def keep_sheet(game: GameRead, html: str, data: dict[str, Any]) -> bytes:
    """Keep a sheet and its data for all phones of this right; the gzipped answer."""
    answer = {"html": html, "data": data, "release": current_app.extensions["release"]}
    body = packed(json.dumps(answer).encode(), GZIP_LEVEL)
    painted_sheets().keep((game.club, game.id, data["tag"]), body)
    return body
