"""The codes of invitations and shares: HMACs under the secret key, made anew when shown."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import uuid

# No 0 O Q, 1 I L, 2 Z, 5 S, 8 B, 6 G, U V: nothing that could be read for something else.
LETTERS = "ACDEFHJKMNPRTWXY3479"
SHORT = 8
PROOF = 16
# A link code is longer than this, and nobody means to type more.
LONGEST = 100


def _proof(secret: str, purpose: str, club: str, identity: str) -> bytes:
    told = f"scorer/{purpose}/{club}/{identity}".encode()
    return hmac.new(secret.encode(), told, hashlib.sha256).digest()


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
    return "".join(one for one in typed[:LONGEST].upper() if one.isascii() and one.isalnum())


def id_in_link(plain: str) -> str | None:
    """The id that a link code claims to be of; None where it has not the shape of one."""
    try:
        raw = base64.b32decode(plain + "=" * (-len(plain) % 8))
        return str(uuid.UUID(bytes=raw[:-PROOF]))
    except (binascii.Error, ValueError):
        return None


def same(code: str, told: str) -> bool:
    """Whether two codes are the same, found out in a time that tells nothing."""
    return hmac.compare_digest(code.encode(), told.encode())
