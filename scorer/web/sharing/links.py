"""Sharing a game or a night: as a picture, as text, or by a link that opens it for reading."""

import ipaddress
from urllib.parse import urlsplit

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from scorer.services.club.share_links import Kind, find_live_share, withdraw_share
from scorer.services.club.share_links import share as make_share
from scorer.services.nights.night_list import Night
from scorer.web.access import database, device_here, game_here, night_here, settings
from scorer.web.games.sheet_view import SheetView
from scorer.web.hosts import base_for_phones
from scorer.web.nights.lines import game_lines
from scorer.web.sharing.pictures import Picture, about_game, as_text, picture_of_night

# How names end that only the network at home knows.
AT_HOME = ("local", "lan", "home", "internal", "box", "arpa", "test")


def public_base() -> str | None:
    """The address before a link that everybody may open, by HTTPS unless a setting names it."""
    base = base_for_phones()
    trusted = request.is_secure or settings().public_url
    return base if base and trusted and is_public(base) else None


def is_public(url: str) -> bool:
    """Whether an address can be opened from everywhere, as far as its looks can tell."""
    host = (urlsplit(url).hostname or "").rstrip(".").lower()
    try:
        return ipaddress.ip_address(host).is_global
    except ValueError:
        return "." in host and host.rpartition(".")[2] not in AT_HOME


links = Blueprint("links", __name__)


def night_to_send(night: Night) -> dict[str, str] | None:
    """The result of a night, as in its picture; None where no game was finished."""
    picture = picture_of_night(night)
    if not picture.standings:
        return None
    games = [f"{line.kind.title}: {line.headline}" for line in game_lines(night.games) if line.over]
    return _to_send(picture, games, url_for("pictures.of_night", night=night.id))


def game_to_send(view: SheetView) -> dict[str, str]:
    """The result of a finished game, as in its picture."""
    address = url_for("pictures.of_game", game=view.game.id)
    return _to_send(about_game(view), [view.summary], address)


def _to_send(picture: Picture, more: list[str], address: str) -> dict[str, str]:
    return {"title": picture.title, "text": as_text(picture, more), "picture": address}


@links.get("/games/<id:game>/share")
@links.get("/nights/<id:night>/share")
def show(game: str = "", night: str = "") -> str:
    """How to let others see a finished game or a night: by picture, by text, by a link."""
    if game:
        read = game_here(game)
        send = game_to_send(SheetView(read)) if read.sheet.over else None
    else:
        send = night_to_send(night_here(night))
    base, target = public_base(), _target(game, night)
    share = find_live_share(database(), settings().secret_key, device_here().club, *target)
    link = f"{base or ''}{url_for('shared.show', code=share.code)}" if share else ""
    return render_template(
        "sharing/share.html",
        game_id=game,
        night_id=night,
        send=send,
        share=share,
        link=link,
        public=base,
        host=urlsplit(base_for_phones() or "").netloc,
    )


@links.post("/games/<id:game>/share")
@links.post("/nights/<id:night>/share")
def make(game: str = "", night: str = "") -> ResponseReturnValue:
    """Make a link to a finished game, or to a night."""
    device = device_here("score")
    if game and not game_here(game).sheet.over:
        raise NotFound
    target = _target(game, night)
    make_share(database(), settings().secret_key, device.club, *target, device=device.id)
    return _back()


@links.post("/games/<id:game>/share/withdraw")
@links.post("/nights/<id:night>/share/withdraw")
def withdraw(game: str = "", night: str = "") -> ResponseReturnValue:
    """Withdraw the link to a game or a night."""
    if game:
        game_here(game, "score")
    else:
        night_here(night, "score")
    withdraw_share(database(), device_here().club, *_target(game, night))
    return _back()


def _target(game: str, night: str) -> tuple[Kind, str]:
    return ("game", game) if game else ("night", night)


def _back() -> ResponseReturnValue:
    target = request.view_args or {}
    return redirect(url_for("links.show", **target, _anchor="link"), 303)
