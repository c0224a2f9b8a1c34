"""The phones at a table: its code, who holds which seat, and who may keep score tonight."""

from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadRequest, NotFound

from scorer.rules.errors import Refused
from scorer.rules.kinds import kind_of
from scorer.services.club import Right, devices, invitations
from scorer.services.club.devices import Device
from scorer.services.errors import InTheBin
from scorer.services.games import seats_held
from scorer.services.games.find_night import night_goes_on
from scorer.services.games.read import GameRead, game_that_goes_on, games_on
from scorer.services.games.seats_held import OWNS
from scorer.services.nights.night_list import read_night
from scorer.web.access import club_here, database, device_here, game_here, may, settings, state_here
from scorer.web.club.club import qr_svg
from scorer.web.forms import NewcomerForm
from scorer.web.fresh import TABLE_POLL_SECONDS, Fresh
from scorer.web.hosts import base_for_phones
from scorer.web.names import shown_names

phones = Blueprint("phones", __name__)
RIGHTS_TONIGHT: dict[str, Right] = {"play": "play", "score": "score"}
# So many tell a game from another one.
MAX_NAMES = 2


def seats_of(read: GameRead, device: Device | None) -> list[dict[str, Any]]:
    """The seats of a game, clockwise, as a phone sees them; None is not known here.

    `held` is the phone that holds a seat, and `phone` its name without its person's. It is
    the seat of the phone's person (`own`), held by the phone (`mine`), or `lost` to another one.
    """
    all_held, seats = seats_held.list_held(database(), read.club, read.id), []
    names, me = shown_names(read.sheet.sitters, read.names), device.id if device else ""
    for seat in read.sheet.table.order:
        name, held, sitter = names[seat], all_held.get(seat), read.sheet.sitters[seat]
        values = {"seat": seat, "name": name, "held": held, "phone": "", "mine": False}
        values |= {"own": device is not None and device.person == sitter.player, "lost": False}
        if held is not None:
            values["phone"] = held.name.removeprefix(f"{read.name_of(sitter)}{OWNS}")
            values |= {"mine": held.id == me, "lost": held.taken_from == me}
        seats.append(values)
    return seats


