"""Exports: games as files to download."""

from __future__ import annotations

from flask import Blueprint, Response, send_file

from scorer.services.exchange import spreadsheet
from scorer.services.exchange.export import Export, export_game, export_zip
from scorer.web.access import database, device_here

export_games = Blueprint("export_games", __name__)
JSON = "application/json"
CSV = "text/csv"
ZIP = "application/zip"


@export_games.get("/games/<id:game>/record.json")
def game_record(game: str) -> Response:
    """One game as a record."""
    data = export_game(database(), device_here().club, game)
    response = Response(data, mimetype=JSON)
    response.headers["Content-Disposition"] = f'attachment; filename="game-{game[:8]}.json"'
    return response


@export_games.get("/games/<id:game>/table.csv")
def game_table(game: str) -> Response:
    """One game for a spreadsheet."""
    return _sent(spreadsheet.write_table(database(), device_here().club, game=game), CSV)


@export_games.get("/nights/<id:night>/records.zip")
def night_records(night: str) -> Response:
    """A night as a zip of records."""
    return _sent(export_zip(database(), device_here().club, night), ZIP)


@export_games.get("/nights/<id:night>/table.csv")
def night_table(night: str) -> Response:
    """A night for a spreadsheet."""
    return _sent(spreadsheet.write_table(database(), device_here().club, night=night), CSV)


@export_games.get("/club/records.zip")
def club_records() -> Response:
    """All games of the club as a zip of records."""
    return _sent(export_zip(database(), device_here().club), ZIP)


@export_games.get("/club/table.csv")
def club_table() -> Response:
    """All games of the club for a spreadsheet."""
    return _sent(spreadsheet.write_table(database(), device_here().club), CSV)


def _sent(export: Export, mimetype: str) -> Response:
    return send_file(
        export.file, mimetype, as_attachment=True, download_name=export.name, etag=False
    )
