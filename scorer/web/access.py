"""The one door: whatever is loaded for a phone is loaded here, club and right checked.

A page that does not open to everybody passes `guard` before its view runs, and the view asks
for what it needs with `device_here`, `game_here`, `night_here` and `person_here`. What belongs
to another club does not exist (404), nor does for a guest what belongs to another night.
"""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any
from urllib.parse import quote

from flask import (
    Flask,
    Response,
    after_this_request,
    current_app,
    g,
    has_app_context,
    request,
    session,
)
from werkzeug.exceptions import Forbidden, NotFound, Unauthorized
from werkzeug.routing import BaseConverter, IntegerConverter

from scorer.rules.types import SheetDeal
from scorer.rules.words import WORDS, fill
from scorer.services import limits
from scorer.services.club import Right, clubs, includes, share_links
from scorer.services.club.clubs import BY_ID, Club, clubs_having
from scorer.services.club.devices import Device, note_seen
from scorer.services.club.share_links import ShareLink
from scorer.services.errors import NotAllowed, WhichClub
from scorer.services.games.news import GameState, Phone, find_phones
from scorer.services.games.read import GameRead, games_on, read_game
from scorer.services.ids import SHAPE, is_id
from scorer.services.nights.night_list import Night, read_night
from scorer.services.people.merge import Person, read_person
from scorer.services.people.players import Player, known_players, numbered_names
from scorer.services.ratings import rate_due
from scorer.settings import Settings
from scorer.storage.database import Database
from scorer.web.cookies import (
    MAX_CLUBS,
    MAX_SHOWN_LENGTH,
    RENEW_SECONDS,
    SHOWN,
    TOKEN,
    PhoneCookies,
)
from scorer.web.security import csrf

# So many letters of the name of a club stand before what was saved in it.
CLUB_LETTERS = 24
# When the request of this thread came, as the server notes it (`at`): before a thread was free.
arrival = threading.local()
# What a phone may ask for before it has joined: how to join, what a browser fetches for itself, the
# pages that are the same for everybody, and what opens by the code of a share (`shared_here`).
OPEN = {
    *("join.join", "join.join_by_code"),
    *("static", "favicon", "health", "robots"),
    *("offline.manifest", "offline.touch_icon", "offline.worker"),
    *("offline.no_signal", "offline.this_phone", "offline.outbox"),
    *("rules.index", "rules.show"),
    *("shared.show", "shared.game", "shared.chart", "shared.game_chart"),
}
# What opens to a stranger, too, where anybody may begin a club.
OPENS_CLUB = "setup.new"
# Which of them show no club.
THE_SAME_IN_ALL = OPEN - {"rules.index", "rules.show", "offline.this_phone"}
# What a guest sees besides the games and the night it came to, and by which right.
OPEN_TO_GUESTS: dict[str | None, Right] = {
    "front.home": "play",
    "offline.score": "play",
    "setup.new": "score",
}
# What would lead a guest to other nights of the club, or take away its own.
CLOSED_TO_GUESTS = {
    *("bin.delete_game", "bin.restore", "games.night", "nights.edit", "nights.delete"),
}


class IdConverter(BaseConverter):
    """An id in an address: a UUID in small letters; anything else is not found."""

    regex = SHAPE


class SeatConverter(IntegerConverter):
    """The number of a seat in an address; one of thousands of digits is not found either."""

    regex = "[0-9]{1,2}"


def init_app(app: Flask) -> None:
    """Put the guard in front of every page."""
    app.url_map.converters.update(id=IdConverter, seat=SeatConverter)
    app.before_request(guard)
    app.url_defaults(name_club)


def database() -> Database:
    """The database of this app."""
    database: Database = current_app.extensions["scorer"]["database"]
    return database


def settings() -> Settings:
    """The settings of this app."""
    settings: Settings = current_app.extensions["scorer"]["settings"]
    return settings