def own_first(seats: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The same, with that of the phone's person first where the phone holds none."""
    if any(seat["mine"] for seat in seats):
        return seats
    return sorted(seats, key=lambda seat: not seat["own"])


def away_tonight(read: GameRead) -> list[str]:
    """The names of those who have played tonight, and do not sit at this table now."""
    order, sitters = read.sheet.table.order, read.sheet.sitters
    here = {read.persons[sitters[seat].player] for seat in order}
    games = read_night(database(), read.club, read.night).games
    tonight = {seat.person: seat.name for line in games for seat in line.seats}
    return [name for person, name in tonight.items() if person not in here]


def lost_seat(read: GameRead) -> dict[str, Any] | None:
    """The seat that another phone took from the one that asks, as long as it has no other one."""
    if device_here().seat is not None or not state_here().held or not may("play"):
        return None
    return next((seat for seat in seats_of(read, device_here()) if seat["lost"]), None)


def title_of(game: GameRead) -> str:
    """The title of a game, and the number of its deal."""
    sheet, title = game.sheet, kind_of(game.sheet.start).title
    return title if sheet.over else f"{title}, deal {len(sheet.deals) + 1}"


def title_with_names(game: GameRead) -> str:
    """The same of one that is not shown, and of whom it is."""
    sitters = [game.sheet.sitters[seat] for seat in game.sheet.table.order]
    names = shown_names(sitters, game.names)
    who = ", ".join(names[:MAX_NAMES]) + (" …" if len(names) > MAX_NAMES else "")
    return f"{title_of(game)} ({who})"


@phones.get("/games/<id:game>/phones")
def show(game: str) -> ResponseReturnValue:
    """The phones that hold the seats, with the buttons to change that."""
    kept = _fresh("play")
    # An open page leads the phone to where it has sat down.
    if request.if_none_match and (seated := _seated_in(game_here(game), device_here())):
        return redirect(url_for("games.show", game=seated), 303)
    return _page(game, kept, NewcomerForm(formdata=None))


def _seated_in(game: GameRead, device: Device) -> str | None:
    """The game that goes on from this one, where the phone holds a seat there and none here."""
    found = game_that_goes_on(database(), game) if device.seat is None else None
    held = seats_held.held_by(database(), game.club, found[0]).values() if found else ()
    return found[0] if found and device.id in held else None


def _page(game: str, kept: Fresh, form: NewcomerForm) -> Response:
    read, device = game_here(game), device_here()
    seats = own_first(seats_of(read, device))
    there = devices.list_at_table(database(), read.club, read.night, game)
    others = [phone for phone in there if phone.id != device.id] if may("score") else []
    page = kept.page(
        "games/phones.html",
        game=read,
        # A phone that keeps score lets in whom it likes.
        saying=None if may("score") or any(seat["mine"] for seat in seats) else form,
        away=away_tonight(read),
        seats=seats,
        names={seat["seat"]: seat["name"] for seat in seats},
        keeping={phone.seat for phone in there if phone.keeps_score},
        others=[phone for phone in others if not phone.revoked],
        removed=[phone for phone in others if phone.revoked],
        lower={phone.id for phone in others if devices.may_lower(device, phone)},
    )
    page.status_code = form.status
    return page


@phones.post("/games/<id:game>/newcomer")
def newcomer(game: str) -> ResponseReturnValue:
    """Say who would like to play, or nobody any more."""
    form = NewcomerForm()
    if not request.form.get("newcomer") or form.validate():
        try:
            name = form.newcomer.data or ""
            seats_held.say_newcomer(database(), device_here("play"), game, name)
            return redirect(url_for("games.show", game=game), 303)
        except Refused as fault:
            form.refuse("newcomer", fault)
    return _page(game, _fresh("play"), form)


@phones.route("/games/<id:game>/code", methods=["GET", "POST"])
def code(game: str) -> ResponseReturnValue:
    """The code of the table, made when it is asked for, and who has joined by it."""
    device, secret, base = device_here("score"), settings().secret_key, base_for_phones()
    state = state_here()
    if state.deleted:
        raise InTheBin("game", game)
    if request.method == "POST":
        if base is not None:
            letters = settings().code_letters
            invitations.show_table(database(), secret, device, state.night, letters)
        return redirect(url_for("phones.code", game=game, _anchor="code"), 303)
    over = not night_goes_on(database(), device.club, state.night)
    live = invitations.list_invitations(database(), secret, device.club, state.night)
    shown = live[0] if live and not over else None
    newest = games_on(database(), device.club, state.night)[0]
    kept = _fresh("score", over, shown, newest)
    read = game_here(game)
    there = devices.list_at_table(database(), read.club, read.night, game)
    address = url_for("join.join_by_code", code=shown.link_code) if shown else ""
    link = f"{base}{address}" if address and base else ""
    return kept.page(
        "games/code.html",
        game=read,
        base=base,
        over=over,
        invitation=shown,
        club=club_here(),
        link=link,
        qr=qr_svg(link) if link else "",
        elsewhere=None if newest == game else title_with_names(game_here(newest)),
        newest=newest,
        seats=seats_of(read, device),
        watching=[it for it in there if it.seat is None and it.id != device.id and not it.revoked],
    )


def _fresh(right: Right, *more: Any) -> Fresh:
    device_here(right)
    return Fresh(TABLE_POLL_SECONDS, club_here().changes, state_here(), *more)


@phones.get("/games/<id:game>/seats/<seat:seat>/hold")
def ask_to_hold(game: str, seat: int) -> ResponseReturnValue:
    """The question whether this phone takes a seat that another one holds."""
    read, device = game_here(game, "play"), device_here()
    view = next((view for view in seats_of(read, device) if view["seat"] == seat), None)
    if view is None:
        raise NotFound
    if view["held"] is None or view["mine"]:
        return redirect(url_for("phones.show", game=game), 303)
    return render_template("games/hold.html", game=read, seat=view)


@phones.post("/games/<id:game>/seats/<seat:seat>/hold")
def hold(game: str, seat: int) -> ResponseReturnValue:
    """Take a seat; where another phone holds it, that is asked first."""
    instead_of = request.form.get("instead_of")
    taken = seats_held.hold_seat(database(), device_here("play"), game, seat, instead_of=instead_of)
    if not taken:
        return redirect(url_for("phones.ask_to_hold", game=game, seat=seat), 303)
    page = "phones.code" if request.form.get("page") == "code" else "games.show"
    return redirect(url_for(page, game=game), 303)


@phones.post("/games/<id:game>/seats/<seat:seat>/free")
def free(game: str, seat: int) -> ResponseReturnValue:
    """Leave a seat, for which the scorekeeper answers from then on."""
    seats_held.free_seat(database(), device_here("play"), game, seat)
    return redirect(url_for("phones.show", game=game), 303)


@phones.post("/games/<id:game>/phones/<id:device>/right")
def right(game: str, device: str) -> ResponseReturnValue:
    """Let a phone keep score tonight, or only play.

    One that was sent away sits down again where its person sits and no other phone answers.
    """
    read, wanted = game_here(game, "score"), RIGHTS_TONIGHT.get(request.form["right"])
    if wanted is None:
        raise BadRequest
    was = devices.set_right(database(), device_here(), device, wanted, read.night)
    for seat in seats_of(read, was) if was.revoked else ():
        if seat["own"] and seat["held"] is None:
            seats_held.hold_seat(database(), was, game, seat["seat"])
    return redirect(url_for("phones.show", game=game), 303)


@phones.post("/games/<id:game>/phones/<id:device>/revoke")
def revoke(game: str, device: str) -> ResponseReturnValue:
    """Send a phone away; it is shut out at its next request."""
    read = game_here(game, "score")
    devices.revoke_device(database(), read.club, device, device_here(), read.night)
    return redirect(url_for("phones.show", game=game), 303)
