"""Nights: all of them, found by words, and each by itself, described or deleted."""

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorer.rules.words import WORDS
from scorer.services.games.game_list import sheets_by_game
from scorer.services.nights import bin
from scorer.services.nights.edit import edit_night, places
from scorer.services.nights.night_list import MAX_QUERY_LENGTH, list_nights
from scorer.services.nights.state import state_of_games
from scorer.services.statistics.highlights import read_highlights
from scorer.web.access import club_here, database, device_here, night_here
from scorer.web.drawing.charts import charts_of_night
from scorer.web.drawing.looks import looks_of_games
from scorer.web.formats import today_here, was_dated_back
from scorer.web.forms import NightForm
from scorer.web.fresh import POLL_SECONDS, Fresh
from scorer.web.names import titles_of
from scorer.web.nights.bin import just_deleted
from scorer.web.nights.highlights import highlight_views, titles_in_night
from scorer.web.nights.lines import by_month, game_lines
from scorer.web.settle_up import won_and_lost_in_night
from scorer.web.sharing.links import night_to_send

nights = Blueprint("nights", __name__)
PAGE_SIZE = 20
MAX_HIGHLIGHTS = 3


@nights.get("/nights/")
def index() -> str:
    """All nights, newest first, a page at a time; `q` are words to find them by."""
    words = " ".join(request.args.get("q", "")[: MAX_QUERY_LENGTH * 4].split())[:MAX_QUERY_LENGTH]
    before = request.args.get("before") or None
    club = device_here().club
    found, more = list_nights(database(), club, words=words, before=before, limit=PAGE_SIZE)
    return render_template(
        "nights/index.html",
        months=by_month(found),
        words=words,
        before=before,
        more=more,
        deleted=just_deleted(),
    )


@nights.get("/nights/<id:night>")
def show(night: str) -> Response:
    """One evening at one table."""
    club = device_here().club
    kept = Fresh(POLL_SECONDS, club_here().changes, state_of_games(database(), club, night))
    read = night_here(night)
    sheets = sheets_by_game(database(), club, read.games)
    # What one game made of everybody stands in its own line.
    standings = [table for table in read.standings if table.games > 1]
    highlights = read_highlights(database(), club, read.games)
    return kept.page(
        "nights/night.html",
        night=read,
        units=WORDS["units"],
        standings=standings,
        titles=titles_of(table.kind for table in read.standings),
        looks=looks_of_games(read.games),
        lines=game_lines(read.games),
        unreadable=game_lines(game for game in read.games if game.id not in sheets),
        charts=charts_of_night(read.games, sheets),
        dated_back=was_dated_back(read),
        deleted=just_deleted(),
        highlights=highlight_views(highlights, titles_in_night(read.games)),
        most_highlights=MAX_HIGHLIGHTS,
        send=night_to_send(read),
        won_and_lost=won_and_lost_in_night(read.games),
    )


@nights.route("/nights/<id:night>/edit", methods=["GET", "POST"])
def edit(night: str) -> ResponseReturnValue:
    """Say what a night is called, where and when it was."""
    club, read = device_here().club, night_here(night, "score")
    form = NightForm(today_here(), obj=read)
    if form.validate_on_submit():
        edit_night(database(), club, night, form.description())
        return redirect(url_for("nights.show", night=night), 303)
    page = render_template(
        "nights/edit.html", night=read, night_form=form, places=places(database(), club)
    )
    return page, form.status


@nights.post("/nights/<id:night>/delete")
def delete(night: str) -> ResponseReturnValue:
    """Put a night into the bin, with all its games."""
    device = device_here("manage")
    bin.delete(database(), device.club, "night", night, device=device.id)
    return redirect(url_for("nights.index", deleted=night), 303)
