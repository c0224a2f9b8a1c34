"""The time zones to choose from, by parts of the world."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from werkzeug.exceptions import Forbidden, NotFound

from scorer.rules.errors import Refused
from scorer.rules.words import WORDS
from scorer.services import clock
from scorer.services.club import clubs, devices, invitations
from scorer.services.club.devices import RIGHTS
from scorer.services.club.invitations import Invitation
from scorer.services.errors import Conflict
from scorer.web.access import club_here, database, device_here, may, settings
from scorer.web.errors import sentence_of
from scorer.web.numbers import currencies
from scorer.web.sent_forms import sent_name

ELSEWHERE = "Others"


def zones_by_area(chosen: str) -> dict[str, list[tuple[str, str]]]:
    """All time zones, each with what it is called, by area; the chosen one is always there."""
    areas: dict[str, list[tuple[str, str]]] = {}
    alone: list[tuple[str, str]] = []
    for name in sorted({chosen, *clock.zones()}):
        area, _, place = name.partition("/")
        if place:
            areas.setdefault(area, []).append((name, plain_zone(place)))
        else:
            alone.append((name, name))
    return {**areas, ELSEWHERE: alone}


def plain_zone(name: str) -> str:
    """The name of a time zone as people write it: "America/New York"."""
    return name.replace("_", " ")


def qr_svg(link: str) -> Markup:
    """The link as an inline SVG that takes its colours from the style sheet."""
    import segno

    code = segno.make(link, error="m", micro=False)
    wide = code.symbol_size(border=4)[0]
    runs = []
    for row, modules in enumerate(code.matrix):
        start = None
        for at, dark in enumerate([*modules, 0]):
            if dark and start is None:
                start = at
            elif not dark and start is not None:
                runs.append(f"M{start + 4} {row + 4}h{at - start}v1h-{at - start}z")
                start = None
    # Only numbers of ours go in here, nothing that anybody typed.
    return Markup(  # noqa: S704
        f'<svg class="qr" viewBox="0 0 {wide} {wide}" role="img" aria-label="QR code of the link" '
        f'shape-rendering="crispEdges"><rect class="qr-paper" width="{wide}" height="{wide}"/>'
        f'<path class="qr-ink" d="{"".join(runs)}"/></svg>'
    )


club = Blueprint("club", __name__)


@dataclass(frozen=True)
class InvitationView:
    """An invitation with everything another phone can use."""

    invitation: Invitation
    link: str
    qr: Markup | None = None


@club.get("/club/")
def show() -> str:
    """The phones of the club, and the invitations that still stand."""
    return _page(off=request.args.get("off", ""))


@club.post("/club/invitations")
def invite() -> ResponseReturnValue:
    """Make an invitation and show it, to be scanned or read out."""
    device = device_here("manage")
    right = request.form.get("right", "score")
    made = invitations.make_invitation(
        database(),
        settings().secret_key,
        device.club,
        right if right in RIGHTS else "score",
        made_by=device.id,
        identity=sent_name("invitation"),
    )
    return redirect(url_for("club.invitation", invitation=made.id), 303)


@club.get("/club/invitations/<id:invitation>")
def invitation(invitation: str) -> str:
    """One invitation, large enough to be scanned across the table."""
    device = device_here("manage")
    live = invitations.list_invitations(database(), settings().secret_key, device.club)
    found = next((one for one in live if one.id == invitation), None)
    if found is None:
        raise NotFound
    return render_template(
        "club/invitation.html", shown=_shown(found, picture=True), rights=WORDS["rights"]
    )


@club.post("/club/invitations/<id:invitation>/withdraw")
def withdraw(invitation: str) -> ResponseReturnValue:
    """Make an invitation worthless."""
    invitations.withdraw_invitation(database(), device_here("manage").club, invitation)
    return redirect(url_for("club.show"), 303)


@club.post("/club/currency")
def currency() -> ResponseReturnValue:
    """Say in which money the club pays."""
    device = device_here("manage")
    chosen = request.form.get("currency", "")
    if chosen and chosen not in currencies(club_here().currency):
        return _page("currency", "", "Choose one of the list."), 422
    clubs.set_currency(database(), device.club, chosen)
    return redirect(url_for("club.show", _anchor="currency"), 303)


@club.post("/club/time-zone")
def time_zone() -> ResponseReturnValue:
    """Say by which clock the club plays."""
    device = device_here("manage")
    try:
        clubs.set_time_zone(database(), device.club, request.form.get("zone", ""))
    except Refused as fault:
        return _page("time-zone", "", sentence_of(fault)), 422
    return redirect(url_for("club.show", _anchor="clock"), 303)


@club.post("/club/devices/<id:device>/name")
def rename(device: str) -> ResponseReturnValue:
    """Give a phone another name; everybody may rename their own."""
    mine = device_here()
    if device != mine.id and not may("manage"):
        raise Forbidden
    try:
        devices.rename_device(database(), mine.club, device, request.form.get("name", ""))
    except (Refused, ValueError):
        error = "A phone needs a name of at most 40 letters."
        return _page(device, request.form.get("name", "")[:200], error), 422
    return redirect(url_for("club.show"), 303)


@club.post("/club/devices/<id:device>/revoke")
def revoke(device: str) -> ResponseReturnValue:
    """Shut a phone out."""
    try:
        devices.revoke_device(database(), device_here("manage").club, device)
    except Conflict as fault:
        return _page(device, "", sentence_of(fault)), 409
    return redirect(url_for("club.show", off=device), 303)


def _shown(one: Invitation, *, picture: bool = False) -> InvitationView:
    base = settings().public_url or request.url_root.rstrip("/")
    link = f"{base}{url_for('join.join_by_code', code=one.link_code)}"
    return InvitationView(one, link, qr_svg(link) if picture else None)


def _page(wrong: str = "", typed: str = "", error: str = "", *, off: str = "") -> str:
    device = device_here()
    every = devices.list_devices(database(), device.club)
    taken_off, standing, withdrawn = None, [], []
    if may("manage"):
        taken_off = next((one for one in every if one.id == off and one.revoked), None)
        found = invitations.list_invitations(database(), settings().secret_key, device.club)
        standing = [_shown(one) for one in found]
        if taken_off is not None and taken_off.revoked_at is not None:
            withdrawn = invitations.list_withdrawn(
                database(), settings().secret_key, device.club, taken_off.revoked_at
            )
    return render_template(
        "club/club.html",
        devices=every,
        taken_off=taken_off,
        withdrawn=withdrawn,
        invitations=standing,
        rights=WORDS["rights"],
        currencies=currencies(club_here().currency),
        currency=club_here().currency,
        zones=zones_by_area(club_here().time_zone) if may("manage") else {},
        zone=club_here().time_zone,
        zone_says=plain_zone(club_here().time_zone),
        now=clock.now(),
        wrong=wrong,
        typed=typed,
        error=error,
    )
