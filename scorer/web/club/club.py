"""The club: its phones, invitations, money and clock."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup
from werkzeug.exceptions import Forbidden, NotFound

from scorer.rules.words import WORDS
from scorer.services import clock
from scorer.services.club import clubs, devices, invitations
from scorer.services.club.invitations import Invitation
from scorer.web.access import club_here, database, device_here, may, settings
from scorer.web.formats import currencies
from scorer.web.forms import CurrencyForm, DeviceForm, Form, InvitationForm, TimeZoneForm, sent_id
from scorer.web.hosts import base_for_phones


def zones_by_area(chosen: str) -> dict[str, dict[str, str]]:
    """All time zones by the names of their cities, by area; the chosen one is always there."""
    areas: dict[str, dict[str, str]] = {}
    others = {}
    for name in sorted({chosen, *clock.zones()}):
        area, _, city = name.replace("_", " ").partition("/")
        if city:
            areas.setdefault(area, {})[name] = city
        else:
            others[name] = area
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


@club.get("/club/")
def show() -> ResponseReturnValue:
    """The phones of the club, and the invitations that still stand."""
    return _page()


@club.post("/club/invitations")
def invite() -> ResponseReturnValue:
    """Make an invitation and show it, to be scanned or read out."""
    device, form = device_here("manage"), InvitationForm()
    if not form.validate():
        return _page(right=form)
    made = invitations.make_invitation(
        database(),
        settings().secret_key,
        device.club,
        form.right.data,
        made_by=device.id,
        identity=sent_id("invitation"),
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


@club.post("/club/currency")
def currency() -> ResponseReturnValue:
    """Set the currency of the club."""
    device, form = device_here("manage"), _currency_form()
    if not form.validate():
        return _page(money=form)
    clubs.set_currency(database(), device.club, form.currency.data)
    return redirect(url_for("club.show", _anchor="currency"), 303)


@club.post("/club/time-zone")
def time_zone() -> ResponseReturnValue:
    """Set the time zone of the club."""
    device, form = device_here("manage"), _zone_form()
    if not form.validate():
        return _page(clock=form)
    clubs.set_time_zone(database(), device.club, form.zone.data)
    return redirect(url_for("club.show", _anchor="clock"), 303)


@club.post("/club/devices/<id:device>/name")
def rename(device: str) -> ResponseReturnValue:
    """Give a phone another name; everybody may rename their own."""
    mine, form = device_here(), DeviceForm()
    if device != mine.id and not may("manage"):
        raise Forbidden
    if not form.validate():
        return _page({device: form})
    devices.rename_device(database(), mine.club, device, form.name.data or "")
    return redirect(url_for("club.show"), 303)


@club.post("/club/devices/<id:device>/revoke")
def revoke(device: str) -> ResponseReturnValue:
    """Take a phone off the list."""
    devices.revoke_device(database(), device_here("manage").club, device)
    return redirect(url_for("club.show", off=device), 303)


def _currency_form(**sent: Any) -> CurrencyForm:
    chosen = club_here().currency
    form = CurrencyForm(currency=chosen, **sent)
    named = {code: f"{name} ({code})" for code, name in currencies(chosen).items()}
    form.currency.choices = {"": "Coins", **named}
    return form


def _zone_form(**sent: Any) -> TimeZoneForm:
    chosen = club_here().time_zone
    form = TimeZoneForm(zone=chosen, **sent)
    form.zone.choices = zones_by_area(chosen)
    return form


def _page(
    names: Mapping[str, DeviceForm] = MappingProxyType({}), **sent: Form
) -> ResponseReturnValue:
    """The page of the club, with a form that was refused: the name of a phone, or a setting."""
    device, club_read = device_here(), club_here()
    listed = devices.list_devices(database(), device.club)
    every = [phone for phone in listed if not phone.is_over]
    names_now = {phone.id: DeviceForm(formdata=None, name=phone.name) for phone in every}
    forms: dict[str, Form] = {}
    taken_off = None
    standing = list[Invitation]()
    if may("manage"):
        off = request.args.get("off")
        standing = invitations.list_invitations(database(), settings().secret_key, device.club)
        taken_off = next((phone for phone in every if phone.id == off and phone.revoked), None)
        forms = {
            "right": InvitationForm(formdata=None),
            "money": _currency_form(formdata=None),
            "clock": _zone_form(formdata=None),
            **sent,
        }
    page = render_template(
        "club/club.html",
        devices=every,
        names={**names_now, **names},
        forms=forms,
        taken_off=taken_off,
        invitations=standing,
        rights=WORDS["rights"],
        currency=currencies(club_read.currency).get(club_read.currency, "Coins"),
        zone=club_read.time_zone.rpartition("/")[2].replace("_", " "),
        now=clock.now(),
    )
    return page, 422 if names or sent else 200
