"""How to build the pack for so many players, such as "one pack and the hearts of a second"."""

from __future__ import annotations

from typing import Any

from scorer.rules.cards import RANKS, Pack
from scorer.rules.variant import Variant
from scorer.rules.words import WORDS, list_names
from scorer.translation import gettext, lazy, ngettext
from scorer.web.formats import in_words

SUITS_OF_A_COLOUR = 2
ORDINALS = (lazy("first"), lazy("second"), lazy("third"), lazy("fourth"))
RED_SUITS = ("hearts", "diamonds")
BLACK_SUITS = ("spades", "clubs")


def recipe(variant: Variant, players: int, rules: Any) -> str:
    """What to lay together for this many players, and what everybody is dealt."""
    pack = variant.pack(players, rules)
    if pack is None:
        return ""
    told = {
        "players": in_words(players).capitalize(),
        "size": pack.size,
        "nines": ngettext("%(num)s red nine", "%(num)s red nines", pack.red_nines),
    }
    if not pack.table:
        return gettext(
            "%(players)s: %(cards)s. %(size)s cards, %(hand)s each, %(nines)s.",
            **told,
            cards=build(pack),
            hand=pack.hand,
        )
    cards = build(pack)
    # As one says it at the table: "take out the 2s".
    if ranks := [gettext("%(rank)ss", rank=rank) for rank in _missing(pack)]:
        cards = gettext("take out the %(ranks)s", ranks=list_names(ranks))
    return gettext(
        "%(players)s: %(cards)s, %(hand)s each, %(table)s on the table. %(size)s cards, %(nines)s.",
        **told,
        cards=cards,
        hand=in_words(pack.hand),
        table=in_words(pack.table),
    )


def _missing(pack: Pack) -> list[str]:
    return [rank for rank in RANKS if pack.copies_of_rank(rank) == 0]


def recipes(variant: Variant, rules: Any) -> dict[int, str]:
    """The recipe for each number of players a game can be played by."""
    return {players: recipe(variant, players, rules) for players in variant.players}


def build(pack: Pack) -> str:
    """Which whole packs, suits and ranks make up a pack."""
    # The whole packs in it, and the red and black suits beyond them.
    packs = min(pack.red_nines, pack.black_nines) // SUITS_OF_A_COLOUR
    red, black = (nines - packs * SUITS_OF_A_COLOUR for nines in (pack.red_nines, pack.black_nines))
    words = ngettext("%(number)s pack", "%(number)s packs", packs, number=in_words(packs))
    if missing := [WORDS["ranks"][rank] for rank in _missing(pack)]:
        words = gettext("%(packs)s without the %(ranks)s", packs=words, ranks=list_names(missing))
    extra = RED_SUITS[:red] + BLACK_SUITS[:black]
    if extra:
        words = gettext(
            "%(packs)s and the %(cards)s of a %(which)s",
            packs=words,
            cards=list_names(list(extra)),
            which=ORDINALS[packs],
        )
    return words
