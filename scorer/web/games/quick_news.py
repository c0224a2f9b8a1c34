"""News that need no page to be painted, told in front of the app.

A thousand phones ask five hundred times a second, and mostly hear that nothing is new. Flask takes
longer to come to that than everything takes that has to be looked at. It is looked at as the door
does (access.py): whose phone it is, by its cookie, and whether it may see this game. Whatever is
not as usual is left to the app, faults above all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from flask import Flask

from scorer.host_names import is_welcome
from scorer.services.games.news import find_device_and_state
from scorer.services.ids import SHAPE
from scorer.storage.unavailable import NoSuchId, Unavailable
from scorer.web.access import KNOWN, Known, has_to_be_noted, is_in_its_night, is_kept_too_long
from scorer.web.compression import takes_gzip
from scorer.web.games.game_page import tag_for
from scorer.web.games.news import heads_of_news
from scorer.web.security import HEADERS_OF_DATA, PRIVATE

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

PATH = re.compile(f"/games/({SHAPE})/news")
# As the script of the page sends it; whatever else may be one is for the app to read.
TAG = re.compile(r'W/"[\w-]+"')
ALWAYS = {**HEADERS_OF_DATA, "Cache-Control": PRIVATE, "Vary": "Accept-Encoding, Cookie"}
OF_BODY = {"Content-Type": "application/json", "Content-Encoding": "gzip"}


class Quick(NamedTuple):
    """An answer."""

    status: str
    heads: Mapping[str, str]
    body: bytes = b""


class QuickNews:
    """The app behind what is told in front of it."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.behind: WSGIApplication = app.wsgi_app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer, or let the app do it."""
        asked = PATH.fullmatch(environ.get("PATH_INFO", ""))
        quick = asked and self._answer(environ, asked[1])
        if not quick:
            return self.behind(environ, start_response)
        start_response(quick.status, [*quick.heads.items()])
        return [quick.body] if quick.body else []

    def _answer(self, environ: WSGIEnvironment, game: str) -> Quick | None:
        """What there is to tell at once, None where the app has to see to it."""
        asked_with = environ.get("HTTP_IF_NONE_MATCH", "")
        if environ["REQUEST_METHOD"] != "GET" or not TAG.fullmatch(asked_with):
            return None
        known = self._look(environ, game)
        if known is None:
            return None
        device, club, state = known
        if state is None or state.deleted or has_to_be_noted(device):
            return None
        if device.guest and not is_in_its_night(device, state):
            return None
        extensions = self.app.extensions
        tag = tag_for(extensions["release"], device, club, state)
        heads = {**heads_of_news(tag, device, state), **ALWAYS}
        if asked_with == heads["ETag"]:
            return Quick("304 NOT MODIFIED", heads)
        body: bytes | None = extensions["news"].find((club.id, game, tag))
        if body is None or not takes_gzip(self.app.request_class(environ)):
            return None
        return Quick("200 OK", {**heads, **OF_BODY, "Content-Length": str(len(body))}, body)

    def _look(self, environ: WSGIEnvironment, game: str) -> Known | None:
        """Whose phone asks, and the state of the game; the app finds it there, too."""
        ours: dict[str, Any] = self.app.extensions["scorer"]
        if not is_welcome(environ.get("HTTP_HOST"), ours["settings"].trusted_hosts):
            return None
        request = self.app.request_class(environ)
        session = self.app.session_interface.open_session(self.app, request)
        token = None if session is None else session.get("token")
        if session is None or not isinstance(token, str) or is_kept_too_long(session):
            return None
        try:
            known = find_device_and_state(ours["database"], token, game)
        except (Unavailable, NoSuchId):
            return None
        environ[KNOWN] = (token, game, known)
        return known


def init_app(app: Flask) -> None:
    """Put it in front of the app, and behind whatever speaks for the phones."""
    app.wsgi_app = QuickNews(app)  # type: ignore[method-assign]
