"""The clubs of a server as who runs it sees them, with what each has."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select

from scorer.rules.kinds import comparison_key
from scorer.services.club.clubs import BY_AGE
from scorer.services.club.removal import is_idle
from scorer.storage.database import Database
from scorer.storage.schema import AnySelect, clubs, devices, games, players


@dataclass(frozen=True)
class ClubLine:
    """A club, how many people, phones and games it has, and when a phone was last seen."""

    id: str
    name: str
    people: int
    phones: int
    games: int
    seen_at: datetime | None


PEOPLE = select(func.count()).where(
    players.c.club == clubs.c.id, players.c.person == players.c.id, players.c.anonymous_at.is_(None)
)
PHONES = select(func.count()).where(devices.c.club == clubs.c.id, devices.c.revoked_at.is_(None))
GAMES = select(func.count()).where(games.c.club == clubs.c.id, games.c.deleted_at.is_(None))
SEEN = select(func.max(devices.c.seen_at)).where(devices.c.club == clubs.c.id)
LINES: AnySelect = BY_AGE.with_only_columns(
    clubs.c.id, clubs.c.name, *(it.scalar_subquery() for it in (PEOPLE, PHONES, GAMES, SEEN))
)
NAMES: AnySelect = select(players.c.club, players.c.name)


def describe_clubs(database: Database, text: str = "") -> list[ClubLine]:
    """The clubs, the oldest first: those with a text in their name, or in that of a person."""
    lines = _lines(database, LINES)
    key = comparison_key(text)
    if not key:
        return lines
    with_person = {row.club for row in database.rows(NAMES, {}) if key in comparison_key(row.name)}
    return [it for it in lines if key in comparison_key(it.name) or it.id in with_person]


def idle_clubs(database: Database) -> list[ClubLine]:
    """The clubs that a stranger has begun and nobody has used for ninety days."""
    return _lines(database, LINES.where(is_idle()))


def _lines(database: Database, query: AnySelect) -> list[ClubLine]:
    return [ClubLine(*row) for row in database.rows(query, {})]
