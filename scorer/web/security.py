"""Headers, cookies and tokens: what every answer carries and every write must bring."""

from typing import Any

from flask import Flask, Request, Response, g, request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from flask_wtf.csrf import CSRFProtect, generate_csrf
from werkzeug.datastructures import ImmutableMultiDict
from werkzeug.sansio.http import parse_cookie
from werkzeug.utils import cached_property

from scorer.web.cookies import SHOWN

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    # A page's address holds nothing secret, but a join link does: it must not travel.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Robots-Tag": "noindex, nofollow",
}
# Files are no pages: nothing runs in them by itself. A first visit fetches twenty of them, and
# with all of the above they would weigh half as much again.
FILES = {"static", "favicon", "offline.manifest", "offline.touch_icon", "offline.worker"}
HEADERS_OF_FILES = {"X-Content-Type-Options": "nosniff"}
# Messengers show what a shared link leads to only where robots may read it.
ROBOTS = "User-agent: *\nAllow: /shared/\nDisallow: /\n"
PRIVATE = "private, no-cache"
# Back shows these as they stand now, not as they stood before the last deals; and a hand of one's
# own is kept nowhere, nor are letters that lead back.
NEVER_STORED = {"front.home", "games.show", "table_view.show", "entries.own", "club.way_back"}
NO_STORE = "private, no-store"
csrf = CSRFProtect()
# A browser takes such a cookie by HTTPS only, and from no other host.
HOST = "__Host-"
# What the names of our cookies begin with.
OURS = "scorer"


class RequestByScheme(Request):
    """A request in which cookies have their plain names, also where it came by HTTPS."""

    @cached_property
    def cookies(self) -> ImmutableMultiDict[str, str]:
        """The cookies; by HTTPS those of plain HTTP count until the phone has others."""
        # Flask's own looks at all headers for this one.
        sent = parse_cookie(self.environ.get("HTTP_COOKIE"), ImmutableMultiDict)
        if not self.is_secure:
            return sent  # type: ignore[return-value]
        own = {name.removeprefix(HOST): sent[name] for name in sent if name.startswith(HOST)}
        g.by_http = [name for name in sent if not name.startswith(HOST)]
        is_ours = SHOWN if SHOWN not in own else OURS
        plain = {name: sent[name] for name in g.by_http if not name.startswith(is_ours)}
        return ImmutableMultiDict({**plain, **own})


class ResponseByScheme(Response):
    """A response whose cookies a browser takes, by HTTPS, from this host alone."""

    def set_cookie(self, key: str, *rest: Any, **options: Any) -> None:
        """Set a cookie; by HTTPS in place of one of plain HTTP."""
        if not request.is_secure:
            return super().set_cookie(key, *rest, **options)
        if key in g.get("by_http", ()):
            super().set_cookie(key, max_age=0)
        return super().set_cookie(HOST + key, *rest, **{**options, "secure": True})


class NoSession(SecureCookieSession):
    """The session of a poll, which is neither read nor written: the cookie of a club is enough."""


class Sessions(SecureCookieSessionInterface):
    """The signed cookie that the tokens for writing belong to."""

    null_session_class = NoSession  # type: ignore[assignment]

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Read the cookie, but for a poll."""
        is_poll = request.path.endswith("/news")
        return NoSession() if is_poll else super().open_session(app, request)


def init_app(app: Flask) -> None:
    """Protect every write and put the headers on every answer."""
    app.request_class, app.response_class = RequestByScheme, ResponseByScheme
    app.session_interface = Sessions()
    csrf.init_app(app)
    app.jinja_env.globals["csrf_token"] = token_here
    app.add_url_rule("/robots.txt", "robots", lambda: Response(ROBOTS, mimetype="text/plain"))
    app.after_request(add_headers)


def token_here() -> str:
    """The token that forms of this page send; a sheet has twenty of them."""
    token: str = g.csrf_token if "csrf_token" in g else generate_csrf()
    return token


def add_headers(response: Response) -> Response:
    """Put the security headers on an answer, which is private unless it is a file."""
    is_file = request.endpoint in FILES and response.status_code == 200
    headers = HEADERS_OF_FILES if is_file else HEADERS
    # "Nothing new" is about a page that came with them.
    if response.status_code != 304:
        own = set(response.headers.keys())
        response.headers.extend({name: headers[name] for name in headers if name not in own})
    cached = response.headers.get("Cache-Control", "")
    # Flask says "no-cache" of a file it sends, which lets anybody on the way keep it.
    if not cached or (request.endpoint not in FILES and not cached.startswith("private")):
        is_stored = request.endpoint not in NEVER_STORED
        response.headers["Cache-Control"] = PRIVATE if is_stored else NO_STORE
    return response
