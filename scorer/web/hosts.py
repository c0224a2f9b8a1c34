"""The host name of a request: nonsense, and hosts that are not ours, get no page.

Flask takes a name with strange letters for none and builds links without a host from it, and
breaks on others. Its own list of trusted hosts knows neither IPv6 nor capitals nor underscores,
which names of machines at home do have.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Collection, Iterable

from flask import Flask, Response, request

from scorer.web.access import settings

LONGEST_HOST = 253
LONGEST_LABEL = 63
LARGEST_PORT = 65_535
HOST = re.compile(
    r"(?P<name>[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::(?P<port>[0-9]{0,5}))?",
    re.ASCII | re.IGNORECASE,
)


def init_app(app: Flask) -> None:
    """Look at the host of every request, before anything else does."""
    app.before_request(check_host)


def check_host() -> Response | None:
    """Answer 400 to a host that cannot be meant, or that is not ours; in text, without a link."""
    sent = request.environ.get("HTTP_HOST")
    if sent is None and request.environ.get("SERVER_PROTOCOL") != "HTTP/1.0":
        return _refusal()
    if not is_welcome(request.host if sent is None else sent, settings().trusted_hosts):
        return _refusal()
    if sent is not None and not request.host:  # Flask would build links without a host
        request.host = sent
    return None


def is_welcome(host: str | None, ours: Collection[str]) -> bool:
    """Whether a host can be meant, and is one of ours where those are told."""
    name = None if host is None else parse_host(host)
    return name is not None and (not ours or is_ours(name, ours))


def parse_host(host: str) -> str | None:
    """The name in "name:port", in small letters and without the dot at its end; None for nonsense.

    An IPv6 address keeps its brackets.
    """
    match = HOST.fullmatch(host)
    if match is None or int(match["port"] or 0) > LARGEST_PORT:
        return None
    name = match["name"].lower().removesuffix(".")
    if name.startswith("["):
        try:
            # In one form on every Python: 3.13 writes the end of some as IPv4, others do not.
            packed = ipaddress.IPv6Address(name[1:-1]).packed
            return f"[{socket.inet_ntop(socket.AF_INET6, packed)}]"
        except ValueError:
            return None
    labels = name.split(".")
    if len(name) > LONGEST_HOST or not all(0 < len(label) <= LONGEST_LABEL for label in labels):
        return None
    return name


def is_ours(name: str, ours: Iterable[str]) -> bool:
    """Whether a name is one of these, or below one that begins with a dot; ports do not count."""
    for known in ours:
        domain = parse_host(_in_ascii(known.removeprefix(".")))
        if domain is None:
            continue
        if name == domain or (known.startswith(".") and name.endswith(f".{domain}")):
            return True
    return False


def _in_ascii(name: str) -> str:
    """A name as browsers send it; one that cannot be sent stays as it is, and matches nothing."""
    try:
        return name if name.isascii() else name.encode("idna").decode("ascii")
    except UnicodeError:
        return name


def _refusal() -> Response:
    return Response("There is nothing under this name.\n", 400, mimetype="text/plain")