def guard() -> None:
    """Let only joined phones in, so often each, except to the pages that open to everybody.

    A write needs its token, where there is anything to write.
    """
    endpoint, is_write = request.endpoint, request.method == "POST"
    if endpoint is not None:
        csrf.protect()
    sent = request.values if is_write else request.args
    g.named = sent.get("club") or request.headers.get("Club")
    # How long this thread has waited until the request came (`fresh.poll_seconds`).
    g.waited_before = getattr(arrival, "at", time.perf_counter()) - time.thread_time()
    if endpoint == OPENS_CLUB and begins_club():
        return
    if endpoint is not None and endpoint not in OPEN:
        device = device_here()
        if g.named and g.named != device.club:
            raise NotAllowed("other_club")
        if "several" in g:
            raise WhichClub(g.several)
        if is_write:
            limits.count("writes", device.club, device.id)
        elif endpoint == "news.show" or "If-None-Match" in request.headers:
            limits.count("polls", device.club, device.id)
        if is_write and len(cookies_here().tokens) > 1:
            name = club_here().name
            short = name if len(name) <= CLUB_LETTERS else f"{name[: CLUB_LETTERS - 1].rstrip()}…"
            _say("In-Club", quote(fill(WORDS["phrases"]["saved_in"], {"club": short})))
        if device.guest and not _is_of_guests_night(device):
            # The pages without an id are the same in every club: no secret that they are there.
            raise NotFound if request.view_args else Forbidden


def _is_of_guests_night(device: Device) -> bool:
    if request.endpoint in OPEN_TO_GUESTS:
        return may(OPEN_TO_GUESTS[request.endpoint])
    if request.endpoint in CLOSED_TO_GUESTS:
        return False
    if request.endpoint == "club.revoke":
        return bool(_named("device") == device.id)
    night = state_here().night if _named("game") else _named("night")
    return night == device.night


def _named(name: str) -> Any:
    return (request.view_args or {}).get(name)


def begins_club() -> bool:
    """Whether this request may begin a club: that of a stranger, or one that asks for another."""
    # The form of a member who was removed meanwhile is none that begins a club.
    is_meant = request.method == "GET" or "name" in request.form
    is_open = settings().new_clubs == "anybody" and is_meant
    return is_open and ("begin" in request.values or joined_device() is None)


def guests_night() -> str | None:
    """The night that the phone which asks sees no other one than; None where it is no guest."""
    device = joined_device()
    return device.night if device is not None and device.guest else None


def device_here(right: Right = "watch") -> Device:
    """The phone that asks; 401 where it has not joined, 403 where it may not do this."""
    device = joined_device()
    if device is None:
        raise Unauthorized
    if not includes(device.right, right):
        raise Forbidden
    return device


def may(right: Right) -> bool:
    """Whether the phone that asks has at least this right."""
    device = joined_device()
    return device is not None and includes(device.right, right)


def joined_device() -> Device | None:
    """The phone that asks, as it stands in the night of the page; None where it is not let in."""
    # Through its proxy each look takes four times as long.
    kept = g._get_current_object()
    if "device" not in kept:
        known, kept.device = _phone_here(), None
        if known is not None and not known.device.is_out:
            device, club, state = known
            # Whoever opens a link stays in its club, whatever club this phone has joined.
            kept.setdefault("club", club)
            night = state.night if state else _named("night")
            kept.device = here = device if night is None else device.in_night(night)
            if device.club != cookies_here().shown and _is_visit():
                kept.turned_to = club
                cookies_here().show(device.club)
            if here.is_unnoted:
                game, over = (state.game, state.over) if state else (None, False)
                do_behind(partial(note_seen, database(), here, game, night if over else None))
            if club.ratings_due:
                do_behind(partial(rate_due, database(), club.id))
    joined: Device | None = kept.device
    return joined


def do_behind(deed: Callable[[], None]) -> None:
    """Do something once this request is answered."""

    @after_this_request
    def when_closed(response: Response) -> Response:
        response.call_on_close(deed)
        return response


