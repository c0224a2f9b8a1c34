"""Links by which a game or a night is read without joining; the code is an HMAC, stored nowhere."""

from typing import Literal, NamedTuple

from sqlalchemy import ColumnElement, Connection, insert, select, update

from scorer.services import clock
from scorer.services.club.codes import find_by_link, link_code
from scorer.services.errors import NotFound
from scorer.services.ids import new_id
from scorer.services.rows import load_game_row, load_night_row
from scorer.storage.database import Database
from scorer.storage.locks import lock_club
from scorer.storage.schema import AnyRow, shares

Kind = Literal["game", "night"]
PURPOSE = "share"


class ShareLink(NamedTuple):
    """A link to the game or the night (`kind`) with the id `target`."""

    club: str
    id: str
    kind: Kind
    target: str
    code: str


def _read(secret: str, row: AnyRow) -> ShareLink:
    code = link_code(secret, row.club, row.id, PURPOSE)
    return ShareLink(row.club, row.id, row.kind, row.target, code)


def share(
    database: Database, secret: str, club: str, kind: Kind, target: str, *, device: str | None
) -> ShareLink:
    """The link to a game or a night, made where there is none yet; raises NotFound, InTheBin."""
    with database.writing() as connection:
        lock_club(connection, club)
        _check_there(connection, club, kind, target)
        row = connection.execute(select(shares).where(*_live(club, kind, target))).first()
        if row is None:
            this = {"club": club, "id": new_id(), "kind": kind, "target": target}
            made = {**this, "made_at": clock.now(), "made_by": device}
            row = connection.execute(insert(shares).returning(shares), made).one()
    return _read(secret, row)


def find_live_share(
    database: Database, secret: str, club: str, kind: Kind, target: str
) -> ShareLink | None:
    """The link to a game or a night that can be opened now, if there is one."""
    row = database.first(select(shares).where(*_live(club, kind, target)), {})
    return None if row is None else _read(secret, row)


def withdraw_share(database: Database, club: str, kind: Kind, target: str) -> None:
    """Withdraw the link to a game or a night; does nothing where there is none."""
    with database.writing() as connection:
        live = update(shares).where(*_live(club, kind, target))
        connection.execute(live.values(withdrawn_at=clock.now()))


def find_share(database: Database, secret: str, code: str) -> ShareLink:
    """The share of this code; raises NotFound where it is none, or was withdrawn or deleted."""
    with database.reading() as connection:
        row = find_by_link(connection, secret, shares, code, PURPOSE)
        if row is None or row.withdrawn_at is not None:
            raise NotFound
        _check_there(connection, row.club, row.kind, row.target)
    return _read(secret, row)


def _live(club: str, kind: Kind, target: str) -> tuple[ColumnElement[bool], ...]:
    of_target = (shares.c.club == club, shares.c.kind == kind, shares.c.target == target)
    return *of_target, shares.c.withdrawn_at.is_(None)


def _check_there(connection: Connection, club: str, kind: Kind, target: str) -> None:
    night = load_game_row(connection, club, target).night if kind == "game" else target
    load_night_row(connection, club, night)
