"""Sharing a game or a night: as a picture, as text, or by a link that opens it for reading."""

import ipaddress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from scorer.services.club.share_links import Kind, find_live_share, share, withdraw_share
from scorer.services.nights.night_list import Night
from scorer.web.access import database, device_here, game_here, night_here, settings
from scorer.web.games.sheet_view import SheetView, game_context
from scorer.web.hosts import base_for_phones
from scorer.web.nights.lines import game_lines
from scorer.web.sharing.pictures import Picture, about_game, about_night, as_text

# Names that only the network at home knows.
AT_HOME = ("local", "lan", "home", "internal", "localhost", "fritz.box", "home.arpa", "test")


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
        pass
    at_home = any(host == name or host.endswith(f".{name}") for name in AT_HOME)
    return "." in host and not at_home


links = Blueprint("links", __name__)


@links.get("/games/<id:game>/share")
def of_game(game: str) -> str:
    """How to let others see a finished game."""
    read = game_here(game)
    context = game_context(read)
    if not read.sheet.over:
        return render_template("games/share.html", text="", **context)
    picture = about_game(context["sheet"])
    return render_template(
        "games/share.html",
        text=as_text(picture, [context["sheet"].summary]),
        **_link("game", game),
        **context,
    )


@links.get("/nights/<id:night>/share")
def of_night(night: str) -> str:
    """How to let others see a night."""
    read = night_here(night)
    picture = about_night(read)
    return render_template(
        "nights/share.html",
        night=read,
        picture=picture,
        text=night_to_send(read, picture).text,
        **_link("night", night),
    )


@dataclass(frozen=True)
class ToSend:
    """A result as it is sent, "" without a finished game; `picture` is the address of the SVG."""

    title: str
    text: str
    picture: str


def night_to_send(night: Night, picture: Picture) -> ToSend:
    """The result of a night, as in its picture."""
    games = [f"{line.kind.title}: {line.headline}" for line in game_lines(night.games) if line.over]
    address = url_for("pictures.of_night", night=night.id)
    return ToSend(picture.title, as_text(picture, games) if picture.standings else "", address)


def game_to_send(view: SheetView) -> ToSend:
    """The result of a finished game, as in its picture."""
    picture = about_game(view)
    address = url_for("pictures.of_game", game=view.game.id)
    return ToSend(picture.title, as_text(picture, [view.summary]), address)


@links.post("/games/<id:game>/share")
def share_game(game: str) -> ResponseReturnValue:
    """Make a link to a finished game."""
    if not game_here(game, "score").sheet.over:
        raise NotFound
    return _share("game", game)


@links.post("/nights/<id:night>/share")
def share_night(night: str) -> ResponseReturnValue:
    """Make a link to a night."""
    night_here(night, "score")
    return _share("night", night)


@links.post("/games/<id:game>/share/withdraw")
def withdraw_game(game: str) -> ResponseReturnValue:
    """Withdraw the link to a game."""
    game_here(game, "score")
    return _withdraw("game", game)


@links.post("/nights/<id:night>/share/withdraw")
def withdraw_night(night: str) -> ResponseReturnValue:
    """Withdraw the link to a night."""
    night_here(night, "score")
    return _withdraw("night", night)


def _share(kind: Kind, target: str) -> ResponseReturnValue:
    device = device_here("score")
    share(database(), settings().secret_key, device.club, kind, target, device=device.id)
    return _back_to(kind, target)


def _withdraw(kind: Kind, target: str) -> ResponseReturnValue:
    withdraw_share(database(), device_here("score").club, kind, target)
    return _back_to(kind, target)


def _back_to(kind: Kind, target: str) -> ResponseReturnValue:
    target_and_place: dict[str, Any] = {kind: target, "_anchor": "link"}
    return redirect(url_for(f"links.of_{kind}", **target_and_place), 303)


def _link(kind: Kind, target: str) -> dict[str, Any]:
    """The link that can be sent, the one there is, and where phones at home reach the app."""
    base, at_home = public_base(), base_for_phones()
    secret, club = settings().secret_key, device_here().club
    link = find_live_share(database(), secret, club, kind, target)
    path = url_for("shared.show", code=link.code) if link else ""
    host = urlsplit(at_home).netloc if at_home else ""
    return {"public": base, "share": link, "link": f"{base or ''}{path}", "host": host}
