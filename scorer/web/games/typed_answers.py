"""Answers as they are typed into plain fields, and as they would have to be typed.

The field of an answer is called as its ask is, `tricks-0` where each seat or side answers and
`tricks-0`, `tricks-1` … where there can be many. A hand has two more fields, `hands-0-red_nines`
and `hands-0-cards`: it is told by its cards or its sum, never by both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from scorer.rules.asks import Ask, Flag, Hands, Number
from scorer.rules.cards import CARDS, RED_NINE, SUITS, UNKNOWN, say_hand
from scorer.rules.entries import MOST_SEATS
from scorer.rules.numbers import parse_number, parse_sent_number, parse_sum
from scorer.rules.table import Table

LONGEST_FIELD = 200
LARGEST_HELD = 999_999
# "red 9", as it is said.
RED_NINES = re.compile(r"\bred[\s-]*(?:9|nine)\b", re.IGNORECASE)
CARD_NAMES = {card.upper(): card for card in CARDS} | {UNKNOWN.upper(): UNKNOWN, "9R": "9r"}
# However a suit is printed, filled or in outline.
SUIT_LETTERS = {
    **{sign: letter for letter, sign in SUITS.items()},
    "♧": "C",
    "♦": "D",
    "♥": "H",
    "♤": "S",
}

# What is chosen where an answer has to say that it was nobody.
NOBODY = "none"

Typed = Mapping[str, str]


class Unreadable(Exception):
    """What stands in a field is no answer; says why."""


def read_typed(ask: Ask[Any], typed: Typed, name: str, table: Table) -> Any:
    """What stands in a field as a record says it; raises Unreadable."""
    return READERS[ask.kind](ask, typed, name, table)


def is_typed(ask: Ask[Any], typed: Typed, name: str) -> bool:
    """Whether anything stands in a field."""
    if not isinstance(ask, Hands):
        return bool(typed.get(name))
    nines = typed.get(f"{name}-red_nines") or "0"
    return bool(typed.get(name) or typed.get(f"{name}-cards") or nines != "0")


def says_nobody(ask: Ask[Any]) -> bool:
    """Whether nobody has to be chosen like everybody else: blank, it may only be forgotten."""
    is_one = ask.kind in ("seat", "side", "choice") and ask.of == "deal"
    return is_one and ask.group is not None and not ask.required


def _read_seat(ask: Ask[Any], typed: Typed, name: str, table: Table) -> int:
    return _one_of(typed[name], table.order)


def _read_side(ask: Ask[Any], typed: Typed, name: str, table: Table) -> int:
    return _one_of(typed[name], table.sides_in_order)


def _one_of(written: str, numbers: Sequence[int]) -> int:
    answer = parse_sent_number(written, MOST_SEATS)
    if answer is None or answer not in numbers:
        raise Unreadable("Choose one of these.")
    return answer


def _read_flag(ask: Flag, typed: Typed, name: str, table: Table) -> bool:
    return bool(typed[name])


def _read_choice(ask: Ask[Any], typed: Typed, name: str, table: Table) -> str:
    return typed[name]


def _read_number(ask: Number, typed: Typed, name: str, table: Table) -> int | list[str]:
    """A number, or a few of them added up, or the cards that stand for one."""
    number = parse_sum(typed[name])
    if number is not None:
        return number
    if ask.cards is None:
        raise Unreadable("Write a whole number, or a sum such as 10 + 5.")
    return split_cards(typed[name], ask.cards)


def split_cards(written: str, known: Mapping[str, Any]) -> list[str]:
    """The cards of "C D D", "cdd" or "♣ ♢ ♢"; what is no card stands for itself."""
    for sign, letter in SUIT_LETTERS.items():
        written = written.replace(sign, f" {letter} ")
    # The sign that asks for a coloured picture.
    pieces = written.replace("\ufe0f", " ").replace("\ufe0e", " ").replace(",", " ").split()
    by_name = {card.upper(): card for card in known}
    cards: list[str] = []
    for piece in pieces:
        letters = [by_name.get(letter) for letter in piece.upper()]
        if piece.upper() not in by_name and None not in letters:
            cards += [card for card in letters if card is not None]
        else:
            cards.append(by_name.get(piece.upper(), piece))
    return cards


def _read_hand(ask: Hands, typed: Typed, name: str, table: Table) -> Any:
    written = RED_NINES.sub(
        f" {RED_NINE} ", typed.get(f"{name}-cards", "").replace(",", " ")
    ).split()
    nines = typed.get(f"{name}-red_nines") or "0"
    held = typed.get(name, "")
    if written:
        # Red nines may be chosen beside cards that hold as many of them.
        count = str(sum(card.lower() == RED_NINE for card in written))
        if held or nines not in ("0", count):
            raise Unreadable("Write the sum or the cards, not both.")
        return [CARD_NAMES.get(card.upper(), card) for card in written]
    numbers = [parse_number(held, LARGEST_HELD), parse_number(nines, LARGEST_HELD)]
    if held.isdecimal() and nines.isdecimal() and None in numbers:
        raise Unreadable("This number is too large.")
    if None in numbers:
        if ask.counted == "points":
            raise Unreadable("Write how many points they count in digits.")
        raise Unreadable("Write how many cards in digits.")
    return {ask.counted: numbers[0], "red_nines": numbers[1]}


READERS: Mapping[str, Callable[..., Any]] = {
    "seat": _read_seat,
    "side": _read_side,
    "flag": _read_flag,
    "number": _read_number,
    "choice": _read_choice,
    "cards": _read_choice,
    "hands": _read_hand,
}


def typed_in(form: Mapping[str, str]) -> dict[str, str]:
    """What a form sent, trimmed and not longer than anybody would type."""
    return {key: value.strip()[:LONGEST_FIELD] for key, value in form.items()}


def typed_for(asks: Sequence[Ask[Any]], facts: Mapping[str, Any]) -> dict[str, str]:
    """What would have to be typed for a deal of which these facts are known."""
    typed: dict[str, str] = {"void": "1"} if facts.get("void") else {}
    if facts.get("dealer") is not None:
        typed["dealer"] = str(facts["dealer"])
    for ask in asks:
        given: Any = facts.get(ask.group, {}) if ask.group else facts
        answer = given.get(ask.key) if isinstance(given, Mapping) else None
        if answer is None and says_nobody(ask) and isinstance(given, Mapping) and given:
            typed[ask.key] = NOBODY
        elif ask.of == "deal":
            typed |= _typed_at(ask, ask.key, answer)
        elif isinstance(answer, list | tuple):
            for at, value in enumerate(answer):
                typed |= _typed_at(ask, f"{ask.key}-{at}", value)
    return typed


def _typed_at(ask: Ask[Any], name: str, value: Any) -> dict[str, str]:
    """What would have to be typed in a field for one answer."""
    if isinstance(ask, Hands):
        if isinstance(value, Mapping):
            held, nines = value.get(ask.counted, ""), value.get("red_nines", 0)
            return {name: str(held), f"{name}-red_nines": str(nines)}
        return {f"{name}-cards": say_hand(map(str, value))} if value else {}
    if value is None or value is False:
        return {}
    if isinstance(value, list | tuple):
        return {name: " ".join(map(str, value))}
    return {name: "1" if value is True else str(value)}
