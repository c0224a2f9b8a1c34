"""Results: what the sheets say, copied for lists and statistics when a sheet is saved."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from sqlalchemy import Connection, Table, bindparam, delete, select, union_all, update
from sqlalchemy.dialects import postgresql, sqlite

from scorer.rules.counter_value import nets_of, shares_of
from scorer.rules.kinds import Kind, kind_of
from scorer.rules.sheet import Sheet
from scorer.storage import schema
from scorer.storage.schema import AnyRow, games, nights, of_club, players, refers, results
from scorer.storage.sheet_results import WHOLE_GAME, deal_results, feats_of, pair_results

SETTLED = ("counters", "money", "stake_money")
Row = dict[str, Any]

_PERSON = (
    select(players.c.person)
    .where(players.c.club == bindparam("its_club"), players.c.id == bindparam("its_player"))
    .scalar_subquery()
)
TABLES = (results, schema.deal_results, schema.pair_results, schema.feats)
DELETE = {
    table: delete(table).where(of_club(table), table.c.game == bindparam("of_game"))
    for table in TABLES
}
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
        results: _seat_rows(sheet),
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


def _seat_rows(sheet: Sheet) -> list[Row]:
    shares, nets = None, None
    if sheet.start.unit == "counters":
        shares, nets = shares_of(sheet), nets_of(sheet)
    deals, rows, finished = len(sheet.deals_that_count), list[Row](), sheet.finished
    for seat, sitter in enumerate(sheet.sitters):
        side = sheet.start.sides[seat]
        share = shares[seat] if shares else None
        row = {
            "seat": seat,
            "side": side,
            "player": sitter.player,
            "total": sheet.now.totals[side],
            "place": sheet.standing.places[side],
            "won": side in sheet.winners,
            "finished": finished,
            "deals": deals,
            **{name: share and getattr(share, name) for name in SETTLED},
            "net": nets and nets[side],
        }
        rows.append(row)
    return rows


def save_deal(connection: Connection, game: AnyRow, rows: SheetRows, number: int) -> None:
    """Write what a last deal, of this number, has changed."""
    for table, every in rows.by_table(game.club, game.id, game.started_at).items():
        if "deal" in table.c:
            every = [row for row in every if row["deal"] in (number, WHOLE_GAME)]
        upsert(connection, table, every)
    _update_game(connection, game, rows)


def save_all(connection: Connection, game: AnyRow, rows: SheetRows) -> None:
    """Write all rows of a game, in place of those that are there."""
    for table, every in rows.by_table(game.club, game.id, game.started_at).items():
        connection.execute(DELETE[table], {"of_club": game.club, "of_game": game.id})
        upsert(connection, table, every)
    _update_game(connection, game, rows)


def stored_rows(
    connection: Connection, club: str, first: str, last: str
) -> dict[str, dict[Table, list[Row]]]:
    """The rows of the games from the first to the last id, without the person of a result.

    That is known by no book. A range of ids makes SQLite use the index by game: for a single id it
    would go through all pairs of people of the club.
    """
    stored: dict[str, dict[Table, list[Row]]] = {}
    for table in TABLES:
        columns = [column for column in table.c if column.name != "person"]
        games_here = (table.c.club == club, table.c.game.between(first, last))
        for row in connection.execute(select(*columns).where(*games_here)).mappings():
            stored.setdefault(row["game"], {}).setdefault(table, []).append(dict(row))
    return stored


def _update_game(connection: Connection, game: AnyRow, rows: SheetRows) -> None:
    if any(getattr(game, name) != value for name, value in rows.of_own_row.items()):
        this = (games.c.club == game.club, games.c.id == game.id)
        connection.execute(update(games).where(*this).values(rows.of_own_row))


def upsert(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Add these rows, or write them over those that have their keys.

    A result says by itself which person its player is.
    """
    if table is results:
        rows = [{**row, "its_club": row["club"], "its_player": row["player"]} for row in rows]
    if rows:
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
    if table is results:
        adding = adding.values(person=_PERSON)
    return adding.on_conflict_do_update(index_elements=primary, set_=others)
