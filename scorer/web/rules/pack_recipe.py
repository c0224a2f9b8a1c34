"""How to build the pack for so many players, such as "one pack and the hearts of a second"."""

from typing import Any

from scorer.rules.cards import RANKS, Pack
from scorer.rules.variant import Variant
from scorer.rules.words import WORDS, counted, list_names
from scorer.web.formats import in_words

SUITS_OF_A_COLOUR = 2
ORDINALS = ("first", "second", "third", "fourth")
RED_SUITS = ("hearts", "diamonds")
BLACK_SUITS = ("spades", "clubs")


def recipe(variant: Variant, players: int, rules: Any) -> str:
    """The recipe of the pack for this many players, and the cards dealt."""
    pack = variant.pack(players, rules)
    if pack is None:
        return ""
    many = in_words(players).capitalize()
    nines = counted(pack.red_nines, "red nine")
    if not pack.table:
        return f"{many}: {build(pack)}. {pack.size} cards, {pack.hand} each, {nines}."
    cards = build(pack)
    # As one says it at the table: "take out the 2s".
    if missing := _missing(pack):
        cards = f"take out the {list_names([f'{rank}s' for rank in missing])}"
    return (
        f"{many}: {cards}, {in_words(pack.hand)} each, {in_words(pack.table)} on the table. "
        f"{pack.size} cards, {nines}."
    )


def _missing(pack: Pack) -> list[str]:
    return [rank for rank in RANKS if pack.copies_of_rank(rank) == 0]


def build(pack: Pack) -> str:
    """Which whole packs, suits and ranks make up a pack."""
    # The whole packs in it, and the red and black suits beyond them.
    packs = min(pack.red_nines, pack.black_nines) // SUITS_OF_A_COLOUR
    red, black = (nines - packs * SUITS_OF_A_COLOUR for nines in (pack.red_nines, pack.black_nines))
    words = counted(packs, "pack", in_words(packs))
    if missing := [WORDS["ranks"][rank] for rank in _missing(pack)]:
        words = f"{words} without the {list_names(missing)}"
    extra = RED_SUITS[:red] + BLACK_SUITS[:black]
    if extra:
        words = f"{words} and the {list_names(list(extra))} of a {ORDINALS[packs]}"
    return words
