"""Pages of players: ranking, one person, rename, merge, unmerge, anonymise."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorer.rules.numbers import parse_sent_number
from scorer.services.errors import Conflict
from scorer.services.people.anonymise import anonymise as forget
from scorer.services.people.anonymise import remove_player
from scorer.services.people.merge import list_persons, merge_people, undo_merge
from scorer.services.people.players import Player, rename_player
from scorer.services.statistics.club import (
    ENOUGH_GAMES,
    MAX_PEOPLE,
    MAX_REGULARS,
    STILL_LUCK,
    list_people,
    read_club,
)
from scorer.services.statistics.highlights import HighlightRead
from scorer.services.statistics.person import read_person
from scorer.web.access import database, device_here, person_here
from scorer.web.formats import day, today_here
from scorer.web.forms import RenameForm, SamePersonForm
from scorer.web.names import name_of, titles_of
from scorer.web.nights.highlights import highlight_views
from scorer.web.people.player_view import person_view
from scorer.web.settle_up import debts_by_person

MAX_NUMBER = 10**9

players = Blueprint("players", __name__)


@players.get("/players/<id:player>")
def show(player: str) -> ResponseReturnValue:
    """One person; somebody who is the same person under another name is shown there."""
    club = device_here().club
    person = read_person(database(), club, player)
    if person.id != player:
        return redirect(url_for("players.show", player=person.id))
    return render_template("players/player.html", **person_view(person))


@players.get("/players/")
def index() -> str:
    """Who is best and who played; with `skip`, only those who come behind so many."""
    club = device_here().club
    skip = parse_sent_number(request.args.get("skip", ""), MAX_NUMBER) or 0
    people, more = list_people(database(), club, skip)
    page = {"people": people, "following": skip + MAX_PEOPLE if more else None}
    if skip:
        return render_template("players/index.html", skipped=True, **page)
    this_year = today_here().year
    read = read_club(database(), club, this_year)
    return render_template(
        "players/index.html",
        club=read,
        titles=titles_of(best.kind for best in read.best),
        this_year=this_year,
        enough_for_trophy=ENOUGH_GAMES,
        most_regulars=MAX_REGULARS,
        still_luck=STILL_LUCK,
        records=records_by_game(read.records),
        **page,
    )


def records_by_game(records: Sequence[HighlightRead]) -> list[tuple[str, list[dict[str, Any]]]]:
    """The records, which come by game, under the titles of their games."""
    titles = titles_of(record.kind for record in records)
    by_kind = groupby(records, lambda record: record.kind.key)
    return [(titles[key], highlight_views(list(of_kind))) for key, of_kind in by_kind]


@players.route("/players/<id:player>/rename", methods=["GET", "POST"])
def rename(player: str) -> ResponseReturnValue:
    """Call somebody by another name from now on."""
    person, taken = person_here(player, "score"), False
    form = RenameForm(name=person.name)
    if form.validate_on_submit():
        club, name = device_here().club, form.name.data or ""
        allowed = form.allow_duplicate.data
        try:
            rename_player(database(), club, person.id, name, allow_duplicate=allowed)
            return _back_to(person.id)
        except Conflict as fault:
            form.refuse("name", fault)
            taken = fault.code == "name_in_use"
    page = render_template("players/rename.html", person=person, rename=form, taken=taken)
    return page, form.status


@players.route("/players/<id:player>/merge", methods=["GET", "POST"])
def merge(player: str) -> ResponseReturnValue:
    """Merge two people; where they are merged by now, that person is shown."""
    club, person = device_here().club, person_here(player, "score")
    if person.id != player:
        return _back_to(person.id, merged="")
    others = [other for other in list_persons(database(), club) if other.id != person.id]
    form = SamePersonForm()
    form.other.choices = {"": "", **{other.id: _name_and_day(other) for other in others}}
    if form.validate_on_submit():
        chosen = form.other.data
        try:
            merge_people(database(), club, person.id, chosen)
            return _back_to(chosen, merged="")
        except Conflict as fault:
            form.refuse("other", fault)
    page = render_template("players/merge.html", person=person, others=others, same=form)
    return page, form.status


def _name_and_day(player: Player) -> str:
    name = name_of(player.id, player.name)
    return f"{name}, played {day(player.last_played_at)}" if player.last_played_at else name


@players.post("/players/<id:player>/unmerge")
def unmerge(player: str) -> ResponseReturnValue:
    """Make somebody who was merged another person again."""
    undo_merge(database(), device_here("score").club, player)
    return _back_to(player)


@players.route("/players/<id:player>/anonymise", methods=["GET", "POST"])
def anonymise(player: str) -> ResponseReturnValue:
    """Forget somebody's name for good, after a page that warns of it."""
    person = person_here(player, "manage")
    if request.method == "POST":
        forget(database(), device_here().club, person.id)
        return _back_to(person.id)
    debt = debts_by_person().get(person.id)
    return render_template("players/anonymise.html", person=person, debt=debt)


@players.post("/players/<id:player>/remove")
def remove(player: str) -> ResponseReturnValue:
    """Remove somebody who never played."""
    remove_player(database(), device_here("score").club, player)
    return redirect(url_for("players.index"), 303)


def _back_to(player: str, **more: Any) -> ResponseReturnValue:
    return redirect(url_for("players.show", player=player, **more), 303)
