"""The page of entries that wait on this phone, or could not be saved."""

from flask import Blueprint, render_template

from scorer.web.phone_words import words_of_page

outbox = Blueprint("outbox", __name__)


@outbox.get("/outbox")
def show() -> str:
    """The page of the outbox, the same for everybody: what waits is known to the phone alone."""
    return render_template("offline/outbox.html", phone_words=words_of_page("outbox"))
