"""Addresses by which phones find the app."""

from __future__ import annotations

import socket

from scorer.served import Served
from scorer.settings import Settings

HERE = "127.0.0.1"
ANYWHERE = "0.0.0.0"  # noqa: S104
EVERYWHERE = (ANYWHERE, "::", "")


def base_address(settings: Settings, served: Served, lan: str | None) -> str:
    """Where phones find the app: as it was set, or this machine, in its network if it is in one."""
    host = (lan or HERE) if served.host in EVERYWHERE else served.host
    shown = f"[{host}]" if ":" in host else host
    return settings.public_url or f"http://{shown}:{served.port}"


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