def _is_visit() -> bool:
    """Whether a page is opened by hand, and not asked for by another page."""
    accept = request.headers.get("Accept", "text/html")
    return request.method == "GET" and "text/html" in accept and "Club" not in request.headers


def _say(name: str, value: str) -> None:
    @after_this_request
    def say(response: Response) -> Response:
        response.headers[name] = value
        return response


def phones_here() -> dict[str, Phone]:
    """The phone that asks as it is in each of its clubs, by club; it may be out of these."""
    kept = g._get_current_object()
    if "phones" not in kept:
        tokens = cookies_here().tokens
        found = find_phones(database(), tokens.values(), _named("game"))
        kept.phones = {club: phone for club, phone in found.items() if club in tokens}
    phones: dict[str, Phone] = kept.phones
    return phones


def is_of_deleted_club() -> bool:
    """Whether no club knows the token of the phone that asks: a made-up one learns no more."""
    return _phone_here() is None and bool(cookies_here().tokens)


def device_in(club: str) -> Device | None:
    """The phone that asks as a device of this club, though it was revoked or its night is over."""
    known = phones_here().get(club)
    return known.device if known else None


def device_out() -> Device | None:
    """The phone that asks, where it was revoked or its night is over."""
    known = _phone_here()
    return known.device if known and known.device.is_out else None


def _phone_here() -> Phone | None:
    kept = g._get_current_object()
    if "phone" not in kept:
        cookies, club = cookies_here(), kept.get("named")
        if club not in cookies.tokens:
            club = cookies.shown if len(cookies.tokens) < 2 else _club_of_page(cookies)
        kept.phone = phones_here().get(club)
        if club in cookies.tokens and (kept.phone is None or kept.phone.device.is_out):
            _forget_pages(club)
    known: Phone | None = kept.phone
    return known


def _club_of_page(cookies: PhoneCookies) -> str | None:
    """The one of a phone's clubs that has the ids of an address, or else the club it shows.

    Out of the club that it shows, it shows another one: where it is at home rather than a guest.
    """
    phones, inside = phones_here(), clubs_inside()
    having = clubs_having(database(), phones, request.view_args or {})
    several = [club for club in inside if club in having]
    if len(several) > 1:
        g.several = several
    elif having:
        return (several or having)[0]
    elif inside and cookies.shown not in inside:
        cookies.show(club_at_home() or inside[0])
        _forget_pages(*(cookies.tokens.keys() - set(inside)))
    return cookies.shown


def _forget_pages(*clubs: str | None) -> None:
    """Let the worker of a phone forget the pages of clubs that it is out of."""
    _say("Out-Of", ",".join(filter(None, clubs)))


def clubs_inside() -> list[str]:
    """The clubs that the phone which asks is in and not out of."""
    return [club for club, known in phones_here().items() if not known.device.is_out]


def club_at_home() -> str | None:
    """The club in which the phone that asks is no guest, seen there last."""
    return next((it for it in clubs_inside() if not phones_here()[it].device.guest), None)


def club_in_forms() -> str:
    """The club that a form names which has no id in its address."""
    device = joined_device()
    return device.club if device else ""


def name_club(endpoint: str, values: dict[str, Any]) -> None:
    """Let the addresses of a phone of several clubs name the club, if they have no id."""
    device = g.get("device")
    if device is None or len(cookies_here().tokens) < 2 or endpoint in THE_SAME_IN_ALL:
        return
    rules = current_app.url_map.iter_rules(endpoint)
    if all(rule.arguments.isdisjoint(BY_ID) for rule in rules):
        values.setdefault("club", device.club)


