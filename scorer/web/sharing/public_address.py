"""Where the app can be reached from outside: links are only worth sending to such an address."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from flask import request

from scorer.web.access import settings

# Names that only the network at home knows.
AT_HOME = ("local", "lan", "home", "internal", "localhost", "fritz.box", "home.arpa", "test")


def public_base() -> str | None:
    """The address to put before a link that others may open; None where there is none.

    It is the one that a setting names, or the one this phone used, where that came by HTTPS.
    """
    named = settings().public_url
    if named:
        return named if is_public(named) else None
    here = request.url_root.rstrip("/")
    return here if request.is_secure and is_public(here) else None


def is_public(url: str) -> bool:
    """Whether an address can be opened from everywhere, as far as its looks can tell."""
    host = (urlsplit(url).hostname or "").rstrip(".").lower()
    try:
        return ipaddress.ip_address(host).is_global
    except ValueError:
        pass
    at_home = any(host == name or host.endswith(f".{name}") for name in AT_HOME)
    return "." in host and not at_home
