"""Games that were played, night by night."""

from __future__ import annotations

from itertools import groupby

from flask import Blueprint, render_template, request

from scorer.services import games as kept
from scorer.web.access import database, device_here
from scorer.web.game_lines import game_lines

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
    device = device_here()
    read = kept.read_night(database(), device.club, night)
    lines = game_lines(read.games)
    return render_template("nights/night.html", night=read, lines=lines, wins=read.wins)
