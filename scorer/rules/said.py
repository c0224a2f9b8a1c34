"""Reading what an entry says: from stored content to one of the values of `entries.py`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from scorer.rules.entries import (
    LONGEST_NAME,
    MOST_COUNTERS,
    MOST_SEATS,
    MOST_TOTAL,
    Buy,
    CorrectDeal,
    CorrectStart,
    Deal,
    End,
    Lend,
    Note,
    Said,
    Sitter,
    TakeSeat,
    Totals,
    Withdraw,
)
from scorer.rules.errors import BadEntry


def _text(raw: Any, key: str) -> str:
    value = raw.get(key)
    if not isinstance(value, str) or not 0 < len(value) <= 200:
        raise BadEntry("entry_shape", what=key)
    return value


def _text_or_none(raw: Any, key: str) -> str | None:
    return None if raw.get(key) is None else _text(raw, key)


def _seat(value: Any, what: str) -> int:
    if type(value) is not int or not 0 <= value < MOST_SEATS:
        raise BadEntry("entry_shape", what=what)
    return value


def _facts(raw: Any) -> Mapping[str, Any]:
    facts = raw.get("facts")
    if not isinstance(facts, dict):
        raise BadEntry("entry_shape", what="facts")
    return MappingProxyType(facts)


def read_sitter(raw: Any) -> Sitter:
    """A person as an entry names them."""
    if not isinstance(raw, dict):
        raise BadEntry("entry_shape", what="player")
    name = _text(raw, "name")
    if len(name) > LONGEST_NAME:
        raise BadEntry("name_too_long", most=LONGEST_NAME)
    return Sitter(_text(raw, "id"), name)


def _deal(raw: Any) -> Deal:
    return Deal(_text_or_none(raw, "after"), _facts(raw))


def _correct_deal(raw: Any) -> CorrectDeal:
    return CorrectDeal(_text(raw, "deal"), _facts(raw))


def _withdraw(raw: Any) -> Withdraw:
    return Withdraw(_text(raw, "entry"))


def _take_seat(raw: Any) -> TakeSeat:
    return TakeSeat(
        _text_or_none(raw, "after"), _seat(raw.get("seat"), "seat"), read_sitter(raw.get("player"))
    )


def _note(raw: Any) -> Note:
    return Note(_text_or_none(raw, "after"), _facts(raw))


def _counters(raw: Any) -> int:
    counters = raw.get("counters")
    if type(counters) is not int or not 1 <= counters <= MOST_COUNTERS:
        raise BadEntry("number_of_counters", most=MOST_COUNTERS)
    return counters


def _buy(raw: Any) -> Buy:
    return Buy(_text_or_none(raw, "after"), _seat(raw.get("seat"), "seat"), _counters(raw))


def _lend(raw: Any) -> Lend:
    seat, lender = _seat(raw.get("seat"), "seat"), _seat(raw.get("lender"), "lender")
    if seat == lender:
        raise BadEntry("lends_to_itself")
    return Lend(_text_or_none(raw, "after"), seat, lender, _counters(raw))


def _correct_start(raw: Any) -> CorrectStart:
    order, sitters = raw.get("order"), raw.get("players")
    rules, first = raw.get("house_rules"), raw.get("first_dealer")
    for value, kind, what in ((order, list, "order"), (sitters, list, "players")):
        if value is not None and not isinstance(value, kind):
            raise BadEntry("entry_shape", what=what)
    if rules is not None and not isinstance(rules, dict):
        raise BadEntry("entry_shape", what="house_rules")
    return CorrectStart(
        None if order is None else tuple(_seat(one, "order") for one in order),
        None if sitters is None else tuple(read_sitter(one) for one in sitters),
        None if first is None else _seat(first, "first_dealer"),
        None if rules is None else MappingProxyType(rules),
    )


def _end(raw: Any) -> End:
    return End(_text(raw, "why"), _text_or_none(raw, "leftover"))


def _totals(raw: Any) -> Totals:
    totals = raw.get("totals")
    if not isinstance(totals, list) or not 0 < len(totals) <= MOST_SEATS:
        raise BadEntry("entry_shape", what="totals")
    if not all(type(one) is int and abs(one) <= MOST_TOTAL for one in totals):
        raise BadEntry("totals_are_numbers", most=MOST_TOTAL)
    return Totals(tuple(totals))


START_KEYS = frozenset({"order", "players", "first_dealer", "house_rules"})
READERS: Mapping[str, tuple[Callable[[Any], Said], frozenset[str]]] = {
    Deal.kind: (_deal, frozenset({"after", "facts"})),
    CorrectDeal.kind: (_correct_deal, frozenset({"deal", "facts"})),
    Withdraw.kind: (_withdraw, frozenset({"entry"})),
    TakeSeat.kind: (_take_seat, frozenset({"after", "seat", "player"})),
    Note.kind: (_note, frozenset({"after", "facts"})),
    Buy.kind: (_buy, frozenset({"after", "seat", "counters"})),
    Lend.kind: (_lend, frozenset({"after", "seat", "lender", "counters"})),
    CorrectStart.kind: (_correct_start, START_KEYS),
    End.kind: (_end, frozenset({"why", "leftover"})),
    Totals.kind: (_totals, frozenset({"totals"})),
}


def read_said(kind: Any, content: Any) -> Said:
    """What an entry of this kind says; raises BadEntry where the content has not its shape."""
    if not isinstance(kind, str) or kind not in READERS:
        raise BadEntry("unknown_entry_kind", kind=str(kind)[:40])
    reader, keys = READERS[kind]
    if not isinstance(content, dict):
        raise BadEntry("entry_shape", what=kind)
    if not keys.issuperset(content):
        raise BadEntry("unknown_key", unknown=str(next(iter(set(content) - keys)))[:40])
    if "after" in keys and "after" not in content:
        raise BadEntry("entry_shape", what="after")
    return reader(content)
