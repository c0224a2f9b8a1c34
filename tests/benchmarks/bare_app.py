"""The measures of a save and of a poll: apps that write the same rows, or read only one."""

from datetime import UTC, datetime

from flask import Flask, Response, jsonify, request
from sqlalchemy import bindparam, insert, select, update

from scorer.storage.results import change_counts, rows_of, upsert
from scorer.storage.schema import UtcDateTime, dump_json, entries, games

RAISE_VERSION = (
    update(games)
    .where(games.c.club == bindparam("of_club"), games.c.id == bindparam("of_game"))
    .values(version=games.c.version + 1, last_at=bindparam("now", type_=UtcDateTime()))
    .returning(games.c.version)
)


def bare_app(database, club, sheet):
    """Flask and SQLAlchemy Core on the same database: no rules, no rights, no page.

    It locks, adds the entry and writes the rows of a deal, as the scorekeeper does, in one
    transaction; these are always those of a `sheet` with one deal.
    """
    app, now = Flask("bare"), datetime.now(UTC)
    rows = rows_of(sheet, now.year)
    copies, counts = rows.by_table(club, "", now), rows.counts

    @app.post("/games/<game>/entries")
    def write(game):
        entry, now = request.get_json(), datetime.now(UTC)
        here = {"of_club": club, "of_game": game, "now": now}
        with database.writing() as connection:
            number = connection.scalar(RAISE_VERSION, here)
            row = {"club": club, "game": game, "number": number, "device": None}
            row |= {"id": entry["id"], "kind": entry["kind"], "written_at": now}
            connection.execute(insert(entries), {**row, "content": dump_json(entry["content"])})
            for table, rows in copies.items():
                upsert(connection, table, [{**row, "game": game} for row in rows])
            change_counts(connection, club, counts)
        return jsonify(number=number, version=number)

    return app


VERSION = select(games.c.version).where(
    games.c.club == bindparam("of_club"), games.c.id == bindparam("of_game")
)


def bare_poll(database, club):
    """Flask and SQLAlchemy Core on the same database: one row read by its key, and a 304."""
    app = Flask("bare")

    @app.get("/games/<game>/news")
    def news(game):
        version = database.first(VERSION, {"of_club": club, "of_game": game}).version
        is_known = request.if_none_match.contains_weak(str(version))
        return Response(status=304 if is_known else 200, headers={"ETag": f'W/"{version}"'})

    return app
