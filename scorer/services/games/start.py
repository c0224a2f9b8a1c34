"""Starting a game: who sits where, whose deal it is, which night it belongs to."""

import json
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, bindparam, func, select, update

from scorer.rules.errors import BadRecord, Refused
from scorer.rules.fold import read_sheet, sort_book
from scorer.rules.house_rules import read_house_rules, write_house_rules
from scorer.rules.kinds import kind_of
from scorer.rules.sheet import Sheet
from scorer.rules.start import Start, resolve_start
from scorer.rules.variants import find_variant
from scorer.services import clock
from scorer.services.club.devices import change_device, end_over_night, load_device
from scorer.services.errors import Conflict, InTheBin, NotFound
from scorer.services.games.find_night import find_or_open_night
from scorer.services.games.read import GameRead, load_game
from scorer.services.games.seats import are_same, find_or_add_players
from scorer.services.games.seats_held import seat_phones, unseat_newcomers
from scorer.services.ids import is_id
from scorer.services.limits import MAX_GAMES
from scorer.services.rows import load_game_row
from scorer.storage.book import find_game, seats_of
from scorer.storage.database import Database
from scorer.storage.games import NewGameRows, insert_games
from scorer.storage.locks import lock_club
from scorer.storage.results import Row, rows_of
from scorer.storage.schema import AnyRow, dump_json, games, of_club

# What a phone says of how long ago it has started a game is believed as far as this.
LONGEST_AGO = timedelta(days=3)

# Those in the bin are among them.
GAMES_OF_NIGHT = select(func.count()).where(of_club(games), games.c.night == bindparam("of_night"))
KIND = select(games.c.kind).where(of_club(games), games.c.id == bindparam("of_game"))
# The games that somebody has started to go on with.
FOLLOWERS = (
    select(games)
    .where(of_club(games), games.c.follows == bindparam("of_game"), games.c.deleted_at.is_(None))
    .order_by(games.c.started_at, games.c.id)
)


@dataclass(frozen=True, kw_only=True)
class NewGame:
    """How a game is to begin, and the id that a phone has made for it.

    `players` sit clockwise, each {"id", "name"}, and the first dealer is drawn where none is named.
    `night` is as `chosen` for `find_or_open_night`, and `ago` is how long ago a phone has started
    it without signal: no more than a hint which night it belongs to.
    """

    id: str
    device: str | None
    variant: str
    players: Sequence[Mapping[str, Any]]
    first_dealer: int | None = None
    house_rules: Mapping[str, Any] = field(default_factory=dict)
    follows: str | None = None
    edition: int | None = None
    night: str | None = None
    ago: timedelta = timedelta()

    @property
    def rules_text(self) -> str:
        """The house rules as they are kept: only what differs; raises BadRecord."""
        variant = find_variant(self.variant, self.edition)
        return dump_json(write_house_rules(read_house_rules(variant.rules, self.house_rules)))


def start_game(database: Database, club: str, new_game: NewGame) -> str:
    """Start a game, once for the same id; its id.

    Raises Refused, NotFound, and Conflict: `begun_before` where its device has begun another game
    by this id, of which it may not know.
    """
    with database.writing() as connection:
        lock_club(connection, club)
        begun = find_game(connection, club, new_game.id)
        if begun is None:
            insert_game(connection, club, new_game)
        elif not _is_same(connection, begun, new_game):
            is_mine = begun.device is not None and begun.device == new_game.device
            raise Conflict("begun_before" if is_mine else "id_taken")
    return new_game.id


def own_scoring(database: Database, game: GameRead) -> str | None:
    """The key of the game that has the title of this one, and can be played next in its place.

    None where that was asked before: this game goes on from one of its kind.
    """
    kind = kind_of(game.sheet.start)
    known = kind.known_as if kind.name else None
    if known and game.follows:
        rows = database.rows(KIND, {"of_club": game.club, "of_game": game.follows})
        return None if [row.kind for row in rows] == [kind.key] else known
    return known


def same_again(
    database: Database,
    club: str,
    game: str,
    *,
    device: str | None,
    game_id: str,
    night: str | None = None,
    ago: timedelta = timedelta(),
    apart: bool = False,
) -> str:
    """Start the next game with the people sitting now, by the same rules, the deal passed on.

    A game has one follower: what another phone has started with the same people and rules is this
    one. Raises NotFound, and Conflict where the id is taken, or where it has another follower and
    this game is not to be `apart`, following nothing.
    """
    with database.writing() as connection:
        lock_club(connection, club)
        old = load_game(connection, club, game)
        begun = find_game(connection, club, game_id)
        if begun is not None:
            if begun.follows != (None if apart else game) or (apart and begun.device != device):
                raise Conflict("id_taken")
            return str(begun.id)
        start = next_start(old)
        new_game = NewGame(
            id=game_id,
            device=device,
            variant=start.variant,
            players=[sitter.content() for sitter in start.sitters],
            first_dealer=start.first_dealer,
            house_rules=start.house_rules,
            follows=None if apart else game,
            edition=start.edition,
            night=night,
            ago=ago,
        )
        known = {"of_club": club, "of_game": game}
        followers = [] if apart else connection.execute(FOLLOWERS, known).all()
        for follower in followers:
            if _is_same(connection, follower, replace(new_game, first_dealer=None)):
                return str(follower.id)
        if followers:
            raise Conflict("other_game", game=followers[0].id, device=followers[0].device)
        insert_game(connection, club, new_game)
    return game_id


