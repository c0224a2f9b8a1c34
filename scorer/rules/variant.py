"""The contract: what a game has to define.

A game is a class in one file of `variants/`, in one edition, of which there is one value.
Everything else - the sheet, the pad, the rules pages, the contract tests - is built from it.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scorer.rules.asks import Ask, Facts, Number
from scorer.rules.cards import Pack
from scorer.rules.errors import BadRecord
from scorer.rules.table import Table, clockwise_from, left_of
from scorer.rules.types import (
    Carry,
    DealScore,
    Feat,
    Line,
    Next,
    Over,
    Remark,
    SheetDeal,
    Shown,
    Unit,
)


def next_dealer(table: Table, facts: Facts | None) -> int:
    """The next dealer: the deal passes to the left, a void one is dealt again; None: the first."""
    if facts is None or facts.void:
        return table.dealer
    return left_of(table.order, table.dealer)


def first_who_owes(order: tuple[int, ...], seat: int, owes: Sequence[int]) -> int:
    """The first seat from this one on, clockwise, that owes a deal; this one where none does."""
    return next((at for at in clockwise_from(order, seat) if owes[at]), seat)


def needs(totals: Sequence[int], target: int) -> tuple[Shown, ...]:
    """The points that each side still needs which is not at the target, and who has reached it.

    Before anything is scored each needs all of it, which goes without saying.
    """
    if not any(totals):
        return ()
    return tuple(
        Shown("needs", side, {"points": target - total})
        for side, total in enumerate(totals)
        if total < target
    ) + reached(totals, target)


def reached(totals: Sequence[int], target: int) -> tuple[Shown, ...]:
    """Who is at the target of a game that goes on, such as after a penalty."""
    there = [side for side, total in enumerate(totals) if total >= target]
    numbers = {"there": there, "many": len(there), "points": target}
    return (Shown("reached", None, numbers),) if there else ()


def before_target(
    table: Table, facts: Facts | None, carry: Carry, played: int, *, unit: Unit, target: int
) -> tuple[Shown, ...] | None:
    """What to show of the target before the next deal; None where the game has ended by it.

    Those who are level in the lead play on where `ties` of the house rules says so. Totals that
    were carried along end nothing, nor does what moved since the last deal.
    """
    totals, shows = carry.totals, tuple[Shown, ...]()
    if played and facts is not None and max(totals) >= target:
        best = min(totals) if unit == "penalties" else max(totals)
        if table.rules.ties != "play_on" or totals.count(best) == 1:
            return None
        shows = (Shown("plays_on"),)
    if unit != "penalties":
        return shows + needs(totals, target)
    return shows + (reached(totals, target) or (Shown("ends_at", None, {"points": target}),))


class Variant:
    """One game, in one edition, for these numbers of `players`; `scored_in` decides who wins.

    `rules` is a frozen dataclass of house rules, and `eldest_leads` tells whether the seat on the
    dealer's left is known to lead.
    """

    key: str
    players: range
    rules: type[Any]
    scored_in: Unit
    edition = 1
    has_void_deals = True
    eldest_leads = True

    def asks(self, players: int, rules: Any) -> tuple[Ask[Any], ...]:
        """The asks of a deal, in the order of the pad, each as wide as any deal has it."""
        raise NotImplementedError

    def score(self, facts: Facts, table: Table, carry: Carry) -> DealScore:
        """The lines of a deal, from nothing but these three; also of one that `check` refuses."""
        raise NotImplementedError

    def after(self, table: Table, facts: Facts | None, carry: Carry, played: int) -> Next | Over:
        """The next deal, or the end, after this deal (None: none since), so many `played`.

        Facts that cannot be read are None for each ask. By default everybody deals equally often,
        or nobody knows how long.
        """
        circuits, dealer = self.circuits(table.rules), next_dealer(table, facts)
        if circuits is None:
            return Next(dealer)
        if table.owes is None:
            left = circuits * table.players - played
        else:
            # Once somebody has joined or left, the deal passes to the next who owes one.
            left, dealer = sum(table.owes), first_who_owes(table.order, dealer, table.owes)
        return Next(dealer, left) if left > 0 else Over()

    # The table.

    def unit(self, rules: Any) -> Unit:
        """The unit of the scores, where house rules have a say in it."""
        return self.scored_in

    def kind(self, rules: Any) -> str:
        """The name that tells games of this variant apart: only those of one kind are compared."""
        return ""

    def fits(self, players: int, rules: Any) -> BadRecord | None:
        """The reason that so many cannot play by these rules; None where they can."""
        return None

    def circuits(self, rules: Any) -> int | None:
        """How many deals everybody deals; None where the game does not end by that."""
        return None

    def changes_table(self, rules: Any) -> bool:
        """Whether somebody may join or leave between two deals, where each plays for itself."""
        return True

    def at_odds(self, rules: Any) -> Mapping[str, BadRecord]:
        """The reasons, by house rule, that a new game should not begin so; records are read."""
        return {}

    def pack(self, players: int, rules: Any) -> Pack | None:
        """The pack, where it is known."""
        return None

    def sides(self, players: int, rules: Any) -> tuple[int, ...]:
        """The side of each seat."""
        return tuple(range(players))

    def below_zero(self, rules: Any) -> bool:
        """Whether a total can be: one of counters, and by default where a number asked can be."""
        least = [ask.least for ask in self.asks(self.players[0], rules) if isinstance(ask, Number)]
        return self.unit(rules) == "counters" or min(least, default=0) < 0

    def sells_counters(self, rules: Any) -> bool:
        """Whether a seat that runs out buys more by itself."""
        return False

    def reread(self, facts: Facts, then: Any, now: Any) -> None:
        """Refuse a change of house rules that needs facts which were never noted."""

    # A deal.

    def asked(self, table: Table, carry: Carry, answers: Mapping[str, Any]) -> Iterable[Ask[Any]]:
        """The asks as this deal has them; those that it leaves out are asked of nobody.

        The `answers` so far are by key, of each seat or side a tuple, None where one is missing.
        """
        return table.asks

    @property
    def asks_by_deal(self) -> bool:
        """Whether each deal has its own asks."""
        return type(self).asked is not Variant.asked

    def resting(self, table: Table, carry: Carry) -> tuple[int, ...]:
        """The seats that are not dealt to in this deal."""
        return ()

    def buy_ins(self, table: Table, carry: Carry) -> tuple[Line, ...]:
        """The line of each side that is out and can come back, with which it does."""
        return ()

    def start(self, players: int, rules: Any) -> Carry:
        """The carry before the first deal; no totals stand for zero."""
        return Carry(totals=())

    def opening(self, table: Table, carry: Carry) -> DealScore:
        """Pay or turn up before the cards are played: the dress, the ante."""
        return DealScore(marks=carry.marks)

    def in_play(self, noted: Mapping[str, Any], table: Table, carry: Carry) -> tuple[Line, ...]:
        """The lines of the answers that were noted during the deal."""
        return ()

    def check_in_play(self, answers: Mapping[str, Any], table: Table, carry: Carry) -> None:
        """Refuse answers noted during the deal that cannot be."""

    def shows_in_play(
        self, shows: tuple[Shown, ...], noted: Mapping[str, Any]
    ) -> tuple[Shown, ...]:
        """The things to show in place of `shows` once these answers are noted."""
        return shows

    def dealt_again(self, facts: Facts, rules: Any) -> bool:
        """Whether a deal that was noted does not count: the same dealer deals again."""
        return False

    def check(self, facts: Facts, table: Table, carry: Carry) -> None:
        """Refuse a deal that cannot have happened."""

    def remarks(self, facts: Facts, table: Table, carry: Carry) -> tuple[Remark, ...]:
        """Flag the unlikely in a deal that is possible."""
        return ()

    def void(self, table: Table, carry: Carry) -> DealScore:
        """The lines and marks of a void deal."""
        return DealScore(marks=carry.marks)

    def trump(self, facts: Facts, table: Table, before: Carry) -> str | None:
        """The trump of a deal: a suit, "none", or None where nobody noted it."""
        return None

    def feats(self, deal: SheetDeal) -> tuple[Feat, ...]:
        """The feats of a deal that was not void, for statistics and highlights."""
        return ()

    # The end.

    def closing(
        self, table: Table, carry: Carry, deals: Sequence[SheetDeal], leftover: str | None
    ) -> tuple[Line, ...]:
        """The lines that share out the pools in the end, from the deals that counted."""
        return ()

    def tie_break(
        self, best: tuple[int, ...], deals: Sequence[SheetDeal], rules: Any
    ) -> tuple[int, ...]:
        """The winners among the sides at the best total, from the deals that counted."""
        return best
