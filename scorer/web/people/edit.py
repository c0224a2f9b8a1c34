"""What can be said of a person: another name, the same as somebody, forgotten."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorer.rules.errors import Refused
from scorer.services.errors import Conflict
from scorer.services.ids import is_id
from scorer.services.people.forget import anonymise as forget
from scorer.services.people.merge import list_persons, merge_people, undo_merge
from scorer.services.people.players import rename_player
from scorer.web.access import database, device_here, person_here
from scorer.web.errors import sentence_of

player_edit = Blueprint("player_edit", __name__)


@player_edit.route("/players/<id:player>/rename", methods=["GET", "POST"])
def rename(player: str) -> ResponseReturnValue:
    """Call somebody by another name from now on."""
    person = person_here(player, "score")
    typed, error, status, taken = person.name, "", 200, False
    if request.method == "POST":
        typed = request.form.get("name", "")
        meant = bool(request.form.get("though_taken"))
        try:
            rename_player(database(), device_here().club, person.id, typed, though_taken=meant)
            return _back_to(person.id)
        except Refused as fault:
            error, status = sentence_of(fault), 422
        except Conflict as fault:
            error, status, taken = f"{fault.message}.", 409, fault.code == "name_in_use"
    page = render_template(
        "players/rename.html", person=person, typed=typed[:200], error=error, taken=taken
    )
    return page, status


@player_edit.route("/players/<id:player>/merge", methods=["GET", "POST"])
def merge(player: str) -> ResponseReturnValue:
    """Say that somebody is the same person as somebody else."""
    device, person = device_here(), person_here(player, "score")
    chosen, error, status = request.form.get("other", ""), "", 200
    if request.method == "POST" and not is_id(chosen):
        error, status = "Say who it is.", 422
    elif request.method == "POST":
        try:
            merge_people(database(), device.club, person.id, chosen, device=device.id)
            return _back_to(chosen)
        except Conflict as fault:
            error, status = f"{fault.message}.", 409
    others = [one for one in list_persons(database(), device.club) if one.id != person.id]
    page = render_template(
        "players/merge.html", person=person, others=others, chosen=chosen, error=error
    )
    return page, status


@player_edit.post("/players/<id:player>/unmerge/<id:deed>")
def unmerge(player: str, deed: str) -> ResponseReturnValue:
    """Let somebody be another person again."""
    device = device_here("score")
    return _back_to(undo_merge(database(), device.club, deed))


@player_edit.route("/players/<id:player>/anonymise", methods=["GET", "POST"])
def anonymise(player: str) -> ResponseReturnValue:
    """Forget somebody's name, for good; the page says so before."""
    person = person_here(player, "manage")
    if request.method == "POST":
        forget(database(), device_here().club, person.id)
        return _back_to(person.id)
    return render_template("players/anonymise.html", person=person)


def _back_to(player: str) -> ResponseReturnValue:
    return redirect(url_for("players.show", player=player), 303)
