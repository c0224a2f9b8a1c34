"""Counters besides the deals: noting a sweep in play, buying some, being lent some."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import NotFound

from scorer.rules.entries import MOST_COUNTERS
from scorer.rules.errors import Refused
from scorer.rules.numbers import parse_number, parse_sent_number
from scorer.services.errors import Conflict
from scorer.services.games.read import GameRead
from scorer.services.ids import new_id
from scorer.web.access import game_here
from scorer.web.errors import sentence_of
from scorer.web.games.counters_view import asks_in_play
from scorer.web.games.games import back_to
from scorer.web.games.sheet_view import game_context
from scorer.web.sent_forms import sent_name, sent_seen, write_sent

counters = Blueprint("counters", __name__)
BANK = "bank"
LARGEST_SEAT = 99


@counters.post("/games/<id:game>/notes")
def note(game: str) -> ResponseReturnValue:
    """Note what happened while the cards are still being played."""
    read = game_here(game, "score")
    after = request.form.get("after") or None
    sent = [ask.key for ask in asks_in_play(read.sheet) if request.form.get(ask.key)]
    facts = {key: _seat(request.form[key]) for key in sent}
    write_sent(game, "note", {"after": after, "facts": facts})
    return back_to(game)


@counters.route("/games/<id:game>/counters", methods=["GET", "POST"])
def show(game: str) -> ResponseReturnValue:
    """A seat buys counters, or is lent some by another."""
    read = game_here(game, "score")
    if read.sheet.start.variant.lowest_wins:
        raise NotFound
    if read.sheet.over and request.method == "GET":
        return back_to(game)
    typed, errors, status = _typed(read), {}, 200
    if request.method == "POST":
        errors, status = _errors(read, typed), 422
        if not errors:
            try:
                write_sent(game, *_content(typed))
                return back_to(game)
            except Refused as fault:
                errors["form"] = sentence_of(fault)
            except Conflict as fault:
                errors["form"], status = sentence_of(fault), 409
    return _page(read, typed, errors, status)


def _typed(read: GameRead) -> dict[str, str]:
    """What was typed; at first, that the seat asked for, or the shortest, buys a full start."""
    if request.method == "POST":
        fields = ("seat", "source", "counters", "after")
        return {key: request.form.get(key, "").strip()[:40] for key in fields}
    totals = read.sheet.now.totals
    shortest = str(totals.index(min(totals))) if min(totals) < 0 else ""
    return {
        "seat": request.args.get("seat", shortest)[:2],
        "source": BANK,
        "counters": str(getattr(read.sheet.start.rules, "counters", "") or ""),
        "after": read.sheet.last_deal or "",
    }


def _errors(read: GameRead, typed: dict[str, str]) -> dict[str, str]:
    seats = {str(seat) for seat in read.sheet.start.order}
    errors = {}
    if read.sheet.over:
        errors["form"] = "The game is over, so nobody needs counters any more."
    if typed["seat"] not in seats:
        errors["seat"] = "Say who gets the counters."
    if typed["source"] not in {BANK, *seats}:
        errors["source"] = "Say where they come from."
    elif typed["source"] == typed["seat"]:
        errors["source"] = "Nobody lends counters to themselves."
    if not parse_number(typed["counters"], MOST_COUNTERS):
        errors["counters"] = f"Write a whole number from 1 to {MOST_COUNTERS:,}."
    return errors


def _content(typed: dict[str, str]) -> tuple[str, dict[str, Any]]:
    """The kind of entry and its content."""
    content = {
        "after": typed["after"] or None,
        "seat": int(typed["seat"]),
        "counters": int(typed["counters"]),
    }
    if typed["source"] == BANK:
        return "buy", content
    return "lend", {**content, "lender": int(typed["source"])}


def _seat(written: str) -> int | str:
    """A seat as it was sent; what is none is handed on, so that the rules refuse it."""
    seat = parse_sent_number(written, LARGEST_SEAT)
    return written if seat is None else seat


def _page(
    read: GameRead, typed: dict[str, str], errors: dict[str, str], status: int
) -> ResponseReturnValue:
    posted = request.method == "POST" and status != 409
    page = render_template(
        "games/counters.html",
        typed=typed,
        errors=errors,
        bank=BANK,
        name=sent_name() if posted else new_id(),
        seen=sent_seen() if posted else read.version,
        **game_context(read),
    )
    return page, status
