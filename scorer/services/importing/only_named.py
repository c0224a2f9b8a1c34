"""People of whom a file knows only the name.

What stands for such a name in the file is never kept: they get ids by chance, since an id made
of a name would let anybody try which name is behind it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from scorer.services.exporting.records import people_in
from scorer.services.importing.arriving import Arriving
from scorer.services.people.players import alike
from scorer.storage.canonical import from_text, to_text
from scorer.storage.columns import AnyRow
from scorer.storage.whole import WholeGame

Pairs = Mapping[str, str]


def pairs_in(known: WholeGame, game: Arriving, here: Mapping[str, AnyRow]) -> Pairs:
    """Who of those only named in a game is whom in the same game here, seat by seat."""
    pairs: dict[str, str] = {}
    if not game.only_named:
        return pairs
    beside = [
        ((one.player, one.name), (other.player, other.name))
        for one, other in zip(game.start.sitters, known.start.sitters, strict=False)
    ]
    for other, mine in zip(game.book, known.book, strict=False):
        beside += zip(_named_in(other.content), _named_in(mine.content), strict=False)
    for (player, name), (identity, called) in beside:
        forgotten = identity in here and here[identity].anonymous_at is not None
        if player in game.only_named and (forgotten or alike(name) == alike(called)):
            pairs[player] = identity
    return pairs


def settled(game: Arriving, ids: Pairs) -> Arriving:
    """The same game with these ids in the place of those that stand for names."""
    ids = {one: ids[one] for one in game.only_named if one in ids}
    if not ids:
        return game

    def who(one: str) -> str:
        return ids.get(one, one)

    sat = [replace(one, player=who(one.player)) for one in game.start.sitters]
    return replace(
        game,
        start=replace(game.start, sitters=tuple(sat)),
        book=tuple(replace(one, content=_said_of(one.content, ids)) for one in game.book),
        people={who(one): name for one, name in game.people.items()},
        sittings=frozenset(frozenset(map(who, one)) for one in game.sittings),
        rows=game.rows.with_players(ids),
        only_named=game.only_named - ids.keys(),
    )


def _named_in(content: str) -> list[tuple[str, str]]:
    return [(one["id"], one["name"]) for one in people_in(from_text(content))]


def _said_of(content: str, ids: Pairs) -> str:
    told = from_text(content)
    for one in people_in(told):
        one["id"] = ids.get(one["id"], one["id"])
    return to_text(told)
