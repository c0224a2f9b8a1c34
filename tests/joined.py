"""The cookies of a phone that has joined, made without its page."""

import time

from flask import session
from flask_wtf.csrf import generate_csrf

from scorer.services.club.invitations import join_club, make_invitation
from scorer.services.games.news import find_phones


def join(app, club, right, name, made=None):
    """Let a phone of this name join a club; the cookies that it would be given, by name."""
    database, secret = app.extensions["scorer"]["database"], app.secret_key
    made = made or make_invitation(database, str(secret), club, right)
    _, token = join_club(database, made, name)
    with app.test_request_context():
        generate_csrf()
        signer = app.session_interface.get_signing_serializer(app)
        signed = str(signer.dumps({**session, "_permanent": True}))
    return {**cookies_of(club, token), "scorer": signed}


def find_phone(database, token, game=None):
    """The phone of a token as the door finds it, if there is one."""
    [found] = find_phones(database, [token], game).values() or [None]
    return found


def cookies_of(club, token):
    """The cookies of a phone with this token."""
    return {f"scorer-{club}": token, "scorer-shown": f"{club}.{int(time.time())}"}


def as_header(cookies):
    """The cookies as a request brings them."""
    return "; ".join(f"{name}={value}" for name, value in cookies.items())


def of_browser(cookies, url):
    """The cookies as a browser keeps them for this address."""
    return [{"name": name, "value": value, "url": url} for name, value in cookies.items()]
