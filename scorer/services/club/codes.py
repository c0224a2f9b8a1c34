"""The codes of invitations and shares: HMACs under the secret key, made anew when shown."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import ipaddress
import re
import uuid
from datetime import datetime, timedelta

from sqlalchemy import Connection, delete, func, insert, select

from scorer.services.errors import TooManyGuesses
from scorer.storage.schema import guesses

# No 0 O Q, 1 I L, 2 Z, 5 S, 8 B, 6 G, U V: nothing that could be read for something else.
LETTERS = "ACDEFHJKMNPRTWXY3479"
SHORT = 8
PROOF = 16
# A link code is longer than this, and nobody means to type more.
LONGEST = 100


def _proof(secret: str, purpose: str, club: str, identity: str) -> bytes:
    message = f"scorer/{purpose}/{club}/{identity}".encode()
    return hmac.new(secret.encode(), message, hashlib.sha256).digest()


def link_code(secret: str, club: str, identity: str, purpose: str = "link") -> str:
    """The code in a link: the id of what it opens, and the proof that we made it.

    A code for one purpose ("link" joins, "share" shows) is no good for another.
    """
    proof = _proof(secret, purpose, club, identity)[:PROOF]
    raw = uuid.UUID(identity).bytes + proof
    return base64.b32encode(raw).decode().rstrip("=").lower()


def short_code(secret: str, club: str, identity: str) -> str:
    """The code of an invitation for reading out and typing: "ACDE-3479"."""
    number = int.from_bytes(_proof(secret, "short", club, identity), "big")
    letters = []
    for _ in range(SHORT):
        number, at = divmod(number, len(LETTERS))
        letters.append(LETTERS[at])
    return f"{''.join(letters[:4])}-{''.join(letters[4:])}"


def plain_code(typed: str) -> str:
    """A code as it was typed, without spaces and dashes, in capitals."""
    return "".join(
        letter for letter in typed[:LONGEST].upper() if letter.isascii() and letter.isalnum()
    )


def id_in_link(plain: str) -> str | None:
    """The id in a link code, which is not proven yet; None where it has not the shape of one."""
    try:
        raw = base64.b32decode(plain + "=" * (-len(plain) % 8))
        return str(uuid.UUID(bytes=raw[:-PROOF]))
    except (binascii.Error, ValueError):
        return None


def same(code: str, expected: str) -> bool:
    """Whether two codes are the same, compared in constant time."""
    return hmac.compare_digest(code.encode(), expected.encode())


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
        ip = ipaddress.ip_address(bare.split("%")[0])
    except ValueError:
        return "".join(letter for letter in address if letter.isprintable())[:64]
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            return str(ip.ipv4_mapped)
        return str(ipaddress.IPv6Network((ip, NETWORK_BITS), strict=False))
    return str(ip)


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
