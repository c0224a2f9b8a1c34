"""The players: who is best, everybody, and what each has done."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorer.rules.feats import OfLuck
from scorer.services.people.merge import merges_of
from scorer.services.statistics.club import (
    ENOUGH_GAMES,
    BesideLuck,
    BestOfKind,
    more_people,
    read_club,
)
from scorer.services.statistics.highlights import HighlightRead
from scorer.services.statistics.person import read_person
from scorer.web.access import database, device_here
from scorer.web.formats import in_words, today_here
from scorer.web.kinds import titles_of
from scorer.web.nights.highlights import HighlightView, highlight_views
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
    this_year = today_here().year
    read = read_club(database(), club, this_year)
    return render_template(
        "players/index.html",
        club=read,
        best=best_views(read.best),
        beside_luck=by_words(read.beside_luck),
        titles=titles_of(weighed.kind for weighed in read.beside_luck),
        this_year=this_year,
        enough_for_trophy=ENOUGH_GAMES,
        records=records_by_game(read.records),
        people=read.people,
        more=read.more,
    )


@dataclass(frozen=True)
class BestView:
    """Who is best at a kind of game; `even` is what luck alone would give each."""

    title: str
    best: BestOfKind
    many: str
    even: int


def best_views(best: Sequence[BestOfKind]) -> list[BestView]:
    """Who is best at each kind of game."""
    titles = titles_of(of_kind.kind for of_kind in best)
    return [
        BestView(
            title=titles[of_kind.kind.key],
            best=of_kind,
            many=in_words(len(of_kind.chances)),
            even=even_chance(len(of_kind.chances)),
        )
        for of_kind in best
    ]


def even_chance(people: int) -> int:
    """What luck alone would give each of so many people, of a hundred games."""
    return (200 // people + 1) // 2


def records_by_game(records: Iterable[HighlightRead]) -> list[tuple[str, list[HighlightView]]]:
    """The records under the title of their game."""
    by_kind: dict[str, list[HighlightRead]] = {}
    for record in records:
        by_kind.setdefault(record.kind.key, []).append(record)
    titles = titles_of(records[0].kind for records in by_kind.values())
    return [(titles[key], highlight_views(of_kind)) for key, of_kind in by_kind.items()]


def by_words(weighed: Iterable[BesideLuck]) -> dict[OfLuck, list[BesideLuck]]:
    """What is weighed against luck, under the words that say what it is."""
    by_words: dict[OfLuck, list[BesideLuck]] = {}
    for feat in weighed:
        by_words.setdefault(feat.words, []).append(feat)
    return by_words
