"""How a game begins: who sits where, who deals first, by which rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from scorer.rules.entries import CorrectStart, Sitter
from scorer.rules.errors import BadRecord
from scorer.rules.house_rules import read_house_rules
from scorer.rules.variant import Carry, Variant
from scorer.rules.variants import find_variant


@dataclass(frozen=True)
class Start:
    """The start of a game.

    `sitters` has one person a seat and `order` names the seats clockwise (None: as they are
    numbered). `house_rules` holds what differs from the default. `carried` are the totals
    brought along from a game that was stopped (None: all from zero).
    """

    variant: str
    sitters: tuple[Sitter, ...]
    first_dealer: int = 0
    house_rules: Mapping[str, Any] = field(default_factory=dict)
    edition: int | None = None
    order: tuple[int, ...] | None = None
    carried: tuple[int, ...] | None = None

    def corrected(self, correction: CorrectStart) -> Start:
        """The start as it reads after a correction."""
        changed = {key: value for key, value in vars(correction).items() if value is not None}
        if len(changed.get("sitters", self.sitters)) != len(self.sitters):
            raise BadRecord("other_number_of_players", players=len(self.sitters))
        return replace(self, **changed)


@dataclass(frozen=True)
class ResolvedStart:
    """A start that was checked, with the game and the house rules it names."""

    variant: Variant
    rules: Any
    sitters: tuple[Sitter, ...]
    order: tuple[int, ...]
    first_dealer: int
    carry: Carry


def resolve_start(start: Start) -> ResolvedStart:
    """The start, checked; raises BadRecord where no such game can begin."""
    variant = find_variant(start.variant, start.edition)
    players = len(start.sitters)
    if players not in variant.players:
        least, most = variant.players[0], variant.players[-1]
        raise BadRecord("number_of_players", players=players, least=least, most=most)
    rules = read_house_rules(variant.rules, start.house_rules)
    variant.pack(players, rules)
    order = tuple(range(players)) if start.order is None else start.order
    if sorted(order) != list(range(players)):
        raise BadRecord("order_of_seats")
    if type(start.first_dealer) is not int or start.first_dealer not in order:
        raise BadRecord("first_dealer", players=players)
    carry = variant.start(players, rules)
    if start.carried is not None:
        if len(start.carried) != players or not all(type(total) is int for total in start.carried):
            raise BadRecord("carried", players=players)
        carry = replace(carry, totals=start.carried)
    return ResolvedStart(variant, rules, start.sitters, order, start.first_dealer, carry)
