"""Headers, cookies and tokens: what every answer carries and every write must bring."""

from flask import Flask, Response, g, request
from flask.sessions import SecureCookieSessionInterface
from flask_wtf.csrf import CSRFProtect, generate_csrf

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
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
# own is kept nowhere.
NEVER_STORED = {"front.home", "games.show", "table_view.show", "entries.own"}
NO_STORE = "private, no-store"
csrf = CSRFProtect()


class CookieByScheme(SecureCookieSessionInterface):
    """The signed cookie, Secure whenever the request came by HTTPS."""

    def get_cookie_secure(self, app: Flask) -> bool:
        """Whether this very request came by HTTPS."""
        return request.is_secure


def init_app(app: Flask) -> None:
    """Protect every write and put the headers on every answer."""
    app.session_interface = CookieByScheme()
    csrf.init_app(app)
    app.jinja_env.globals["csrf_token"] = token_here
    app.add_url_rule("/robots.txt", "robots", lambda: Response(ROBOTS, mimetype="text/plain"))
    app.after_request(add_headers)


def token_here() -> str:
    """The token that forms of this page send; a sheet has twenty of them."""
    token: str = g.csrf_token if "csrf_token" in g else generate_csrf()
    return token


def leave_tokens_out() -> None:
    """Write forms without a token from here on: the page that shows them has its own."""
    g.csrf_token = ""


def add_headers(response: Response) -> Response:
    """Put the security headers on an answer, which is private unless it is a file."""
    is_file = request.endpoint in FILES and response.status_code == 200
    headers = HEADERS_OF_FILES if is_file else HEADERS
    for name, value in headers.items():
        response.headers.setdefault(name, value)
    cached = response.headers.get("Cache-Control", "")
    # Flask says "no-cache" of a file it sends, which lets anybody on the way keep it.
    if not cached or (request.endpoint not in FILES and not cached.startswith("private")):
        is_stored = request.endpoint not in NEVER_STORED
        response.headers["Cache-Control"] = PRIVATE if is_stored else NO_STORE
    return response
