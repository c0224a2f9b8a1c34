"""Conflicts: two phones scored one deal differently, and somebody chooses what counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from scorer.rules.book import sort_entries
from scorer.rules.entries import CorrectDeal, Entry
from scorer.rules.same_deal import rescore_deal
from scorer.rules.sheet import SheetDeal
from scorer.services.errors import NotFound, WrittenSince
from scorer.services.games.detect_conflicts import written_since
from scorer.services.games.read import GameRead, read_book, read_game
from scorer.services.games.score import Saved, write
from scorer.storage.book import SignedEntry
from scorer.storage.database import Database

# Keep theirs, use mine (a correction of theirs), or mine is another deal, right after theirs.
Answer = Literal["theirs", "mine", "another"]


@dataclass(frozen=True)
class TwoDeals:
    """A deal in the book and the same deal as another phone scored it.

    `by` is the entry that the one in the book stands in now.
    """

    theirs: SheetDeal
    mine: SheetDeal
    by: SignedEntry


def two_deals(
    database: Database, read: GameRead, theirs: str, facts: Mapping[str, Any]
) -> TwoDeals:
    """The deal that stands in the book, and mine; raises NotFound, ImpossibleDeal."""
    deal = _deal(read, theirs)
    if deal is None:
        raise NotFound
    book = read_book(database, read.club, read.id)
    return TwoDeals(deal, rescore_deal(read.sheet, deal, facts), book[deal.entry - 1])


def resolve_conflict(
    database: Database,
    club: str,
    game: str,
    *,
    device: str | None,
    name: str,
    answer: Answer,
    theirs: str,
    facts: Mapping[str, Any],
    seen: int,
) -> Saved:
    """Apply what somebody chose who was shown both deals; gives what counts now.

    `theirs` is the deal in the book, `facts` tell mine, and `seen` is the newest number when
    both were shown. Only "mine" writes anything, a correction called `name`: where mine is
    another deal it is written like any other, after theirs. Raises what `write` raises, and
    WrittenSince where their deal is not there any more as it was shown.
    """
    if answer == "mine":
        content = {"deal": theirs, "facts": facts}
        return write(
            database,
            club,
            game,
            device=device,
            name=name,
            seen=seen,
            kind="correct_deal",
            content=content,
        )
    read = read_game(database, club, game)
    if _as_seen(read, theirs, seen) != _as_seen(read, theirs, read.version):
        unsaved = Entry(read.version + 1, name, CorrectDeal(theirs, facts), seen)
        raise WrittenSince(written_since(read.start, (*read.entries, unsaved), seen), read.version)
    deal = _deal(read, theirs)
    if deal is None:
        raise NotFound
    return Saved(deal.entry, read, after=theirs if answer == "another" else None)


def _as_seen(read: GameRead, deal: str, seen: int) -> object:
    """What counted of a deal when so much was seen; nothing where it did not count."""
    return sort_entries(read.start, read.entries[:seen]).versions.get(deal, ())[-1:]


def _deal(read: GameRead, name: str) -> SheetDeal | None:
    return next((deal for deal in read.sheet.deals if deal.id == name), None)
