"""Importing: choose a file, read what it would do, and only then do it."""

from typing import Any

from flask import Blueprint, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorer.services import limits
from scorer.services.errors import NotFound
from scorer.services.exchange.faults import BadFile, Fault
from scorer.services.exchange.imports import (
    Imported,
    apply_import,
    count_imported,
    preview_import,
)
from scorer.web.access import database, device_here, may
from scorer.web.names import titles_of

import_games = Blueprint("import_games", __name__)
PIECE = 1024 * 1024
TOO_LARGE = f"This file is too large: {limits.MAX_IMPORT // 1024**2} MB at most."
NOT_KEPT = "This file is not kept any more"
GONE = (
    "Another file was chosen since, a name was forgotten, or an hour has passed. "
    "Choose it again: what is here already does not come in twice."
)


@import_games.url_value_preprocessor
def allow_large_files(*_: Any) -> None:
    """Let those who look after a club send files larger than any form: nothing was read yet."""
    if request.endpoint == "import_games.preview" and request.method == "POST" and may("manage"):
        request.max_content_length = limits.MAX_IMPORT
        # A piece of a file is held with the fields while its end is looked for.
        request.max_form_memory_size = PIECE
        g.too_large = TOO_LARGE


@import_games.get("/club/import")
def ask() -> str:
    """The page to choose a file, which also says how many games the one before has brought."""
    club, done = device_here("manage").club, request.args.get("done", "")
    return _page(done=count_imported(database(), club, done))


@import_games.post("/club/import")
def preview() -> ResponseReturnValue:
    """Show the effect of a file, which alone is kept, for an hour."""
    device, sent = device_here("manage"), request.files.get("file")
    if not sent:
        return _page(faults=[Fault("", "Choose a file first.")]), 422
    try:
        with limits.one_at_a_time("import", device.club):
            upload, plan = preview_import(database(), device.club, sent.stream)
    except BadFile as fault:
        return _page(faults=fault.faults, name=sent.filename), 422
    return _page(upload=upload, plan=plan, name=sent.filename)


@import_games.post("/club/import/<id:upload>")
def apply_file(upload: str) -> ResponseReturnValue:
    """Import a file whose effect was shown, or show it once its days are clear."""
    club, name = device_here("manage").club, request.form.get("name", "")[:200]
    first, write = request.form.get("first", ""), "import" in request.form
    try:
        with limits.one_at_a_time("import", club, of=upload):
            plan = apply_import(database(), club, upload, first, write=write)
    except Imported:
        return _done(upload)
    except NotFound:
        return _page(heading=NOT_KEPT, faults=[Fault("", GONE)]), 409
    except BadFile as fault:
        return _page(faults=fault.faults, name=name), 422
    if plan.file.asks or not write:
        return _page(upload=upload, plan=plan, name=name, first=first)
    return _done(upload)


def _done(upload: str) -> ResponseReturnValue:
    return redirect(url_for("import_games.ask", done=upload), 303)


def _page(**context: object) -> str:
    return render_template("club/import.html", titles_of=titles_of, **context)
