"""The log of changes to nights and people, kept so that they can be undone."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Integer, bindparam, insert, select, tuple_, update

from scorer.services.errors import NotFound
from scorer.services.ids import is_id, new_id
from scorer.storage.schema import ID, AnyRow, AnySelect, UtcDateTime, changes, devices
from scorer.storage.stored_json import dump_json, load_json


@dataclass(frozen=True)
class Change:
    """A change: `about` names the night or game it was made to, `content` says what was done."""

    id: str
    kind: str
    about: str
    content: Mapping[str, Any]
    made_at: datetime
    device_name: str | None
    undone_at: datetime | None


CHANGES: AnySelect = (
    select(changes, devices.c.name.label("device_name"))
    .select_from(
        changes.outerjoin(
            devices, (devices.c.club == changes.c.club) & (devices.c.id == changes.c.device)
        )
    )
    .where(changes.c.club == bindparam("of_club"))
)
OF_ID = CHANGES.where(changes.c.id == bindparam("of_id"))
STANDING = (
    CHANGES.where(
        changes.c.kind.in_(bindparam("kinds", expanding=True)), changes.c.undone_at.is_(None)
    )
    .order_by(changes.c.made_at.desc(), changes.c.id.desc())
    .limit(bindparam("most", type_=Integer()))
)
OLDER = STANDING.where(
    tuple_(changes.c.made_at, changes.c.id)
    < tuple_(bindparam("before_at", type_=UtcDateTime()), bindparam("before_id", type_=ID))
)
ABOUT = STANDING.where(changes.c.about == bindparam("of_thing"))
MARK_UNDONE = (
    update(changes)
    .where(changes.c.club == bindparam("of_club"), changes.c.id == bindparam("of_id"))
    .values(undone_at=bindparam("now"))
)


def record_change(
    connection: Connection,
    club: str,
    kind: str,
    about: str,
    content: Mapping[str, Any],
    *,
    device: str | None,
    now: datetime,
) -> str:
    """Note that something was done; the id of the change."""
    row = {
        "club": club,
        "id": new_id(),
        "kind": kind,
        "about": about,
        "content": dump_json(content),
        "made_at": now,
        "device": device,
    }
    connection.execute(insert(changes), row)
    return str(row["id"])


def load_change(connection: Connection, club: str, change: str) -> Change:
    """A change; raises NotFound."""
    parameters = {"of_club": club, "of_id": change}
    row = connection.execute(OF_ID, parameters).first() if is_id(change) else None
    if row is None:
        raise NotFound
    return _read(row)


def newest_changes(
    connection: Connection,
    club: str,
    kinds: Collection[str],
    most: int,
    *,
    before: str | None = None,
) -> list[Change]:
    """The newest changes of these kinds that were not undone, before one where it is named.

    Raises NotFound where there is no such change.
    """
    parameters: dict[str, Any] = {"of_club": club, "kinds": sorted(kinds), "most": most}
    query = STANDING
    if before is not None:
        last = load_change(connection, club, before)
        parameters |= {"before_at": last.made_at, "before_id": last.id}
        query = OLDER
    return [_read(row) for row in connection.execute(query, parameters)]


def standing_change(connection: Connection, club: str, kind: str, about: str) -> Change | None:
    """The newest change of this kind that was made to this and not undone."""
    parameters = {"of_club": club, "kinds": [kind], "of_thing": about, "most": 1}
    row = connection.execute(ABOUT, parameters).first()
    return None if row is None else _read(row)


def mark_undone(connection: Connection, club: str, change: str, now: datetime) -> None:
    """Note that a change was undone."""
    connection.execute(MARK_UNDONE, {"of_club": club, "of_id": change, "now": now})


def _read(row: AnyRow) -> Change:
    content = load_json(row.content)
    return Change(row.id, row.kind, row.about, content, row.made_at, row.device_name, row.undone_at)
