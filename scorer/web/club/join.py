"""Joining: a phone opens an invitation and becomes a device of the club."""

from typing import TypeGuard

from flask import Blueprint, current_app, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import Unauthorized

from scorer.rules.entries import MAX_SEATS_EVER
from scorer.rules.errors import Refused
from scorer.rules.numbers import parse_sent_number
from scorer.services import limits
from scorer.services.club import clubs, invitations
from scorer.services.club.codes import MAX_SHORT, neighbourhood, plain_code
from scorer.services.club.devices import Device, names_of
from scorer.services.club.invitations import Invitation, gains, join_club
from scorer.services.errors import NotFound, TooMany
from scorer.services.games.seats_held import (
    free_seat,
    held_by,
    hold_seat,
    name_after,
    say_newcomer,
)
from scorer.services.ids import is_id
from scorer.services.nights.state import state_of_games
from scorer.web.access import (
    clubs_inside,
    database,
    device_in,
    device_out,
    games_at_table,
    is_of_deleted_club,
    joined_device,
    remember,
    settings,
)
from scorer.web.errors import answer, sentence_of, wants_json
from scorer.web.forms import CodeForm, NewcomerForm, sent_id
from scorer.web.fresh import TABLE_POLL_SECONDS, Fresh
from scorer.web.games.phones import (
    away_tonight,
    own_first,
    seats_of,
    title_of,
    title_with_names,
)

join = Blueprint("join", __name__)
# What a browser calls itself, and what people call the thing it runs on.
MAKES = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Mobile": "Android phone",
    "Android": "Android tablet",
    "CrOS": "Chromebook",
    "Windows": "Windows laptop",
    "Macintosh": "Mac",
    "Linux": "Linux laptop",
}


@join.route("/join/<code>", methods=["GET", "POST"])
def join_by_code(code: str) -> ResponseReturnValue:
    """The page behind a link, with the button that joins."""
    if len(plain_code(code)) <= MAX_SHORT:
        # An address that was typed: it is counted as one only when the code is sent.
        return _page(CodeForm(formdata=None, code=code))
    saying = NewcomerForm()
    try:
        invitation = invitations.find_invitation(database(), settings().secret_key, code)
        if request.method == "POST" and ("newcomer" not in request.form or saying.validate()):
            return _join(invitation)
    except Refused as fault:
        saying.refuse("newcomer", fault)
    except NotFound as fault:
        _log_refused(fault)
        form = CodeForm(formdata=None)
        return _page(form, sentence_of(fault)), 404
    return _table(invitation, saying) if invitation.night else _invited(invitation)


def _invited(invitation: Invitation) -> str:
    known = device_in(invitation.club)
    return render_template(
        "join/join.html",
        invitation=invitation,
        club=_name_of(invitation.club),
        host=_host(invitation),
        member=known if is_member(known, invitation) else None,
    )


def _host(invitation: Invitation) -> str:
    """Who invites: by whose phone, or which club where the phone is nobody's yet."""
    name = names_of(database(), invitation.club).get(invitation.made_by or "", "")
    is_somebodys = name and name.partition(" (")[0] not in MAKES.values()
    return name if is_somebodys else _name_of(invitation.club)


def _name_of(club: str) -> str:
    return clubs.get_club(database(), club).name


def _table(invitation: Invitation, saying: NewcomerForm) -> ResponseReturnValue:
    club, night = invitation.club, invitation.night or ""
    changes = clubs.get_club(database(), club).changes
    kept = Fresh(TABLE_POLL_SECONDS, changes, state_of_games(database(), club, night))
    known = device_in(club)
    games = games_at_table(club, night)
    # Where two games go on at once, that which was played last is shown, and leads to the others.
    asked = request.args.get("game")
    games.sort(key=lambda game: game.id != asked)
    here = games[0] if games else None
    page = kept.page(
        "join/table.html",
        invitation=invitation,
        club=_name_of(club),
        host=_host(invitation),
        # A phone that keeps score lets in whom it likes.
        saying=None if known and known.keeps_score else saying,
        away=[] if here is None else away_tonight(here),
        known=known,
        game=here,
        title="" if here is None else title_of(here),
        others={game.id: title_with_names(game) for game in games[1:] if not game.sheet.over},
        seats=[] if here is None else own_first(seats_of(here, known)),
        revoked=known is not None and known.revoked,
    )
    page.status_code = saying.status
    return page


