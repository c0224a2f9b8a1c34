"""Renaming, merging and forgetting a person."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorer.services.errors import Conflict
from scorer.services.people.forget import anonymise as forget
from scorer.services.people.merge import list_persons, merge_people, undo_merge
from scorer.services.people.players import Player, rename_player
from scorer.web import formats
from scorer.web.access import database, device_here, person_here
from scorer.web.forms import RenameForm, SamePersonForm

player_edit = Blueprint("player_edit", __name__)


@player_edit.route("/players/<id:player>/rename", methods=["GET", "POST"])
def rename(player: str) -> ResponseReturnValue:
    """Call somebody by another name from now on."""
    person, taken = person_here(player, "score"), False
    form = RenameForm(name=person.name)
    if form.validate_on_submit():
        club, name, though_taken = device_here().club, form.name.data or "", form.though_taken.data
        try:
            rename_player(database(), club, person.id, name, though_taken=though_taken)
            return _back_to(person.id)
        except Conflict as fault:
            form.refuse("name", fault)
            taken = fault.code == "name_in_use"
    page = render_template("players/rename.html", person=person, rename=form, taken=taken)
    return page, form.status


@player_edit.route("/players/<id:player>/merge", methods=["GET", "POST"])
def merge(player: str) -> ResponseReturnValue:
    """Say that somebody is the same person as somebody else."""
    club, person = device_here().club, person_here(player, "score")
    form = SamePersonForm()
    if form.validate_on_submit():
        chosen = form.other.data
        try:
            merge_people(database(), club, person.id, chosen)
            return _back_to(chosen, merged="")
        except Conflict as fault:
            form.refuse("other", fault)
    others = [other for other in list_persons(database(), club) if other.id != person.id]
    form.other.choices = {"": "", **{other.id: _name_and_day(other) for other in others}}
    page = render_template("players/merge.html", person=person, others=others, same=form)
    return page, form.status


def _name_and_day(player: Player) -> str:
    """A name, and when that person last played, to tell people of one name apart."""
    if player.last_played_at is None:
        return player.name
    last = formats.day(player.last_played_at)
    return f"{player.name}, played {last}"


@player_edit.post("/players/<id:player>/unmerge")
def unmerge(player: str) -> ResponseReturnValue:
    """Make somebody who was merged another person again."""
    undo_merge(database(), device_here("score").club, player)
    return _back_to(player)


@player_edit.route("/players/<id:player>/anonymise", methods=["GET", "POST"])
def anonymise(player: str) -> ResponseReturnValue:
    """Forget somebody's name for good, after a page that warns of it."""
    person = person_here(player, "manage")
    if request.method == "POST":
        forget(database(), device_here().club, person.id)
        return _back_to(person.id)
    return render_template("players/anonymise.html", person=person)


def _back_to(player: str, **more: Any) -> ResponseReturnValue:
    return redirect(url_for("players.show", player=player, **more), 303)
