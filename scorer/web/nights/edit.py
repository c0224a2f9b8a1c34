"""Describing and deleting a night."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorer.services.nights import bin
from scorer.services.nights.edit import edit_night, places
from scorer.web.access import database, device_here, night_here
from scorer.web.formats import today_here
from scorer.web.forms import NightForm

night_edit = Blueprint("night_edit", __name__)


@night_edit.route("/nights/<id:night>/edit", methods=["GET", "POST"])
def edit(night: str) -> ResponseReturnValue:
    """Say what a night is called, where and when it was."""
    club, read = device_here().club, night_here(night, "score")
    form = NightForm(today_here(), obj=read)
    if form.validate_on_submit():
        edit_night(database(), club, night, form.description())
        return redirect(url_for("nights.show", night=night), 303)
    page = render_template(
        "nights/edit.html", night=read, night_form=form, places=places(database(), club)
    )
    return page, form.status


@night_edit.post("/nights/<id:night>/delete")
def delete(night: str) -> ResponseReturnValue:
    """Put a night into the bin, with all its games."""
    device = device_here("manage")
    bin.delete(database(), device.club, "night", night, device=device.id)
    return redirect(url_for("nights.index", deleted=night), 303)
