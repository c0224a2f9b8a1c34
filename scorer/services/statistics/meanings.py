"""The meanings of feats, from the words: how their numbers come together, and what pages say."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypeVar

from scorer.rules.words import WORDS
from scorer.storage.sheet_results import OF_GAMES

Summed: TypeAlias = Literal["count", "sum", "largest", "smallest"]
Words = TypeVar("Words")


@dataclass(frozen=True)
class OfPerson:
    """The words of a feat on a person's page; `each` for every kind of game, `label` in tables."""

    says: str = ""
    each: str = ""
    part: str = ""
    label: str = ""


@dataclass(frozen=True)
class OfLuck:
    """The words that compare a feat with luck: the other's numbers are how many could do it."""

    title: str
    says: str


@dataclass(frozen=True)
class Against:
    """The words about the players at whose feats a person lost most."""

    title: str
    nobody: str
    all: str
    most: str


@dataclass(frozen=True)
class OfHighlight:
    """The conditions under which a feat is a highlight, and its sentence.

    `shared` is that where several sides won, `level` where its number is 0. Numbers below
    `least` are none; an evening has the best `most`, and by unit only those within a
    `limit`. Equal numbers are ordered by the feat `tie` of the same deal and seat, the largest
    first. `needs` is what only a sheet says: the cards held, the pools swept, or who were partners.
    """

    says: str
    shared: str = ""
    level: str = ""
    least: int | None = None
    most: int = 1
    limit: Mapping[str, int] | None = None
    tie: str | None = None
    needs: Literal["cards", "pools", "partners"] | None = None


@dataclass(frozen=True)
class Meaning:
    """The meaning of a feat: how its numbers are `summed`, its words, its `stamp` on a deal."""

    key: str
    title: str
    summed: Summed
    of: str | None = None
    stamp: str = ""
    person: OfPerson | None = None
    luck: OfLuck | None = None
    against: Against | None = None
    highlight: OfHighlight | None = None

    @property
    def shows_number(self) -> bool:
        """Whether a person's page has the sum of its numbers, and not only how often."""
        if self.person is None or self.summed == "count":
            return False
        if self.person.label or self.person.each:
            return True
        return "{number}" in f"{self.person.says}{self.person.part}"

    @property
    def smallest_is_best(self) -> bool:
        """Whether the smallest number is the most remarkable."""
        return self.summed == "smallest"


def meaning_of(key: str) -> Meaning:
    """The meaning of a feat."""
    words = WORDS["feats"][key]
    return Meaning(
        key=key,
        title=words["title"],
        summed=words["summed"],
        of=words.get("of"),
        stamp=words.get("stamp", ""),
        person=_read(OfPerson, words.get("person")),
        luck=_read(OfLuck, words.get("luck")),
        against=_read(Against, words.get("against")),
        highlight=_read(OfHighlight, words.get("highlight")),
    )


def _read(kind: type[Words], words: Mapping[str, Any] | None) -> Words | None:
    return None if words is None else kind(**words)


def every_meaning() -> tuple[Meaning, ...]:
    """The meanings of all feats, in the order of the pages."""
    return tuple(meaning_of(key) for key in WORDS["feats"])


def feats_of_variant(variant: str) -> tuple[Meaning, ...]:
    """The feats that there can be in games of a variant: its own, shared ones, any game's."""
    words = WORDS["variants"][variant]
    known = {*words.get("feats", ()), *words.get("shared_feats", ()), *OF_GAMES}
    return tuple(meaning for meaning in every_meaning() if meaning.key in known)


def words_of_highlight(key: str) -> OfHighlight:
    """The words of a feat that is a highlight."""
    words = meaning_of(key).highlight
    if words is None:
        raise ValueError(f"{key} is no highlight")
    return words


def highlight_keys() -> tuple[str, ...]:
    """The feats that are highlights, in the order of the pages."""
    return tuple(meaning.key for meaning in every_meaning() if meaning.highlight)
