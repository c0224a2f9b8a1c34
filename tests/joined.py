"""The cookies of a phone that has joined, made without its page."""

import time

from scorer.services.club.invitations import join_club, make_invitation


def join(app, club, right, name, made=None):
    """Let a phone of this name join a club; the cookies that it would be given, by name."""
    database, secret = app.extensions["scorer"]["database"], app.secret_key
    made = made or make_invitation(database, str(secret), club, right)
    _, token = join_club(database, made, name)
    return cookies_of(club, token)


def cookies_of(club, token):
    """The cookies of a phone with this token."""
    return {f"scorer-{club}": token, "scorer-shown": f"{club}.{int(time.time())}"}


def as_header(cookies):
    """The cookies as a request brings them."""
    return "; ".join(f"{name}={value}" for name, value in cookies.items())


def of_browser(cookies, url):
    """The cookies as a browser keeps them for this address."""
    return [{"name": name, "value": value, "url": url} for name, value in cookies.items()]
