"""The tag of a sheet, by which a phone knows that what it shows is old, and the sheets kept by it.

All phones of a table ask for the same sheet within a second or two. Its tag names all that it
depends on, so a sheet that is found here is never out of date. Its parts are hashes of the state
of the game, of the phone, and of what of the answers is shown all over the sheet, their counter,
and the seat of the phone. Where the counter alone is another one, only who is in is new.
"""

from collections.abc import Sequence
from hashlib import blake2s
from mmap import mmap
from struct import Struct
from zlib import crc32

from flask import Flask, current_app, request

from scorer.rules.entries import Sitter
from scorer.services.games.news import GameState
from scorer.services.games.read import GameRead
from scorer.web.access import club_here, cookies_here, device_here, state_here
from scorer.web.games.own_answers import OwnAnswers

# One for each game and right, and one of who is in, as far as there are games at the same time.
SLOTS = 2048
# In bytes. A sheet takes some 6 KB; what is longer is painted for each phone that asks.
SLOT_SIZE = 16 * 1024
# The length and the checksum of a sheet with its place and tag.
HEAD = Struct("II")
# In bytes; a hash is written in twice as many digits.
HASH_SIZE, SIZE_OF_PHONE = 6, 4
# Where they stand in a tag.
STATE, ELSEWHERE = slice(2 * HASH_SIZE), slice(2 * (HASH_SIZE + SIZE_OF_PHONE), None)
# Before the key of a table.
STANDING_COOKIE = "by-standing-"


def standing_cookie(sitters: Sequence[Sitter]) -> str:
    """The cookie of a phone that shows the games of these players sorted by standing."""
    players = sorted(sitter.player for sitter in sitters)
    return STANDING_COOKIE + _hash(players)


def tag_of_page(game: GameRead, in_play: OwnAnswers | None) -> str:
    """The tag of a page that shows a game as it was read; it is never newer than its page."""
    state = state_here()._replace(
        version=game.version,
        answers_version=game.answers_version,
        last_at=game.last_at,
        over=game.sheet.over,
    )
    elsewhere = _hash(in_play.elsewhere()) if in_play else ""
    return f"{hashes_of(state)}{elsewhere}_{game.answers_version}"


def tag_sent() -> tuple[str, str, str]:
    """The hashes, the counter and the seat in the tag of the sheet that the phone has, if any."""
    tag, _, seat = request.headers.get("If-None-Match", "").strip('W/"').partition("-")
    hashes, _, counter = tag.partition("_")
    return hashes, counter, seat


def hashes_of(state: GameState) -> str:
    """The hashes of all that a sheet depends on but answers, for phones of the right of this one.

    A book that was put back from a backup may have the same version again, but not this moment.
    A guest is shown no link to what it may not see. Silent phones count while a game goes on.
    Which tables this phone sorts by standing counts whole: who sits here is in the book. On a phone
    of several clubs the links name the club. The phone that has begun a game may undo that, as long
    as nothing is written in it.
    """
    release, device = current_app.extensions["release"], device_here()
    is_fresh = not (state.version or state.answers_version)
    may_undo_start = is_fresh and state.device == device.id
    state = state._replace(answers_version=0, silent=0 if state.over else state.silent)
    sorted_tables = sorted(name for name in request.cookies if name.startswith(STANDING_COOKIE))
    phone = (
        device.right,
        device.guest,
        may_undo_start,
        sorted_tables,
        len(cookies_here().tokens) > 1,
    )
    of_state = _hash((release, device.club, club_here().changes, state))
    return of_state + _hash(phone, SIZE_OF_PHONE)


def _hash(value: object, size: int = HASH_SIZE) -> str:
    return blake2s(repr(value).encode(), digest_size=size).hexdigest()


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

    def find(self, place: str, hashes: str, counter: int) -> tuple[str, bytes] | None:
        """The sheet in this place and its tag, if that begins with these hashes."""
        at, named = hash(place) % SLOTS * SLOT_SIZE, f"{place}/{hashes}".encode()
        length, checksum = HEAD.unpack_from(self._slots, at)
        kept = self._slots[at + HEAD.size : at + HEAD.size + min(length, SLOT_SIZE)]
        name, _, body = kept.partition(b" ")
        is_it = name.startswith(named) and name.endswith(f"_{counter}".encode())
        if not is_it or crc32(kept) != checksum:
            return None
        return name[len(place) + 1 :].decode(), body

    def keep(self, place: str, tag: str, body: bytes) -> None:
        """Keep this in place of what was there, if there is room for it."""
        at, kept = hash(place) % SLOTS * SLOT_SIZE, f"{place}/{tag} ".encode() + body
        kept = HEAD.pack(len(kept), crc32(kept)) + kept
        if len(kept) <= SLOT_SIZE:
            self._slots[at : at + len(kept)] = kept


def init_app(app: Flask) -> None:
    """Keep sheets as long as this app runs."""
    app.extensions["sheets"] = Sheets()
