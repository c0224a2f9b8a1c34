"""The pages of a link for people who have not joined: sheets to read, and nothing to tap."""

from typing import Any

from flask import Blueprint, Response, render_template, request, url_for

from scorer.rules.kinds import kind_of
from scorer.services.club.share_links import ShareLink
from scorer.services.games.game_list import sheets_by_game
from scorer.services.nights.night_list import read_night
from scorer.web.access import database, shared_game_here, shared_here
from scorer.web.drawing.charts import chart_of_game, charts_of_night, drawn, drawn_of_night
from scorer.web.formats import was_dated_back
from scorer.web.games.paper import paper_context
from scorer.web.hosts import base_for_phones
from scorer.web.nights.lines import game_lines
from scorer.web.sharing.pictures import about_night

shared = Blueprint("shared", __name__)


@shared.get("/shared/<code>")
def show(code: str) -> str:
    """The sheet of a game, or a night with all its games."""
    share = shared_here(code)
    if share.kind == "game":
        return game(code, share.target)
    read = read_night(database(), share.club, share.target)
    picture = about_night(read)
    sheets = sheets_by_game(database(), share.club, read.games)
    return _page(
        "shared/night.html",
        share,
        title=picture.title,
        says=picture.about,
        picture=picture,
        lines=game_lines(read.games),
        charts=[
            (chart, url_for("shared.chart", code=code, of=chart.kind, line=chart.chosen))
            for chart in charts_of_night(read.games, sheets)
        ],
        dated_back=was_dated_back(read),
    )


@shared.get("/shared/<code>/games/<id:game>")
def game(code: str, game: str) -> str:
    """The sheet of the game, or of one game of the night."""
    share = shared_here(code)
    read = shared_game_here(share, game)
    context, chart = paper_context(read), chart_of_game(read)
    picture = url_for("shared.game_chart", code=code, game=game, line=chart.chosen)
    return _page(
        "shared/game.html",
        share,
        title=kind_of(read.sheet.start).title,
        says=context["sheet"].summary,
        charts=[(chart, picture)] if chart.is_drawn and not read.sheet.only_totals else [],
        **context,
    )


@shared.get("/shared/<code>/chart.svg")
def chart(code: str) -> Response:
    """The chart of one kind of game of the night, `?of=red-nines`."""
    share = shared_here(code)
    return drawn_of_night(share.club, read_night(database(), share.club, share.target))


@shared.get("/shared/<code>/games/<id:game>/chart.svg")
def game_chart(code: str, game: str) -> Response:
    """The chart of the game, or of one game of the night."""
    return drawn(chart_of_game(shared_game_here(shared_here(code), game)))


def _page(template: str, share: ShareLink, **context: Any) -> str:
    base = base_for_phones() or request.url_root.rstrip("/")
    address = f"{base}{url_for('shared.show', code=share.code)}"
    return render_template(template, share=share, address=address, **context)
