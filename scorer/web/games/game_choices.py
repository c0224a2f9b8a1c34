"""The games offered on the page of a new game: played here, presets and all others."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from scorer.rules.house_rules import write_house_rules
from scorer.rules.kinds import Kind, comparison_key, kind_of, title_taken
from scorer.rules.variants import newest_variants
from scorer.rules.words import WORDS
from scorer.services.games.offered import PlayedKind
from scorer.services.games.read import GameRead
from scorer.web.names import titles_in_order, titles_of

# More than these next to each other are no choice at a glance.
MAX_FIRST = 3


@dataclass(frozen=True)
class Offered:
    """A game to choose from: its title, what its address says, and its house rules."""

    title: str = field(compare=False)
    variant: str
    like: str = ""
    house_rules: dict[str, Any] = field(default_factory=dict, compare=False)


@dataclass(frozen=True)
class GameChoices:
    """The game that is chosen, the first few with it, and others; `counted` are only counted."""

    chosen: Offered
    first: tuple[Offered, ...]
    others: tuple[Offered, ...]
    counted: tuple[Offered, ...]


def choose_games(
    variant: str, like: str, played: Sequence[PlayedKind], follows: GameRead | None
) -> GameChoices:
    """The game of this address, or gone on with, or played last, and what else to offer."""
    titles = titles_of(game.kind for game in played)
    known = [game for game in played if game.kind.variant in newest_variants()]
    of_club = [
        _of_kind(game.kind, titles[game.kind.key], dict(game.house_rules))
        for game in sorted(known, key=lambda game: (-game.games, -game.begun))
    ]
    plain = [
        Offered(
            WORDS["variants"][key].get("any", title),
            key,
            house_rules=WORDS["variants"][key].get("begins_with", {}),
        )
        for key, title in titles_in_order().items()
    ]
    # Those known by a title and their house rules, unless a game has that title of its own.
    presets = [
        Offered(preset["title"], key, preset["title"], preset["house_rules"])
        for key in titles_in_order()
        for preset in WORDS["variants"][key].get("presets", ())
        if not title_taken(preset["title"], key)
    ]
    if follows is not None and variant not in newest_variants():
        kind = kind_of(follows.sheet.start)
        chosen = _of_kind(kind, kind.title, write_house_rules(follows.sheet.start.rules))
    elif variant in newest_variants():
        every = [*of_club, *presets, *plain]
        meant = (Offered("", variant, like), Offered("", variant))
        chosen = next(every[every.index(game)] for game in meant if game in every)
    elif known:
        chosen = of_club[of_club.index(_of_kind(known[0].kind, "", {}))]
    else:
        chosen = plain[0]
    shown = list(dict.fromkeys([*of_club, *plain]))
    of_points = {game.variant for game in presets}
    # A club that is new here may know none of ours.
    is_named = chosen.variant in of_points and not chosen.like
    first = (shown if of_club or is_named else [*shown[:1], *presets])[:MAX_FIRST]
    if chosen not in first:
        first = [chosen, *first[:-1]]
    names = {comparison_key(game.title) for game in (*of_club, *first)}
    counted = [game for game in presets if comparison_key(game.title) not in names]
    counted += [game for game in plain if game.variant in of_points and game not in first]
    others = [game for game in shown if game not in (*first, *counted)]
    return GameChoices(chosen, tuple(first), tuple(others), tuple(counted))


def _of_kind(kind: Kind, title: str, house_rules: dict[str, Any]) -> Offered:
    """A kind of games; one that is all there is of its variant brings no house rules along."""
    if kind.key == kind.variant:
        return Offered(title, kind.variant)
    return Offered(title, kind.variant, kind.key, house_rules)
