"""The addresses by which phones reach the app: as set, as the page was opened, or as found."""

import socket
from urllib.parse import urlsplit

from scorer.host_names import is_own, is_welcome
from scorer.served import Served, find_served
from scorer.settings import Settings

ANYWHERE = "0.0.0.0"  # noqa: S104
EVERYWHERE = (ANYWHERE, "::", "")


def phone_address(
    settings: Settings, *, opened: str | None = None, served: Served | None = None
) -> str | None:
    """The address to put before what another phone is to open; None where there is none.

    It is the one that a setting names, by which a page was `opened`, or where the app is served in
    the network, but none that leads every machine to itself, such as localhost.
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


def own_address(settings: Settings, served: Served) -> str | None:
    """The address of the app on the machine itself; None where it does not answer to that."""
    base = _base("127.0.0.1" if served.host in EVERYWHERE else served.host, served.port)
    return base if is_welcome(urlsplit(base).netloc, settings.trusted_hosts) else None


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