def cookies_here() -> PhoneCookies:
    """The cookies of the phone that asks; the token of release 0.5 is turned over into one."""
    kept = g._get_current_object()
    if "cookies" not in kept:
        cookies = request.cookies
        tokens = {
            name.removeprefix(TOKEN): token
            for name, token in cookies.items()
            if name.startswith(TOKEN) and is_id(name.removeprefix(TOKEN))
        }
        shown, _, sent = cookies.get(SHOWN, "")[:MAX_SHOWN_LENGTH].partition(".")
        phone = kept.cookies = PhoneCookies(tokens, shown if shown in tokens else None)
        if tokens and not (sent.isdecimal() and time.time() - int(sent) < RENEW_SECONDS):
            phone.renew()
        if not tokens and isinstance(old := session.get("token"), str):
            for club in find_phones(database(), [old]):
                phone.keep(club, old)
            del session["token"]
        if phone.shown is None and len(tokens) == 1:
            phone.show(*tokens)
    here: PhoneCookies = kept.cookies
    return here


def note_changes(changes: int) -> None:
    """Note that the club has a new counter of changes, since this request has written one."""
    g.club = replace(club_here(), changes=changes)


def state_here() -> GameState:
    """The state of the game that the page is about, before anything else was read; 404 without."""
    state = phones_here()[device_here().club].state
    if state is None:
        raise NotFound
    return state


def club_here() -> Club:
    """The club of the link that was opened, or of the phone that asks."""
    kept = g._get_current_object()
    if "club" not in kept:
        device_here()
    club: Club = kept.club
    return club


def remember(club: str, token: str | None) -> None:
    """Make the phone show this club, and keep its new token there if it has one."""
    phone = cookies_here()
    phone.show(club)
    if token is not None:
        phone.keep(club, token)
    for known in ("named", "phones", "phone", "device", "club"):
        g.pop(known, None)
    if len(phone.tokens) > MAX_CLUBS:
        for gone in phone.tokens.keys() - {club, *list(phones_here())[:MAX_CLUBS]}:
            phone.forget(gone)


def game_here(game: str, right: Right = "watch") -> GameRead:
    """A game of this phone's club; 404 where the club has no such game."""
    read = read_game(database(), device_here(right).club, game)
    if guests_night() not in (None, read.night):
        raise NotFound  # a form may name another game than the address
    return read


def games_at_table(club: str, night: str | None) -> list[GameRead]:
    """The games that are on in the night that a code leads to."""
    g.club = clubs.get_club(database(), club)
    on = games_on(database(), club, night) if night else []
    return [read_game(database(), club, game) for game in on]


def night_here(night: str, right: Right = "watch") -> Night:
    """A night of this phone's club; 404 where the club has no such night."""
    return read_night(database(), device_here(right).club, night)


def person_here(player: str, right: Right = "watch") -> Person:
    """A person of this phone's club, by any id; 404 where the club has nobody of it."""
    return read_person(database(), device_here(right).club, player)


def numbered_names_here() -> Mapping[str, str]:
    """The numbered names of the people of this club; none where nobody asks for a page."""
    if not has_app_context():
        return {}
    club = club_here()
    return numbered_names(database(), club.id, club.changes)


def players_to_seat() -> list[Player]:
    """The people that a page offers to sit down; to a guest those who have sat there tonight."""
    return known_players(database(), device_here("score").club, night=guests_night())


def shared_here(code: str) -> ShareLink:
    """The share of this code, whose club is that of the page from here on; 404 where it is gone."""
    share = share_links.find_share(database(), settings().secret_key, code)
    g.club = clubs.get_club(database(), share.club)
    return share


def shared_game_here(share: ShareLink, game: str) -> GameRead:
    """A game that a link shows: itself once it is finished, or one of the night; else 404."""
    read = read_game(database(), share.club, game)
    target = read.night if share.kind == "night" else read.id
    if target != share.target or (share.kind == "game" and not read.sheet.over):
        raise NotFound
    return read


def deal_here(game: GameRead, deal: str) -> SheetDeal:
    """A deal on the sheet of a game, behind its end too; 404 where it is not there."""
    row = game.sheet.find_deal(deal)
    if row is None:
        raise NotFound
    return row
