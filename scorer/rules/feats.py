"""What feats mean, and those that any game can have: close finishes, comebacks, pools swept.

A feat is something a seat did in a deal or a game (`variant.Feat`). The words tell how its numbers
come together, of which other feat it is a part, and what pages say of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypeVar

from scorer.rules.sheet import Sheet
from scorer.rules.standing import deciding_totals
from scorer.rules.types import Feat, SheetDeal
from scorer.rules.words import WORDS

CLOSEST_FINISH = "closest_finish"
COMEBACK = "comeback"
OF_GAMES = (CLOSEST_FINISH, COMEBACK)

LENDING = frozenset({"lends", "is_lent"})

Summed: TypeAlias = Literal["count", "sum", "largest", "smallest"]
Words = TypeVar("Words")


@dataclass(frozen=True)
class OfPerson:
    """What a person's page says of a feat: a sentence, or a part of that of the feat it is `of`.

    `each` is said of every kind of games by itself, and `label` stands before its number in tables.
    """

    says: str = ""
    each: str = ""
    part: str = ""
    label: str = ""


@dataclass(frozen=True)
class OfLuck:
    """What is said of how often a feat was a part of another, beside what luck would do.

    The numbers of the other feat are how many could have done it, each as likely as the others.
    """

    title: str
    says: str


@dataclass(frozen=True)
class Against:
    """What is said of the others at whose feats somebody lost most."""

    title: str
    nobody: str
    all: str
    most: str


@dataclass(frozen=True)
class OfHighlight:
    """What makes a feat a highlight, and the sentence that tells it.

    `shared` tells it where several sides won, `level` where its number is 0. Numbers below
    `least` are none; of an evening the best `most` are told, and by unit only those within a
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
    """What a feat means, as the words say it. `summed` is how its numbers come together.

    `stamp` is what is stamped beside a name when the deal is saved.
    """

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
    def tells_number(self) -> bool:
        """Whether a person's page tells what its numbers come to, and not only how often."""
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
    """What a feat means."""
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
    """All feats, in the order in which they are told."""
    return tuple(meaning_of(key) for key in WORDS["feats"])


def feats_of_variant(variant: str) -> tuple[Meaning, ...]:
    """The feats that there can be in games of a variant: its own, shared ones, any game's."""
    words = WORDS["variants"][variant]
    known = {*words.get("feats", ()), *words.get("shared_feats", ()), *OF_GAMES}
    return tuple(meaning for meaning in every_meaning() if meaning.key in known)


def highlight_keys() -> tuple[str, ...]:
    """The feats that are highlights, in the order in which they are told."""
    return tuple(meaning.key for meaning in every_meaning() if meaning.highlight)


def swept(deal: SheetDeal) -> dict[int, Counter[str]]:
    """What each side swept, unless it took only what was paid in for this very deal."""
    amounts: dict[int, Counter[str]] = {}
    for line in deal.lines:
        if line.pool is None or not line.key.startswith("sweeps_") or line.points <= 0:
            continue
        # Where there is a single pool, somebody takes it in every deal.
        if len(deal.carry.pools) > 1 or deal.before.pools.get(line.pool):
            amounts.setdefault(line.side, Counter())[line.pool] = line.points
    return amounts


def game_feats(sheet: Sheet) -> tuple[Feat, ...]:
    """What happened in a whole game: how close its finish was, and from how far it was won."""
    if not sheet.over or not sheet.winners:
        return ()
    feats = []
    # A game that was stopped early has no finish, nor one that was won against a better total.
    if sheet.ended is None and not sheet.standing.against_total:
        feats.append(Feat(sheet.winning_seats[0], CLOSEST_FINISH, sheet.standing.lead))
    furthest = comeback(sheet)
    if furthest is not None:
        feats.append(furthest)
    return tuple(feats)


def comeback(sheet: Sheet) -> Feat | None:
    """How far behind a winner had once been, the earliest of equals; None where nobody was."""
    gaps = []
    for deal in sheet.deals[:-1]:
        totals = deciding_totals(deal.carry, deal.loans)
        best = min(totals) if sheet.start.unit == "penalties" else max(totals)
        gaps += [
            (abs(best - totals[sheet.side(seat)]), -deal.number, -seat)
            for seat in sheet.winning_seats
        ]
    gap, _, seat = max(gaps, default=(0, 0, 0))
    return Feat(-seat, COMEBACK, gap) if gap else None
