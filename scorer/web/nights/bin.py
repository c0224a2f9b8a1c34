"""Deeds as the screen tells them: what was done, and what can be brought back."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorer.rules.words import WORDS
from scorer.services.errors import Conflict, InTheBin, NotFound
from scorer.services.ids import is_id
from scorer.services.nights import bin, undo_changes
from scorer.services.nights.bin import DELETE_GAME, DELETE_NIGHT
from scorer.services.nights.edit import MERGE, SPLIT
from scorer.services.nights.undo_changes import ChangeLine
from scorer.web import times
from scorer.web.access import database, device_here, joined_device, may, night_here
from scorer.web.errors import SHARED, answer, speaks_json
from scorer.web.names import in_a_sentence, listed, tell_apart
from scorer.web.nights.lines import GameLineView, game_lines
from scorer.web.numbers import in_words


@dataclass(frozen=True)
class ChangeView:
    """A deed as a sentence; `own_night` is the night it made, `game` the one it was done to."""

    id: str
    sentence: str
    made_at: datetime
    device_name: str
    undone: bool
    may_undo: bool
    brings_back: bool
    night: str
    own_night: str
    game: GameLineView | None


def change_views(lines: Iterable[ChangeLine]) -> list[ChangeView]:
    """The deeds, ready to be listed."""
    return [_shown(one) for one in lines]


def change_view(deed: str) -> ChangeView:
    """One deed; raises NotFound."""
    return _shown(undo_changes.read_change(database(), device_here().club, deed))


def done_here() -> ChangeView | None:
    """What was just done, where this page was come to by doing it; the address names the deed."""
    said = request.args.get("done", "")
    if not is_id(said):
        return None
    try:
        shown = change_view(said)
    except NotFound:
        return None
    return None if shown.undone else shown


def _shown(line: ChangeLine) -> ChangeView:
    deed = line.change
    return ChangeView(
        id=deed.id,
        sentence=_sentence(line),
        made_at=deed.made_at,
        device_name=deed.device_name or "",
        undone=deed.undone_at is not None,
        may_undo=may("manage" if deed.kind == DELETE_NIGHT else "score"),
        brings_back=deed.kind in (DELETE_GAME, DELETE_NIGHT),
        night=line.night,
        own_night=deed.content["to"] if deed.kind == SPLIT else "",
        game=next(iter(game_lines([line.game] if line.game else [])), None),
    )


def _night(day: date, called: str) -> str:
    """A night in a sentence, with its year, so that it says the same next year."""
    return f"the night of {times.day(day, UTC)}{f' ({in_a_sentence(called)})' if called else ''}"


def _sentence(line: ChangeLine) -> str:
    night = _night(line.day, line.night_name)
    kind, content = line.change.kind, line.change.content
    if kind == SPLIT:
        many = len(content["games"])
        games = f"{in_words(many)} game{'' if many == 1 else 's'}".capitalize()
        return f"{games} of {night} got a night of {'its' if many == 1 else 'their'} own."
    if kind == MERGE and line.source:
        other = _night(*line.source)
        return f"{other[:1].upper()}{other[1:]} was brought into {night}."
    if kind == DELETE_GAME and line.game:
        title = WORDS["variants"][line.game.variant]["title"]
        names = listed(tell_apart(seat.name for seat in line.game.seats))
        return f"{title} with {names} was deleted, from {night}."
    return f"{night[:1].upper()}{night[1:]} was deleted."


bin_pages = Blueprint("bin", __name__)
A_PAGE = 30


@bin_pages.get("/bin")
def show() -> str:
    """What was deleted and can be brought back, the newest first."""
    return _page("bin/bin.html", bin.KINDS, standing=True)


@bin_pages.get("/nights/changes")
def deeds() -> str:
    """What was done to nights, the newest first."""
    return _page("bin/changes.html")


@bin_pages.post("/nights/changes/<id:deed>/undo")
def undo(deed: str) -> ResponseReturnValue:
    """Undo a deed."""
    device = device_here("score")
    kind = change_view(deed)
    if not kind.may_undo:
        device_here("manage")
    try:
        undone = undo_changes.undo_change(database(), device.club, deed)
    except Conflict as fault:
        return _page("bin/changes.html", error=f"{fault.message}."), 409
    if undone.kind == bin.DELETE_GAME:
        return redirect(url_for("games.show", game=undone.about), 303)
    return redirect(url_for("nights.show", night=undone.about), 303)


@bin_pages.post("/games/<id:game>/delete")
def delete_game(game: str) -> ResponseReturnValue:
    """Put a game into the bin."""
    device = device_here("score")
    deed = bin.delete_game(database(), device.club, game, device=device.id)
    if request.form.get("from") == "front":
        return redirect(url_for("front.home", done=deed), 303)
    night = change_view(deed).night
    try:
        night_here(night)
    except NotFound:
        return redirect(url_for("nights.index", done=deed), 303)
    return redirect(url_for("nights.show", night=night, done=deed), 303)


@bin_pages.app_errorhandler(InTheBin)
def in_the_bin(fault: InTheBin) -> Response:
    """Something that was deleted: a short page to bring it back, and nothing is written to it."""
    if joined_device() is None or request.path.startswith(SHARED):
        return answer(404)
    if request.method != "GET" or speaks_json():
        return answer(409, f"{fault.message}.", code=fault.code)
    try:
        deed = bin.find_deletion(database(), device_here().club, fault.what, fault.id)
    except NotFound:
        return answer(404)
    if deed is None:
        # Somebody brought it back just now: it is there to be opened.
        return make_response(redirect(request.full_path.removesuffix("?"), 303))
    response = make_response(
        render_template("bin/lying.html", what=fault.what, line=change_view(deed.id))
    )
    response.status_code = 404
    return response


def _page(
    template: str,
    kinds: Collection[str] = tuple(undo_changes.UNDO),
    *,
    standing: bool = False,
    error: str = "",
) -> str:
    before = request.args.get("before")
    lines = undo_changes.list_changes(
        database(), device_here().club, kinds, standing=standing, before=before, limit=A_PAGE
    )
    shown = change_views(lines)
    more = shown[-1].id if len(shown) == A_PAGE else None
    return render_template(
        template, deeds=shown, before=before, more=more, standing=standing, error=error
    )
