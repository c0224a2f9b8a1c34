"""The clubs of a phone, which has a token for each of them."""

from collections.abc import Mapping

from sqlalchemy import bindparam, select

from scorer.services import clock
from scorer.services.club.devices import (
    DEVICES,
    KEPT_FOR,
    Device,
    device_of,
    hash_of,
    is_last_manager,
)
from scorer.storage.database import Database
from scorer.storage.schema import (
    ID,
    AnySelect,
    devices,
    games,
    invitations,
    nights,
    payments,
    players,
    uploads,
)

HAS_TOKEN = devices.c.token_hash.in_(bindparam("hashes", expanding=True))
OF_TOKENS: AnySelect = DEVICES.add_columns(devices.c.token_hash).where(HAS_TOKEN)
# What an address names, a game before what belongs to it.
BY_ID = {
    "game": games,
    "night": nights,
    "player": players,
    "device": devices.alias("others"),
    "invitation": invitations,
    "payment": payments,
    "upload": uploads,
}
HAVING = {
    name: select(devices.c.club)
    .join(table, table.c.club == devices.c.club)
    .where(HAS_TOKEN, table.c.id == bindparam("of_id", type_=ID))
    .distinct()
    for name, table in BY_ID.items()
}


def list_memberships(database: Database, tokens: Mapping[str, str]) -> list[Device]:
    """The devices of a phone, by its tokens: those seen last first, those that are out behind.

    A token that ended with its cookie is none.
    """
    hashes = {club: hash_of(token) for club, token in tokens.items()}
    found, ends = [], clock.now() - KEPT_FOR
    for row in database.rows(OF_TOKENS, {"hashes": list(hashes.values())}):
        device = device_of(row)
        has_ended = device.seen_at <= ends and not is_last_manager(database, device)
        if hashes.get(device.club) == row[-1] and not has_ended:
            found.append(device)
    found.sort(key=lambda device: device.seen_at, reverse=True)
    return sorted(found, key=lambda device: device.is_out)


def clubs_having(
    database: Database, tokens: Mapping[str, str], ids: Mapping[str, str]
) -> list[str]:
    """The clubs of these tokens that have what an address is about, by the names of its ids."""
    about = next((name for name in BY_ID if name in ids), None)
    if about is None:
        return []
    hashes = [hash_of(token) for token in tokens.values()]
    rows = database.rows(HAVING[about], {"hashes": hashes, "of_id": ids[about]})
    return [row.club for row in rows if row.club in tokens]
