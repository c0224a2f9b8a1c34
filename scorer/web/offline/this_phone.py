"""The page about the files that this phone keeps, and how to clear them."""

from flask import Blueprint, render_template

this_phone = Blueprint("this_phone", __name__)


@this_phone.get("/phone")
def show() -> str:
    """The page of the phone itself; it opens also where nothing else does."""
    return render_template("offline/this_phone.html")
