"""The clubs of a phone, which has a token for each of them."""

from collections.abc import Mapping

from sqlalchemy import bindparam

from scorer.services.club.devices import DEVICES, Device, device_of, hash_of
from scorer.storage.database import Database
from scorer.storage.schema import AnySelect, devices

OF_TOKENS: AnySelect = DEVICES.add_columns(devices.c.token_hash).where(
    devices.c.token_hash.in_(bindparam("hashes", expanding=True))
)


def list_memberships(database: Database, tokens: Mapping[str, str]) -> list[Device]:
    """What a phone is in each club of these tokens: those it is out of last, then by last seen."""
    hashes = {club: hash_of(token) for club, token in tokens.items()}
    found = []
    for row in database.rows(OF_TOKENS, {"hashes": list(hashes.values())}):
        device = device_of(row)
        if hashes.get(device.club) == row[-1]:
            found.append(device)
    found.sort(key=lambda device: device.seen_at, reverse=True)
    return sorted(found, key=lambda device: device.is_out)
