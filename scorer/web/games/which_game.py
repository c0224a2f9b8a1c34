"""Which game a new one is: what this club plays, all others, and what each brings along."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from scorer.rules.house_rules import write_house_rules
from scorer.rules.kinds import Kind, compared, kind_of
from scorer.rules.variants import newest_variants
from scorer.rules.words import WORDS
from scorer.services.games.offered import PlayedKind
from scorer.services.games.read import GameRead
from scorer.web.names import titles_in_order, titles_of

# More than these beside each other are no choice at a glance.
MOST_BESIDE = 3


@dataclass(frozen=True)
class Offered:
    """A game to choose from: its title, what its address says, and its house rules."""

    title: str = field(compare=False)
    variant: str
    like: str = ""
    house_rules: dict[str, Any] = field(default_factory=dict, compare=False)


@dataclass(frozen=True)
class WhichGame:
    """The game that is chosen, with those beside it and others; `counted` are only counted."""

    chosen: Offered
    beside: tuple[Offered, ...]
    others: tuple[Offered, ...]
    counted: tuple[Offered, ...]


def which_game(
    variant: str, like: str, played: Sequence[PlayedKind], follows: GameRead | None
) -> WhichGame:
    """The game of this address, or what is gone on with, or what was played last.

    What this club plays most stands beside it, before all others in their order; a new one is
    offered what most families know.
    """
    titles = titles_of(one.kind for one in played)
    known = [one for one in played if one.kind.variant in newest_variants()]
    of_club = [
        _of_kind(one.kind, titles[one.kind.key], dict(one.house_rules))
        for one in sorted(known, key=lambda one: (-one.games, -one.begun))
    ]
    plain = [
        Offered(
            WORDS["variants"][key].get("any", title),
            key,
            house_rules=WORDS["variants"][key].get("begins_with", {}),
        )
        for key, title in titles_in_order().items()
    ]
    presets = _presets()
    if variant not in newest_variants():
        chosen = _usual(of_club, known, plain, follows)
    else:
        every = [*of_club, *presets, *plain]
        meant = (Offered("", variant, like), Offered("", variant))
        chosen = next(every[every.index(one)] for one in meant if one in every)
    shown = list(dict.fromkeys([*of_club, *plain]))
    # A club that is new here may know none of ours.
    beside = (shown if of_club else [*shown[:1], *presets])[:MOST_BESIDE]
    if chosen not in beside:
        beside = [chosen, *beside[:-1]]
    names = {compared(one.title) for one in (*of_club, *beside)}
    of_points = {one.variant for one in presets}
    counted = [one for one in presets if compared(one.title) not in names]
    counted += [one for one in plain if one.variant in of_points and one not in beside]
    return WhichGame(
        chosen,
        tuple(beside),
        tuple(one for one in shown if one not in (*beside, *counted)),
        tuple(counted),
    )


def _of_kind(kind: Kind, title: str, house_rules: dict[str, Any]) -> Offered:
    """A kind of games; one that is all there is of its variant brings no house rules along."""
    if kind.key == kind.variant:
        return Offered(title, kind.variant)
    return Offered(title, kind.variant, kind.key, house_rules)


def _usual(
    of_club: Sequence[Offered],
    known: Sequence[PlayedKind],
    plain: Sequence[Offered],
    follows: GameRead | None,
) -> Offered:
    if follows is not None:
        kind = kind_of(follows.sheet.start)
        return _of_kind(kind, kind.title, write_house_rules(follows.sheet.start.rules))
    if not known:
        return plain[0]
    return of_club[of_club.index(_of_kind(known[0].kind, "", {}))]


def _presets() -> list[Offered]:
    """The games that are known by a title and their house rules."""
    return [
        Offered(preset["title"], key, preset["title"], preset["house_rules"])
        for key in titles_in_order()
        for preset in WORDS["variants"][key].get("presets", ())
    ]
