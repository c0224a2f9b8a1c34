"""The tag of a sheet, by which a phone knows that what it shows is old, and the sheets kept by it.

All phones of a table ask for the same sheet within a second or two. Its tag names all that it
depends on, so a sheet that is found here is never out of date.
"""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import blake2s
from mmap import mmap
from struct import Struct
from zlib import crc32

from flask import Flask, current_app, request

from scorer.rules.entries import Sitter
from scorer.services.games.news import GameState
from scorer.services.games.read import GameRead
from scorer.web.access import club_here, cookies_here, device_here, state_here

# One for each game and right, as far as there are games at the same time.
SLOTS = 2048
# In bytes. A sheet takes some 6 KB; what is longer is painted for each phone that asks.
SLOT_SIZE = 16 * 1024
# The length and the checksum of a sheet with its place and tag.
HEAD = Struct("II")
# Before the key of a table.
STANDING_COOKIE = "by-standing-"


def standing_cookie(sitters: Sequence[Sitter]) -> str:
    """The cookie of a phone that shows the games of these players sorted by standing."""
    players = sorted(sitter.player for sitter in sitters)
    return STANDING_COOKIE + _hash(players)


def tag_of_page(game: GameRead) -> str:
    """The tag of a page that shows a game as it was read; it is never newer than its page."""
    return tag_of(
        replace(
            state_here(),
            version=game.version,
            answers_version=game.answers_version,
            last_at=game.last_at,
            over=game.sheet.over,
        )
    )


def tag_of(state: GameState) -> str:
    """The tag of all that the sheet of a game depends on, for all phones of the right of this one.

    A book that was put back from a backup may have the same version again, but not this moment.
    A guest is shown no link to what it may not see. Silent phones count while a game goes on.
    Which tables this phone sorts by standing counts whole: who sits here is in the book. On a phone
    of several clubs the links name the club. The phone that has begun a game may undo that, as long
    as nothing is written in it.
    """
    release, device = current_app.extensions["release"], device_here()
    is_fresh = not (state.version or state.answers_version)
    may_undo_start = is_fresh and state.device == device.id
    if state.over:
        state = replace(state, silent=0)
    sorted_tables = sorted(name for name in request.cookies if name.startswith(STANDING_COOKIE))
    phone = (
        device.right,
        device.guest,
        may_undo_start,
        sorted_tables,
        len(cookies_here().tokens) > 1,
    )
    return _hash((release, phone, device.club, club_here().changes, state))


def _hash(value: object) -> str:
    return blake2s(repr(value).encode(), digest_size=6).hexdigest()


def tag_of_phone(tag: str, seat: str) -> str:
    """The tag of a sheet for a phone in this seat: that of another seat is not the same."""
    return f"{tag}-{seat}" if seat else tag


def seat_here() -> str:
    """The seat that the phone holds, for the head of an answer, since no sheet says it."""
    seat = device_here().seat
    return "" if seat is None else str(seat)


class Sheets:
    """The newest sheets, in memory that is shared with the processes that are forked from here on.

    Nothing is locked: what two processes write at once is found by neither.
    """

    def __init__(self) -> None:
        # Takes no room before it is written to.
        self._slots = mmap(-1, SLOTS * SLOT_SIZE)

    def find(self, place: str, tag: str) -> bytes | None:
        """The sheet in this place, if it has this tag."""
        at, named = hash(place) % SLOTS * SLOT_SIZE, f"{place}/{tag}/".encode()
        length, checksum = HEAD.unpack_from(self._slots, at)
        kept = self._slots[at + HEAD.size : at + HEAD.size + min(length, SLOT_SIZE)]
        is_whole = kept.startswith(named) and crc32(kept) == checksum
        return kept[len(named) :] if is_whole else None

    def keep(self, place: str, tag: str, body: bytes) -> None:
        """Keep this in place of what was there, if there is room for it."""
        at, kept = hash(place) % SLOTS * SLOT_SIZE, f"{place}/{tag}/".encode() + body
        kept = HEAD.pack(len(kept), crc32(kept)) + kept
        if len(kept) <= SLOT_SIZE:
            self._slots[at : at + len(kept)] = kept


def init_app(app: Flask) -> None:
    """Keep sheets as long as this app runs."""
    app.extensions["sheets"] = Sheets()
