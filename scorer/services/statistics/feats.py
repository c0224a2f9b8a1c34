"""Definitions of feats, from words/: how their numbers are summed, and the texts of each page."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypeVar

from scorer.rules.words import WORDS
from scorer.storage.sheet_results import OF_GAMES

Summed: TypeAlias = Literal["count", "sum", "largest", "smallest"]
Words = TypeVar("Words")


@dataclass(frozen=True)
class PersonTexts:
    """The words of a feat on a person's page; `each` for every kind of game, `label` in tables."""

    says: str = ""
    each: str = ""
    part: str = ""
    label: str = ""


@dataclass(frozen=True)
class LuckTexts:
    """The words that compare a feat with luck: the other's numbers are how many could do it."""

    title: str
    says: str


@dataclass(frozen=True)
class OpponentTexts:
    """The words about the players at whose feats a person lost most."""

    title: str
    nobody: str
    all: str
    most: str


@dataclass(frozen=True)
class HighlightRule:
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
class FeatDefinition:
    """The meaning of a feat: how its numbers are `summed`, its words, its `stamp` on a deal."""

    key: str
    title: str
    summed: Summed
    of: str | None = None
    stamp: str = ""
    person: PersonTexts | None = None
    luck: LuckTexts | None = None
    against: OpponentTexts | None = None
    highlight: HighlightRule | None = None

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


def feat_definition(key: str) -> FeatDefinition:
    """The meaning of a feat."""
    words = WORDS["feats"][key]
    return FeatDefinition(
        key=key,
        title=words["title"],
        summed=words["summed"],
        of=words.get("of"),
        stamp=words.get("stamp", ""),
        person=_read(PersonTexts, words.get("person")),
        luck=_read(LuckTexts, words.get("luck")),
        against=_read(OpponentTexts, words.get("against")),
        highlight=_read(HighlightRule, words.get("highlight")),
    )


def _read(kind: type[Words], words: Mapping[str, Any] | None) -> Words | None:
    return None if words is None else kind(**words)


def feat_definitions() -> tuple[FeatDefinition, ...]:
    """The meanings of all feats, in the order of the pages."""
    return tuple(feat_definition(key) for key in WORDS["feats"])


def feats_of_variant(variant: str) -> tuple[FeatDefinition, ...]:
    """The feats that there can be in games of a variant: its own, shared ones, any game's."""
    words = WORDS["variants"][variant]
    known = {*words.get("feats", ()), *words.get("shared_feats", ()), *OF_GAMES}
    return tuple(meaning for meaning in feat_definitions() if meaning.key in known)


def words_of_highlight(key: str) -> HighlightRule:
    """The words of a feat that is a highlight."""
    words = feat_definition(key).highlight
    if words is None:
        raise ValueError(f"{key} is no highlight")
    return words


def highlight_keys() -> tuple[str, ...]:
    """The feats that are highlights, in the order of the pages."""
    return tuple(meaning.key for meaning in feat_definitions() if meaning.highlight)
