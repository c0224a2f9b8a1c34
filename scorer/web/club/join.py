"""Joining: a phone opens an invitation and becomes a device of the club."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorer.services.club import RIGHTS, invitations
from scorer.services.club.devices import Device
from scorer.services.club.invitations import Invitation
from scorer.services.club.join import join_club
from scorer.services.errors import Conflict, NotFound, ServiceError, TooManyGuesses
from scorer.translation import gettext, lazy
from scorer.web.access import address, club_here, database, joined_device, remember, settings
from scorer.web.assets import asset
from scorer.web.forms import LONGEST_CODE, CodeForm, JoinForm, sent_name

join = Blueprint("join", __name__)
# What a browser calls itself, and what people call the thing it runs on.
MAKES = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", lazy("Android phone")),
    ("CrOS", "Chromebook"),
    ("Windows", lazy("Windows laptop")),
    ("Macintosh", "Mac"),
    ("Linux", lazy("Linux laptop")),
)


@join.route("/join/<code>", methods=["GET", "POST"])
def join_by_code(code: str) -> ResponseReturnValue:
    """The page behind a link, with the button that joins."""
    code = code[:LONGEST_CODE]
    try:
        if request.method == "POST":
            return _join(code, leave=JoinForm().leave.data)
        invitation = invitations.find_invitation(database(), settings().secret_key, code, address())
    except NotFound as fault:
        return _wrong_code(fault, 404)
    except TooManyGuesses as fault:
        return _wrong_code(fault, 429)
    device = joined_device()
    return render_template(
        "join/join.html",
        code=code,
        invitation=invitation,
        member=device is not None and may_already(device, invitation),
        leaves=club_here().name if device and device.club != invitation.club else "",
    )


@join.route("/code", methods=["GET", "POST"], endpoint="join")
@join.route("/join", methods=["GET", "POST"], endpoint="join")
def join_page() -> ResponseReturnValue:
    """The page where a short code is typed."""
    form = CodeForm()
    if form.validate_on_submit():
        try:
            return _join(form.code.data or "", leave=form.leave.data)
        except NotFound as fault:
            form.refuse("code", fault, 422)
        except TooManyGuesses as fault:
            form.refuse("code", fault, 429)
    return _page(form)


def _join(code: str, *, leave: bool) -> ResponseReturnValue:
    secret, already = settings().secret_key, joined_device()
    if already is not None:
        invitation = invitations.find_invitation(database(), secret, code, address())
        if may_already(already, invitation):
            return redirect(url_for("front.home"), 303)
    name = already.name if already else device_name(request.user_agent.string)
    try:
        _, token = join_club(
            database(),
            secret,
            code,
            name,
            address(),
            name=sent_name(),
            was=already,
            leave=leave,
        )
    except Conflict:
        leaves = club_here().name
        return render_template("join/leaving.html", code=code, leaves=leaves, name=sent_name())
    remember(token)
    return redirect(url_for("front.home"), 303)


def may_already(device: Device, invitation: Invitation) -> bool:
    """Whether a phone may do already all that an invitation would let it do."""
    enough = RIGHTS.index(device.right) >= RIGHTS.index(invitation.right)
    return device.club == invitation.club and enough


def _wrong_code(fault: ServiceError, status: int) -> ResponseReturnValue:
    """Ask for another code, with what was wrong with that of the link."""
    form = CodeForm(formdata=None)
    form.refuse("code", fault, status)
    return _page(form)


def _page(form: CodeForm) -> ResponseReturnValue:
    return render_template("join/code.html", code=form), form.status


def device_name(user_agent: str) -> str:
    """What to call a phone until somebody gives it a better name."""
    for mark, name in MAKES:
        if mark in user_agent:
            tablet = mark == "Android" and "Mobile" not in user_agent
            return gettext("Android tablet") if tablet else str(name)
    return gettext("Phone")


@join.get("/manifest.webmanifest")
def manifest() -> Response:
    """What a phone needs to put the app on its home screen."""
    icons = [
        {"src": asset("icons/icon.svg"), "sizes": "any", "type": "image/svg+xml"},
        {
            "src": asset("icons/maskable.svg"),
            "sizes": "any",
            "type": "image/svg+xml",
            "purpose": "maskable",
        },
    ]
    response = jsonify(
        name="Scorer",
        short_name="Scorer",
        description=gettext("Keep score of card games."),
        start_url="/",
        display="standalone",
        background_color="#f8f3e6",
        theme_color="#f8f3e6",
        icons=icons,
    )
    response.mimetype = "application/manifest+json"
    return response
