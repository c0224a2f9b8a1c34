"""The offers for a new game: the games a club plays, and who sat there last."""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Integer, bindparam, func, select

from scorer.rules.errors import Refused
from scorer.rules.house_rules import write_house_rules
from scorer.rules.kinds import Kind, parse_kind
from scorer.services.games.read import load_game
from scorer.services.games.start import next_dealer
from scorer.storage.database import Database
from scorer.storage.schema import AnyRow, games, of_club, refers, results

# What a club has played lately is what it plays.
MAX_GAMES = 50

LATELY = (
    select(games.c.id, games.c.kind, games.c.title, games.c.version, games.c.house_rules)
    .where(of_club(games), games.c.deleted_at.is_(None))
    .order_by(games.c.started_at.desc(), games.c.id.desc())
    .limit(bindparam("most", type_=Integer()))
)
# Who has left has a result too.
LARGEST = (
    select(games.c.id)
    .join(results, refers(results.c.game, games))
    .where(of_club(games), games.c.night == bindparam("of_night"), games.c.deleted_at.is_(None))
    .group_by(games.c.id, games.c.started_at)
    .order_by(func.count().desc(), games.c.started_at.desc(), games.c.id.desc())
    .limit(1)
)


@dataclass(frozen=True)
class PlayedKind:
    """A kind of game with the rules it had last; `begun` counts those without entries as well."""

    kind: Kind
    house_rules: Mapping[str, Any]
    games: int
    begun: int


def played_lately(database: Database, club: str) -> list[PlayedKind]:
    """The kinds of games played lately, the last first, begun ones last."""
    with database.reading() as connection:
        rows = connection.execute(LATELY, {"of_club": club, "most": MAX_GAMES}).all()
        by_kind: dict[str, list[AnyRow]] = {}
        # A stable sort: the newest stays first among those that were played, and the others.
        for row in sorted(rows, key=lambda row: row.version == 0):
            by_kind.setdefault(row.kind, []).append(row)
        return [
            PlayedKind(
                kind=parse_kind(kind, begun[0].title),
                house_rules=_rules_of(connection, club, begun[0]),
                games=sum(row.version > 0 for row in begun),
                begun=len(begun),
            )
            for kind, begun in by_kind.items()
        ]


def _rules_of(connection: Connection, club: str, row: AnyRow) -> Mapping[str, Any]:
    with suppress(Refused):  # a damaged book is reported where its game is opened
        return write_house_rules(load_game(connection, club, row.id).sheet.start.rules)
    rules: Mapping[str, Any] = json.loads(row.house_rules)
    return rules


def last_table(database: Database, club: str, night: str | None = None) -> dict[str, Any] | None:
    """The `players` of the newest game, clockwise, each {"id", "name"}, and the next `dealer`.

    It is that of a night, where one is named; None where there is none, or it is damaged.
    `clockwise` are the ids of those at the largest table of its night, the newest of such.
    """
    query = LATELY if night is None else LATELY.where(games.c.night == night)
    with database.reading() as connection, suppress(Refused):
        for row in connection.execute(query, {"of_club": club, "most": 1}):
            last = load_game(connection, club, row.id)
            order = last.sheet.table.order
            people = [last.sheet.sitters[seat].player for seat in order]
            return {
                "players": [{"id": last.persons[it], "name": last.names[it]} for it in people],
                "dealer": order.index(next_dealer(last.sheet)),
                "clockwise": _largest_table(connection, club, last.night),
            }
    return None


def _largest_table(connection: Connection, club: str, night: str) -> list[str]:
    largest = connection.execute(LARGEST, {"of_club": club, "of_night": night}).one()
    game = load_game(connection, club, largest.id)
    tables = [(deal.table.order, deal.sitters) for deal in game.sheet.deals]
    tables += [(game.sheet.table.order, game.sheet.sitters)]
    order, sitters = max(reversed(tables), key=lambda table: len(table[0]))
    return [game.persons[sitters[seat].player] for seat in order]
