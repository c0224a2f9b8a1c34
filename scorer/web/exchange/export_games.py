"""Exports: games as files to download."""

from flask import Blueprint, Response, send_file

from scorer.services.exchange import spreadsheet
from scorer.services.exchange.export import Export, export_game, export_zip
from scorer.web.access import database, device_here

export_games = Blueprint("export_games", __name__)


@export_games.get("/games/<id:game>/record.json")
def game_record(game: str) -> Response:
    """One game as a record."""
    data = export_game(database(), device_here().club, game)
    response = Response(data, mimetype="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="game-{game[:8]}.json"'
    return response


@export_games.get("/club/records.zip")
@export_games.get("/nights/<id:night>/records.zip")
def records(night: str | None = None) -> Response:
    """All games of the club, or of a night, as a zip of records."""
    return _sent(export_zip(database(), device_here().club, night), "application/zip")


@export_games.get("/club/table.csv")
@export_games.get("/nights/<id:night>/table.csv")
@export_games.get("/games/<id:game>/table.csv")
def table(night: str | None = None, game: str | None = None) -> Response:
    """All games of the club, those of a night, or one, for a spreadsheet."""
    club = device_here().club
    return _sent(spreadsheet.write_table(database(), club, night=night, game=game), "text/csv")


def _sent(export: Export, mimetype: str) -> Response:
    return send_file(
        export.file, mimetype, as_attachment=True, download_name=export.name, etag=False
    )
