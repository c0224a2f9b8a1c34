"""Highlights as sentences."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from scorer.rules.cards import RED_NINE
from scorer.rules.feats import CLOSEST_FINISH, OUT_ON_RED_NINE, RED_NINES_HELD
from scorer.rules.highlights import DEAREST_HAND, SWEEP
from scorer.rules.variants import newest_variants
from scorer.rules.words import WORDS, say
from scorer.services.statistics.highlights import HighlightRead
from scorer.web.names import in_a_sentence, listed

# What a red nine is called in a hand of cards: the one word that the screen shows in red.
RED_NINE_SHOWN = "red 9"
# Any card that is no red nine.
NOT_NOTED = "x"


@dataclass(frozen=True)
class HighlightView:
    """A highlight in one sentence, and the game it is from."""

    game: str
    says: str
    day: date | None


def highlight_views(highlights: Iterable[HighlightRead]) -> list[HighlightView]:
    """These highlights, ready to be listed; where there are several games each says which."""
    highlights = list(highlights)
    several = len({highlight.variant for highlight in highlights}) > 1
    views = []
    for highlight in highlights:
        title = WORDS["variants"][highlight.variant]["title"]
        says = f"{highlight_sentence(highlight)}{f' ({title})' if several else ''}"
        views.append(HighlightView(highlight.game, says, highlight.day))
    return views


def highlight_sentence(highlight: HighlightRead) -> str:
    """What happened, in one sentence."""
    kind, numbers = highlight.kind, highlight.numbers
    way = "says"
    words = {"name": in_a_sentence(highlight.name), "amount": _amount(highlight)}
    if kind in (DEAREST_HAND, RED_NINES_HELD):
        words |= {"held": _held(highlight), "red_nines": str(numbers["red_nines"])}
    elif kind == SWEEP:
        pools = WORDS["variants"][highlight.variant].get("pools", {})
        words["pools"] = listed([pools.get(pool, "pool") for pool in numbers["pools"]])
    elif kind == OUT_ON_RED_NINE:
        lowest_wins = newest_variants()[highlight.variant].lowest_wins
        words["worth"] = "for the others" if lowest_wins else "won"
    elif len(highlight.shared) > 1:
        way = "shared"
        if kind == CLOSEST_FINISH:
            words["name"] = listed(highlight.shared)
    elif kind == CLOSEST_FINISH and not numbers["gap"]:
        way = "level"
    return say(WORDS["highlights"][kind][way], words)


def _amount(highlight: HighlightRead) -> str:
    """So many points or counters, whichever of its numbers says how remarkable it was."""
    numbers = highlight.numbers
    amount = next(numbers[key] for key in ("cost", "amount", "gap") if key in numbers)
    unit = str(WORDS["variants"][highlight.variant]["unit"])
    return f"{amount} {unit.removesuffix('s') if amount == 1 else unit}"


def _held(highlight: HighlightRead) -> str:
    """What was held, as far as the cards were noted."""
    cards = highlight.numbers["cards"] or ()
    noted = [RED_NINE_SHOWN if card == RED_NINE else card for card in cards if card != NOT_NOTED]
    if not noted:
        return " (cards not noted)"
    rest = ", the rest not noted" if len(noted) < len(cards) else ""
    return f" ({' '.join(noted)}{rest})"
