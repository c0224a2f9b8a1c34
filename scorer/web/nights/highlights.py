"""Highlights as sentences."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from scorer.rules.cards import CARDS, UNKNOWN, say_hand
from scorer.rules.feats import highlight_rules
from scorer.rules.words import WORDS, say
from scorer.services.games.game_list import GameLine
from scorer.services.statistics.highlights import HighlightRead
from scorer.web.formats import NO_BREAK_SPACE, draw_hand, in_units
from scorer.web.names import listed, name_of

NO_TITLES: Mapping[str, str] = {}


def highlight_views(
    highlights: Sequence[HighlightRead], titles: Mapping[str, str] = NO_TITLES
) -> list[dict[str, Any]]:
    """These highlights, ready to be listed, each with the title of its game, if it has any."""
    views = []
    for highlight in highlights:
        noted, rest = _cards(highlight)
        says = highlight_sentence(highlight, titles, with_cards=not noted)
        held = draw_hand(noted) + rest if noted else ""
        views.append({"game": highlight.game, "says": says, "held": held, "day": highlight.day})
    return views


def titles_in_night(games: Sequence[GameLine]) -> dict[str, str]:
    """The titles of the games of a night, by game: "Golf · Game 2"; a single one has none."""
    of_kind = Counter(game.kind.key for game in games)
    titles, numbers = dict[str, str](), Counter[str]()
    # The chart of a kind numbers those that are finished.
    for game in sorted(games, key=lambda game: not game.finished):
        kind = game.kind
        numbers[kind.key] += 1
        several = [kind.title] if len(of_kind) > 1 else []
        several += [f"Game {numbers[kind.key]}"] if of_kind[kind.key] > 1 else []
        titles[game.id] = " · ".join(several)
    return titles


def highlight_sentence(
    highlight: HighlightRead, titles: Mapping[str, str], *, with_cards: bool = True
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
            "winners": _listed(highlight, chain(*highlight.winners)),
            "number": highlight.number,
            "amount": in_units(highlight.number, unit),
            "unit": unit,
            "held": held if with_cards and not highlight.winners else "",
            "pools": listed([pools.get(pool, "pool") for pool in highlight.pools]),
        },
    )
    return " · ".join(filter(None, (sentence, titles.get(highlight.game))))


def _name(highlight: HighlightRead) -> str:
    own = (side for side in highlight.winners if highlight.player in side)
    return _listed(highlight, next(own, (highlight.player,)))


def _listed(highlight: HighlightRead, people: Iterable[str]) -> str:
    return listed([name_of(it, highlight.names[it]) for it in people])


def _cards(highlight: HighlightRead) -> tuple[list[str], str]:
    # Of several people each held other cards.
    is_of_hand = "{held}" in highlight_rules()[highlight.feat].says and not highlight.winners
    cards = (highlight.cards or ()) if is_of_hand else ()
    noted = sorted((card for card in cards if card != UNKNOWN), key=CARDS.index)
    return noted, ", the rest not noted" if UNKNOWN in cards else ""
