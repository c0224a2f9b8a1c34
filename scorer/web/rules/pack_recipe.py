"""How to build the pack for so many players, such as "one pack and the hearts of a second"."""

from __future__ import annotations

from typing import Any

from scorer.rules.cards import RANKS, Pack
from scorer.rules.variant import Variant
from scorer.rules.words import WORDS
from scorer.web.formats import in_words

SUITS_OF_A_COLOUR = 2
ORDINALS = ("first", "second", "third", "fourth")
RED_SUITS = ("hearts", "diamonds")
BLACK_SUITS = ("spades", "clubs")


def recipe(variant: Variant, players: int, rules: Any) -> str:
    """What to lay together for this many players, and what everybody is dealt."""
    pack = variant.pack(players, rules)
    if pack is None:
        return ""
    nines = f"{pack.red_nines} red nine{'' if pack.red_nines == 1 else 's'}"
    many = in_words(players).capitalize()
    if pack.table:
        dealt = f"{in_words(pack.hand)} each, {in_words(pack.table)} on the table"
        # As one says it at the table: "take out the 2s".
        ranks = [f"{rank}s" for rank in RANKS if pack.copies_of_rank(rank) == 0]
        cards = f"take out the {_and(ranks)}" if ranks else build(pack)
        return f"{many}: {cards}, {dealt}. {pack.size} cards, {nines}."
    return f"{many}: {build(pack)}. {pack.size} cards, {pack.hand} each, {nines}."


def recipes(variant: Variant, rules: Any) -> dict[int, str]:
    """The recipe for each number of players a game can be played by."""
    return {players: recipe(variant, players, rules) for players in variant.players}


def build(pack: Pack) -> str:
    """Which whole packs, suits and ranks make up a pack."""
    # The whole packs in it, and the red and black suits beyond them.
    packs = min(pack.red_nines, pack.black_nines) // SUITS_OF_A_COLOUR
    red, black = (nines - packs * SUITS_OF_A_COLOUR for nines in (pack.red_nines, pack.black_nines))
    missing = [WORDS["ranks"][rank] for rank in RANKS if pack.copies_of_rank(rank) == 0]
    words = "one pack" if packs == 1 else f"{in_words(packs)} packs"
    if missing:
        words += f" without the {_and(missing)}"
    extra = RED_SUITS[:red] + BLACK_SUITS[:black]
    if extra:
        words += f" and the {_and(list(extra))} of a {ORDINALS[packs]}"
    return words


def _and(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
