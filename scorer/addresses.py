"""Names and addresses by which phones find the app."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Collection, Iterable
from urllib.parse import urlsplit

from scorer.served import Served, find_served
from scorer.settings import Settings

ANYWHERE = "0.0.0.0"  # noqa: S104
EVERYWHERE = (ANYWHERE, "::", "")
LONGEST_HOST = 253
LONGEST_LABEL = 63
LARGEST_PORT = 65_535
HOST = re.compile(
    r"(?P<name>[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::(?P<port>[0-9]{0,5}))?",
    re.ASCII | re.IGNORECASE,
)


def phone_address(
    settings: Settings, *, opened: str | None = None, served: Served | None = None
) -> str | None:
    """The address to put before what another phone is to open; None where there is none.

    It is the one that a setting names; or the one by which a page was `opened`; or the one that the
    app is served at in the network. What leads every machine to itself, such as localhost, leads
    nobody here.
    """
    if settings.public_url:
        return settings.public_url
    if opened and not is_own(opened):
        return opened
    served = served or find_served(settings.instance)
    host = None if served is None else lan_address() if served.host in EVERYWHERE else served.host
    if served is None or host is None:
        return None
    base = _base(host, served.port)
    usable = not is_own(base) and is_welcome(urlsplit(base).netloc, settings.trusted_hosts)
    return base if usable else None


def own_address(served: Served) -> str:
    """The address of the app on the machine itself."""
    return _base("127.0.0.1" if served.host in EVERYWHERE else served.host, served.port)


def _base(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def lan_address() -> str | None:
    """The address of this machine in its network; asks the routing table and sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket only chooses a route. The address is one that is
            # reserved for documentation and never used.
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if address.startswith(("127.", "0.")) else address


def is_own(url: str) -> bool:
    """Whether an address leads every machine to itself."""
    name = parse_host(urlsplit(url).netloc) or ""
    try:
        address = ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return name == "localhost" or name.endswith(".localhost")
    return address.is_loopback or address.is_unspecified


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
