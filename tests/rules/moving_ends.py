"""Games that end when a quick deal was played twice, one of each unit and each game to a target."""

from dataclasses import replace

import pytest

from scorer.rules.entries import CorrectDeal, Deal, Sitter, changed_answers
from scorer.rules.fold import read_sheet
from scorer.rules.start import Start
from tests.made_up_game import KEY
from tests.rules.books import book_of

NAMES = ("Ann", "Ben", "Cat", "Dan", "Fay", "Gus")


class Unit:
    """A game that is over when the quick deal was played twice, and its book."""

    def __init__(self, start, quick, slow):
        self.start, self.quick, self.slow = start, quick, slow

    @property
    def people(self):
        return self.start.sitters

    def book(self, *bodies):
        """The book of these bodies; deals are given as facts, and corrections with all facts."""
        entries = book_of(*bodies)
        facts = {}
        for at, entry in enumerate(entries):
            if isinstance(entry.body, Deal):
                facts[entry.id] = entry.body.facts
            elif isinstance(entry.body, CorrectDeal):
                deal, right = entry.body.deal, entry.body.answers
                fix = CorrectDeal(deal, changed_answers(facts[deal], right))
                entries[at] = replace(entry, body=fix)
                facts[deal] = right
        return entries

    def sheet(self, *bodies):
        return read_sheet(self.start, self.book(*bodies))


def start(variant, players=3, **house_rules):
    people = tuple(Sitter(name.lower(), name) for name in NAMES[:players])
    return Start(variant, people, house_rules=house_rules)


def scored(*points):
    return {"points": list(points)}


def ith(side, *fled):
    """A deal of the made-up game that one side wins; whoever fled pays it double."""
    return {
        "vex": [1, 1, 1],
        "plu": [2, 2, 3],
        "quim": {"ith": side, "orm": None},
        "bra": [0, 0, 0],
        "fle": list(fled or (True, True, True)),
    }


def bid(bids, tricks):
    return {"bids": bids, "tricks": tricks}


def bid_for(bidder, number, **taken):
    """A deal of Nine-Five; what nobody is said to take was not out, or tied."""
    nobody = dict.fromkeys(("jack", "game", "nine", "five"))
    return {"bidder": bidder, "bid": number, "taken": {**nobody, **taken}}


UNITS = {
    "points": Unit(
        start("points", wins="highest", length="target", target=30),
        scored(15, -5, 3),
        scored(0, -2, 1),
    ),
    "penalties": Unit(
        start("points", wins="lowest", length="target", target=30),
        scored(2, 15, 3),
        scored(1, 0, -4),
    ),
    "counters": Unit(
        start(KEY, gleb="counters", stoom=5, spod=0), ith(0), ith(1, False, False, False)
    ),
    "bids": Unit(
        start("ninety-nine", target=40), bid([5, 0, 3], [5, 0, 4]), bid([1, None, 1], [3, 3, 3])
    ),
    "sides": Unit(
        start("nine-five", players=4, target=30),
        bid_for(2, 10, high=0, low=0, nine=0, five=0),
        bid_for(3, 9, high=0, low=0, five=1),
    ),
    "pairs": Unit(
        start("nine-five", players=6, target=30, sides="three"),
        bid_for(4, 12, high=1, low=1, nine=1, five=1),
        bid_for(0, 9, high=1, low=0, jack=2),
    ),
}
every_unit = pytest.mark.parametrize("unit", [pytest.param(UNITS[name], id=name) for name in UNITS])
