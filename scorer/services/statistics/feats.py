"""Definitions of feats, from words/: how their numbers are summed, and the texts of each page."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from scorer.rules.words import WORDS
from scorer.storage.sheet_results import OF_GAMES

# By the keys that CONTRIBUTING.md lists.
Texts: TypeAlias = Mapping[str, str]


@dataclass(frozen=True)
class HighlightRule:
    """The conditions under which a feat is a highlight, and its sentence.

    `shared` is that where several sides won, `level` where its number is 0. Numbers below
    `least` are none; an evening has the best, and by unit only within a `limit`. With `of_side` it
    is about all partners. Of feats that are `alike`, though of different games, an evening has one.
    """

    says: str
    shared: str = ""
    level: str = ""
    least: int | None = None
    limit: Mapping[str, int] = field(default_factory=dict)
    of_side: bool = False
    alike: str = ""


@dataclass(frozen=True)
class FeatDefinition:
    """The meaning of a feat: how its numbers are `summed`, its texts, its `stamp` on a deal.

    It may be a part `of` another feat. `person` has its texts on the page of a person, and
    `against` those about whose feats cost somebody most.
    """

    key: str
    summed: Literal["count", "sum", "largest", "smallest"]
    of: str | None = None
    stamp: str = ""
    person: Texts = field(default_factory=dict)
    against: Texts = field(default_factory=dict)
    highlight: HighlightRule | None = None


def feat_definition(key: str) -> FeatDefinition:
    """The meaning of a feat."""
    words: Mapping[str, Any] = WORDS["feats"][key]
    highlight = HighlightRule(**words["highlight"]) if "highlight" in words else None
    return FeatDefinition(key, **{**words, "highlight": highlight})


def feat_definitions() -> tuple[FeatDefinition, ...]:
    """The meanings of all feats, in the order of the pages."""
    return tuple(map(feat_definition, WORDS["feats"]))


def feats_of_variant(variant: str) -> tuple[FeatDefinition, ...]:
    """The feats that there can be in games of a variant: its own, shared ones, any game's."""
    words = WORDS["variants"][variant]
    known = {*words.get("feats", ()), *words.get("shared_feats", ()), *OF_GAMES}
    return tuple(meaning for meaning in feat_definitions() if meaning.key in known)


def highlight_rules() -> dict[str, HighlightRule]:
    """The feats that are highlights, by key, in the order of the pages."""
    return {feat.key: feat.highlight for feat in feat_definitions() if feat.highlight}
