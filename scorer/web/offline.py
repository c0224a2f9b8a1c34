"""The app without signal: its manifest, its service worker, and the pages that a phone keeps."""

import json
from pathlib import Path

from flask import Blueprint, Response, current_app, jsonify, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from scorer.rules.words import WORDS
from scorer.services.club.devices import is_last_manager
from scorer.services.nights.front import read_front
from scorer.web.access import club_here, database, device_here, may
from scorer.web.assets import MODULE_TYPE, asset, compact, send_static
from scorer.web.phone_words import words_of_page

offline = Blueprint("offline", __name__)
PAPER = "#f8f3e6"
# Where a phone puts icons in a shape of its own, it cuts from the edge of the maskable one.
# The PNGs are made from the SVGs in that folder.
ICONS = (
    ("icon-192.png", 192, "any"),
    ("icon-512.png", 512, "any"),
    ("maskable-512.png", 512, "maskable"),
)
# An iPhone cuts the corners of what it takes.
TOUCH_ICON = "icons/touch-180.png"
# What a page of a game fetches only once it is needed, and what other pages are made of. All else
# is kept when it is fetched for the first time.
FILES = (
    *("app.css", "front.css", "result.css", "large.css"),
    "icons/icon.svg",
    *(f"js/{name}.js" for name in ("forms", "fresh", "keep", "motion", "poll", "sheet", "store")),
    *(f"js/outbox/{name}.js" for name in ("elsewhere", "list", "queue", "send")),
    *("js/elements.js", "js/offline/register.js", "js/pad/large.js"),
    *("js/why.js", "js/words.js"),
)


@offline.get("/manifest.webmanifest")
def manifest() -> Response:
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
            {"name": "Score", "url": url_for("offline.score")},
            {"name": "Nights", "url": url_for("nights.index")},
        ],
    )
    response.mimetype = "application/manifest+json"
    return response


@offline.get("/apple-touch-icon.png")
def touch_icon() -> Response:
    """The icon that an iPhone asks for under this name, whatever a page names."""
    answer = send_static("", TOUCH_ICON)
    answer.headers["Cache-Control"] = "max-age=86400"
    return answer


@offline.get("/score")
def score() -> ResponseReturnValue:
    """To the game that is being played; without one, to where the next one begins."""
    device = device_here()
    games = () if device.guest else read_front(database(), device.club).in_progress
    if games:
        # As on the front page: what was only begun stands behind what is being played.
        on = min(games, key=lambda game: not game.deals)
        return redirect(url_for("games.show", game=on.id), 303)
    begins = may("score") and not device.guest
    return redirect(url_for("setup.new" if begins else "front.home"), 303)


@offline.get("/service-worker.js")
def worker() -> Response:
    """The worker of this release; a browser asks for it anew each time it opens a page."""
    folder: Path = current_app.extensions["static"]
    app = {
        "release": current_app.extensions["release"],
        "files": [asset(name) for name in FILES],
        "noSignal": url_for("offline.no_signal"),
        "unsaved": url_for("offline.no_signal", unsaved=""),
        "outbox": url_for("offline.outbox"),
        "score": url_for("offline.score"),
        "asOf": WORDS["phrases"]["as_of"],
        "language": WORDS["language"],
    }
    text = compact((folder / "js" / "worker.js").read_bytes())
    # Not a module: not every browser takes modules as service workers.
    head = f"const APP = {json.dumps(app)};\n".encode()
    answer = Response(head + text, content_type=MODULE_TYPE)
    # It shows nothing, and asks for nothing of others.
    answer.headers["Content-Security-Policy"] = "default-src 'none'; connect-src 'self'"
    return answer


@offline.get("/no-signal")
def no_signal() -> str:
    """The page in place of one that cannot be had, or, with `unsaved`, of what a form answers."""
    return render_template("offline/no_signal.html")


@offline.get("/outbox")
def outbox() -> str:
    """The page of the outbox: what waits is known to the phone alone."""
    return render_template("offline/outbox.html", phone_words=words_of_page("outbox"))


@offline.get("/phone")
def this_phone() -> str:
    """The page about this phone: what it keeps, also where no other page opens, and its club."""
    club = club_here() if may("watch") else None
    is_last = club is not None and is_last_manager(database(), device_here())
    return render_template("offline/this_phone.html", club=club, is_last=is_last)
