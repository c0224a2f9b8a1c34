"""Sheets that were sent to one phone, kept for the others at its table.

The others ask for the same sheet within a second or two, and painting it takes ten times as long
as saying that nothing is new. The tag names all that a sheet depends on, so a kept sheet is never
out of date.
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
LEVEL_OF_NEWS = 4

Key = tuple[str, str, str]


class KeptNews:
    """The answers that were asked for last, gzipped, by club, game and tag."""

    def __init__(self) -> None:
        # Threads of one process only hold each other up where several paint, and whoever saves
        # holds up all others who save.
        self.painting = Lock()
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
        """Keep an answer, and let the one go that nobody has asked for the longest."""
        with self._lock:
            self._bodies[key] = body
            if len(self._bodies) > MOST_KEPT:
                self._bodies.popitem(last=False)

    def clear(self) -> None:
        """Let all of them go."""
        with self._lock:
            self._bodies.clear()


def init_app(app: Flask) -> None:
    """Keep answers as long as this app runs."""
    app.extensions["news"] = KeptNews()


def kept_news() -> KeptNews:
    """The answers that this app keeps."""
    kept: KeptNews = current_app.extensions["news"]
    return kept


def keep_news(game: GameRead, html: str, data: dict[str, Any]) -> bytes:
    """Keep a sheet and its data as an answer to all phones of one right; the answer."""
    told = {"html": html, "data": data, "release": current_app.extensions["release"]}
    body = packed(json.dumps(told).encode(), LEVEL_OF_NEWS)
    kept_news().keep((game.club, game.id, data["tag"]), body)
    return body
