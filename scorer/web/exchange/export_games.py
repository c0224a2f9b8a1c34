"""Exports: games as files to download."""

from collections.abc import Iterator

from flask import Blueprint, Response

from scorer.services.exchange.export import export_game, export_zip
from scorer.services.exchange.spreadsheet import export_table
from scorer.web.access import database, device_here

export_games = Blueprint("export_games", __name__)


@export_games.get("/games/<id:game>/record.json")
def game_record(game: str) -> Response:
    """One game as a record."""
    data = export_game(database(), device_here().club, game)
    return _sent(data, f"game-{game[:8]}.json", "application/json")


@export_games.get("/club/records.zip")
@export_games.get("/nights/<id:night>/records.zip")
def records(night: str | None = None) -> Response:
    """All games of the club, or of a night, as a zip of records."""
    export = export_zip(database(), device_here().club, night)
    return _sent(export.pieces, export.name, "application/zip")


@export_games.get("/club/table.csv")
@export_games.get("/nights/<id:night>/table.csv")
@export_games.get("/games/<id:game>/table.csv")
def table(night: str | None = None, game: str | None = None) -> Response:
    """All games of the club, those of a night, or one, for a spreadsheet."""
    export = export_table(database(), device_here().club, night=night, game=game)
    return _sent(export.pieces, export.name, "text/csv")


def _sent(body: bytes | Iterator[bytes], name: str, mimetype: str) -> Response:
    response = Response(body, mimetype=mimetype)
    response.headers.set("Content-Disposition", "attachment", filename=name)
    return response