def undo_start(database: Database, club: str, game: str, *, device: str) -> str:
    """Put a game that goes on from another into the bin while it is empty; the one before it.

    Raises NotFound, and Conflict where another phone has begun it or something was written in it.
    """
    with database.writing() as connection:
        lock_club(connection, club)
        try:
            row = load_game_row(connection, club, game, lock=True)
        except InTheBin as fault:
            if fault.follows is None:
                raise
            return fault.follows
        if row.follows is None:
            raise NotFound
        if row.device != device:
            raise Conflict("not_yours", device=row.device)
        if row.version or row.answers_version:
            raise Conflict("has_begun")
        # In a game that cannot be read any more nobody is let in.
        with suppress(InTheBin, NotFound, Refused):
            last = load_game(connection, club, row.follows)
            _unseat_who_came(connection, load_game(connection, club, game), last)
        this = (games.c.club == club, games.c.id == game)
        deleted = {"deleted_at": clock.now(), "deleted_by": device}
        connection.execute(update(games).where(*this).values(deleted))
        return str(row.follows)


def _unseat_who_came(connection: Connection, game: GameRead, last: GameRead) -> None:
    here = {last.persons[last.sheet.sitters[seat].player] for seat in last.sheet.table.order}
    sitters = enumerate(game.sheet.sitters)
    came = {seat: it for seat, it in sitters if game.persons[it.player] not in here}
    unseat_newcomers(connection, game.club, game.id, game.night, came)


def next_dealer(sheet: Sheet) -> int:
    """The seat whose deal it is next, though the game may be over."""
    if sheet.opening is not None:
        return sheet.opening.table.dealer
    if not sheet.deals:
        return sheet.start.first_dealer
    last, order = sheet.deals[-1], sheet.table.order
    dealer = last.table.dealer
    turns = last.table.from_left_of(dealer)
    if last.facts.void:
        turns = (dealer, *turns)
    return next((seat for seat in turns if seat in order), order[0])


def next_start(last: GameRead) -> Start:
    """How the game after this one begins, with who sits there now; raises Refused."""
    sheet, order = last.sheet, last.sheet.table.order
    return Start(
        variant=last.variant,
        sitters=tuple(sheet.sitters[seat] for seat in order),
        first_dealer=order.index(next_dealer(sheet)),
        house_rules=write_house_rules(sheet.start.rules),
        edition=last.edition,
    )


def insert_game(connection: Connection, club: str, new_game: NewGame) -> None:
    """Start a game, as part of what else this transaction writes; raises Refused, NotFound."""
    now = clock.now()
    follows = new_game.follows
    followed = find_game(connection, club, follows) if is_id(follows) else None
    if follows is not None and followed is None:
        raise NotFound
    variant = find_variant(new_game.variant, new_game.edition)
    sitters = find_or_add_players(connection, club, new_game.players, because=new_game.id, now=now)
    if len({sitter.player for sitter in sitters}) < len(sitters):
        raise BadRecord("same_player_twice")
    start = Start(
        variant=new_game.variant,
        sitters=sitters,
        first_dealer=0 if new_game.first_dealer is None else new_game.first_dealer,
        house_rules=json.loads(new_game.rules_text),
        edition=variant.edition,
    )
    resolve_start(start)
    if new_game.first_dealer is None:
        start = replace(start, first_dealer=secrets.randbelow(len(sitters)))
    persons = [sitter.player for sitter in sitters]
    begun_at = now - min(max(new_game.ago, timedelta()), LONGEST_AGO)
    night = find_or_open_night(
        connection, club, persons, begun_at, chosen=new_game.night, followed=followed
    )
    if (connection.scalar(GAMES_OF_NIGHT, {"of_club": club, "of_night": night}) or 0) >= MAX_GAMES:
        raise BadRecord("too_many_games", most=MAX_GAMES)
    row: Row = {"club": club, "id": new_game.id, "night": night, "follows": follows}
    row |= {"device": new_game.device, "started_at": now}
    end_over_night(connection, club, night)
    insert_games(
        connection, [NewGameRows(start, row, (), rows_of(read_sheet(start, ()), now.year))]
    )
    if new_game.device is not None:
        phone = load_device(connection, club, new_game.device)
        if phone.night is not None:  # it goes along
            change_device(connection, phone, night=night)
    seat_phones(connection, club, new_game.id, night, dict(enumerate(sitters)), follows)


def _is_same(connection: Connection, begun: AnyRow, new_game: NewGame) -> bool:
    return (
        begun.variant == new_game.variant
        and new_game.edition in (None, begun.edition)
        and begun.house_rules == new_game.rules_text
        and new_game.first_dealer in (None, begun.first_dealer)
        and new_game.follows in (None, begun.follows)
        and begun.carried is None
        and are_same(connection, begun.club, new_game.players, seats_of(connection, begun))
    )


# Stands for the id of a game that nobody has started yet.
PLACEHOLDER_ID = "00000000-0000-4000-8000-000000000000"


def preview_next_game(last: GameRead) -> GameRead:
    """The game of "Same again", the first seat dealing; raises Refused where it cannot begin."""
    return replace(
        last,
        id=PLACEHOLDER_ID,
        follows=None,
        followed_by=None,
        book=sort_book(replace(next_start(last), first_dealer=0), ()),
        answered={},
    )
