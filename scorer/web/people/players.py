"""The players: who is best, everybody, and what each has done."""

from __future__ import annotations

from collections.abc import Iterable

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorer.rules.numbers import parse_sent_number
from scorer.services.people import merge
from scorer.services.statistics.club import ENOUGH_GAMES, MOST_PEOPLE, list_people, read_club
from scorer.services.statistics.highlights import HighlightRead
from scorer.services.statistics.person import read_person
from scorer.web.access import database, device_here
from scorer.web.formats import in_words, today_here
from scorer.web.names import titles_of
from scorer.web.nights.highlights import HighlightView, highlight_views
from scorer.web.people.player_view import person_view

LARGEST_NUMBER = 10**9

players = Blueprint("players", __name__)


@players.get("/players/<id:player>")
def show(player: str) -> ResponseReturnValue:
    """One person; somebody who is the same person under another name is shown there."""
    club = device_here().club
    person = read_person(database(), club, player)
    if person.id != player:
        return redirect(url_for("players.show", player=person.id))
    return render_template(
        "players/player.html",
        merged=merge.read_person(database(), club, person.id).merged,
        **person_view(person),
    )


@players.get("/players/")
def index() -> str:
    """Who is best and who played; with `skip`, only those who come behind so many."""
    club = device_here().club
    if skip := parse_sent_number(request.args.get("skip", ""), LARGEST_NUMBER):
        people, more = list_people(database(), club, skip)
        following = skip + MOST_PEOPLE if more else None
        return render_template("players/more.html", people=people, following=following)
    this_year = today_here().year
    read = read_club(database(), club, this_year)
    weighed = [feat for feats in read.beside_luck.values() for feat in feats]
    return render_template(
        "players/index.html",
        club=read,
        titles_of_best=titles_of(best.kind for best in read.best),
        titles=titles_of(feat.kind for feat in weighed),
        in_words=in_words,
        this_year=this_year,
        enough_for_trophy=ENOUGH_GAMES,
        records=records_by_game(read.records),
        people=read.people,
        following=MOST_PEOPLE if read.more else None,
    )


def records_by_game(records: Iterable[HighlightRead]) -> list[tuple[str, list[HighlightView]]]:
    """The records under the title of their game."""
    by_kind: dict[str, list[HighlightRead]] = {}
    for record in records:
        by_kind.setdefault(record.kind.key, []).append(record)
    titles = titles_of(records[0].kind for records in by_kind.values())
    return [(titles[key], highlight_views(of_kind)) for key, of_kind in by_kind.items()]
