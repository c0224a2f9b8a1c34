"""Results: what the sheets say, copied for lists and statistics when a sheet is saved."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import Connection, Table, bindparam, delete, insert, select, union_all, update
from sqlalchemy.dialects import postgresql, sqlite

from scorer.rules.counter_value import nets_of, shares_of
from scorer.rules.kinds import Kind, kind_of
from scorer.rules.sheet import Sheet
from scorer.storage import schema
from scorer.storage.schema import AnyRow, games, nights, of_club, players, refers, results
from scorer.storage.sheet_results import WHOLE_GAME, deal_results, feats_of, pair_results

SETTLED = ("counters", "money", "stake_money")
SCORES = ("side", "total", "place", "won", "finished", "deals", "net", *SETTLED)
Row = dict[str, Any]

UPDATE_SEATS = (
    update(results)
    .where(
        of_club(results),
        results.c.game == bindparam("of_game"),
        results.c.seat == bindparam("of_seat"),
    )
    .values({name: bindparam(name) for name in SCORES})
)
_PERSON = (
    select(players.c.person)
    .where(players.c.club == bindparam("its_club"), players.c.id == bindparam("its_player"))
    .scalar_subquery()
)
ADD = insert(results).values(person=_PERSON)
# The games in the bin, alone or with their night: statistics leave them out.
DELETED: Any = union_all(
    select(games.c.id).where(of_club(games), games.c.deleted_at.is_not(None)),
    select(games.c.id)
    .join(nights, refers(games.c.night, nights))
    .where(of_club(nights), nights.c.deleted_at.is_not(None)),
)


@dataclass(frozen=True)
class SheetRows:
    """The copies of a sheet: for each table rows without the game they belong to."""

    over: bool
    kind: Kind
    tables: Mapping[Table, Sequence[Row]]

    @property
    def of_own_row(self) -> Row:
        """The columns that the game's own row copies."""
        return {"over": self.over, "kind": self.kind.key, "title": self.kind.name}

    def by_table(self, club: str, game: str, started_at: datetime) -> dict[Table, list[Row]]:
        """The rows of each table as they are stored for this game."""
        own = {"club": club, "game": game, "kind": self.kind.key, "started_at": started_at}
        stored = {}
        for table, rows in self.tables.items():
            shared = {name: value for name, value in own.items() if name in table.c}
            stored[table] = [{**shared, **row} for row in rows]
        return stored


def rows_of(sheet: Sheet) -> SheetRows:
    """The copies of this sheet."""
    tables: dict[Table, Sequence[Row]] = {
        results: list(_seat_rows(sheet)),
        schema.deal_results: list(deal_results(sheet)),
        schema.pair_results: [
            {"player": player, "other": other, **vars(pair)}
            for (player, other), pair in sorted(pair_results(sheet).items())
        ],
        schema.feats: [
            {
                "deal": deal,
                "key": feat.key,
                "seat": feat.seat,
                "number": feat.number,
                "player": player,
            }
            for deal, player, feat in feats_of(sheet)
        ],
    }
    return SheetRows(sheet.over, kind_of(sheet.start), tables)


def _seat_rows(sheet: Sheet) -> Iterator[Row]:
    shares, nets = shares_of(sheet), nets_of(sheet)
    for seat, sitter in enumerate(sheet.sitters):
        side = sheet.side(seat)
        share = shares[seat] if shares else None
        yield {
            "seat": seat,
            "side": side,
            "player": sitter.player,
            "total": sheet.now.totals[side],
            "place": sheet.standing.places[side],
            "won": sheet.won(seat),
            "finished": sheet.finished,
            "deals": len(sheet.deals_that_count),
            **{name: share and getattr(share, name) for name in SETTLED},
            "net": nets and nets[side],
        }


def save_deal(connection: Connection, game: AnyRow, rows: SheetRows, number: int) -> None:
    """Write what a last deal, of this number, has changed."""
    this = {"of_club": game.club, "of_game": game.id}
    scores = [
        {**this, "of_seat": row["seat"], **{name: row[name] for name in SCORES}}
        for row in rows.tables[results]
    ]
    connection.execute(UPDATE_SEATS, scores)
    by_table = rows.by_table(game.club, game.id, game.started_at)
    for table in (schema.deal_results, schema.feats):
        new = [row for row in by_table[table] if row["deal"] in (number, WHOLE_GAME)]
        insert_rows(connection, table, new)
    if pairs := by_table[schema.pair_results]:
        upsert(connection, schema.pair_results, pairs)
    _update_game(connection, game, rows)


def save_changes(connection: Connection, game: AnyRow, rows: SheetRows) -> None:
    """Write whatever has changed of a game; rows that have not stay untouched."""
    for table, every in rows.by_table(game.club, game.id, game.started_at).items():
        before, after = stored_rows(connection, game, table), keyed_rows(table, every)
        gone = [row for key, row in before.items() if after.get(key) != row]
        if gone:
            names = [column.name for column in table.primary_key]
            which = [table.c[name] == bindparam(f"its_{name}") for name in names]
            keys = [{f"its_{name}": row[name] for name in names} for row in gone]
            connection.execute(delete(table).where(*which), keys)
        new = [row for key, row in after.items() if before.get(key) != row]
        insert_rows(connection, table, new)
    _update_game(connection, game, rows)


def keyed_rows(table: Table, rows: Iterable[Row]) -> dict[tuple[Any, ...], Row]:
    """The rows of a game, by their keys."""
    names = [column.name for column in table.primary_key]
    return {tuple(row[name] for name in names): row for row in rows}


def stored_rows(connection: Connection, game: AnyRow, table: Table) -> dict[tuple[Any, ...], Row]:
    """The rows of a game that a table keeps, without the person, which no book knows."""
    columns = [column for column in table.c if column.name != "person"]
    of_game = select(*columns).where(table.c.club == game.club, table.c.game == game.id)
    return keyed_rows(table, map(dict, connection.execute(of_game).mappings()))


def insert_rows(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Add rows to a table; a result says by itself which person its player is."""
    if table is results:
        rows = [{**row, "its_club": row["club"], "its_player": row["player"]} for row in rows]
    if rows:
        connection.execute(ADD if table is results else insert(table), rows)


def _update_game(connection: Connection, game: AnyRow, rows: SheetRows) -> None:
    if any(getattr(game, name) != value for name, value in rows.of_own_row.items()):
        this = (games.c.club == game.club, games.c.id == game.id)
        connection.execute(update(games).where(*this).values(rows.of_own_row))


def upsert(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Add these rows, or write them over those that have their keys."""
    connection.execute(_upsert(table, connection.dialect.name), rows)


@cache
def _upsert(table: Table, dialect: str) -> Any:
    # Built once: that takes longer than running it.
    adding: Any = (sqlite if dialect == "sqlite" else postgresql).insert(table)
    primary = [column.name for column in table.primary_key]
    others = {
        column.name: adding.excluded[column.name]
        for column in table.c
        if column.name not in primary
    }
    return adding.on_conflict_do_update(index_elements=primary, set_=others)
