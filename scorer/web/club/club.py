"""The club: its phones, invitations, money and clock."""

from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from werkzeug.exceptions import BadRequest, Forbidden, NotFound

from scorer.rules.errors import BadRecord
from scorer.rules.words import WORDS
from scorer.services import clock
from scorer.services.club import LASTING, clubs, devices, invitations, removal
from scorer.services.club.codes import plain_code
from scorer.services.club.invitations import Invitation
from scorer.storage.database import Database
from scorer.storage.unavailable import Unavailable
from scorer.web.access import (
    club_here,
    cookies_here,
    database,
    device_here,
    do_behind,
    may,
    settings,
)
from scorer.web.errors import sentence_of
from scorer.web.formats import currencies
from scorer.web.forms import DeleteForm, sent_id
from scorer.web.hosts import base_for_phones


def zones_by_area(chosen: str) -> dict[str, dict[str, str]]:
    """All time zones by the names of their cities, by area; the chosen one is always there."""
    areas: dict[str, dict[str, str]] = {}
    for name in sorted({chosen, *clock.zones()}):
        area, _, city = name.replace("_", " ").partition("/")
        areas.setdefault(area if city else "", {})[name] = city or area
    others = areas.pop("", {})
    return {**areas, "Others": others}


def qr_svg(link: str) -> Markup:
    """The link as an inline SVG that takes its colours from the style sheet."""
    import segno

    # A part in capitals takes less room, and a coarse picture is read across the table.
    address, _, in_link = link.rpartition("/")
    parts: Any = [f"{address}/", in_link.upper()]
    svg = segno.make(parts, error="l", micro=False).svg_inline(
        border=4, omitsize=True, svgclass="qr", lineclass="qr-ink", title="QR code of the link"
    )
    # Only numbers and words of ours are in it, nothing that anybody typed.
    return Markup(svg.replace("<svg ", '<svg role="img" ', 1))  # noqa: S704


club = Blueprint("club", __name__)
# Phones that were not seen for so long are folded away.
SEEN_LATELY = timedelta(days=30)


@club.get("/club/")
def show(wrong: dict[str, str] | None = None) -> str:
    """The phones of the club, its invitations that still stand, and its settings.

    In `wrong` are a name that was refused, why, and the `id` of what it was for.
    """
    device, club_read, live = device_here(), club_here(), list[Invitation]()
    phones = [phone for phone in devices.list_devices(database(), device.club) if not phone.is_over]
    known = [phone for phone in phones if not phone.revoked]
    gone, lately = request.args.get("off"), clock.now() - SEEN_LATELY
    if may("manage"):
        live = invitations.list_invitations(database(), settings().secret_key, device.club)
    return render_template(
        "club/club.html",
        phones=[phone for phone in known if phone.seen_at >= lately],
        silent=[phone for phone in known if phone.seen_at < lately],
        called=devices.names_of(database(), device.club),
        removed=next((it for it in phones if it.revoked and it.id == gone), None),
        invitations=live,
        has_way_back=may("manage") and club_read.has_way_back,
        invited={right: WORDS["rights"][right] for right in LASTING},
        rights=WORDS["rights"],
        club=club_read,
        currencies=currencies(club_read.currency),
        zones=zones_by_area(club_read.time_zone),
        now=clock.now(),
        wrong=wrong or {},
    )


def _refuse(id_: str, fault: BadRecord) -> ResponseReturnValue:
    return show({"id": id_, "name": request.form["name"], "says": sentence_of(fault)}), 422


@club.post("/club/invitations")
def invite() -> ResponseReturnValue:
    """Make an invitation and show it, to be scanned or read out."""
    device, right = device_here("manage"), request.form["right"]
    if right not in LASTING:
        raise BadRequest
    made = invitations.make_invitation(
        database(),
        settings().secret_key,
        device.club,
        right,
        made_by=device,
        identity=sent_id("invitation"),
        letters=settings().code_letters,
    )
    return redirect(url_for("club.invitation", invitation=made.id), 303)


