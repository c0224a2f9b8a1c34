"""Wizard: bid how many tricks you will take, each deal one card more, and take just those.

Source: WI, texts on Wizard, of which the publisher's own booklet was none. Even bids and hidden
bids are house rules of theirs; that equal totals share the win is the house's own.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from scorer.rules import called_bids
from scorer.rules.asks import Ask, Facts, Flag
from scorer.rules.called_bids import BIDS, TRICKS
from scorer.rules.errors import ImpossibleDeal
from scorer.rules.exact_bids import check_tricks
from scorer.rules.house_rules import choice
from scorer.rules.table import Table
from scorer.rules.types import Carry, DealScore, Feat, Line, Next, Over, Remark, SheetDeal, Shown
from scorer.rules.variant import Variant, next_dealer

PACK = 60
MADE, TRICK, OFF = 20, 10, -10
# One trick was nobody's: the bomb took it (WI).
BOMB = Flag("bomb")


@dataclass(frozen=True)
class HouseRules:
    """The house rules of Wizard."""

    bids: str = choice("in_turn", "together", other_game=True)
    even_bids: str = choice(
        "allowed", "forbidden", "forbidden_for_leader", other_game=True, only={"bids": ("in_turn",)}
    )
    bomb: bool = choice(False, True, other_game=True)


def cards_of(table: Table) -> int:
    """How many cards this deal has: one more each time, as the pack allows."""
    return min(table.played + 1, PACK // table.players)


def tricks_due(cards: int, answers: Mapping[str, Any]) -> int:
    """How many tricks are taken: one less where the bomb took it."""
    return cards - bool(answers.get(BOMB.key))


def is_barred(table: Table, carry: Carry) -> bool:
    """Whether the dealer may not bring the bids to the cards of this hand."""
    rules, best = table.rules, max(carry.totals)
    leads = carry.totals[table.dealer] == best and carry.totals.count(best) == 1
    for_leader = rules.even_bids == "forbidden_for_leader" and leads
    return rules.bids == "in_turn" and (rules.even_bids == "forbidden" or for_leader)


def line_of(seat: int, bid: int, tricks: int) -> Line:
    """The line of a seat, by its bid and its tricks."""
    off = abs(tricks - bid)
    key, points = ("wrong", OFF * off) if off else ("right", MADE + TRICK * tricks)
    return Line(seat, points, key, {"bid": bid, "tricks": tricks, "off": off, "points": points})


class Wizard(Variant):
    """Wizard: bid how many tricks you will take, each deal one card more."""

    key = "wizard"
    players = range(3, 7)
    rules = HouseRules
    scored_in = "points"

    def start(self, players: int, rules: HouseRules) -> Carry:
        """The number of deals, which stays as the game begins."""
        return Carry((), marks={"deals": PACK // players})

    def below_zero(self, rules: HouseRules) -> bool:
        """What is off the bid takes points away."""
        return True

    def asks(self, players: int, rules: HouseRules) -> tuple[Ask[Any], ...]:
        """The bids and the tricks, and before these whether the bomb took one."""
        bids, tricks = called_bids.asks_of(PACK // players, rules)
        return (bids, BOMB, tricks) if rules.bomb else (bids, tricks)

    def asked(self, table: Table, carry: Carry, answers: Mapping[str, Any]) -> Iterator[Ask[Any]]:
        """The bids and tricks of so many cards; a leader who bids last can always bid 0."""
        cards, barred = cards_of(table), is_barred(table, carry)
        bids, tricks = called_bids.asked(table, answers, cards, barred=barred)
        for_leader = table.rules.even_bids == "forbidden_for_leader"
        yield replace(bids, barred=bids.barred or None) if for_leader else bids
        if table.rules.bomb:
            yield BOMB
        yield replace(tricks, sum=tricks_due(cards, answers))

    def check(self, facts: Facts, table: Table, carry: Carry) -> None:
        """Refuse tricks that are not all; one less may be the bomb's."""
        tricks, due = facts[TRICKS], tricks_due(cards_of(table), facts.answers)
        if table.rules.bomb and not facts[BOMB] and sum(tricks) == due - 1:
            raise ImpossibleDeal("bomb_missing")
        check_tricks(tricks, due)

    def remarks(self, facts: Facts, table: Table, carry: Carry) -> tuple[Remark, ...]:
        """Flag bids that the dealer should have prevented."""
        can = table.rules.even_bids == "forbidden" or facts[BIDS][table.dealer] > 0
        return called_bids.remarks(facts, cards_of(table), barred=can and is_barred(table, carry))

    def score(self, facts: Facts, table: Table, carry: Carry) -> DealScore:
        """Twenty and ten a trick for a right bid, ten off for each trick of a wrong one."""
        bids, tricks = facts[BIDS], facts[TRICKS]
        lines = (line_of(seat, bid, tricks[seat]) for seat, bid in enumerate(bids))
        return called_bids.score(lines, facts, carry)

    def after(self, table: Table, facts: Facts | None, carry: Carry, played: int) -> Next | Over:
        """The game is over when a deal takes the whole pack, by those who began it."""
        left = carry.marks["deals"] - played
        cards = Shown("cards", None, {"cards": cards_of(replace(table, played=played))})
        return Next(next_dealer(table, facts), left, shows=(cards,)) if left > 0 else Over()

    def feats(self, deal: SheetDeal) -> tuple[Feat, ...]:
        """What became of the bids, the best and the worst scores, and who leads by now."""
        barred, totals = is_barred(deal.table, deal.before), deal.carry.totals
        feats = called_bids.feats(deal, cards_of(deal.table), barred=barred)
        scores = enumerate(deal.scores)
        points = [Feat(it, "best_deal" if n > 0 else "worst_deal", n) for it, n in scores if n]
        leads = [Feat(it, "led", 1) for it, total in enumerate(totals) if total == max(totals)]
        return *feats, *points, *leads


VARIANT = Wizard()
