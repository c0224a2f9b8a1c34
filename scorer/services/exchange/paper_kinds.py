"""What a paper book calls its games: by which rules they were played, and who were partners."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from functools import cache, cached_property, lru_cache
from typing import Any

from scorer.rules.errors import BadRecord
from scorer.rules.house_rules import Text, read_house_rules, write_house_rules
from scorer.rules.kinds import compared
from scorer.rules.variant import Unit, Variant
from scorer.rules.variants import newest_variants
from scorer.rules.words import WORDS
from scorer.services.exchange.faults import bad_file

# "Whist (highest wins)": so the pages tell games of one title apart.
HOW_WON = re.compile(r"(.*\S)\s*\(([^()]*)\)")
PARTNERS = re.compile(r"\s+and\s+|\s*[&+]\s*", re.IGNORECASE)


@dataclass(frozen=True)
class PaperKind:
    """A game as a paper book names it, with the house rules by which it is known."""

    variant: Variant
    rules: Any

    @property
    def unit(self) -> Unit:
        """What is scored, and with it who wins."""
        return self.variant.unit(self.rules)

    @property
    def house_rules(self) -> dict[str, Any]:
        """The house rules as a record has them."""
        return write_house_rules(self.rules)

    @cached_property
    def has_sides(self) -> bool:
        """Whether it can be played by sides."""
        return any(
            max(sides) + 1 < players
            for players in self.variant.players
            for _, sides in self._ways(players)
        )

    def members(self, player: str) -> list[str]:
        """Who is meant by a cell: a player, or the partners of a side."""
        names = [name for name in PARTNERS.split(player) if name] if self.has_sides else []
        return names if len(names) > 1 else [player]

    def _ways(self, players: int) -> Iterator[tuple[Any, tuple[int, ...]]]:
        """The rules, and the same with one choice made otherwise, that so many can play by."""
        if players not in self.variant.players:
            return
        for rules in (self.rules, *_one_choice_otherwise(self.variant, self.rules)):
            if self.variant.fits(players, rules) is None:
                yield rules, self.variant.sides(players, rules)

    def played_by(self, players: int, sides: int | None = None) -> tuple[PaperKind, Sequence[int]]:
        """The game as so many play it, on so many sides if that is known; the side of each seat.

        Where that cannot be, as it is, with each on a side of their own.
        """
        for rules, of_seat in self._ways(players):
            if sides is None or max(of_seat) + 1 == sides:
                return replace(self, rules=rules), of_seat
        return self, tuple(range(players))


def _one_choice_otherwise(variant: Variant, rules: Any) -> Iterator[Any]:
    unit = variant.unit(rules)
    for rule in fields(rules):
        options = rule.metadata["options"]
        for value in options if isinstance(options, tuple) else ():
            other = replace(rules, **{rule.name: value})
            if variant.unit(other) == unit:
                yield other


def read_kind(where: str, text: str) -> PaperKind:
    """The game that a paper book means; raises BadFile.

    What has no rules of its own here, and is none of the titles that are known, is a game of
    points of that title: the highest wins, unless the other is said behind it.
    """
    if not text:
        raise bad_file(where, "a line needs a date, a game, a player and a total.")
    kind = _kind_called(text)
    if kind is None:
        raise bad_file(where, f"“{text[:60]}” is too long for the name of a game.")
    return kind


@lru_cache(maxsize=1000)
def _kind_called(text: str) -> PaperKind | None:
    kind = _known(text)
    if kind is None:
        said = HOW_WON.fullmatch(text)
        unit = _unit_said(said[2]) if said else None
        title = said[1] if said and unit else text
        kind = _known(title) or _titled(title)
        if kind is not None and unit is not None:
            kind = replace(kind, rules=_won_by(kind, unit))
    return kind


def _known(text: str) -> PaperKind | None:
    return next((kind for title, kind in _every_known() if _same(title, text)), None)


@cache
def _every_known() -> list[tuple[str, PaperKind]]:
    """The games that are known, by their keys and titles, and those known by a title alone."""
    every = newest_variants()
    words = {key: WORDS["variants"][key] for key in every}
    usual = [(key, PaperKind(variant, variant.rules())) for key, variant in every.items()]
    titled = [
        (preset["title"], PaperKind(every[key], _read(every[key], preset["house_rules"])))
        for key in every
        for preset in words[key].get("presets", ())
    ]
    return [*usual, *((words[key]["title"], kind) for key, kind in usual), *titled]


def _read(variant: Variant, house_rules: Any) -> Any:
    return read_house_rules(variant.rules, house_rules)


def _same(title: str, text: str) -> bool:
    return compared(title) == compared(text) or _plain(title) == _plain(text)


def _plain(text: str) -> str:
    return re.sub(r"[\W_]+", "-", unicodedata.normalize("NFKC", text).casefold()).strip("-")


def _unit_said(text: str) -> Unit | None:
    units: dict[Unit, Any] = WORDS["units"]
    return next((unit for unit, words in units.items() if _same(words["won_by"], text)), None)


def _titled(title: str) -> PaperKind | None:
    """A game of this title, of which nothing but points is known; None where it takes no such."""
    for key, variant in newest_variants().items():
        for rule in fields(variant.rules()) if "any" in WORDS["variants"][key] else ():
            if not isinstance(rule.metadata["options"], Text):
                continue
            with suppress(BadRecord):
                kind = PaperKind(variant, _read(variant, {rule.name: title}))
                if variant.kind(kind.rules):
                    return replace(kind, rules=_won_by(kind, "points"))
    return None


def _won_by(kind: PaperKind, unit: Unit) -> Any:
    """The rules of the game with the choice by which this is scored; as they are where none is."""
    if kind.unit == unit:
        return kind.rules
    for rule in fields(kind.rules):
        options = rule.metadata["options"]
        for value in options if isinstance(options, tuple) else ():
            other = replace(kind.rules, **{rule.name: value})
            if kind.variant.unit(other) == unit:
                return other
    return kind.rules


def seat_sides(
    of_seat: Sequence[int], lines: Sequence[int], totals: Sequence[int | None]
) -> tuple[list[int], list[int]] | None:
    """In which order people sit, as their places in the book, and what each side has.

    `lines` says on which line each of them stands. Partners stand on one line, or they sit as
    they are written, or those belong together who have the same total, or whose total stands
    only once. None where the totals make no sides.
    """
    number = max(of_seat) + 1
    if len(set(lines)) == number < len(lines):
        groups = _places(lines)
    elif (told := _by_side(of_seat, totals)) is not None:
        return list(range(len(totals))), told
    elif None in totals:
        groups = []
        for at, total in enumerate(totals):
            if total is not None or not groups:
                groups.append([])
            groups[-1].append(at)
    else:
        groups = _places(totals)
    if [len(group) for group in groups] != [of_seat.count(side) for side in range(number)]:
        return None
    waiting = [iter(group) for group in groups]
    order = [next(waiting[side]) for side in of_seat]
    told = _by_side(of_seat, [totals[at] for at in order])
    return None if told is None else (order, told)


def _places(values: Sequence[Any]) -> list[list[int]]:
    """Where each of these values stands, the first one first."""
    places: dict[Any, list[int]] = {}
    for at, value in enumerate(values):
        places.setdefault(value, []).append(at)
    return list(places.values())


def _by_side(of_seat: Sequence[int], totals: Sequence[int | None]) -> list[int] | None:
    """The total of each side, where partners say the same, or one of them nothing."""
    by_side: dict[int, int] = {}
    for side, total in zip(of_seat, totals, strict=True):
        if total is not None and by_side.setdefault(side, total) != total:
            return None
    number = max(of_seat) + 1
    return [by_side[side] for side in range(number)] if len(by_side) == number else None
