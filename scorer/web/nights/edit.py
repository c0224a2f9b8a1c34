"""What can be done to a night: it is described, split, merged and deleted."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorer.rules.errors import BadRecord
from scorer.services.errors import Conflict, NotFound
from scorer.services.nights import bin
from scorer.services.nights.edit import (
    edit_night,
    merge_nights,
    places,
    read_description,
    split_night,
    today_at,
)
from scorer.services.nights.night_list import nights_near
from scorer.web.access import database, device_here, night_here
from scorer.web.errors import sentence_of
from scorer.web.nights.lines import game_lines, night_lines

night_edit = Blueprint("night_edit", __name__)
FIELDS = ("day", "name", "place", "note")
LONGEST_TYPED = 10_000
NEAR = 5


@night_edit.route("/nights/<id:night>/edit", methods=["GET", "POST"])
def edit(night: str) -> ResponseReturnValue:
    """Say what a night is called, where and when it was."""
    club, read = device_here().club, night_here(night, "score")
    typed = {field: str(getattr(read, field)) for field in FIELDS}
    faults: dict[str, str] = {}
    today = today_at(database(), club)
    if request.method == "POST":
        typed = {field: request.form.get(field, "")[:LONGEST_TYPED] for field in FIELDS}
        try:
            said = read_description(**typed, today=today)
            edit_night(database(), club, night, said)
            return _to_night(night)
        except BadRecord as fault:
            faults = {fault.numbers["field"]: sentence_of(fault)}
    page = render_template(
        "nights/edit.html",
        night=read,
        typed=typed,
        faults=faults,
        today=today,
        places=places(database(), club),
    )
    return page, 422 if faults else 200


@night_edit.route("/nights/<id:night>/split", methods=["GET", "POST"])
def split(night: str) -> ResponseReturnValue:
    """Give some games a night of their own."""
    device, read = device_here(), night_here(night, "score")
    chosen = request.form.getlist("game")
    error, status = "", 200
    if request.method == "POST":
        try:
            deed = split_night(database(), device.club, night, set(chosen), device=device.id)
            return _to_night(night, done=deed)
        except BadRecord as fault:
            error, status = sentence_of(fault), 422
        except Conflict as fault:
            error, status = f"{fault.message}.", 409
    page = render_template(
        "nights/split.html", night=read, lines=game_lines(read.games), chosen=chosen, error=error
    )
    return page, status


@night_edit.route("/nights/<id:night>/merge", methods=["GET", "POST"])
def merge(night: str) -> ResponseReturnValue:
    """Bring the games of another night into this one."""
    device, read = device_here(), night_here(night, "score")
    error, status = "", 200
    if request.method == "POST":
        try:
            other = request.form.get("night", "")
            deed = merge_nights(database(), device.club, night, other, device=device.id)
            return _to_night(night, done=deed)
        except BadRecord as fault:
            error, status = sentence_of(fault), 422
        except NotFound:
            error, status = "That night is not there any more. Choose another one.", 409
    near = nights_near(database(), device.club, night, NEAR)
    page = render_template("nights/merge.html", night=read, nights=night_lines(near), error=error)
    return page, status


@night_edit.post("/nights/<id:night>/delete")
def delete(night: str) -> ResponseReturnValue:
    """Put a night into the bin, with all its games."""
    device = device_here("manage")
    deed = bin.delete_night(database(), device.club, night, device=device.id)
    return redirect(url_for("nights.index", done=deed), 303)


def _to_night(night: str, **more: Any) -> ResponseReturnValue:
    return redirect(url_for("nights.show", night=night, **more), 303)
