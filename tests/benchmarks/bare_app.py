"""The measure of a save: an app that writes the same rows."""

from datetime import UTC, datetime

from flask import Flask, jsonify, request
from sqlalchemy import bindparam, insert, update

from scorer.storage.schema import (
    UtcDateTime,
    deal_results,
    entries,
    feats,
    games,
    pair_results,
    results,
)
from scorer.storage.stored_json import dump_json

RAISE_VERSION = (
    update(games)
    .where(games.c.club == bindparam("of_club"), games.c.id == bindparam("of_game"))
    .values(version=games.c.version + 1, last_at=bindparam("now", type_=UtcDateTime()))
    .returning(games.c.version)
)
ADD = insert(entries)
KEEP = (
    update(results)
    .where(
        results.c.club == bindparam("of_club"),
        results.c.game == bindparam("of_game"),
        results.c.seat == bindparam("of_seat"),
    )
    .values({name: bindparam(name) for name in ("player", "total", "place", "won", "deals")})
)

PAIR_KEY = [column.name for column in pair_results.primary_key]
PAIR_SUMS = [column.name for column in pair_results.c if column.name not in PAIR_KEY]
KEEP_PAIRS = (
    update(pair_results)
    .where(*(pair_results.c[name] == bindparam(f"of_{name}") for name in PAIR_KEY))
    .values({name: bindparam(name) for name in PAIR_SUMS})
)


def write_statistics(connection, club, game, deal, players, now):
    """The rows of a deal, of its feats, and of each two people."""
    here = {"club": club, "game": game}
    result = {"apart": 1000, "deal": deal}
    feat = {"number": 20, "kind": "red-nines", "started_at": now, "deal": deal, "key": "caught"}
    for table, row in ((deal_results, result), (feats, feat)):
        seats = [{**here, **row, "seat": at, "player": one} for at, one in enumerate(players)]
        connection.execute(insert(table), seats)
    sums = dict.fromkeys(PAIR_SUMS, deal)
    pairs = [
        {**here, **sums, "kind": "red-nines", "player": one, "other": other}
        for one in players
        for other in players
        if one != other
    ]
    if deal == 1:
        connection.execute(insert(pair_results), pairs)
    else:
        changed = [{**pair, **{f"of_{name}": pair[name] for name in PAIR_KEY}} for pair in pairs]
        chosen = [{key: row[key] for key in row if key not in PAIR_KEY} for row in changed]
        connection.execute(KEEP_PAIRS, chosen)


def bare_app(database, club, players):
    """Flask and SQLAlchemy Core on the same database: no rules, no rights, no page.

    It locks, adds the entry and writes a result for each seat, as the scorekeeper does, in
    one transaction; what it writes is what it is told.
    """
    app = Flask("bare")

    @app.post("/games/<game>/entries")
    def write(game):
        entry = request.get_json()
        here = {"of_club": club, "of_game": game}
        now = datetime.now(UTC)
        with database.writing() as connection:
            number = connection.scalar(RAISE_VERSION, {**here, "now": now})
            row = {"club": club, "game": game, "number": number, "device": None}
            row |= {"id": entry["id"], "kind": entry["kind"], "written_at": now}
            connection.execute(ADD, {**row, "content": dump_json(entry["content"])})
            result = {"total": 20, "place": 1, "won": False, "deals": number}
            seats = [
                {**here, **result, "of_seat": seat, "player": player}
                for seat, player in enumerate(players)
            ]
            connection.execute(KEEP, seats)
            write_statistics(connection, club, game, number, players, now)
        return jsonify(number=number, version=number)

    @app.get("/page")
    def page():
        return "<!doctype html><title>A page</title><p>Nothing is asked, nothing is shown."

    return app
