"""Games as they were read last, kept for whoever asks about the same moment, or the next.

Phones of another right are shown another sheet of the same book, and the next entry leaves most
deals as they are. All that a reading depends on is compared before anything of it is used.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any

from flask import Flask, current_app

from scorer.rules.fold import reading_on
from scorer.rules.sheet_reader import SheetReader
from scorer.services.games.news import GameState
from scorer.services.games.read import GameRead
from scorer.web.access import club_here, game_here, state_here
from scorer.web.games.at_table import AtTable, at_table
from scorer.web.games.for_all import ForAll
from scorer.web.games.so_far import SoFar, read_so_far

# Some 2 KB for each hand that was held, or for each entry where there are more: 90 MB together, for
# 450 tables that play. What is short takes as much as if it had some hands more.
MOST_HANDS = 45_000
LEAST_HANDS = 100

Key = tuple[str, str]


@dataclass(frozen=True)
class KeptRead:
    """A game as all phones see it, by all that it depends on, and what the next one goes on from.

    `phones` are those at its table and `so_far` what its deals have made of it, by what these
    depend on; `reader` is the one of its sheet.
    """

    shown_by: Any = None
    shown: ForAll | None = None
    phones_by: Any = None
    phones: AtTable | None = None
    so_far_by: Any = None
    so_far: SoFar | None = None
    reader: SheetReader | None = None

    @property
    def hands(self) -> int:
        """How many hands take about as much memory as this."""
        most = LEAST_HANDS
        if self.shown is not None:
            sheet, entries = self.shown.read.sheet, self.shown.read.entries
            most = max(most, len(entries), len(sheet.deals) * len(sheet.sitters))
        if self.reader is not None:
            seats = len(self.reader.sitters)
            most = max(most, len(self.reader.book.entries), len(self.reader.deals) * seats)
        return most


class KeptReads:
    """What was read last of each game, of those that were asked for last."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._kept: OrderedDict[Key, KeptRead] = OrderedDict()
        self._hands: dict[Key, int] = {}

    def find(self, key: Key) -> KeptRead:
        """What was read last of this game."""
        with self._lock:
            return self._kept.get(key) or KeptRead()

    def keep(self, key: Key, **what: Any) -> None:
        """Keep what was read, and let the games go that nobody has asked for the longest."""
        with self._lock:
            self._kept[key] = kept = replace(self._kept.get(key) or KeptRead(), **what)
            self._kept.move_to_end(key)
            self._hands[key] = kept.hands
            while sum(self._hands.values()) > MOST_HANDS and len(self._kept) > 1:
                gone, _ = self._kept.popitem(last=False)
                del self._hands[gone]


def init_app(app: Flask) -> None:
    """Keep what is read as long as this app runs."""
    app.extensions["reads"] = KeptReads()


def _kept_reads() -> KeptReads:
    kept: KeptReads = current_app.extensions["reads"]
    return kept


@contextmanager
def reading_game(game: str) -> Iterator[None]:
    """Read a game on in here from where it was read last."""
    kept, key = _kept_reads(), (club_here().id, game)
    with reading_on(kept.find(key).reader) as last:
        yield
        if last:
            kept.keep(key, reader=last[0])


def read_once(game: str) -> ForAll:
    """A game as all phones see it, read once for all of them."""
    kept = _kept_reads().find((club_here().id, game))
    if kept.shown is not None and kept.shown_by == _shown_by(state_here()):
        return kept.shown
    return keep_read(game_here(game))


def keep_read(read: GameRead) -> ForAll:
    """Keep a game as all phones see it for those who ask next."""
    key, changes = (read.club, read.id), club_here().changes
    kept = _kept_reads().find(key)
    state = replace(state_here(), version=read.version, last_at=read.last_at)
    phones_by = changes, state.changes, state.held
    phones = kept.phones if kept.phones_by == phones_by else None
    so_far_by = changes, read_so_far(read)
    so_far = kept.so_far if kept.so_far_by == so_far_by else None
    shown = ForAll(read, state, phones or at_table(read), so_far or SoFar(so_far_by[1]))
    _kept_reads().keep(
        key,
        shown_by=_shown_by(state),
        shown=shown,
        phones_by=phones_by,
        phones=shown.at_table,
        so_far_by=so_far_by,
        so_far=shown.so_far,
    )
    return shown


def _shown_by(state: GameState) -> Any:
    """All that a game as all phones see it depends on."""
    return club_here().changes, state
