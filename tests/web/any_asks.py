"""A game made up for the plain form: it asks something of every kind, of all who can be asked."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

import pytest

from scorer.rules import variants
from scorer.rules.asks import Ask, Cards, Choice, Facts, Flag, Number, Seat, Side
from scorer.rules.house_rules import choice
from scorer.rules.table import Table as RulesTable
from scorer.rules.variant import Carry, DealScore, Line, Next, Over, Variant, next_dealer
from scorer.rules.words import WORDS
from scorer.storage.database import Database
from tests.tables import Table, begin

KEY = "spriggle"
TRICKS = 13
SUITS = {"C": 3, "H": 2, "S": 1, "D": 0}
BUT_BLOT = ("blot",)


@dataclass(frozen=True)
class HouseRules:
    """How many deals there are."""

    length: int = choice(3, 2, 1)


BIDS = Number(
    "vows",
    of="seat",
    stand_ins=1,
    when="before",
    by="seat",
    most=9,
    cards=SUITS,
    card_count=3,
    same_as="stooks",
    required=False,
    unless=BUT_BLOT,
)
ASKS: tuple[Ask[Any], ...] = (
    Flag("blot"),
    Seat("crier", unless=BUT_BLOT),
    Number("cry", least=-5, most=18, unless=BUT_BLOT),
    Cards(
        "leaf",
        values=("C", "D", "QS", "JOKER"),
        when="during",
        required=False,
        unless=BUT_BLOT,
    ),
    BIDS,
    Number("stooks", of="seat", stand_ins=1, most=TRICKS, sum=TRICKS, unless=BUT_BLOT),
    Choice("airs", of="seat", values=("told", "bared"), required=False, unless=BUT_BLOT),
    Flag("trips", of="seat", unless=BUT_BLOT),
    Seat("weddings", many=True, when="during", required=False, unless=BUT_BLOT),
    Side("first", group="spoils", unless=BUT_BLOT),
    Side("last", group="spoils", required=False, unless=BUT_BLOT),
    Side("rest_of", required=False, unless=BUT_BLOT),
    Number("more", of="side", least=-50, most=50, but="rest_of", unless=BUT_BLOT),
)
WORDS_OF_ASKS: dict[str, dict[str, Any]] = {
    "blot": {"what": "a blot", "asked": "whether it was a blot", "says": "all blotted"},
    "crier": {
        "what": "who cried",
        "asked": "who cried",
        "prompt": "Who cried?",
        "says": "{name} cried",
    },
    "cry": {"what": "the cry", "asked": "what was cried", "says": "{answer}"},
    "leaf": {
        "what": "the leaf",
        "asked": "which leaf it was",
        "says": "on {answer}",
        "options": {"JOKER": "the joker"},
    },
    "vows": {
        "what": "the vows",
        "asked": "what was vowed",
        "says": "{name} vowed {answer}",
        "same": "kept",
    },
    "stooks": {"what": "the stooks", "asked": "how many stooks"},
    "airs": {"what": "the airs", "asked": "who aired", "options": {"told": "told all"}},
    "trips": {"what": "a trip", "asked": "who tripped"},
    "weddings": {
        "what": "the weddings",
        "asked": "who wedded",
        "noted": "wedded",
        "in_play": {"asks": "Who wed?", "says": "{name} wedded", "mark": "wedded"},
    },
    "first": {"what": "whose the first was", "asked": "whose the first was"},
    "last": {"what": "whose the last was", "asked": "whose the last was", "none": "not out"},
    "rest_of": {"what": "who has the rest", "asked": "who has the rest"},
    "more": {"what": "what is more", "asked": "what is more"},
}
WORDS_OF_GAME = {
    "title": "Spriggle",
    "sentence": "Cry, vow and wed.",
    "stand_ins": ["Jack Straw"],
    "groups": {"spoils": "Who took what?"},
    "house_rules": {"length": {"title": "How long", "source": "house", "says": "{value} deals"}},
    "asks": WORDS_OF_ASKS,
}


def score(facts: Facts, table: RulesTable, carry: Carry) -> DealScore:
    """Each side has its stooks, and what is more."""
    if facts[ASKS[0]]:
        return DealScore()
    stooks, more = facts.answers["stooks"], facts.answers["more"]
    lines = [Line(side, stooks[seat], "scored") for seat, side in enumerate(table.sides)]
    return DealScore((*lines, *(Line(side, n or 0, "scored") for side, n in enumerate(more))))


def after(table: RulesTable, facts: Facts | None, carry: Carry, played: int) -> Next | Over:
    """So many deals."""
    left = table.rules.length - played
    return Next(next_dealer(table, facts), left) if left > 0 else Over()


VARIANT = Variant(
    key=KEY,
    players=range(4, 5),
    rules=HouseRules,
    unit=lambda rules: "points",
    sides=lambda players, rules: (0, 1, 0, 1),
    asks=lambda players, rules: ASKS,
    score=score,
    after=after,
)


@pytest.fixture
def spriggle(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The key of this game, which is there as if its files lay in the folders."""
    known = {**variants.every_variant(), (KEY, 1): VARIANT}
    words = cast(dict[str, Any], WORDS)
    monkeypatch.setattr(variants, "every_variant", lambda: known)
    monkeypatch.setitem(words["variants"], KEY, WORDS_OF_GAME)
    monkeypatch.setitem(words["reasons"], "scored", {"says": "scored"})
    for key, of_ask in WORDS_OF_ASKS.items():
        monkeypatch.setitem(words["asks"], key, of_ask)
        monkeypatch.setitem(words["what"], key, of_ask["what"])
        if "noted" in of_ask:
            monkeypatch.setitem(words.setdefault("noted", {}), key, of_ask["noted"])
    variants.newest_variants.cache_clear()
    yield KEY
    monkeypatch.undo()
    variants.newest_variants.cache_clear()


def spriggled(**more: Any) -> dict[str, Any]:
    """A deal that has an answer to everything."""
    return {
        "crier": 1,
        "cry": -3,
        "leaf": "QS",
        "vows": [3, ["C", "D", "D"], None, 0, 2],
        "stooks": [4, 3, 3, 2, 1],
        "airs": [None, "told", None, "bared"],
        "trips": [False, True, False, False],
        "weddings": [2, 0, 2],
        "spoils": {"first": 1, "last": None},
        "rest_of": 0,
        "more": [None, -7],
        **more,
    }


def begin_spriggle(database: Database, club: str, **rules: Any) -> Table:
    """Ann and Cat against Ben and Dan; Ann deals."""
    return begin(database, club, variant=KEY, house_rules=rules)
