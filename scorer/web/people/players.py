"""The people: what they have done."""

from __future__ import annotations

from collections.abc import Iterable

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorer.rules.words import WORDS
from scorer.services import clock
from scorer.services.people.merge import merges_of
from scorer.services.statistics.club import ENOUGH_GAMES, more_people, read_club
from scorer.services.statistics.highlights import HighlightRead
from scorer.services.statistics.person import read_person
from scorer.web.access import club_here, database, device_here
from scorer.web.nights.highlights import HighlightView, highlight_views
from scorer.web.numbers import in_words
from scorer.web.people.player_view import person_view

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
        merges=merges_of(database(), club, person.id),
        **person_view(person),
    )


@players.get("/players/")
def index() -> str:
    """Who is best and who played; with `after`, only those who played before that one."""
    club = device_here().club
    after = request.args.get("after", "")[:100]
    if after:
        people, more = more_people(database(), club, after)
        return render_template("players/more.html", people=people, more=more)
    today = clock.now().astimezone(clock.zone_of(club_here().time_zone))
    read = read_club(database(), club, today.year)
    return render_template(
        "players/index.html",
        club=read,
        many=in_words(len(read.best)),
        even=even_chance(len(read.best)),
        titles={key: words["title"] for key, words in WORDS["variants"].items()},
        this_year=today.year,
        enough_for_trophy=ENOUGH_GAMES,
        records=records_by_game(read.records),
        people=read.people,
        more=read.more,
    )


def even_chance(people: int) -> int:
    """What luck alone would give each of so many people, of a hundred games."""
    return (200 // people + 1) // 2 if people else 0


def records_by_game(records: Iterable[HighlightRead]) -> dict[str, list[HighlightView]]:
    """The records under the title of their game."""
    told: dict[str, list[HighlightRead]] = {}
    for one in records:
        told.setdefault(one.variant, []).append(one)
    return {
        WORDS["variants"][variant]["title"]: highlight_views(those)
        for variant, those in told.items()
    }
