"""What can be done to a night: it is described, split, merged and deleted."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorer.rules.errors import BadRecord
from scorer.services.errors import Conflict, NotFound
from scorer.services.nights import bin
from scorer.services.nights.edit import edit_night, merge_nights, places, split_night
from scorer.services.nights.night_list import nights_near
from scorer.web.access import database, device_here, night_here
from scorer.web.formats import today_here
from scorer.web.forms import MergeForm, NightForm, SplitForm
from scorer.web.nights.lines import game_lines, night_lines

night_edit = Blueprint("night_edit", __name__)
NEAR = 5


@night_edit.route("/nights/<id:night>/edit", methods=["GET", "POST"])
def edit(night: str) -> ResponseReturnValue:
    """Say what a night is called, where and when it was."""
    club, read = device_here().club, night_here(night, "score")
    form = NightForm(today_here(), obj=read)
    if form.validate_on_submit():
        edit_night(database(), club, night, form.description())
        return _to_night(night)
    page = render_template(
        "nights/edit.html", night=read, night_form=form, places=places(database(), club)
    )
    return page, form.status


@night_edit.route("/nights/<id:night>/split", methods=["GET", "POST"])
def split(night: str) -> ResponseReturnValue:
    """Give some games a night of their own."""
    device, read = device_here(), night_here(night, "score")
    form = SplitForm()
    if form.validate_on_submit():
        chosen = set(form.game.data or ())
        try:
            change = split_night(database(), device.club, night, chosen, device=device.id)
            return _to_night(night, done=change)
        except (BadRecord, Conflict) as fault:
            form.refuse("game", fault)
    lines = game_lines(read.games)
    return render_template("nights/split.html", night=read, lines=lines, split=form), form.status


@night_edit.route("/nights/<id:night>/merge", methods=["GET", "POST"])
def merge(night: str) -> ResponseReturnValue:
    """Bring the games of another night into this one."""
    device, read = device_here(), night_here(night, "score")
    form = MergeForm()
    if form.validate_on_submit():
        other = form.night.data or ""
        try:
            change = merge_nights(database(), device.club, night, other, device=device.id)
            return _to_night(night, done=change)
        except BadRecord as fault:
            form.refuse("night", fault)
        except NotFound:
            form.refuse("night", "That night is gone. Choose another one.")
    near = night_lines(nights_near(database(), device.club, night, NEAR))
    return render_template("nights/merge.html", night=read, nights=near, merge=form), form.status


@night_edit.post("/nights/<id:night>/delete")
def delete(night: str) -> ResponseReturnValue:
    """Put a night into the bin, with all its games."""
    device = device_here("manage")
    change = bin.delete_night(database(), device.club, night, device=device.id)
    return redirect(url_for("nights.index", done=change), 303)


def _to_night(night: str, **more: Any) -> ResponseReturnValue:
    return redirect(url_for("nights.show", night=night, **more), 303)
