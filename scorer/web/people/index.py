"""The players of a club: who is best, the trophy, the records, and everybody."""

from __future__ import annotations

from collections.abc import Iterable

from flask import render_template, request

from scorer.rules.words import WORDS
from scorer.services import clock
from scorer.services.statistics.club import ENOUGH_GAMES, more_people, read_club
from scorer.services.statistics.highlights import Told
from scorer.web.access import club_here, database, device_here
from scorer.web.nights.highlight_words import HighlightShown, shown_highlights
from scorer.web.people.player import players
from scorer.web.recipe import counted

__all__ = ["players"]


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
        many=counted(len(read.best)),
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


def records_by_game(records: Iterable[Told]) -> dict[str, list[HighlightShown]]:
    """The records under the title of their game."""
    told: dict[str, list[Told]] = {}
    for one in records:
        told.setdefault(one.variant, []).append(one)
    return {
        WORDS["variants"][variant]["title"]: shown_highlights(those)
        for variant, those in told.items()
    }
