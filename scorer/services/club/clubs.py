"""Clubs: the people who play together."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, bindparam, insert, select, update

from scorer.rules.errors import BadRecord
from scorer.services import clock
from scorer.services.clean_text import is_visible, read_line
from scorer.services.errors import NotFound
from scorer.services.ids import new_id
from scorer.storage.database import Database
from scorer.storage.locks import lock_club, lock_name
from scorer.storage.schema import ID, AnySelect, clubs, in_ids, metadata

# Until its people call it otherwise.
FIRST_NAME = "Our table"
CURRENCY = re.compile("([A-Z]{3})?")


@dataclass(frozen=True)
class Club:
    """A group of people who play together, since `made_at`; `has_way_back`: letters lead to it.

    `ratings_due`: some games are not rated yet.
    """

    id: str
    name: str
    time_zone: str
    currency: str
    changes: int
    made_at: datetime
    has_way_back: bool
    ratings_due: bool = False


# What a `Club` is made of.
COLUMNS = (
    *(clubs.c[name] for name in ("id", "name", "time_zone", "currency", "changes", "made_at")),
    clubs.c.way_back_hash.is_not(None),
)
# One that was closed is there for nobody.
OPEN: AnySelect = select(*COLUMNS).where(clubs.c.closed_at.is_(None))
BY_AGE = OPEN.order_by(clubs.c.made_at, clubs.c.id)
FIRST = BY_AGE.with_only_columns(clubs.c.id).limit(1)
FIRST_TWO = OPEN.limit(2)
# What an address names, a game before what belongs to it.
BY_ID = ("game", "night", "player", "device", "invitation", "payment", "upload")
HAVING = {
    name: select(table.c.club)
    .where(in_ids(table.c.club), table.c.id == bindparam("of_id", type_=ID))
    .distinct()
    for name in BY_ID
    for table in (metadata.tables[f"{name}s"],)
}


def first_club(database: Database) -> str:
    """The id of the oldest club, which is made at the first start."""
    with database.reading() as connection:
        known: str | None = connection.scalar(FIRST)
    if known is not None:
        return known
    with database.writing() as connection:
        lock_name(connection, "first club")
        known = connection.scalar(FIRST)
        if known is not None:  # another worker made it meanwhile
            return str(known)
        return add_club(connection, FIRST_NAME)


def list_clubs(database: Database) -> list[Club]:
    """All clubs, the oldest first."""
    return [Club(*row) for row in database.rows(BY_AGE, {})]


def clubs_having(database: Database, ids: Collection[str], about: Mapping[str, str]) -> list[str]:
    """Those of these clubs that have what an address is about, by the names of its ids."""
    name = next((name for name in BY_ID if name in about), None)
    if name is None:
        return []
    rows = database.rows(HAVING[name], {"ids": list(ids), "of_id": about[name]})
    return [row.club for row in rows]


def only_club(database: Database) -> Club | None:
    """The club of a server that has no other."""
    found = database.rows(FIRST_TWO, {})
    return Club(*found[0]) if len(found) == 1 else None


def add_club(
    connection: Connection,
    name: str,
    currency: str = "",
    *,
    id: str = "",
    zone: str = "",
    by_stranger: bool = False,
) -> str:
    """Add a club, as part of what else this transaction writes; its id.

    Its time `zone` (IANA) is that of this machine where none is named that can be.
    """
    row = {
        "id": id or new_id(),
        "name": name,
        "time_zone": zone if zone in clock.zones() else clock.local_zone(),
        "currency": currency,
        "made_at": clock.now(),
        "by_stranger": by_stranger,
    }
    connection.execute(insert(clubs), row)
    return str(row["id"])


def get_club(database: Database, club: str) -> Club:
    """A club; raises NotFound."""
    row = database.first(OPEN.where(clubs.c.id == club), {})
    if row is None:
        raise NotFound
    return Club(*row)


def read_currency(raw: object) -> str:
    """The code of a currency (ISO 4217), or "" for none; raises BadRecord for anything else."""
    code = raw or ""
    if not isinstance(code, str) or not CURRENCY.fullmatch(code):
        raise BadRecord("currency")
    return code


def set_name(database: Database, club: str, name: str) -> None:
    """Call a club by another name; raises BadRecord, NotFound."""
    _change(database, club, name=read_club_name(name))


def read_club_name(typed: str) -> str:
    """A name fit to keep, the usual one for none; raises BadRecord for more than 80 letters."""
    name = read_line(typed, field="name")
    return name if is_visible(name) else FIRST_NAME


def set_currency(database: Database, club: str, currency: str) -> None:
    """Set the currency of a club, "" for none; raises BadRecord, NotFound."""
    _change(database, club, currency=read_currency(currency))


def set_time_zone(database: Database, club: str, zone: str) -> None:
    """Set the time zone (IANA); nights stay on their days. Raises BadRecord, NotFound."""
    if zone not in clock.zones():
        raise BadRecord("time_zone")
    _change(database, club, time_zone=zone)


def _change(database: Database, club: str, **values: str) -> None:
    with database.writing() as connection:
        if lock_club(connection, club) is None:
            raise NotFound
        connection.execute(update(clubs).where(clubs.c.id == club).values(values))
