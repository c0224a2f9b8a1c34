"""What a plain form sends along so that a write is made once and with open eyes."""

from __future__ import annotations

from typing import Any

from flask import request

from scorer.rules.numbers import parse_sent_number
from scorer.services.games import score
from scorer.services.games.score import Saved
from scorer.services.ids import is_id, new_id
from scorer.web.access import database, device_here

MOST_ENTRIES = 1_000_000


def sent_name(field: str = "name") -> str:
    """The name the form was given when it was shown, so that sending it twice is harmless."""
    name = request.form.get(field, "")
    return name if is_id(name) else new_id()


def sent_seen() -> int:
    """The newest entry that stood on the page with the form."""
    return parse_sent_number(request.form.get("seen", ""), MOST_ENTRIES) or 0


def write_sent(game: str, kind: str, content: dict[str, Any]) -> Saved:
    """Write an entry that a plain form sent; raises Refused, Conflict, NotFound."""
    device = device_here("score")
    return score.write(
        database(),
        device.club,
        game,
        device=device.id,
        name=sent_name(),
        seen=sent_seen(),
        kind=kind,
        content=content,
    )
