"""The sentences the phone's modules say by themselves: of each game only what it needs."""

from __future__ import annotations

from typing import Any

from scorer.rules.variant import Variant
from scorer.rules.words import WORDS

# What the pad can run into; everything else is told by the server.
SAID_BY_THE_PAD = (
    *("missing", "missing_hand", "winner_has_cards", "no_cards", "too_many_cards"),
    *("more_red_nines_than_cards", "too_many_red_nines", "too_many_red_nines_after_out"),
    *("too_many_black_nines", "too_many_of_rank", "rank_not_in_pack", "one_point"),
    *("one_point_beside_red_nines", "less_than_its_red_nine", "less_than_its_red_nines"),
    *("dearer_than_any_hand", "dearer_than_the_pack", "sums_not_in_pack", "game_is_over"),
    *("swept_and_held_too_many", "aces_swept_and_held", "no_counters_here"),
)
# The reasons of games that count points; all others are about counters.
REASONS_FOR_POINTS = frozenset(
    {
        *("went_out", "went_out_on_red_nine", "caught", "caught_with_red_nine"),
        *("caught_with_red_nines", "caught_with_only_red_nine", "caught_with_only_red_nines"),
        *("red_nine_doubles", "red_nines_multiply", "out_on_red_nine_doubles"),
    }
)
TABLES = ("count", "nines", "ranks", "what", "keys", "chips")


def words_for_the_phone(variant: Variant) -> dict[str, Any]:
    """What the pad and the why dialog say about a game of this variant."""
    reasons = {
        key: words
        for key, words in WORDS["reasons"].items()
        if (key in REASONS_FOR_POINTS) == variant.lowest_wins
    }
    tables = TABLES if variant.lowest_wins else (*TABLES, "cards", "nines_among", "in_play")
    told = {key: WORDS[key] for key in tables}
    errors = {code: WORDS["errors"][code] for code in SAID_BY_THE_PAD if code in WORDS["errors"]}
    return {**told, "reasons": reasons, "remarks": WORDS["remarks"], "errors": errors}