@club.get("/club/invitations/<id:invitation>")
def invitation(invitation: str) -> str:
    """One invitation, large enough to be scanned across the table."""
    device = device_here("manage")
    live = invitations.list_invitations(database(), settings().secret_key, device.club)
    shown = next((standing for standing in live if standing.id == invitation), None)
    if shown is None:
        raise NotFound
    base = base_for_phones()
    link = f"{base or ''}{url_for('join.join_by_code', code=shown.link_code)}"
    return render_template(
        "club/invitation.html",
        club=club_here(),
        invitation=shown,
        base=base,
        link=link,
        qr=qr_svg(link),
        rights=WORDS["rights"],
    )


@club.post("/club/invitations/<id:invitation>/withdraw")
def withdraw(invitation: str) -> ResponseReturnValue:
    """Withdraw an invitation."""
    invitations.withdraw_invitation(database(), device_here("manage").club, invitation)
    return redirect(url_for("club.show"), 303)


@club.get("/club/way-back")
def way_back() -> str:
    """A new way back, which is good once it was kept; until then the old one is."""
    device, base = device_here("manage"), base_for_phones() or ""
    letters = invitations.offer_way_back(database(), settings().secret_key, device)
    return render_template(
        "club/way-back.html",
        club=club_here(),
        letters=letters,
        base=base,
        link=base + url_for("join.join_by_code", code=plain_code(letters).lower()),
        kept=club_here().has_way_back,
    )


@club.post("/club/way-back")
def keep_way_back() -> ResponseReturnValue:
    """Let the way back that was shown be the only one."""
    device, secret = device_here("manage"), settings().secret_key
    invitations.keep_way_back(database(), secret, device, request.form["letters"])
    return redirect(url_for("club.show", _anchor="way-back"), 303)


@club.route("/club/delete", methods=["GET", "POST"])
def delete() -> ResponseReturnValue:
    """Delete the club: it is closed at once, and emptied behind the answer."""
    device = device_here("manage")
    form = DeleteForm()
    if form.validate_on_submit():
        removal.close_club(database(), device.club)
        do_behind(partial(_empty_closed, database()))
        return redirect(url_for("front.home", club=device.club), 303)
    return render_template("club/delete.html", club=club_here(), delete=form), form.status


def _empty_closed(database: Database) -> None:
    with suppress(Unavailable):  # the next start goes on
        removal.empty_closed(database)


@club.post("/club/name")
def rename() -> ResponseReturnValue:
    """Call the club by another name."""
    try:
        clubs.set_name(database(), device_here("manage").club, request.form["name"])
    except BadRecord as fault:
        return _refuse("club", fault)
    return redirect(url_for("club.show", _anchor="once"), 303)


@club.post("/club/currency")
def currency() -> ResponseReturnValue:
    """Set the currency of the club."""
    clubs.set_currency(database(), device_here("manage").club, request.form["currency"])
    return redirect(url_for("club.show", _anchor="currency"), 303)


@club.post("/club/time-zone")
def time_zone() -> ResponseReturnValue:
    """Set the time zone of the club."""
    clubs.set_time_zone(database(), device_here("manage").club, request.form["zone"])
    return redirect(url_for("club.show", _anchor="clock"), 303)


@club.post("/club/devices/<id:device>")
def change(device: str) -> ResponseReturnValue:
    """Give a phone another name or right; everybody may rename their own."""
    mine, right = device_here(), request.form.get("right")
    if (device != mine.id or right is not None) and not may("manage"):
        raise Forbidden
    if right not in (None, *LASTING):
        raise BadRequest
    try:
        devices.edit_device(database(), mine.club, device, request.form["name"], right)
    except BadRecord as fault:
        return _refuse(device, fault)
    return redirect(url_for("club.show"), 303)


@club.post("/club/devices/revoke-others")
def revoke_others() -> ResponseReturnValue:
    """Take all other phones off the list."""
    devices.revoke_others(database(), device_here("manage"))
    return redirect(url_for("club.show", gone=1), 303)


@club.post("/club/devices/<id:device>/revoke")
def revoke(device: str) -> ResponseReturnValue:
    """Take a phone off the list; everybody may take off their own, which leaves."""
    mine = device_here()
    if device == mine.id:
        devices.revoke_device(database(), mine.club, device, leaves=True)
        cookies_here().forget(mine.club)
        return redirect(url_for("front.home", club=None), 303)
    devices.revoke_device(database(), device_here("manage").club, device)
    return redirect(url_for("club.show", off=device), 303)
