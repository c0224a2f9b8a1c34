"""Guesses: wrong short codes are counted, by address and in all, so that guessing gets nowhere.

The codes in links are too long to be guessed, so a wrong one is no guess: otherwise whoever opens
dead links would lock out those who type.
"""

from __future__ import annotations

import ipaddress
import re
from datetime import datetime, timedelta

from sqlalchemy import Connection, delete, func, insert, select

from scorer.services.errors import TooManyGuesses
from scorer.storage.models import guesses

AN_HOUR = timedelta(hours=1)
TEN_MINUTES = timedelta(minutes=10)
MOST_OF_ADDRESS = 10
MOST_IN_ALL = 200
# What a provider gives to a household at most.
NETWORK_BITS = 48
WITH_PORT = re.compile(r"\[(.*)\](?::[0-9]+)?|([^:]*):[0-9]+")


def neighbourhood(address: str) -> str:
    """What counts as one address: for IPv6 the network, since everybody has billions of them.

    Some proxies add the port, which is another one each time.
    """
    with_port = WITH_PORT.fullmatch(address)
    bare = with_port[1] or with_port[2] or "" if with_port else address
    try:
        found = ipaddress.ip_address(bare.split("%")[0])
    except ValueError:
        return "".join(one for one in address if one.isprintable())[:64]
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.IPv6Network((found, NETWORK_BITS), strict=False))
    return str(found)


def check_guesses(connection: Connection, address: str, now: datetime) -> None:
    """Raise TooManyGuesses where this address, or all together, guessed too often."""
    mine = select(func.count()).where(
        guesses.c.address == neighbourhood(address), guesses.c.made_at > now - TEN_MINUTES
    )
    every = select(func.count()).where(guesses.c.made_at > now - AN_HOUR)
    if (connection.scalar(mine) or 0) >= MOST_OF_ADDRESS:
        raise TooManyGuesses(minutes=10)
    if (connection.scalar(every) or 0) >= MOST_IN_ALL:
        raise TooManyGuesses(minutes=60)


def count_guess(connection: Connection, address: str, now: datetime) -> None:
    """Count a wrong guess, and forget those that no longer matter."""
    connection.execute(delete(guesses).where(guesses.c.made_at <= now - AN_HOUR))
    connection.execute(insert(guesses), {"address": neighbourhood(address), "made_at": now})
