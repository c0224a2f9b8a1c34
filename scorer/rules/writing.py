"""Writing a record: a game as the file that `record.py` reads again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorer.rules.entries import Entry, Sitter
from scorer.rules.house_rules import write_house_rules
from scorer.rules.reading import read_sheet
from scorer.rules.record import FORMAT
from scorer.rules.sheet import Sheet
from scorer.rules.start import Start, read_start
from scorer.rules.tellings import Tellings, sort_entries


def write_record(
    start: Start,
    entries: Sequence[Entry],
    book: Sequence[Mapping[str, Any]],
    **known: Any,
) -> dict[str, Any]:
    """The record of a game.

    `entries` are its book as the rules read it and `book` the same as it is to stand in the
    record, each with name, kind and content at least. `known` is what else is known of the
    game: `id`, `started_at`, `follows`. Nothing that is None or empty is written, but for the
    deals. Raises Refused for a book that cannot be read.
    """
    sheet, told = read_sheet(start, entries), sort_entries(start, entries)
    now = told.start
    record = {
        "format": FORMAT,
        "variant": start.variant,
        "edition": sheet.start.variant.edition,
        "players": _players(now.sitters),
        "first_dealer": now.first_dealer,
        "deals": [dict(deal.told) for deal in sheet.deals],
    }
    maybe = {
        **known,
        "house_rules": write_house_rules(sheet.start.rules),
        "order": None if now.order is None else list(now.order),
        "carried": None if now.carried is None else list(now.carried),
        "began": _began(start, now),
        "seats_taken": _seats_taken(told, sheet),
        "ended": None if sheet.ended is None else _without_none(vars(sheet.ended)),
        "totals": list(sheet.totals) if sheet.only_totals else None,
        "entries": [dict(one) for one in book],
    }
    return record | {key: value for key, value in maybe.items() if value not in (None, [], {})}


def _players(sitters: Sequence[Sitter]) -> list[dict[str, str]]:
    return [{"id": one.player, "name": one.name} for one in sitters]


def _without_none(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value is not None}


def _began(first: Start, now: Start) -> dict[str, Any] | None:
    """What the start was before it was corrected; None where the book corrects nothing."""
    first, now = _without_defaults(first), _without_defaults(now)
    if first == now:
        return None
    return {
        "players": _players(first.sitters),
        "first_dealer": first.first_dealer,
        "house_rules": dict(first.house_rules),
    }


def _without_defaults(start: Start) -> Start:
    """The start with only those house rules that are not the usual ones."""
    return replace(start, house_rules=write_house_rules(read_start(start).rules))


def _seats_taken(told: Tellings, sheet: Sheet) -> list[dict[str, Any]]:
    """Who took over which seat before which deal, counting the deals that are on the sheet."""
    places = [told.places[deal.id] for deal in sheet.deals]
    return [
        {
            "before_deal": 1 + sum(place <= told.places[one.after] for place in places),
            "seat": one.seat,
            "player": _players([one.sitter])[0],
        }
        for one in told.taken
    ]
