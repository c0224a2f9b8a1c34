"""What the templates of one game are given."""

from __future__ import annotations

from typing import Any

from scorer.rules.words import WORDS
from scorer.services.games import GameRead
from scorer.web.access import club_here
from scorer.web.games.notice import is_lately, notice_of
from scorer.web.games.sheet_view import sheet_view
from scorer.web.house_rules import HouseRule, in_force
from scorer.web.money import money
from scorer.web.nights.paying_view import paying_of_game
from scorer.web.recipe import recipe


def shown_with_paying(game: GameRead, *, just_written: bool = False) -> dict[str, Any]:
    """The same for the page of the sheet, with what is to be paid once the game is over."""
    paying = paying_of_game(game) if game.sheet.settled is not None else None
    return {**shown(game, just_written=just_written), "paying": paying}


def shown(game: GameRead, *, just_written: bool = False) -> dict[str, Any]:
    """The game, its sheet and its notice, for every page of a game.

    A game of the past has a notice only for whoever has `just_written` in it: the book page
    undoes whatever else there is.
    """
    start = game.sheet.start
    return {
        "game": game,
        "sheet": sheet_view(game, club_here().currency),
        "notice": notice_of(game) if just_written or is_lately(game) else None,
        "variant": WORDS["variants"][start.variant.key],
        "rules": _rules(game),
        "recipe": recipe(start.variant, len(start.order), start.rules),
    }


def _rules(game: GameRead) -> list[HouseRule]:
    """The house rules in force; none of totals alone, unless a file has said by what it was played.

    Nobody else knows: that no rule was told there does not mean the usual ones.
    """
    start = game.sheet.start
    rules = in_force(start.variant, start.rules, _coins)
    if game.sheet.only_totals and all(rule.usual for rule in rules):
        return []
    return rules


def _coins(amount: int) -> str:
    return money(amount, club_here().currency)
