"""The manifest and icons with which a phone puts the app on its home screen."""

from flask import Blueprint, Response, jsonify, redirect, url_for
from flask.typing import ResponseReturnValue

from scorer.services.nights.front import read_front
from scorer.web.access import database, device_here, is_guest, may
from scorer.web.assets import asset, send_static

manifest = Blueprint("manifest", __name__)
PAPER = "#f8f3e6"


# Where a phone puts icons in a shape of its own, it cuts from the edge of the maskable one.
# The PNGs are made from the SVGs beside them.
ICONS = (
    ("icon-192.png", 192, "any"),
    ("icon-512.png", 512, "any"),
    ("maskable-512.png", 512, "maskable"),
)
# An iPhone cuts the corners of what it takes.
TOUCH_ICON = "icons/touch-180.png"


@manifest.get("/manifest.webmanifest")
def show() -> Response:
    """The manifest."""
    response = jsonify(
        id="/",
        name="Scorer",
        short_name="Scorer",
        description="Keep score of card games.",
        start_url="/",
        display="standalone",
        background_color=PAPER,
        theme_color=PAPER,
        icons=[
            {
                "src": asset(f"icons/{file}"),
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": purpose,
            }
            for file, size, purpose in ICONS
        ],
        shortcuts=[
            {"name": "Score", "url": url_for("manifest.score")},
            {"name": "Nights", "url": url_for("nights.index")},
        ],
    )
    response.mimetype = "application/manifest+json"
    return response


@manifest.get("/apple-touch-icon.png")
def touch_icon() -> Response:
    """The icon that an iPhone asks for under this name, without being told by any page."""
    answer = send_static("", TOUCH_ICON)
    answer.headers["Cache-Control"] = "max-age=86400"
    return answer


@manifest.get("/score")
def score() -> ResponseReturnValue:
    """To the game that is being played; without one, to where the next one begins."""
    club = device_here().club
    games = () if is_guest() else read_front(database(), club).in_progress
    if games:
        # As on the front page: what was only begun stands behind what is being played.
        on = min(games, key=lambda game: not game.deals)
        return redirect(url_for("games.show", game=on.id), 303)
    begins = may("score") and not is_guest()
    return redirect(url_for("setup.new" if begins else "front.home"), 303)
