"""The bin: what was deleted, in sentences, and bringing it back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorer.services.errors import Conflict, InTheBin, NotFound
from scorer.services.ids import is_id
from scorer.services.nights import bin, undo_changes
from scorer.services.nights.bin import DELETE_NIGHT
from scorer.services.nights.undo_changes import ChangeLine
from scorer.web.access import database, device_here, joined_device, may, night_here
from scorer.web.errors import SHARED, answer, sentence_of, speaks_json
from scorer.web.formats import whole_day
from scorer.web.forms import DeleteForm
from scorer.web.names import in_a_sentence, listed, tell_apart
from scorer.web.nights.lines import GameLineView, game_lines

bin_pages = Blueprint("bin", __name__)
A_PAGE = 30


@dataclass(frozen=True)
class ChangeView:
    """A change as a sentence, and the night and the game it was done to."""

    id: str
    sentence: str
    made_at: datetime
    device_name: str
    undone: bool
    may_undo: bool
    night: str
    game: GameLineView | None


def change_view(change: str) -> ChangeView:
    """One change; raises NotFound."""
    return _view(undo_changes.read_change(database(), device_here().club, change))


def just_done() -> ChangeView | None:
    """The change that led to this page, which its address names; None where there is none."""
    change = request.args.get("done", "")
    if not is_id(change):
        return None
    try:
        view = change_view(change)
    except NotFound:
        return None
    return None if view.undone else view


def _view(line: ChangeLine) -> ChangeView:
    change = line.change
    return ChangeView(
        id=change.id,
        sentence=_sentence(line),
        made_at=change.made_at,
        device_name=change.device_name or "",
        undone=change.undone_at is not None,
        may_undo=may("manage" if change.kind == DELETE_NIGHT else "score"),
        night=line.night,
        game=next(iter(game_lines([line.game] if line.game else [])), None),
    )


def _night(day: date, name: str) -> str:
    """A night in a sentence, with its year, so that it says the same next year."""
    if not name:
        return f"the night of {whole_day(day)}"
    return f"the night of {whole_day(day)} ({in_a_sentence(name)})"


def _sentence(line: ChangeLine) -> str:
    night = _night(line.day, line.night_name)
    if line.game:
        title = line.game.kind.title
        names = listed(tell_apart(seat.name for seat in line.game.seats))
        sentence = f"{title} with {names} was deleted, from {night}."
    else:
        sentence = f"{night} was deleted."
    return sentence[:1].upper() + sentence[1:]


@bin_pages.get("/bin")
def show() -> str:
    """What was deleted and can be brought back, the newest first."""
    return _page()


@bin_pages.post("/nights/changes/<id:change>/undo")
def undo(change: str) -> ResponseReturnValue:
    """Undo a change."""
    device = device_here("score")
    if not change_view(change).may_undo:
        device_here("manage")
    try:
        undone = undo_changes.undo_change(database(), device.club, change)
    except Conflict as fault:
        return _page(error=sentence_of(fault)), 409
    if undone.kind == bin.DELETE_GAME:
        return redirect(url_for("games.show", game=undone.about), 303)
    return redirect(url_for("nights.show", night=undone.about), 303)


@bin_pages.post("/games/<id:game>/delete")
def delete_game(game: str) -> ResponseReturnValue:
    """Put a game into the bin."""
    device = device_here("score")
    change = bin.delete_game(database(), device.club, game, device=device.id)
    if DeleteForm().page.data == "front":
        return redirect(url_for("front.home", done=change), 303)
    night = change_view(change).night
    try:
        night_here(night)
    except NotFound:
        return redirect(url_for("nights.index", done=change), 303)
    return redirect(url_for("nights.show", night=night, done=change), 303)


@bin_pages.app_errorhandler(InTheBin)
def in_the_bin(fault: InTheBin) -> Response:
    """Something that was deleted: a short page to bring it back, and nothing is written to it."""
    if joined_device() is None or request.path.startswith(SHARED):
        return answer(404)
    if request.method != "GET" or speaks_json():
        return answer(409, sentence_of(fault), code=fault.code)
    try:
        change = bin.find_deletion(database(), device_here().club, fault.what, fault.id)
    except NotFound:
        return answer(404)
    if change is None:
        # Somebody brought it back just now: it is there to be opened.
        return make_response(redirect(request.full_path.removesuffix("?"), 303))
    page = render_template("bin/in_the_bin.html", what=fault.what, change=change_view(change.id))
    return make_response(page, 404)


def _page(*, error: str = "") -> str:
    before = request.args.get("before")
    lines = undo_changes.list_bin(database(), device_here().club, before=before, limit=A_PAGE)
    views = [_view(line) for line in lines]
    more = views[-1].id if len(views) == A_PAGE else None
    return render_template("bin/bin.html", changes=views, before=before, more=more, error=error)