@join.route("/code", methods=["GET", "POST"], endpoint="join")
@join.route("/join", methods=["GET", "POST"], endpoint="join")
def join_page() -> ResponseReturnValue:
    """The page where a short code is typed."""
    form = CodeForm()
    if form.validate_on_submit():
        secret, code = settings().secret_key, form.code.data or ""
        try:
            invitation = invitations.find_typed(database(), secret, code, network_here())
            if invitation.expires_at is not None:  # a seat is chosen first, or a name said
                return redirect(url_for("join.join_by_code", code=invitation.link_code), 303)
            return _join(invitation)
        except (NotFound, TooMany) as fault:
            _log_refused(fault)
            form.refuse("code", fault, 422 if isinstance(fault, NotFound) else 429)
    return _page(form), form.status


def network_here() -> str:
    """The network that asks, by which strangers are counted."""
    return neighbourhood(request.remote_addr or "nowhere")


def _log_refused(fault: NotFound | TooMany) -> None:
    """Log that a code was refused, without the code."""
    current_app.logger.info("A code from %r was refused: %s", request.remote_addr, fault.code)


def _join(invitation: Invitation) -> ResponseReturnValue:
    club = invitation.club
    known, token = device_in(club), None
    if known is not None and known.revoked:
        if invitation.night is not None:
            return redirect(url_for("front.home", club=club), 303)  # which says who lets it in
        known = None
    if not is_member(known, invitation):
        limits.count("joins", network_here())
        known, token = join_club(
            database(),
            invitation,
            known.name if known else _named_by_owner(device_name(request.user_agent.string)),
            name=sent_id("name"),
            was=known,
            zone=request.form.get("zone", ""),
        )
    remember(club, token)
    if invitation.expires_at is None:  # who came by the way back may remove the other phones
        return redirect(url_for("club.show", back=1), 303)
    return _at_table(known)


def _named_by_owner(kind: str) -> str:
    owner = request.form.get("owner", "").strip()
    return name_after(kind, owner) if owner else kind


def _at_table(device: Device) -> ResponseReturnValue:
    """To the game that was shown, in the seat that was tapped; home to watch, or by no game."""
    game = request.form.get("game")
    seat = parse_sent_number(request.form.get("seat", ""), MAX_SEATS_EVER)
    if not is_id(game):
        return redirect(url_for("front.home"), 303)
    if "newcomer" in request.form:
        say_newcomer(database(), device, game, request.form["newcomer"])
        return redirect(url_for("games.show", game=game), 303)
    if seat is None:
        # The seat of its person may have been kept for it since the game before.
        for at, holder in held_by(database(), device.club, game).items():
            if holder == device.id:
                free_seat(database(), device, game, at)
        return redirect(url_for("front.home"), 303)
    if hold_seat(database(), device, game, seat):
        return redirect(url_for("games.show", game=game), 303)
    return redirect(url_for("phones.ask_to_hold", game=game, seat=seat), 303)


def is_member(known: Device | None, invitation: Invitation) -> TypeGuard[Device]:
    """Whether an invitation lets a phone of its club do nothing that it may not do already."""
    return known is not None and not known.is_out and not gains(known, invitation)


def _page(form: CodeForm, wrong: str = "") -> str:
    """The page where a code is typed; to who was removed, or whose night is over, it says so."""
    out = device_out()
    # No club is named to strangers, nor whether there are several.
    club = _name_of(out.club) if out else "a table"
    return render_template(
        "join/code.html",
        code=form,
        wrong=wrong,
        out=out,
        club=club,
        deleted=is_of_deleted_club(),
        elsewhere=joined_device() is None and bool(clubs_inside()),
        begins=settings().new_clubs == "anybody",
        contact=settings().contact,
    )


@join.app_errorhandler(Unauthorized)
def not_joined(fault: Unauthorized) -> ResponseReturnValue:
    """The page of a phone that has not joined, was removed, or came for a night that is over."""
    if wants_json():
        # What a phone has kept for a deleted club is refused, and can be thrown away.
        is_gone = request.method == "POST" and is_of_deleted_club()
        return answer(410, "This club was deleted.") if is_gone else answer(401)
    return _page(CodeForm(formdata=None)), 401


def device_name(user_agent: str) -> str:
    """The name of a phone until it has a better one."""
    return next((name for mark, name in MAKES.items() if mark in user_agent), "Phone")
