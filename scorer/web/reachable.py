"""The address that other phones reach this app by."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from flask import request

from scorer.addresses import EVERYWHERE, base_address, lan_address
from scorer.served import find_served
from scorer.web.access import settings
from scorer.web.hosts import is_ours, parse_host


def reachable_base() -> str | None:
    """The address to put before what another phone is to open; None where there is none.

    It is the one that a setting names, or the one that this phone has used, or that of this
    machine in its network. A name of the machine alone, such as localhost, leads nobody here.
    """
    if settings().public_url:
        return settings().public_url
    here = request.url_root.rstrip("/")
    if not is_own(here):
        return here
    served = find_served(settings().instance)
    lan = lan_address()
    if served is None or served.host not in EVERYWHERE or lan is None:
        return None
    base, ours = base_address(settings(), served, lan), settings().trusted_hosts
    return base if not ours or is_ours(lan, ours) else None


def is_own(url: str) -> bool:
    """Whether an address leads every machine to itself."""
    name = parse_host(urlsplit(url).netloc) or ""
    try:
        address = ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")
    return address.is_loopback or address.is_unspecified
