"""What the templates of one game are given."""

from __future__ import annotations

from typing import Any

from scorer.rules.words import WORDS
from scorer.services.games import GameRead
from scorer.web.book_view import notice_of
from scorer.web.house_rules import in_force
from scorer.web.recipe import recipe
from scorer.web.sheet_view import sheet_view


def shown(game: GameRead) -> dict[str, Any]:
    """The game, its sheet and its notice, for every page of a game."""
    start = game.sheet.start
    return {
        "game": game,
        "sheet": sheet_view(game),
        "notice": notice_of(game),
        "variant": WORDS["variants"][start.variant.key],
        "rules": in_force(start.variant, start.rules),
        "recipe": recipe(start.variant, len(start.order), start.rules),
    }
