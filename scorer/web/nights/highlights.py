"""Highlights as sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from scorer.rules.cards import RED_NINE
from scorer.rules.feats import CLOSEST_FINISH, COMEBACK, OUT_ON_RED_NINE, RED_NINES_HELD
from scorer.rules.highlights import DEAREST_HAND, SWEEP
from scorer.rules.sheet import Sheet
from scorer.rules.variants import newest_variants
from scorer.rules.words import WORDS, say
from scorer.services.statistics.highlights import HighlightRead, read_highlights
from scorer.web.access import database
from scorer.web.names import in_a_sentence, listed

# What a red nine is called in a hand of cards: the one word that the screen shows in red.
RED_NINE_SHOWN = "red 9"
# Any card that is no red nine.
NOT_NOTED = "x"


@dataclass(frozen=True)
class HighlightView:
    """A highlight in words: `title` is what it is the best of, `says` the whole sentence."""

    game: str
    title: str
    says: str
    day: date | None


def highlight_views(told: Iterable[HighlightRead]) -> list[HighlightView]:
    """These highlights, ready to be listed; where there are several games each says which."""
    told = list(told)
    several = len({one.variant for one in told}) > 1
    return [_shown(one, say_game=several) for one in told]


def highlights_of_games(club: str, sheets: Mapping[str, Sheet]) -> list[HighlightView]:
    """What is worth telling of these games of a night."""
    return highlight_views(read_highlights(database(), club, sheets))


def _shown(one: HighlightRead, *, say_game: bool) -> HighlightView:
    words = WORDS["highlights"][one.kind]
    game = f" ({WORDS['variants'][one.variant]['title']})" if say_game else ""
    return HighlightView(one.game, words["title"], f"{sentence_of(one)}{game}", one.day)


def sentence_of(one: HighlightRead) -> str:
    """What happened, in one sentence."""
    words, numbers = WORDS["highlights"][one.kind], one.numbers
    said = {"name": in_a_sentence(one.name), "amount": _amount(one)}
    if one.kind in (DEAREST_HAND, RED_NINES_HELD):
        said |= {"held": _held(one), "red_nines": str(numbers["red_nines"])}
    elif one.kind == SWEEP:
        pools = WORDS["variants"][one.variant].get("pools", {})
        said["pools"] = listed([pools.get(pool, "pool") for pool in numbers["pools"]])
    elif one.kind == OUT_ON_RED_NINE:
        said["worth"] = "for the others" if _lowest_wins(one) else "won"
    elif one.kind == CLOSEST_FINISH and len(one.shared) > 1:
        return say(words["shared"], {"name": listed(one.shared)})
    elif one.kind == CLOSEST_FINISH and not numbers["gap"]:
        return say(words["level"], said)
    elif one.kind == COMEBACK and len(one.shared) > 1:
        return say(words["shared"], said)
    return say(words["says"], said)


def _lowest_wins(one: HighlightRead) -> bool:
    return newest_variants()[one.variant].lowest_wins


def _amount(one: HighlightRead) -> str:
    """So many points or counters, whichever of its numbers says how remarkable it was."""
    numbers = one.numbers
    amount = next(numbers[key] for key in ("cost", "amount", "gap") if key in numbers)
    unit = str(WORDS["variants"][one.variant]["unit"])
    return f"{amount} {unit.removesuffix('s') if amount == 1 else unit}"


def _held(one: HighlightRead) -> str:
    """What was held, as far as the cards were noted."""
    cards = one.numbers["cards"] or ()
    noted = [RED_NINE_SHOWN if card == RED_NINE else card for card in cards if card != NOT_NOTED]
    if not noted:
        return " (cards not noted)"
    rest = ", the rest not noted" if len(noted) < len(cards) else ""
    return f" ({' '.join(noted)}{rest})"
