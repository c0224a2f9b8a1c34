"""The cookie of a phone that has joined, made without its page."""

from flask import session
from flask_wtf.csrf import generate_csrf

from scorer.services.club.invitations import join_club, make_invitation
from scorer.web.access import remember


def join(app, club, right, name, made=None):
    """Let a phone of this name join a club; the value of the cookie that it would be given."""
    database, secret = app.extensions["scorer"]["database"], app.secret_key
    made = made or make_invitation(database, str(secret), club, right)
    _, token = join_club(database, made, name)
    with app.test_request_context():
        remember(token)
        generate_csrf()
        signed = app.session_interface.get_signing_serializer(app)
        return str(signed.dumps(dict(session)))
