"""What somebody typed to find a night, as the search understands it."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, select

from scorer.rules.variants import every_variant
from scorer.rules.words import WORDS
from scorer.storage.models import players
from scorer.storage.tokens import player_token, variant_token, word_token, words_of

LONGEST_QUERY = 200
MOST_WORDS = 10
MOST_PEOPLE = 40

NAMES = (
    select(players.c.id, players.c.person, players.c.name)
    .where(players.c.club == bindparam("of_club"))
    .order_by(players.c.last_played_at.desc().nulls_last(), players.c.id)
)


def groups_for(connection: Connection, club: str, typed: str) -> list[list[str]]:
    """Tokens for each typed word, one of which a night has to have for every word.

    A word may begin a name of somebody, the title of a game, or a word in the night's texts.
    Where nothing that was typed is a word, it is looked for as it is, and not found.
    """
    words = words_of(typed[:LONGEST_QUERY])[:MOST_WORDS]
    if not words:
        return [["nothing"]]
    people = connection.execute(NAMES, {"of_club": club}).all()
    ids: dict[str, list[str]] = {}
    for row in people:
        ids.setdefault(row.person, []).append(row.id)
    called = [(row.person, words_of(row.name)) for row in people]
    titles = {key: words_of(WORDS["variants"][key]["title"]) for key in _variants()}
    groups = []
    for word in words:
        persons = dict.fromkeys(person for person, names in called if _begins(word, names))
        group = [word_token(word)]
        group += [variant_token(key) for key, title in titles.items() if _begins(word, title)]
        for person in list(persons)[:MOST_PEOPLE]:
            group += [player_token(one) for one in ids[person]]
        groups.append(group)
    return groups


def _begins(word: str, names: Sequence[str]) -> bool:
    return any(name.startswith(word) for name in names)


def _variants() -> list[str]:
    return sorted({one.key for one in every_variant().values()})
