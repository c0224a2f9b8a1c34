"""How a game begins: who sits where, who deals first, by which rules."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from scorer.rules.asks import Ask
from scorer.rules.cards import Pack
from scorer.rules.entries import Sitter
from scorer.rules.errors import BadRecord
from scorer.rules.house_rules import read_house_rules
from scorer.rules.table import Seats, Table
from scorer.rules.types import Carry, Next, Over, Unit
from scorer.rules.variant import Variant
from scorer.rules.variants import find_variant
from scorer.rules.words import so_many, words_in


@dataclass(frozen=True)
class Start:
    """The start of a game; its `house_rules` are those that differ from the default.

    `order` names the seats clockwise (None: as they are numbered), and `carried` are the totals
    brought along from a game that was stopped (None: all from zero).
    """

    variant: str
    sitters: tuple[Sitter, ...]
    first_dealer: int = 0
    house_rules: Mapping[str, Any] = field(default_factory=dict)
    edition: int | None = None
    order: tuple[int, ...] | None = None
    carried: tuple[int, ...] | None = None

    def corrected(self, correction: Mapping[str, Any]) -> Start:
        """The start as it reads after a correction, of which None changes nothing."""
        changed = {key: value for key, value in correction.items() if value is not None}
        if len(changed.get("sitters", self.sitters)) != len(self.sitters):
            raise BadRecord("other_number_of_players", players=len(self.sitters))
        return replace(self, **changed)


@dataclass(frozen=True)
class ResolvedStart(Seats):
    """A start that was checked; `sides` go by seat, `carry` is the one before the first deal."""

    variant: Variant
    rules: Any
    sitters: tuple[Sitter, ...]
    order: tuple[int, ...]
    first_dealer: int
    carry: Carry
    sides: tuple[int, ...]
    pack: Pack | None
    asks: tuple[Ask[Any], ...]

    def words(self, section: str) -> Mapping[str, Any]:
        """A section of the words of this game, such as its "reasons"."""
        return words_in(section, self.variant.key)

    @cached_property
    def unit(self) -> Unit:
        """The unit of the scores, which decides who wins."""
        return self.variant.unit(self.rules)

    @property
    def number_of_sides(self) -> int:
        """How many sides there are."""
        return max(self.sides) + 1

    def table(self, dealer: int) -> Table:
        """The table of a deal of this dealer, before anybody has joined or left."""
        return Table(self.order, dealer, self.rules, self.pack, self.sides, self.asks)

    def usual_table(self, table: Table) -> Table:
        """A table with all that the game may ask at it, each as wide as any deal has it."""
        return replace(table, asks=self.variant.asks(table.players, self.rules))

    @cached_property
    def follows(self) -> Next | Over:
        """What comes before any deal: the first one."""
        return self.variant.after(self.table(self.first_dealer), None, self.carry, 0)

    def changed_table(self, order: tuple[int, ...], dealer: int, seats: int) -> Table:
        """The table of these seats, of so many that the sheet has; each plays for itself."""
        many, sides = len(order), tuple(range(seats))
        pack, asks = self.variant.pack(many, self.rules), self.variant.asks(many, self.rules)
        return Table(order, dealer, self.rules, pack, sides, asks)

    def tables(self, numbers: Collection[int]) -> dict[int, Table]:
        """A table of each of these numbers of people."""
        return {many: self.changed_table(tuple(range(many)), 0, many) for many in sorted(numbers)}

    @cached_property
    def changes_to(self) -> tuple[int, ...]:
        """The numbers of people that can play on once somebody joins or leaves."""

        def fits(players: int) -> bool:
            try:
                self.check_changed(players)
            except BadRecord:
                return False
            return True

        return tuple(filter(fits, self.variant.players))

    def check_changed(self, players: int) -> None:
        """Refuse a table of so many; raises BadRecord where this game cannot go on with them."""
        variant = self.variant
        if self.by_sides or not variant.changes_table(self.rules):
            raise BadRecord("table_stays")
        check_players(variant, players, self.rules)
        if any(ask.stand_ins for ask in (*self.asks, *variant.asks(players, self.rules))):
            raise BadRecord("table_stays")


def check_players(variant: Variant, players: int, rules: Any) -> None:
    """Refuse so many players, or so many by these rules; raises BadRecord."""
    if players not in variant.players:
        raise BadRecord("number_of_players", allowed=so_many(variant.players))
    unfit = variant.fits(players, rules)
    if unfit is not None:
        unfit.game = variant.key
        raise unfit


def resolve_start(start: Start) -> ResolvedStart:
    """The start, checked; raises BadRecord where no such game can begin."""
    variant = find_variant(start.variant, start.edition)
    players = len(start.sitters)
    rules = read_house_rules(variant.rules, start.house_rules)
    check_players(variant, players, rules)
    order = tuple(range(players)) if start.order is None else start.order
    if sorted(order) != list(range(players)):
        raise BadRecord("order_of_seats")
    if type(start.first_dealer) is not int or start.first_dealer not in order:
        raise BadRecord("first_dealer", players=players)
    sides = variant.sides(players, rules)
    number_of_sides = max(sides) + 1
    # Partners sit so that the sides take turns round the table.
    turns = [sides[seat] == sides[order[at % number_of_sides]] for at, seat in enumerate(order)]
    if number_of_sides < players and not all(turns):
        raise BadRecord("partners_apart")
    carry = variant.start(players, rules)
    zeros = (0,) * number_of_sides
    carry = replace(carry, totals=carry.totals or zeros, bought=carry.bought or zeros)
    if start.carried is not None:
        if len(start.carried) != number_of_sides or not all(
            type(total) is int for total in start.carried
        ):
            raise BadRecord("carried", totals=number_of_sides)
        carry = replace(carry, totals=start.carried)
    return ResolvedStart(
        variant=variant,
        rules=rules,
        sitters=start.sitters,
        order=order,
        first_dealer=start.first_dealer,
        carry=carry,
        sides=sides,
        pack=variant.pack(players, rules),
        asks=variant.asks(players, rules),
    )
