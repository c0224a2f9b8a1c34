"""Games that were played, night by night."""

from __future__ import annotations

from itertools import groupby

from flask import Blueprint, render_template, request

from scorer.services import games as kept
from scorer.web.access import database, device_here
from scorer.web.charts_view import charts_of_night
from scorer.web.game_lines import game_lines
from scorer.web.paying_view import paying_of_night

nights = Blueprint("nights", __name__)
A_PAGE = 30


@nights.get("/games/")
def index() -> str:
    """All games, newest first, a page at a time."""
    device = device_here()
    before = request.args.get("before", "")[:100] or None
    lines = kept.list_games(database(), device.club, before=before, limit=A_PAGE)
    more = lines[-1].mark if len(lines) == A_PAGE else None
    by_night = [list(one) for _, one in groupby(game_lines(lines), key=lambda line: line.night)]
    return render_template("nights/games.html", nights=by_night, more=more, before=before)


@nights.get("/nights/<id:night>")
def show(night: str) -> str:
    """One evening at one table."""
    return night_page(device_here().club, night)


def night_page(club: str, night: str, *, error: str = "") -> str:
    """The page of a night; `error` says what was wrong with a payment."""
    read = kept.read_night(database(), club, night)
    paying = paying_of_night(club, night, error=error)
    return render_template(
        "nights/night.html",
        night=read,
        lines=game_lines(read.games),
        wins=read.wins,
        charts=charts_of_night(read.games),
        paying=paying if paying.units or error else None,
    )
