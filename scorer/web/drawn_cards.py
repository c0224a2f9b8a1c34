"""Cards as they lie on the table, drawn small."""

from collections.abc import Sequence

from flask import get_template_attribute
from markupsafe import Markup

from scorer.rules.cards import write_hand


def draw_hand(cards: Sequence[str]) -> Markup:
    """A hand for a page, where whoever listens hears which nines are red."""
    drawn: Markup = get_template_attribute("_macros/cards.html", "cards")(write_hand(cards))
    return drawn
