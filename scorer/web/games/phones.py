"""The phones at a table: its code, who holds which seat, and who may keep score tonight."""

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadRequest

from scorer.rules.kinds import kind_of
from scorer.services.club import Right, invitations, table_rights
from scorer.services.club.devices import OWNS, Device
from scorer.services.errors import InTheBin, NotFound
from scorer.services.games import seats_held
from scorer.services.games.read import GameRead, games_on
from scorer.services.games.seats_held import HeldSeat
from scorer.web.access import club_here, database, device_here, game_here, may, settings, state_here
from scorer.web.club.club import qr_svg
from scorer.web.fresh import TABLE_POLL_SECONDS, Fresh
from scorer.web.hosts import base_for_phones
from scorer.web.names import shown_names

phones = Blueprint("phones", __name__)
RIGHTS_TONIGHT: dict[str, Right] = {"play": "play", "score": "score"}
# So many tell a game from another one.
MAX_NAMES = 2


@dataclass(frozen=True)
class SeatView:
    """A seat as a phone sees it: of its person (`own`), held by it (`mine`), or `lost`."""

    seat: int
    name: str
    held: HeldSeat | None
    own: bool
    mine: bool
    lost: bool

    @property
    def phone(self) -> str:
        """The name of its phone without that of the person who sits here."""
        return "" if self.held is None else self.held.name.removeprefix(f"{self.name}{OWNS}")


def seat_views(read: GameRead, device: Device | None) -> list[SeatView]:
    """The seats of a game, clockwise, as a phone sees them; None is not known here."""
    views, names = list[SeatView](), shown_names(read.sheet.sitters, read.names)
    all_held = seats_held.list_held(database(), read.club, read.id)
    for seat in read.sheet.start.order:
        held, sitter = all_held.get(seat), read.sheet.sitters[seat]
        own = device is not None and sitter.player == device.person
        mine = device is not None and held is not None and held.device == device.id
        lost = device is not None and held is not None and held.taken_from == device.id
        views.append(SeatView(seat, names[seat], held, own=own, mine=mine, lost=lost))
    return views


def own_first(seats: list[SeatView]) -> list[SeatView]:
    """The same, with that of the phone's person first where the phone holds none."""
    if any(seat.mine for seat in seats):
        return seats
    return sorted(seats, key=lambda seat: not seat.own)


def lost_seat(read: GameRead) -> SeatView | None:
    """The seat that another phone took from the one that asks, as long as it has no other one."""
    if device_here().seat is not None or not state_here().held or not may("play"):
        return None
    return next((seat for seat in seat_views(read, device_here()) if seat.lost), None)


def title_of(game: GameRead) -> str:
    """The title of a game, and the number of its deal."""
    sheet, title = game.sheet, kind_of(game.sheet.start).title
    return title if sheet.over else f"{title}, deal {len(sheet.deals) + 1}"


def title_with_names(game: GameRead) -> str:
    """The same of one that is not shown, and of whom it is."""
    names = shown_names(game.sheet.sitters, game.names)
    who = ", ".join(names[:MAX_NAMES]) + (" …" if len(names) > MAX_NAMES else "")
    return f"{title_of(game)} ({who})"


@phones.get("/games/<id:game>/phones")
def show(game: str) -> ResponseReturnValue:
    """The phones that hold the seats, with the buttons to change that."""
    kept = _fresh("play")
    if kept.is_shown:
        return kept.not_modified()
    read, device = game_here(game), device_here()
    seats = own_first(seat_views(read, device))
    phones = table_rights.list_at_table(database(), read.club, read.night, game)
    names = {seat.held.device: seat.name for seat in seats if seat.held is not None}
    others = [phone for phone in phones if phone.id != device.id] if may("score") else []
    lower = {phone.id for phone in others if table_rights.may_lower(device, phone)}
    removed = table_rights.list_removed(database(), read.club, read.night) if may("score") else ()
    return kept.page(
        "games/phones.html",
        game=read,
        seats=seats,
        others=others,
        removed=removed,
        lower=lower,
        keeping={phone.id for phone in phones if phone.right in ("score", "manage")},
        names=names,
    )


@phones.route("/games/<id:game>/code", methods=["GET", "POST"])
def code(game: str) -> ResponseReturnValue:
    """The code of the table, made when it is asked for, and who has joined by it."""
    device, secret, base = device_here("score"), settings().secret_key, base_for_phones()
    state = state_here()
    if state.deleted:
        raise InTheBin("game", game)
    if request.method == "POST":
        if base is not None:
            invitations.show_table(database(), secret, device.club, state.night, device.id)
        return redirect(url_for("phones.code", game=game, _anchor="code"), 303)
    over = invitations.is_over(database(), device.club, state.night)
    shown, newest = None, game
    if not over:
        shown = invitations.table_invitation(database(), secret, device.club, state.night)
        newest = next(iter(games_on(database(), device.club, state.night)), game)
    kept = _fresh("score", over, shown, newest)
    if kept.is_shown:
        return kept.not_modified()
    read = game_here(game)
    link = ""
    if shown is not None and base is not None:
        link = f"{base}{url_for('join.join_by_code', code=shown.link_code)}"
    seats = seat_views(read, device)
    holders = {seat.held.device for seat in seats if seat.held is not None}
    there = table_rights.list_at_table(database(), read.club, read.night, game)
    return kept.page(
        "games/code.html",
        game=read,
        base=base,
        over=over,
        invitation=shown,
        qr=qr_svg(link) if link else "",
        elsewhere=None if newest == game else title_with_names(game_here(newest)),
        newest=newest,
        seats=seats,
        held=[seat for seat in seats if seat.held],
        watching=[phone for phone in there if phone.id not in {*holders, device.id}],
    )


def _fresh(right: Right, *more: Any) -> Fresh:
    device_here(right)
    return Fresh(TABLE_POLL_SECONDS, club_here().changes, state_here(), *more)


@phones.get("/games/<id:game>/seats/<seat:seat>/hold")
def ask_to_hold(game: str, seat: int) -> ResponseReturnValue:
    """The question whether this phone takes a seat that another one holds."""
    device_here("play")
    read = game_here(game)
    view = next((view for view in seat_views(read, device_here()) if view.seat == seat), None)
    if view is None:
        raise NotFound
    if view.held is None or view.mine:
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
    return _back(game)


@phones.post("/games/<id:game>/phones/<id:device>/right")
def right(game: str, device: str) -> ResponseReturnValue:
    """Let a phone keep score tonight, or only play."""
    read, wanted = game_here(game, "score"), RIGHTS_TONIGHT.get(request.form["right"])
    if wanted is None:
        raise BadRequest
    table_rights.set_right(database(), device_here(), device, wanted, read.night)
    return _back(game)


@phones.post("/games/<id:game>/phones/<id:device>/revoke")
def revoke(game: str, device: str) -> ResponseReturnValue:
    """Send a phone away; it is shut out at its next request."""
    read = game_here(game, "score")
    table_rights.revoke_from_table(database(), device_here(), device, read.night)
    return _back(game)


@phones.post("/games/<id:game>/phones/<id:device>/let-in")
def readmit(game: str, device: str) -> ResponseReturnValue:
    """Let a phone play again that was sent away."""
    read = game_here(game, "score")
    table_rights.readmit(database(), device_here(), device, read.night)
    return _back(game)


def _back(game: str) -> ResponseReturnValue:
    return redirect(url_for("phones.show", game=game), 303)
