"""Importing: choose a file, read what it would do, and only then do it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flask import Blueprint, Flask, g, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorer.services.errors import Conflict, NotFound
from scorer.services.exchange.apply import apply_import
from scorer.services.exchange.faults import BadFile, Fault
from scorer.services.exchange.paper_book import COLUMNS
from scorer.services.exchange.preview import (
    BEHIND,
    DIFFERENT,
    IN_BIN,
    LONGER,
    NEW,
    SAME,
    Plan,
    preview_again,
    preview_import,
)
from scorer.web.access import database, device_here, may
from scorer.web.forms import FileForm, ImportForm
from scorer.web.kinds import titles_of

import_games = Blueprint("import_games", __name__)
LARGEST = 64 * 1024 * 1024
PIECE = 1024 * 1024
TOO_LARGE = "This file is too large: 64 MB at most."
MOST_NAMED = 12


def init_app(app: Flask) -> None:
    """Let those who look after a club send files that are larger than any form."""
    app.before_request(allow_large_files)


def allow_large_files() -> None:
    """Raise the limit for this one address, before what was sent is read."""
    if request.endpoint == "import_games.preview" and request.method == "POST" and may("manage"):
        request.max_content_length = LARGEST
        # A piece of a file is held beside the fields while its end is looked for.
        request.max_form_memory_size = PIECE
        g.too_large = TOO_LARGE


@import_games.get("/club/import")
def ask() -> str:
    """Where a file is chosen; also what was imported just now."""
    device_here("manage")
    return _page(FileForm(), done=request.args.get("done", type=int))


@import_games.post("/club/import")
def preview() -> ResponseReturnValue:
    """What a file would do; nothing is written but the file itself, for an hour."""
    device, form = device_here("manage"), FileForm()
    sent, by_name = form.file.data, form.by_name.data
    if not form.validate():
        return _page(form, faults=[Fault("", str(form.file.errors[0]))]), 422
    try:
        plan, upload = preview_import(database(), device.club, sent.stream, by_name=by_name)
    except BadFile as fault:
        return _page(form, faults=fault.faults, name=sent.filename), 422
    return _page(form, _promise(plan, sent.filename, by_name=by_name), plan, upload=upload)


@import_games.post("/club/import/<id:upload>")
def apply_file(upload: str) -> ResponseReturnValue:
    """Do what was promised."""
    club, form = device_here("manage").club, ImportForm()
    by_name, name, mark = form.by_name.data, (form.name.data or "")[:200], form.mark.data or ""
    again = FileForm(formdata=None, by_name=by_name)
    try:
        try:
            plan = apply_import(
                database(),
                club,
                upload,
                by_name=by_name,
                mark=mark,
                leave=form.leave.data,
                too=form.too.data,
            )
        except Conflict:
            now = preview_again(database(), club, upload, by_name=by_name)
            promise = _promise(now, name, by_name=by_name, too=form.too.data)
            if now.mark == mark:
                says = "Answer this first, or choose another file."
                promise.refuse("leave", says, 422)
                return _page(again, promise, now, upload=upload), 422
            return _page(again, promise, now, upload=upload, changed=True), 409
    except NotFound:
        says = "This file was kept for only an hour. Choose it again."
        return _page(again, faults=[Fault("", says)]), 409
    except BadFile as fault:
        return _page(again, faults=fault.faults, name=name), 422
    brought = plan.games[NEW] + plan.games[LONGER]
    return redirect(url_for("import_games.ask", done=brought), 303)


def _promise(plan: Plan, name: str, *, by_name: bool, too: bool = False) -> ImportForm:
    """The form under what would happen."""
    return ImportForm(formdata=None, mark=plan.mark, name=name, by_name=by_name, too=too)


def _becomes(plan: Plan) -> Iterator[Markup]:
    """What becomes of the games, a line for each."""
    new, longer, same, behind, in_bin, different = (
        plan.games[kind] for kind in (NEW, LONGER, SAME, BEHIND, IN_BIN, DIFFERENT)
    )
    says = {
        (f"<b>{new}</b> new game" if new == 1 else f"<b>{new}</b> new games"): new,
        (
            f"<b>{longer}</b> game continues from where it is here"
            if longer == 1
            else f"<b>{longer}</b> games continue from where they are here"
        ): longer,
        (
            f"<b>{same}</b> game is already here"
            if same == 1
            else f"<b>{same}</b> games are already here"
        ): same,
        (
            f"<b>{behind}</b> game has more written in it here"
            if behind == 1
            else f"<b>{behind}</b> games have more written in them here"
        ): behind,
        (
            f"<b>{in_bin}</b> game is in the bin here and stays there"
            if in_bin == 1
            else f"<b>{in_bin}</b> games are in the bin here and stay there"
        ): in_bin,
        (
            f"<b>{different}</b> game is different here"
            if different == 1
            else f"<b>{different}</b> games are different here"
        ): different,
    }
    # Words and numbers of ours, nothing that anybody typed.
    return (Markup(words) for words, number in says.items() if number)  # noqa: S704


def _page(
    file: FileForm,
    promise: ImportForm | None = None,
    plan: Plan | None = None,
    *,
    faults: Sequence[Fault] = (),
    name: str = "",
    upload: str = "",
    changed: bool = False,
    done: int | None = None,
) -> str:
    return render_template(
        "club/import.html",
        file=file,
        promise=promise,
        plan=plan,
        counts=[] if plan is None else list(_becomes(plan)),
        faults=faults,
        titles=[] if plan is None else sorted(titles_of(plan.kinds.values()).values()),
        most=MOST_NAMED,
        columns=COLUMNS,
        name=promise.name.data if promise else name,
        upload=upload,
        changed=changed,
        done=done,
    )
