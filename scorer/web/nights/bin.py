"""The bin: what was deleted, in sentences, and bringing it back."""

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorer.rules.numbers import parse_sent_number
from scorer.services.errors import Conflict, InTheBin, NotFound
from scorer.services.ids import is_id
from scorer.services.nights import bin
from scorer.services.nights.bin import Deleted
from scorer.web.access import database, device_here, joined_device, night_here
from scorer.web.errors import SHARED, answer, sentence_of, wants_json
from scorer.web.formats import upper_first, whole_day
from scorer.web.names import isolate_rtl, listed, name_of

bin_pages = Blueprint("bin", __name__)
PAGE_SIZE = 30
MAX_SKIPPED = 100_000


def just_deleted() -> Deleted | None:
    """The game or night whose deletion led to this page, as its address says; None for none."""
    device, id_ = device_here(), request.args.get("deleted")
    if device.guest or not is_id(id_):  # no guest deletes anything
        return None
    return bin.find_deleted(database(), device.club, id_)


def deleted_sentence(found: Deleted) -> str:
    """The sentence that a game or a night was deleted."""
    # With its year, so that it says the same next year.
    night = f"the night of {whole_day(found.day)}"
    if found.night_name:
        night += f" ({isolate_rtl(found.night_name)})"
    if found.game is None:
        return f"{upper_first(night)} was deleted."
    names = listed([name_of(seat.person, seat.name) for seat in found.game.seats])
    return f"{found.game.kind.title} with {names} was deleted, from {night}."


@bin_pages.get("/bin")
def show(error: str = "") -> str:
    """The games and nights that can be brought back, deleted last first."""
    skip = parse_sent_number(request.args.get("skip", ""), MAX_SKIPPED) or 0
    found = bin.list_deleted(database(), device_here().club, skip=skip, limit=PAGE_SIZE + 1)
    return render_template(
        "bin/bin.html",
        deleted=found[:PAGE_SIZE],
        skip=skip,
        more=skip + PAGE_SIZE if len(found) > PAGE_SIZE else None,
        error=error,
    )


@bin_pages.post("/games/<id:game>/restore")
@bin_pages.post("/nights/<id:night>/restore")
def restore(game: str = "", night: str = "") -> ResponseReturnValue:
    """Take a game out of the bin, or a night with the games that were deleted with it."""
    device = device_here("score" if game else "manage")
    try:
        bin.restore(database(), device.club, "game" if game else "night", game or night)
    except Conflict as fault:
        return show(sentence_of(fault)), 409
    shown = url_for("games.show", game=game) if game else url_for("nights.show", night=night)
    return redirect(shown, 303)


@bin_pages.post("/games/<id:game>/delete")
def delete_game(game: str) -> ResponseReturnValue:
    """Put a game into the bin."""
    device = device_here("score")
    night = bin.delete(database(), device.club, "game", game, device=device.id)
    if request.form.get("page") == "front":
        return redirect(url_for("front.home", deleted=game), 303)
    try:
        night_here(night)
    except NotFound:
        return redirect(url_for("nights.index", deleted=game), 303)
    return redirect(url_for("nights.show", night=night, deleted=game), 303)


@bin_pages.app_errorhandler(InTheBin)
def in_the_bin(fault: InTheBin) -> Response:
    """Something that was deleted: a short page to bring it back, and nothing is written to it."""
    if joined_device() is None or request.path.startswith(SHARED):
        return answer(404)
    if wants_json():
        return answer(409, sentence_of(fault), code=fault.code)
    is_read = request.method == "GET"
    # Phones that came along are led back.
    if is_read and fault.follows is not None:
        return make_response(redirect(url_for("games.show", game=fault.follows), 303))
    found = bin.find_deleted(database(), device_here().club, fault.id)
    if found is None:
        # Somebody brought it back just now: it is there to be opened, or written to.
        return make_response(redirect(request.full_path.removesuffix("?"), 307))
    page = render_template("bin/in_the_bin.html", what=fault.what, deleted=found)
    return make_response(page, 404 if is_read else 409)
