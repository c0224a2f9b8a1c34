"""The offers for a new game: the games a club plays, and who sat there last."""

from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Integer, bindparam, select

from scorer.rules.errors import Refused
from scorer.rules.house_rules import write_house_rules
from scorer.rules.kinds import Kind, parse_kind
from scorer.services.games.read import load_game
from scorer.services.games.start import next_dealer
from scorer.storage.database import Database
from scorer.storage.schema import games, of_club
from scorer.storage.stored_json import load_json

# What a club has played lately is what it plays.
MAX_GAMES = 50

LATELY = (
    select(games.c.id, games.c.kind, games.c.title, games.c.version, games.c.house_rules)
    .where(of_club(games), games.c.deleted_at.is_(None))
    .order_by(games.c.started_at.desc(), games.c.id.desc())
    .limit(bindparam("most", type_=Integer()))
)


@dataclass(frozen=True)
class PlayedKind:
    """A kind of game with the rules it had last; `begun` counts those without entries as well."""

    kind: Kind
    house_rules: Mapping[str, Any]
    games: int
    begun: int


@dataclass(frozen=True)
class LastTable:
    """Who sat at the table last, clockwise, each {"id", "name"}, and which of them deals next."""

    players: list[dict[str, str]]
    dealer: int


def played_lately(database: Database, club: str) -> list[PlayedKind]:
    """The kinds of games played lately, the last first, begun ones last."""
    with database.reading() as connection:
        rows = connection.execute(LATELY, {"of_club": club, "most": MAX_GAMES}).all()
        # A stable sort: the newest stays first among those that were played, and the others.
        rows = sorted(rows, key=lambda row: row.version == 0)
        newest = {row.kind: row for row in reversed(rows)}
        rules = {}
        for kind, row in newest.items():
            rules[kind] = load_json(row.house_rules)
            with suppress(Refused):  # a damaged book is reported where its game is opened
                start = load_game(connection, club, row.id).sheet.start
                rules[kind] = write_house_rules(start.rules)
    begun = Counter(row.kind for row in rows)
    played = Counter(row.kind for row in rows if row.version)
    return [
        PlayedKind(
            kind=parse_kind(kind, newest[kind].title),
            house_rules=rules[kind],
            games=played[kind],
            begun=begun[kind],
        )
        for kind in begun
    ]


def last_table(database: Database, club: str, night: str | None = None) -> LastTable | None:
    """The table of the newest game, in this night where one is named; None where unreadable."""
    query = LATELY if night is None else LATELY.where(games.c.night == night)
    with database.reading() as connection:
        row = connection.execute(query, {"of_club": club, "most": 1}).first()
        if row is None:
            return None
        try:
            last = load_game(connection, club, row.id)
        except Refused:
            return None
    order = last.sheet.start.order
    people = [last.sheet.sitters[seat].player for seat in order]
    players = [
        {"id": last.persons.get(player, player), "name": last.names.get(player, "")}
        for player in people
    ]
    return LastTable(players, order.index(next_dealer(last.sheet)))
