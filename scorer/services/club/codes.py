"""The codes of invitations and shares: HMACs under the secret key, made anew when shown."""

import base64
import binascii
import hashlib
import hmac
import ipaddress
import uuid
from datetime import datetime

from sqlalchemy import Connection, Table, delete, func, insert, select

from scorer.services import limits
from scorer.services.errors import TooMany
from scorer.storage.schema import AnyRow, guesses

# No 0 O Q, 1 I L, 2 Z, 5 S, 8 B, 6 G, U V: nothing that could be read for something else.
LETTERS = "ACDEFHJKMNPRTWXY3479"
SHORT, MAX_SHORT = 8, 10
WAY_BACK = 20
PROOF = 16
# A link code is longer than this, and nobody means to type more.
LONGEST = 100


def _proof(secret: str, purpose: str, club: str, identity: str) -> bytes:
    message = f"scorer/{purpose}/{club}/{identity}".encode()
    return hmac.new(secret.encode(), message, hashlib.sha256).digest()


def link_code(secret: str, club: str, identity: str, purpose: str = "link") -> str:
    """The code in a link for one purpose: the id of what it opens, and our proof of it."""
    proof = _proof(secret, purpose, club, identity)[:PROOF]
    raw = uuid.UUID(identity).bytes + proof
    return base64.b32encode(raw).decode().rstrip("=").lower()


def short_code(
    secret: str, club: str, identity: str, many: int = SHORT, purpose: str = "short"
) -> str:
    """A code that stands for an id, for reading out and typing: "ACDE-3479"."""
    number = int.from_bytes(_proof(secret, purpose, club, identity), "big")
    letters = ""
    for _ in range(many):
        number, at = divmod(number, len(LETTERS))
        letters += LETTERS[at]
    return "-".join(letters[at : at + 4] for at in range(0, many, 4))


def way_back_code(secret: str, club: str, device: str, held: str | None) -> str:
    """Twenty letters in five groups, to follow those of the hash that is `held`; for this device.

    Nobody finds them by guessing, nor from those of another device.
    """
    return short_code(secret, club, f"{held or ''}/{device}", WAY_BACK, "way back")


def hash_of_code(secret: str, code: str) -> str:
    """The keyed hash by which a typed code is found; without the key nobody can try codes."""
    message = f"scorer/typed/{plain_code(code)}".encode()
    return hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()


def plain_code(typed: str) -> str:
    """A code as it was typed, without spaces and dashes, in capitals."""
    return "".join(
        letter for letter in typed[:LONGEST].upper() if letter.isascii() and letter.isalnum()
    )


def find_by_link(
    connection: Connection, secret: str, table: Table, code: str, purpose: str = "link"
) -> AnyRow | None:
    """The row of an invitation or a share by its link code; None for a false one."""
    plain = plain_code(code)
    try:
        raw = base64.b32decode(plain + "=" * (-len(plain) % 8))
        identity = str(uuid.UUID(bytes=raw[:-PROOF]))
    except (binascii.Error, ValueError):
        return None
    for row in connection.execute(select(table).where(table.c.id == identity)):
        if hmac.compare_digest(link_code(secret, row.club, identity, purpose), plain.lower()):
            return row
    return None


# What a provider gives to a household at most.
NETWORK_BITS = 48


def neighbourhood(address: str) -> str:
    """The network of an IPv6 address: everybody has billions of addresses."""
    try:
        ip = ipaddress.ip_address(address.split("%")[0])
    except ValueError:
        return "".join(letter for letter in address if letter.isprintable())[:64]
    if isinstance(ip, ipaddress.IPv6Address):
        if ip.ipv4_mapped is not None:
            return str(ip.ipv4_mapped)
        return str(ipaddress.IPv6Network((ip, NETWORK_BITS), strict=False))
    return str(ip)


def check_guesses(connection: Connection, address: str, now: datetime) -> None:
    """Raise TooMany where this network typed too many wrong codes, or any, and all too many."""
    # What was guessed before the clock was set back is not waited for.
    today = select(func.count()).where(
        guesses.c.made_at > now - limits.GUESSES_KEPT_FOR, guesses.c.made_at <= now
    )
    mine = today.where(guesses.c.address == neighbourhood(address))
    lately = mine.where(guesses.c.made_at > now - limits.GUESSES_WAIT)
    if (connection.scalar(lately) or 0) >= limits.MAX_GUESSES:
        raise TooMany("too_many_guesses", minutes=limits.GUESSES_WAIT.seconds // 60)
    if connection.scalar(mine) and (connection.scalar(today) or 0) >= limits.MAX_GUESSES_IN_ALL:
        raise TooMany("typing_closed")


def count_guess(connection: Connection, address: str, now: datetime) -> None:
    """Count a wrong guess, and forget those that no longer matter."""
    old = guesses.c.made_at <= now - limits.GUESSES_KEPT_FOR
    connection.execute(delete(guesses).where(old))
    connection.execute(insert(guesses), {"address": neighbourhood(address), "made_at": now})
