"""Games to take along: records, zips of records, tables for a spreadsheet."""

from __future__ import annotations

from typing import IO

from flask import Blueprint, Response, send_file

from scorer.services import clock
from scorer.services.exporting import records as exporting
from scorer.services.exporting import spreadsheet
from scorer.services.exporting.packing import Export
from scorer.services.games import GameRead
from scorer.services.nights.heads import read_head
from scorer.web.access import club_here, database, device_here
from scorer.web.club.bg_stats import bg_stats_link
from scorer.web.nights.night_lines import was_dated_back

taking = Blueprint("taking", __name__)
JSON = "application/json"
CSV = "text/csv"
ZIP = "application/zip"


@taking.get("/games/<id:game>/record.json")
def game_record(game: str) -> Response:
    """One game as a record."""
    data = exporting.export_game(database(), device_here().club, game)
    response = Response(data, mimetype=JSON)
    response.headers["Content-Disposition"] = f'attachment; filename="game-{game[:8]}.json"'
    return response


@taking.get("/games/<id:game>/table.csv")
def game_table(game: str) -> Response:
    """One game for a spreadsheet."""
    return _sent(spreadsheet.table_of_game(database(), device_here().club, game), CSV)


@taking.get("/nights/<id:night>/records.zip")
def night_records(night: str) -> Response:
    """A night as a zip of records."""
    return _sent(exporting.export_night(database(), device_here().club, night), ZIP)


@taking.get("/nights/<id:night>/table.csv")
def night_table(night: str) -> Response:
    """A night for a spreadsheet."""
    return _sent(spreadsheet.table_of_night(database(), device_here().club, night), CSV)


@taking.get("/club/records.zip")
def club_records() -> Response:
    """All games of the club as a zip of records."""
    return _sent(exporting.export_club(database(), device_here().club), ZIP)


@taking.get("/club/table.csv")
def club_table() -> Response:
    """All games of the club for a spreadsheet."""
    return _sent(spreadsheet.table_of_club(database(), device_here().club), CSV)


def link_to_bg_stats(game: GameRead) -> str | None:
    """The link that hands a finished game to BG Stats; None where there is nothing to hand over."""
    night, zone = read_head(database(), game.club, game.night), clock.zone_of(club_here().time_zone)
    return bg_stats_link(game, zone, night.place, dated_back=was_dated_back(night, zone))


def _sent(export: Export, mimetype: str) -> Response:
    file: IO[bytes] = export.file
    return send_file(file, mimetype, as_attachment=True, download_name=export.name, etag=False)
