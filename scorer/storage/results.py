"""Results: what the sheets say, copied for lists and statistics when a sheet is saved.

Rows of a game are written with it. Sums over all games are kept by adding what each write changes
(`rules.tallies`): to count a whole past again takes a page longer with every night.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import Connection, Table, bindparam, delete, select, union_all, update
from sqlalchemy.dialects import postgresql, sqlite

from scorer.rules.counter_value import nets_of, shares_of
from scorer.rules.entries import NOBODY
from scorer.rules.feats import highlights_of
from scorer.rules.kinds import Kind, kind_of
from scorer.rules.sheet import Sheet
from scorer.rules.tallies import Counts, counts_of
from scorer.storage.locks import lock_name
from scorer.storage.schema import (
    AnyRow,
    balances,
    dump_json,
    feats,
    games,
    highlights,
    left_seats,
    nights,
    of_club,
    pairs,
    players,
    results,
    tallies,
)

SETTLED = ("counters", "money", "stake_money")
Row = dict[str, Any]

_PERSON = (
    select(players.c.person)
    .where(players.c.club == bindparam("its_club"), players.c.id == bindparam("its_player"))
    .scalar_subquery()
)
# By name each table of sums, and its columns: of the key without the club, and of what is summed.
SUMS = {
    table.name: (
        table,
        [column.name for column in table.primary_key][1:],
        [column.name for column in table.c if not column.primary_key],
    )
    for table in (tallies, pairs, feats, balances)
}
DELETE = {
    table: delete(table).where(of_club(table), table.c.game == bindparam("of_game"))
    for table in (results, highlights, left_seats)
}
# The games in the bin, alone or with their night: statistics leave them out.
DELETED: Any = union_all(
    select(games.c.id).where(of_club(games), games.c.deleted_at.is_not(None)),
    select(games.c.id).where(
        of_club(games),
        games.c.night.in_(
            select(nights.c.id).where(of_club(nights), nights.c.deleted_at.is_not(None))
        ),
    ),
)


@dataclass(frozen=True)
class SheetRows:
    """The copies of a sheet: for each table rows without the game they belong to, and its counts.

    `own` are the columns that the game's own row copies.
    """

    kind: Kind
    own: Row
    tables: Mapping[Table, Sequence[Row]]
    counts: Counts

    def by_table(self, club: str, game: str, started_at: datetime) -> dict[Table, list[Row]]:
        """The rows of each table as they are stored for this game."""
        own = {"club": club, "game": game, "kind": self.kind.key, "started_at": started_at}
        stored = {}
        for table, rows in self.tables.items():
            shared = {name: value for name, value in own.items() if name in table.c}
            stored[table] = [{**shared, **row} for row in rows]
        return stored


def rows_of(sheet: Sheet, year: int, *, newest: bool = False) -> SheetRows:
    """The copies of a sheet of this year, with the counts of its `newest` deal alone if asked."""
    kind = kind_of(sheet.start)
    best = [
        {"key": one.feat, "rank": one.rank, "about": dump_json(vars(one))}
        for one in highlights_of(sheet)
    ]
    played = {sitter.player for deal in sheet.deals_that_count for sitter in deal.sitters}
    left = played - {sitter.player for sitter in sheet.sitters}
    return SheetRows(
        kind,
        own={"over": sheet.over, "kind": kind.key, "title": kind.name},
        tables={
            results: list(_seat_rows(sheet)),
            highlights: best,
            left_seats: [{"player": player} for player in left],
        },
        counts=counts_of(sheet, year, sheet.deals[-1:] if newest else None),
    )


def _seat_rows(sheet: Sheet) -> Iterator[Row]:
    """The seats, those of who has left too: they have no place, but what they won or lost."""
    shares, nets = None, None
    if sheet.start.unit == "counters":
        shares, nets = shares_of(sheet), nets_of(sheet)
    deals = Counter(seat for deal in sheet.deals_that_count for seat in deal.table.dealt)
    for seat, sitter in enumerate(sheet.sitters):
        if sitter == NOBODY:
            continue
        side = sheet.table.sides[seat]
        share = shares[seat] if shares else None
        yield {
            "seat": seat,
            "side": side,
            "player": sitter.player,
            "total": sheet.now.totals[side],
            "place": sheet.standing.places[side],
            "won": side in sheet.winners,
            "finished": sheet.finished and seat in sheet.table.order,
            "deals": deals[seat],
            **{name: share and getattr(share, name) for name in SETTLED},
            "net": nets and nets[side],
        }


def save_rows(connection: Connection, game: AnyRow, rows: SheetRows, *, anew: bool = False) -> None:
    """Write the rows of a game over those that are there, or `anew` in place of all of them."""
    for table, every in rows.by_table(game.club, game.id, game.started_at).items():
        if anew:
            connection.execute(DELETE[table], {"of_club": game.club, "of_game": game.id})
        upsert(connection, table, every)
    if any(getattr(game, name) != value for name, value in rows.own.items()):
        this = (games.c.club == game.club, games.c.id == game.id)
        connection.execute(update(games).where(*this).values(rows.own))


def change_counts(connection: Connection, club: str, changes: Counts) -> None:
    """Add these counts to the sums of a club, those below zero too."""
    # Held to the end, so that nobody has some of these rows and waits for others.
    lock_name(connection, f"counts {club}")
    rows: dict[str, dict[Any, Row]] = {name: {} for name in SUMS}
    for (name, key, column), number in changes.items():
        if number:
            rows[name].setdefault(key, {})[column] = number
    for name, (table, keys, columns) in SUMS.items():
        zeros = {"club": club, **dict.fromkeys(columns, 0)}
        changed = [
            {**zeros, **dict(zip(keys, key, strict=True)), **numbers}
            for key, numbers in rows[name].items()
        ]
        upsert(connection, table, changed, adds=True)


def replace_counts(connection: Connection, club: str, counts: Counts) -> None:
    """Let these be all the sums of a club."""
    for table, *_ in SUMS.values():
        connection.execute(delete(table).where(table.c.club == club))
    change_counts(connection, club, counts)


def stored_counts(connection: Connection, club: str) -> Counts:
    """The sums of a club that are kept."""
    counts: Counts = Counter()
    for name, (table, keys, columns) in SUMS.items():
        for row in connection.execute(select(table).where(table.c.club == club)).mappings():
            key = tuple(row[key] for key in keys)
            counts.update({(name, key, column): row[column] for column in columns})
    return counts


def upsert(
    connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]], *, adds: bool = False
) -> None:
    """Add these rows, or write them over those that have their keys, or add their numbers.

    A result says by itself which person its player is.
    """
    if table is results:
        rows = [{**row, "its_club": row["club"], "its_player": row["player"]} for row in rows]
    if rows:
        connection.execute(_upsert(table, connection.dialect.name, adds=adds), rows)


@cache
def _upsert(table: Table, dialect: str, *, adds: bool) -> Any:
    # Built once: that takes longer than running it.
    adding: Any = (sqlite if dialect == "sqlite" else postgresql).insert(table)
    new = {column.name: adding.excluded[column.name] for column in table.c}
    others = {name: new[name] for name in new if name not in table.primary_key}
    if adds:
        others = {name: table.c[name] + value for name, value in others.items()}
    if table is results:
        adding = adding.values(person=_PERSON)
    if not others:
        return adding.on_conflict_do_nothing()
    return adding.on_conflict_do_update(index_elements=list(table.primary_key), set_=others)
