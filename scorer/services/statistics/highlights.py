"""Highlights under today's names: the best of a night, and the best there ever was."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache

from sqlalchemy import Connection, literal, select, true, union_all

from scorer.rules.feats import WHOLE_GAME, Highlight, highlight_rules, worth_telling
from scorer.rules.kinds import Kind
from scorer.services.games.game_list import GameLine
from scorer.services.people.players import find_players
from scorer.services.statistics.kinds import KINDS
from scorer.storage.database import Database
from scorer.storage.games import DAY
from scorer.storage.results import DELETED
from scorer.storage.schema import AnyRow, AnySelect, games, highlights, in_ids, of_club, refers


@dataclass(frozen=True, kw_only=True)
class HighlightRead(Highlight):
    """A highlight of a game, with the day of a record.

    The player and the winners are persons, and `names` has what they are called today, by id.
    """

    kind: Kind
    game: str
    names: Mapping[str, str]
    day: date | None = None


OF_GAMES = (
    select(highlights, DAY)
    .join(games, refers(highlights.c.game, games))
    .where(of_club(highlights), in_ids(highlights.c.game))
)


def read_highlights(
    database: Database, club: str, played: Sequence[GameLine]
) -> tuple[HighlightRead, ...]:
    """The best of each feat, and one of each hand; the games in the order they began."""
    best: dict[str, AnyRow] = {}
    kinds = {game.id: game.kind for game in played}
    order = list(kinds)
    with database.reading() as connection:
        rows = connection.execute(OF_GAMES, {"of_club": club, "ids": order}).all()
        for row in sorted(rows, key=lambda row: (row.rank, order.index(row.game))):
            if worth_telling(kinds[row.game].unit, row.key, row.rank):
                best.setdefault(row.key, row)
        chosen: dict[tuple[str, int, str], AnyRow] = {}
        alike: set[str] = set()
        for feat, rule in highlight_rules().items():
            if feat not in best or rule.alike in alike:
                continue
            if rule.alike:
                alike.add(rule.alike)
            about = json.loads(best[feat].about)
            # Two of a whole game are about no hand.
            whose = feat if about["deal"] == WHOLE_GAME else about["player"]
            chosen.setdefault((best[feat].game, about["deal"], whose), best[feat])
        found = [(row, kinds[row.game], None) for row in chosen.values()]
        return _with_names(connection, club, found)


def read_best_ever(
    connection: Connection, club: str, kinds: Mapping[str, Kind]
) -> tuple[HighlightRead, ...]:
    """The best, earliest of equals, of each feat for each of these kinds of games."""
    order = tuple(highlight_rules())
    best = {
        (row.game, row.key)
        for row in connection.execute(_best_ever(order), {"of_club": club})
        if row.kind in kinds
    }
    ids = sorted({game for game, _ in best if game is not None})
    rows = connection.execute(OF_GAMES, {"of_club": club, "ids": ids}).all()
    found = [(row, kinds[row.kind], row.day) for row in rows if (row.game, row.key) in best]
    found.sort(key=lambda found: (found[0].kind, order.index(found[0].key)))
    return _with_names(connection, club, found)


# Put together once: that takes longer than the database needs to answer it.
@cache
def _best_ever(keys: tuple[str, ...]) -> AnySelect:
    """The game with the best of each feat, by kind: one look into an index for each."""
    deleted = select(DELETED.cte("deleted"))  # found once, for all of them
    every = union_all(*(select(literal(key).label("key")) for key in keys)).subquery()
    best = (
        select(highlights.c.game)
        .where(
            of_club(highlights),
            highlights.c.kind == KINDS.c.kind,
            highlights.c.key == every.c.key,
            highlights.c.game.not_in(deleted),
        )
        .order_by(highlights.c.rank, highlights.c.started_at, highlights.c.game)
        .limit(1)
        .correlate(KINDS, every)
        .scalar_subquery()
    )
    each = KINDS.join(every, true())
    return select(KINDS.c.kind, every.c.key, best.label("game")).select_from(each)


def _with_names(
    connection: Connection, club: str, found: Sequence[tuple[AnyRow, Kind, date | None]]
) -> tuple[HighlightRead, ...]:
    told = [(json.loads(row.about), row.game, kind, day) for row, kind, day in found]
    people = {about["player"] for about, *_ in told}
    people |= {player for about, *_ in told for side in about["winners"] for player in side}
    called = find_players(connection, club, people)
    names = {person.id: person.name for person in called.values()}
    named = []
    for about, game, kind, day in told:
        winners = tuple(tuple(called[one].id for one in side) for side in about["winners"])
        about |= {"player": called[about["player"]].id, "winners": winners}
        named.append(HighlightRead(**about, kind=kind, game=game, names=names, day=day))
    return tuple(named)
