"""What a phone needs to put the app on its home screen: a manifest, icons, and where they lead."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from flask import Blueprint, Response, abort, current_app, jsonify, redirect, url_for
from flask.typing import ResponseReturnValue

from scorer.services.nights.front import read_front
from scorer.web.access import database, device_here, is_guest, may
from scorer.web.assets import FOREVER, asset
from scorer.web.drawing.fonts import can_draw
from scorer.web.drawing.images import draw_png

manifest = Blueprint("manifest", __name__)
PAPER = "#f8f3e6"


@dataclass(frozen=True)
class Icon:
    """A picture drawn from an SVG; `view` is the part of it that is drawn, if not all."""

    source: str
    size: int
    purpose: str = "any"
    view: str | None = None


# Where a phone puts them in a shape of its own, it cuts from the edge of the maskable one.
ICONS = {
    "small": Icon("icon.svg", 192),
    "large": Icon("icon.svg", 512),
    "maskable": Icon("maskable.svg", 512, "maskable"),
}
# An iPhone takes no SVG, and cuts the corners of what it takes.
TOUCH_ICON = Icon("maskable.svg", 180, view="-8 -8 80 80")
VIEW_BOX = re.compile(r'(?<=viewBox=")[^"]*')


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
        icons=_icons(),
        shortcuts=[
            {"name": "Score", "url": url_for("manifest.score")},
            {"name": "Nights", "url": url_for("nights.index")},
        ],
    )
    response.mimetype = "application/manifest+json"
    return response


def _icons() -> list[dict[str, str]]:
    """As PNG, which every phone takes; as SVG where nothing is installed that draws."""
    release = current_app.extensions["release"]
    return [
        {
            "src": url_for("manifest.icon", release=release, name=name),
            "sizes": f"{icon.size}x{icon.size}",
            "type": "image/png",
            "purpose": icon.purpose,
        }
        if can_draw()
        else {
            "src": asset(f"icons/{icon.source}"),
            "sizes": "any",
            "type": "image/svg+xml",
            "purpose": icon.purpose,
        }
        for name, icon in ICONS.items()
    ]


@manifest.get("/icons/<release>/<name>.png")
def icon(release: str, name: str) -> Response:
    """An icon that the manifest names; under this release it stays the same for ever."""
    if name not in ICONS:
        abort(404)
    answer = _draw(ICONS[name])
    if release == current_app.extensions["release"]:
        answer.headers["Cache-Control"] = FOREVER
    return answer


@manifest.get("/apple-touch-icon.png")
def touch_icon() -> Response:
    """The icon that an iPhone asks for under this name, without being told by any page."""
    answer = _draw(TOUCH_ICON)
    answer.headers["Cache-Control"] = "max-age=86400"
    return answer


def _draw(icon: Icon) -> Response:
    if not can_draw():
        abort(404)
    folder: Path = current_app.extensions["static"]
    svg = (folder / "icons" / icon.source).read_text("utf-8")
    view = icon.view or "".join(VIEW_BOX.findall(svg))
    sized = f'{view}" width="{icon.size}" height="{icon.size}'
    return Response(draw_png(VIEW_BOX.sub(sized, svg, count=1)), mimetype="image/png")


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
