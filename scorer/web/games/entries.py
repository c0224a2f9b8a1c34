"""Entries as the phone's modules write them: JSON in, the new sheet out."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, render_template, request
from flask.typing import ResponseReturnValue

from scorer.rules.errors import BadRecord
from scorer.rules.fold import reading_on
from scorer.rules.record import parse
from scorer.services import clock
from scorer.services.club.devices import Device
from scorer.services.errors import InTheBin, WrittenSince
from scorer.services.games import score
from scorer.services.games.read import GameRead
from scorer.services.games.score import LARGEST_SEEN
from scorer.services.ids import is_id
from scorer.storage.book import STILL_PLAYING
from scorer.web.access import database, device_here, game_here, look_again, state_here
from scorer.web.errors import answer, says, speaks_json
from scorer.web.games.conflict_view import conflict_sentence, refused_withdrawal, same_sentence
from scorer.web.games.game_page import game_page, name_seat
from scorer.web.games.games import back_to
from scorer.web.games.open_view import beside_sentence
from scorer.web.games.painted_sheets import keep_sheet
from scorer.web.security import leave_tokens_out, refuse_foreign_media

entries = Blueprint("entries", __name__)
DEEPEST = 8
# What a tap on the sheet writes: nothing was typed that could be saved again.
TAPPED = ("answers", "decide", "end")


class NotAnEntry(ValueError):
    """A body that is no entry; the text says why."""


@entries.post("/games/<id:game>/entries")
def write(game: str) -> ResponseReturnValue:
    """Write one entry, and answer with the sheet as it is then."""
    device = device_here("play")
    refuse_foreign_media(request)
    if state_here().deleted:
        raise InTheBin("game", game)
    try:
        sent = read_entry(request.get_data())
    except NotAnEntry as fault:
        return answer(400, str(fault), code="not_an_entry")
    with reading_on():
        return _write(device, game, sent)


def _write(device: Device, game: str, sent: dict[str, Any]) -> ResponseReturnValue:
    try:
        saved = score.write_from(database(), device, game, **sent)
    except WrittenSince as fault:
        return _refused(game, sent, fault)
    if saved.same is not None and not speaks_json():
        return back_to(game, same=saved.same_number)
    read = saved.game_read
    if request.headers.get("Prefer") == "return=minimal":
        # More is sent behind this, and the sheet comes with the last of it.
        return jsonify(game=game, number=saved.number, version=read.version)
    notice = same_sentence(saved.same) if saved.same else beside_sentence(read, sent["name"])
    # The tag also tells apart who sits there, and what was written in the night of a game that is
    # over: both have changed since they were looked at.
    if sent["kind"] in score.CHANGES_PEOPLE or read.sheet.over or state_here().over:
        look_again()
        read = game_here(read.id)
    return saved_answer(read, saved.number, repeated=saved.repeated, notice=notice)


def saved_answer(
    read: GameRead,
    number: int,
    *,
    repeated: bool = False,
    notice: str = "",
) -> Response:
    """What the phone's modules get: the number of an entry, and the sheet; `notice` is said."""
    leave_tokens_out()
    page = game_page(read, just_written=True)
    html = render_template("games/_sheet.html", **page)
    if clock.now() - read.last_at <= STILL_PLAYING:
        # The other phones of the table will ask for it in a moment.
        keep_sheet(read, html, page["data"])
    response = jsonify(
        number=number,
        version=read.version,
        repeated=repeated,
        html=html,
        data=page["data"],
        notice=notice,
    )
    name_seat(response)
    return response


def _refused(game: str, sent: dict[str, Any], fault: WrittenSince) -> Response:
    """What was written since, and for a withdrawal the button to do it all the same."""
    read = game_here(game)
    if sent["kind"] == "withdraw":
        anyway = refused_withdrawal(read, sent["content"]["entry"], fault)
        html = render_template("games/_anyway.html", game=read, anyway=anyway)
        return answer(409, anyway.sentence, code=fault.code, html=html)
    sentence = conflict_sentence(read, fault)
    if sent["kind"] not in TAPPED:
        sentence = f"{sentence} {says('save_again')}"
    return answer(409, sentence, code=fault.code)


def read_entry(body: bytes) -> dict[str, Any]:
    """The name, kind, content and `seen` of an entry; raises NotAnEntry."""
    try:
        entry = parse(body)
    except BadRecord as fault:
        raise NotAnEntry(f"{fault.message}.") from None
    if not isinstance(entry, dict) or set(entry) != {"name", "seen", "kind", "content"}:
        raise NotAnEntry("An entry has a name, a kind, its content, and what was seen.")
    if depth_of(entry) > DEEPEST:
        raise NotAnEntry("This is nested too deeply.")
    if not is_id(entry["name"]):
        raise NotAnEntry("The name of an entry is a UUID in small letters.")
    if type(entry["seen"]) is not int or not 0 <= entry["seen"] <= LARGEST_SEEN:
        raise NotAnEntry("What was seen is the number of an entry.")
    if not isinstance(entry["kind"], str) or not isinstance(entry["content"], dict):
        raise NotAnEntry("An entry has a kind and its content.")
    return entry


def depth_of(data: Any) -> int:
    """How deep lists and objects are nested, looked at without recursion."""
    deepest, left = 0, [(data, 1)]
    while left:
        value, depth = left.pop()
        if isinstance(value, dict | list):
            deepest = max(deepest, depth)
            inner = value.values() if isinstance(value, dict) else value
            left.extend((item, depth + 1) for item in inner)
    return deepest
