"""Charts: pictures of the totals, each with a table beside it."""

from __future__ import annotations

from flask import Blueprint, Response, render_template, request
from werkzeug.exceptions import NotFound

from scorer.services.games import NightRead
from scorer.services.nights.sheets import sheets_by_game
from scorer.services.statistics.person import form_of
from scorer.web.access import database, device_here, game_here, night_here
from scorer.web.drawing.charts_view import (
    ChartShown,
    chart_of_form,
    chart_of_game,
    charts_of_night,
    drawn_of,
)
from scorer.web.drawing.images import svg_answer
from scorer.web.drawing.lines import Chart, draw_lines
from scorer.web.games.shown import shown

charts = Blueprint("charts", __name__)


@charts.get("/games/<id:game>/chart")
def of_game(game: str) -> str:
    """The totals deal by deal: the picture, and the same numbers as a table."""
    read = game_here(game)
    return render_template("games/chart.html", chart=chart_of_game(read), **shown(read))


@charts.get("/games/<id:game>/chart.svg")
def picture_of_game(game: str) -> Response:
    """The picture of the totals deal by deal."""
    return drawn(chart_of_game(game_here(game)))


@charts.get("/nights/<id:night>/chart.svg")
def picture_of_night(night: str) -> Response:
    """The picture of one kind of game of a night, `?of=red-nines`: running sums deal by deal."""
    return night_chart(device_here().club, night_here(night))


@charts.get("/players/<id:player>/form.svg")
def picture_of_form(player: str) -> Response:
    """The picture of somebody's form: how many of the others were left behind."""
    return drawn(chart_of_form(form_of(database(), device_here().club, player)))


def night_charts(club: str, night: NightRead, kind: str | None = None) -> list[ChartShown]:
    """The charts of a night, one for each kind of game, or that of one kind."""
    games = drawn_of(night.games, kind)
    sheets = sheets_by_game(database(), club, [game.id for game in games])
    return charts_of_night(games, sheets)


def night_chart(club: str, night: NightRead) -> Response:
    """The picture of the kind of game that the address names, `?of=red-nines`."""
    for one in night_charts(club, night, request.args.get("of", "")):
        return drawn(one.chart)
    raise NotFound


def drawn(chart: Chart) -> Response:
    """A chart as an answer; `?wide=1` for screens that are."""
    if not chart.is_drawn:
        raise NotFound
    return svg_answer(draw_lines(chart, wide=bool(request.args.get("wide"))))
