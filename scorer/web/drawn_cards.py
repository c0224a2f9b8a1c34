"""Cards as they lie on the table, drawn small."""

from collections.abc import Sequence

from flask import get_template_attribute
from markupsafe import Markup


def draw_cards(written: str) -> Markup:
    """Cards written as in a record, where whoever listens hears which nines are red."""
    drawn: Markup = get_template_attribute("_macros/cards.html", "cards")(written)
    return drawn


def draw_hand(cards: Sequence[str]) -> Markup:
    """A hand for a page."""
    return draw_cards(" ".join(cards))
