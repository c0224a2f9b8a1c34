"""Names of hosts: which can be meant, which are ours, and which lead every machine to itself."""

import ipaddress
import re
import socket
from collections.abc import Collection, Iterable
from functools import lru_cache
from urllib.parse import urlsplit

MAX_HOST_LENGTH = 253
MAX_LABEL_LENGTH = 63
MAX_PORT = 65_535
HOST = re.compile(
    r"(?P<name>[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::(?P<port>[0-9]{0,5}))?",
    re.ASCII | re.IGNORECASE,
)


def is_own(url: str) -> bool:
    """Whether an address leads every machine to itself."""
    name = parse_host(urlsplit(url).netloc) or ""
    try:
        address = ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")
    return address.is_loopback or address.is_unspecified


@lru_cache(maxsize=256)
def is_welcome(host: str | None, ours: Collection[str]) -> bool:
    """Whether a host can be meant, and is one of ours where there is a list."""
    name = None if host is None else parse_host(host)
    return name is not None and (not ours or is_ours(name, ours))


def parse_host(host: str) -> str | None:
    """The name in "name:port", in small letters, an IPv6 address in brackets; None for nonsense."""
    match = HOST.fullmatch(host)
    if match is None or int(match["port"] or 0) > MAX_PORT:
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
    if len(name) > MAX_HOST_LENGTH or any(len(label) > MAX_LABEL_LENGTH for label in labels):
        return None
    return name if all(label.strip("-_") for label in labels) else None


def is_ours(name: str, ours: Iterable[str]) -> bool:
    """Whether a name is one of these, or below one that begins with a dot; ports do not count."""
    for known in ours:
        domain = parse_host(in_ascii(known.removeprefix(".")))
        if domain is None:
            continue
        if name == domain or (known.startswith(".") and name.endswith(f".{domain}")):
            return True
    return False


def in_ascii(name: str) -> str:
    """A name as browsers send it; one that cannot be sent stays as it is, and matches nothing."""
    try:
        return name if name.isascii() else name.encode("idna").decode("ascii")
    except UnicodeError:
        return name
