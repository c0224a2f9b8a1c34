"""The host name of a request: nonsense, and hosts that are not ours, get no page.

Flask takes a name with strange letters for none and builds links without a host from it, and
breaks on others. Its own list of trusted hosts knows neither IPv6 nor capitals nor underscores,
which names of machines at home do have.
"""

from flask import Flask, Response, request

from scorer.addresses import phone_address
from scorer.host_names import is_welcome
from scorer.services.projections import COUNTED_BY
from scorer.storage.unavailable import Unavailable
from scorer.web.access import database, settings


def init_app(app: Flask) -> None:
    """Look at the host of every request, before anything else does, but for `/health`."""
    app.add_url_rule("/health", "health", health)
    app.before_request(check_host)


def health() -> Response:
    """Answer `ok`; with `?database` 503 where the database does not answer."""
    try:
        if "database" in request.args:
            database().first(COUNTED_BY, {})
    except Unavailable as fault:
        return Response(f"{fault}\n", 503, mimetype="text/plain")
    return Response("ok\n", mimetype="text/plain")


def check_host() -> Response | None:
    """Answer 400 to a host that cannot be meant, or that is not ours; in text, without a link."""
    if request.endpoint == "health":  # containers ask by an address
        return None
    environ = request.environ
    sent, must_be_sent = environ.get("HTTP_HOST"), environ.get("SERVER_PROTOCOL") != "HTTP/1.0"
    welcome = is_welcome(request.host if sent is None else sent, settings().trusted_hosts)
    if not welcome or (sent is None and must_be_sent):
        return Response("There is nothing under this name.\n", 400, mimetype="text/plain")
    if sent is not None and not request.host:  # Flask would build links without a host
        request.host = sent
    return None


def base_for_phones() -> str | None:
    """The address to put before a link or a code of this page; None where there is none."""
    return phone_address(settings(), opened=request.url_root.rstrip("/"))
