"""Highlights as sentences."""

from collections.abc import Sequence
from typing import Any

from scorer.rules.cards import CARDS, UNKNOWN, say_hand
from scorer.rules.feats import highlight_rules
from scorer.rules.words import WORDS, say
from scorer.services.statistics.highlights import HighlightRead
from scorer.web.formats import NO_BREAK_SPACE, draw_hand, in_units
from scorer.web.names import isolate_rtl, listed


def highlight_views(
    highlights: Sequence[HighlightRead], *, with_title: bool = False
) -> list[dict[str, Any]]:
    """These highlights, ready to be listed, each with the title of its game if asked."""
    views = []
    for highlight in highlights:
        noted, rest = _cards(highlight)
        says = highlight_sentence(highlight, with_cards=not noted, with_title=with_title)
        held = draw_hand(noted) + rest if noted else ""
        views.append({"game": highlight.game, "says": says, "held": held, "day": highlight.day})
    return views


def highlight_sentence(
    highlight: HighlightRead, *, with_cards: bool = True, with_title: bool = False
) -> str:
    """A highlight in one sentence, the hand in words unless it is drawn."""
    rule, unit = highlight_rules()[highlight.feat], highlight.kind.unit
    says = rule.says
    if len(highlight.winners) > 1 and rule.shared:
        says = rule.shared
    elif not highlight.number and rule.level:
        says = rule.level
    noted, rest = _cards(highlight)
    hand = say_hand(noted).replace(" ", NO_BREAK_SPACE)
    held = f" ({hand}{rest})" if noted else " (cards not noted)"
    pools = WORDS["variants"].get(highlight.kind.variant, {}).get("pools", {})
    sentence = say(
        says,
        {
            "name": _name(highlight),
            "winners": listed([name for side in highlight.winners for name in side]),
            "number": highlight.number,
            "amount": in_units(highlight.number, unit),
            "unit": unit,
            "held": held if with_cards and not highlight.winners else "",
            "pools": listed([pools.get(pool, "pool") for pool in highlight.pools]),
        },
    )
    return f"{sentence} · {highlight.kind.title}" if with_title else sentence


def _name(highlight: HighlightRead) -> str:
    for side in highlight.winners:
        if highlight.name in side:
            return listed(side)
    return isolate_rtl(highlight.name)


def _cards(highlight: HighlightRead) -> tuple[list[str], str]:
    # Of several people each held other cards.
    is_of_hand = "{held}" in highlight_rules()[highlight.feat].says and not highlight.winners
    cards = (highlight.cards or ()) if is_of_hand else ()
    noted = sorted((card for card in cards if card != UNKNOWN), key=CARDS.index)
    return noted, ", the rest not noted" if UNKNOWN in cards else ""
