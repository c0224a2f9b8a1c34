"""Bringing games in: choose a file, read what it would do, and only then do it."""

from __future__ import annotations

from flask import Blueprint, Flask, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorer.rules.words import WORDS
from scorer.services.errors import Conflict, NotFound
from scorer.services.exchange import apply
from scorer.services.exchange.apply import BEHIND, DIFFERENT, IN_BIN, LONGER, NEW, SAME, Plan
from scorer.services.exchange.errors import BadFile, Fault
from scorer.web.access import database, device_here, may

import_games = Blueprint("import_games", __name__)
LARGEST = 64 * 1024 * 1024
PIECE = 1024 * 1024
TOO_LARGE = "A file to bring in may have 64 MB at most, and this one has more."
MOST_NAMED = 12
# What becomes of the games, in the order in which it is told.
SAYS = {
    NEW: ("new game", "new games"),
    LONGER: ("game goes on from where it is here", "games go on from where they are here"),
    SAME: ("game is here already", "games are here already"),
    BEHIND: ("game is here with more written in it", "games are here with more written in them"),
    IN_BIN: (
        "game lies in the bin here and stays there",
        "games lie in the bin here and stay there",
    ),
    DIFFERENT: ("game is told differently here", "games are told differently here"),
}


def init_app(app: Flask) -> None:
    """Let those who look after a club send files that are larger than any form."""
    app.before_request(allow_large_files)


def allow_large_files() -> None:
    """Raise the limit for this one address, before what was sent is read."""
    if request.endpoint == "import_games.look" and request.method == "POST" and may("manage"):
        request.max_content_length = LARGEST
        # A piece of a file is held beside the fields while its end is looked for.
        request.max_form_memory_size = PIECE
        g.too_large = TOO_LARGE


@import_games.get("/club/import")
def ask() -> str:
    """Where a file is chosen; also what was brought in just now."""
    device_here("manage")
    return _page(done=request.args.get("done", type=int))


@import_games.post("/club/import")
def look() -> ResponseReturnValue:
    """What a file would do; nothing is written but the file itself, for an hour."""
    device = device_here("manage")
    sent, by_name = request.files.get("file"), "by_name" in request.form
    if sent is None or not sent.filename:
        return _page(faults=(Fault("", "Choose a file first."),), by_name=by_name), 422
    try:
        plan, upload = apply.preview_import(database(), device.club, sent.stream, by_name=by_name)
    except BadFile as fault:
        return _page(faults=fault.faults, name=sent.filename, by_name=by_name), 422
    return _page(plan, upload=upload, name=sent.filename, by_name=by_name)


@import_games.post("/club/import/<id:upload>")
def bring_in(upload: str) -> ResponseReturnValue:
    """Do what was promised."""
    club = device_here("manage").club
    by_name, name = "by_name" in request.form, request.form.get("name", "")[:200]
    mark, leave, too = request.form.get("mark", ""), "leave" in request.form, "too" in request.form
    try:
        try:
            plan = apply.apply_import(
                database(), club, upload, by_name=by_name, mark=mark, leave=leave, too=too
            )
        except Conflict:
            now = apply.preview_again(database(), club, upload, by_name=by_name)
            changed = now.mark != mark
            page = _page(now, upload=upload, name=name, by_name=by_name, too=too, changed=changed)
            return page, 409 if changed else 422
    except NotFound:
        says = "This file was kept for an hour, and that is over. Choose it again."
        return _page(faults=(Fault("", says),), by_name=by_name), 409
    except BadFile as fault:
        return _page(faults=fault.faults, name=name, by_name=by_name), 422
    brought = plan.games[NEW] + plan.games[LONGER]
    return redirect(url_for("import_games.ask", done=brought), 303)


def _page(
    plan: Plan | None = None,
    *,
    faults: tuple[Fault, ...] = (),
    by_name: bool = True,
    name: str = "",
    upload: str = "",
    too: bool = False,
    changed: bool | None = None,
    done: int | None = None,
) -> str:
    told = []
    if plan is not None:
        for kind, (one, many) in SAYS.items():
            if number := plan.games[kind]:
                told.append((number, one if number == 1 else many))
    titles = {key: words["title"] for key, words in WORDS["variants"].items()}
    return render_template(
        "club/import.html",
        plan=plan,
        told=told,
        faults=faults,
        by_name=by_name,
        titles=titles,
        most=MOST_NAMED,
        name=name,
        upload=upload,
        too=too,
        changed=changed,
        done=done,
    )
