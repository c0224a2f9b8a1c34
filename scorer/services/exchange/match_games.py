"""Which games of a paper book the club has already, and who in them is whom."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from itertools import count

from sqlalchemy import Connection, bindparam, or_, select

from scorer.rules.kinds import Kind, parse_kind
from scorer.services.exchange.export import named_people
from scorer.services.exchange.import_file import ImportedGame, ImportFile
from scorer.services.exchange.paper_book import paper_id
from scorer.services.people.players import fold_name
from scorer.storage.games import GameRows
from scorer.storage.schema import AnyRow, AnySelect, games, nights, players, results, seats
from scorer.storage.stored_json import load_json

AT_ONCE = 500
_person = players.alias("person")
SEATS: AnySelect = (
    select(
        *(games.c.id, games.c.kind, games.c.title, games.c.night, games.c.started_at, nights.c.day),
        (games.c.deleted_at.is_not(None) | nights.c.deleted_at.is_not(None)).label("in_bin"),
        *(results.c.seat, results.c.player, results.c.total, players.c.anonymous_at),
        *(players.c.name, _person.c.name.label("name_now"), seats.c.name.label("name_then")),
        seats.c.player.label("first_player"),
        (games.c.over & results.c.won & (results.c.deals == 0)).label("won_by_totals"),
    )
    .join(nights, (nights.c.club == games.c.club) & (nights.c.id == games.c.night))
    .join(results, (results.c.club == games.c.club) & (results.c.game == games.c.id))
    .join(players, (players.c.club == games.c.club) & (players.c.id == results.c.player))
    .join(_person, (_person.c.club == games.c.club) & (_person.c.id == players.c.person))
    .join(
        seats,
        (seats.c.club == games.c.club)
        & (seats.c.game == games.c.id)
        & (seats.c.seat == results.c.seat),
    )
    .where(
        games.c.club == bindparam("of_club"),
        or_(
            nights.c.day.in_(bindparam("days", expanding=True)),
            games.c.id.in_(bindparam("ids", expanding=True)),
        ),
    )
    .order_by(games.c.started_at, games.c.id, results.c.seat)
)
KNOWN_ID = select(games.c.id).where(
    games.c.club == bindparam("of_club"), games.c.id == bindparam("of_game")
)
# Who in a game of the file is whom in the club, by player id.
Pairs = Mapping[str, str]


@dataclass(frozen=True)
class KnownSeat:
    """A seat of a game of the club; somebody who was forgotten has no names."""

    player: str
    total: int
    names: frozenset[str]


@dataclass
class KnownGame:
    """A game of the club; of one with `only_totals` nobody knows the hour."""

    id: str
    kind: Kind
    night: str
    day: date
    started_at: datetime
    in_bin: bool = False
    only_totals: bool = False
    seats: list[KnownSeat] = field(default_factory=list)


@dataclass
class GameMatch:
    """A file whose games of a paper book bear the ids that they have in the club.

    `same` are those that are there, `second` those that may be a second game of the same day and
    people beside the one named. `pairs` say who in a game is whom in the club, `agreed` for all.
    """

    file: ImportFile
    same: set[str] = field(default_factory=set)
    second: dict[str, KnownGame] = field(default_factory=dict)
    pairs: dict[str, Pairs] = field(default_factory=dict)
    agreed: dict[str, str] = field(default_factory=dict)


def match_games(connection: Connection, club: str, file: ImportFile, *, by_name: bool) -> GameMatch:
    """The same file, with its games of a paper book found among those of the club."""
    match = GameMatch(file)
    if not file.paper:
        return match
    days = {game.id: file.nights[game.night]["day"] for game in file.games}
    known = _known_games(connection, club, days)
    same = _pick(file.games, days, known, with_totals=True)
    used = {game.id for game, _ in same.values()}
    second = _pick(
        [game for game in file.games if game.id not in same],
        days,
        [game for game in known if not game.in_bin and game.id not in used],
        with_totals=False,
    )
    taken = {game.id for game in known}
    renamed = []
    for game in file.games:
        night = game.night
        if game.id in same:
            identity = same[game.id][0].id
            match.same.add(identity)
        else:
            identity = _free_id(connection, club, game, days[game.id], taken)
            taken.add(identity)
        if game.id in second:
            match.second[identity], match.pairs[identity] = second[game.id]
            night = match.second[identity].night
        renamed.append(replace(game, id=identity, night=night))
    match.file = replace(file, games=renamed)
    players_of: dict[str, set[str]] = {}
    for _, pairs in (*same.values(), *(second.values() if by_name else ())):
        for guest, player in pairs.items():
            players_of.setdefault(guest, set()).add(player)
    match.agreed = {guest: ids.pop() for guest, ids in players_of.items() if len(ids) == 1}
    return match


def pair_named(game: ImportedGame, known: GameRows, people: Mapping[str, AnyRow]) -> Pairs:
    """Who of those only named in a game is whom in the same game of the club, seat by seat."""
    pairs: dict[str, str] = {}
    if not game.only_named:
        return pairs
    starts = zip(game.start.sitters, known.start.sitters, strict=False)
    both = [((guest.player, guest.name), (mine.player, mine.name)) for guest, mine in starts]
    for entry, row in zip(game.book, known.book, strict=False):
        theirs, ours = (
            [(person["id"], person["name"]) for person in named_people(load_json(content))]
            for content in (entry["content"], row.content)
        )
        both += zip(theirs, ours, strict=False)
    for (guest, name), (player, our_name) in both:
        forgotten = player in people and people[player].anonymous_at is not None
        if guest in game.only_named and (forgotten or fold_name(name) == fold_name(our_name)):
            pairs[guest] = player
    return pairs


def _known_games(connection: Connection, club: str, days: Mapping[str, date]) -> list[KnownGame]:
    """The games of the club of these days, or with these ids, those in the bin last."""
    known: dict[str, KnownGame] = {}
    ids, each_day = sorted(days), sorted(set(days.values()))
    for at in range(0, len(ids), AT_ONCE):
        part = slice(at, at + AT_ONCE)
        parameters = {"of_club": club, "days": each_day[part], "ids": ids[part]}
        for row in connection.execute(SEATS, parameters).all():
            kind = parse_kind(row.kind, row.title)
            head = (row.id, kind, row.night, row.day, row.started_at, row.in_bin)
            game = known.setdefault(row.id, KnownGame(*head))
            if row.seat < len(game.seats):  # found by its day and by its id
                continue
            names = {row.name, row.name_now}
            # What somebody was called at the start is not the name of who took over the seat.
            if row.first_player == row.player:
                names.add(row.name_then)
            if row.anonymous_at is not None:
                names = set()
            game.seats.append(KnownSeat(row.player, row.total, frozenset(map(fold_name, names))))
            game.only_totals |= row.won_by_totals
    return sorted(known.values(), key=lambda game: game.in_bin)


def _pick(
    games: Iterable[ImportedGame],
    days: Mapping[str, date],
    known: Iterable[KnownGame],
    *,
    with_totals: bool,
) -> dict[str, tuple[KnownGame, Pairs]]:
    """The game of the club that each one is, none of them twice; and who in it is whom."""
    by_day: dict[tuple[date, str], list[KnownGame]] = {}
    by_id: dict[str, KnownGame] = {}
    for candidate in known:
        by_day.setdefault((candidate.day, candidate.kind.key), []).append(candidate)
        by_id[candidate.id] = candidate
    picked: dict[str, tuple[KnownGame, Pairs]] = {}
    used: set[str] = set()
    for game in games:
        candidates = list(by_day.get((days[game.id], game.results.kind.key), ()))
        candidates += [by_id[game.id]] if game.id in by_id else []
        for candidate in candidates:
            if candidate.id in used or len(candidate.seats) != len(game.start.sitters):
                continue
            pairs = _pair_seats(game, candidate, with_totals=with_totals)
            if pairs is not None:
                picked[game.id] = candidate, pairs
                used.add(candidate.id)
                break
    return picked


def _pair_seats(game: ImportedGame, known: KnownGame, *, with_totals: bool) -> Pairs | None:
    """Who is whom, if the same people sat in both; `with_totals`, if with the same totals as well.

    People whose names were forgotten are known by their totals alone.
    """
    free, pairs, left = list(known.seats), {}, []
    for sitter, total in zip(game.start.sitters, game.totals, strict=True):
        name = fold_name(sitter.name)
        for seat in free:
            if name in seat.names and (seat.total == total or not with_totals):
                free.remove(seat)
                pairs[sitter.player] = seat.player
                break
        else:
            left.append(total)
    forgotten = [seat.total for seat in free if not seat.names]
    if left and (not with_totals or sorted(left) != sorted(forgotten)):
        return None
    return pairs


def _free_id(
    connection: Connection, club: str, game: ImportedGame, day: date, taken: set[str]
) -> str:
    """The first id for a game of that day with these totals that no other game has."""
    for number in count(1):
        identity = paper_id(day, game.results.kind.key, game.totals, number)
        parameters = {"of_club": club, "of_game": identity}
        if identity not in taken and connection.scalar(KNOWN_ID, parameters) is None:
            break
    return identity
