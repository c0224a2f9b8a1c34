"""Entries as the phone's modules write them: JSON in, the new sheet out."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify, render_template, request

from scorer.rules.errors import BadRecord
from scorer.rules.parsing import parse
from scorer.services.games import scoring
from scorer.services.ids import is_id
from scorer.web.access import database, device_here
from scorer.web.errors import answer
from scorer.web.games.game_data import game_data
from scorer.web.games.shown import shown_with_paying
from scorer.web.security import refuse_foreign_media
from scorer.web.sent import MOST_ENTRIES

entries = Blueprint("entries", __name__)
DEEPEST = 8


class NotAnEntry(ValueError):
    """A body that is no entry; the text says why."""


@entries.post("/games/<id:game>/entries")
def write(game: str) -> Response:
    """Write one entry, and answer with the sheet as it is then."""
    device = device_here("score")
    refuse_foreign_media(request)
    try:
        said = read_entry(request.get_data())
    except NotAnEntry as fault:
        return answer(400, str(fault), code="not_an_entry")
    saved = scoring.write(database(), device.club, game, device=device.id, **said)
    return jsonify(
        number=saved.number,
        version=saved.version,
        repeated=saved.repeated,
        html=render_template(
            "games/_sheet.html", **shown_with_paying(saved.game_read, just_written=True)
        ),
        data=game_data(saved.game_read, device.right),
    )


def read_entry(body: bytes) -> dict[str, Any]:
    """The name, kind, content and `seen` of an entry; raises NotAnEntry."""
    try:
        told = parse(body)
    except BadRecord as fault:
        raise NotAnEntry(f"{fault.message}.") from None
    if not isinstance(told, dict) or set(told) != {"name", "seen", "kind", "content"}:
        raise NotAnEntry("An entry has a name, a kind, its content, and what was seen.")
    if _depth(told) > DEEPEST:
        raise NotAnEntry("This is nested too deeply.")
    if not is_id(told["name"]):
        raise NotAnEntry("The name of an entry is a UUID in small letters.")
    if type(told["seen"]) is not int or not 0 <= told["seen"] <= MOST_ENTRIES:
        raise NotAnEntry("What was seen is the number of an entry.")
    if not isinstance(told["kind"], str) or not isinstance(told["content"], dict):
        raise NotAnEntry("An entry has a kind and its content.")
    return told


def _depth(told: Any) -> int:
    """How deep lists and objects are nested, looked at without recursion."""
    deepest, left = 0, [(told, 1)]
    while left:
        one, depth = left.pop()
        if isinstance(one, dict | list):
            deepest = max(deepest, depth)
            inner = one.values() if isinstance(one, dict) else one
            left.extend((each, depth + 1) for each in inner)
    return deepest
