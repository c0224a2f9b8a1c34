"""The bin, and the list of what was done to nights: everything there can be undone."""

from __future__ import annotations

from collections.abc import Collection

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorer.services.errors import Conflict, NotFound
from scorer.services.nights import bin, undoing
from scorer.web.access import database, device_here, night_here
from scorer.web.nights.deeds_view import deed_shown, deeds_shown

bins = Blueprint("bins", __name__)
A_PAGE = 30


@bins.get("/bin")
def show() -> str:
    """What was deleted and can be brought back, the newest first."""
    return _page("bin/bin.html", bin.KINDS, standing=True)


@bins.get("/nights/deeds")
def deeds() -> str:
    """What was done to nights, the newest first."""
    return _page("bin/deeds.html")


@bins.post("/nights/deeds/<id:deed>/undo")
def undo(deed: str) -> ResponseReturnValue:
    """Undo a deed."""
    device = device_here("score")
    kind = deed_shown(deed)
    if not kind.may_undo:
        device_here("manage")
    try:
        undone = undoing.undo_deed(database(), device.club, deed)
    except Conflict as fault:
        return _page("bin/deeds.html", error=f"{fault.message}."), 409
    if undone.kind == bin.DELETE_GAME:
        return redirect(url_for("games.show", game=undone.about), 303)
    return redirect(url_for("nights.show", night=undone.about), 303)


@bins.post("/games/<id:game>/delete")
def delete_game(game: str) -> ResponseReturnValue:
    """Put a game into the bin."""
    device = device_here("score")
    deed = bin.delete_game(database(), device.club, game, device=device.id)
    if request.form.get("from") == "front":
        return redirect(url_for("front.home", done=deed), 303)
    night = deed_shown(deed).night
    try:
        night_here(night)
    except NotFound:
        return redirect(url_for("nights.index", done=deed), 303)
    return redirect(url_for("nights.show", night=night, done=deed), 303)


def _page(
    template: str,
    kinds: Collection[str] = tuple(undoing.UNDO),
    *,
    standing: bool = False,
    error: str = "",
) -> str:
    before = request.args.get("before")
    lines = undoing.list_deeds(
        database(), device_here().club, kinds, standing=standing, before=before, limit=A_PAGE
    )
    shown = deeds_shown(lines)
    more = shown[-1].id if len(shown) == A_PAGE else None
    return render_template(
        template, deeds=shown, before=before, more=more, standing=standing, error=error
    )
