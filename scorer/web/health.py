"""`/health`: a plain 200 from WSGI middleware, before the host name is checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Flask, Response

from scorer.web.security import HEADERS, PRIVATE

if TYPE_CHECKING:
    from collections.abc import Iterable
    from wsgiref.types import StartResponse, WSGIEnvironment

PATH = "/health"


def init_app(app: Flask) -> None:
    """Answer in front of the app, which looks at the host’s name: containers ask by an address."""
    behind = app.wsgi_app

    def answer(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        if environ.get("PATH_INFO") != PATH:
            return behind(environ, start_response)
        response = Response("ok\n", mimetype="text/plain", headers=HEADERS)
        if environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
            response = Response("", 405, {**HEADERS, "Allow": "GET, HEAD"}, "text/plain")
        response.headers["Cache-Control"] = PRIVATE
        return response(environ, start_response)

    app.wsgi_app = answer  # type: ignore[method-assign]
