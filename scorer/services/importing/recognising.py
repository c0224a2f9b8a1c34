"""Games of a paper book, recognised among those that are here.

A game is known by its day, its variant and by who got how much, whatever they are called by
now; whoever was forgotten since is known by the total alone. No id is made of names, or anybody
could try which name is behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime

from sqlalchemy import Connection, bindparam, or_, select

from scorer.services.ids import id_from
from scorer.services.importing.arriving import Arriving
from scorer.services.importing.bundle import Bundle, of_games
from scorer.services.importing.only_named import Pairs
from scorer.services.people.players import alike
from scorer.storage.columns import AnySelect
from scorer.storage.models import games, nights, players, results, seats

AT_ONCE = 500
_person = players.alias("person")
SEATED: AnySelect = (
    select(
        *(games.c.id, games.c.variant, games.c.night, games.c.started_at, nights.c.day),
        games.c.deleted_at.is_not(None).label("gone"),
        nights.c.deleted_at.is_not(None).label("night_gone"),
        *(results.c.seat, results.c.player, results.c.total, players.c.anonymous_at),
        *(players.c.name, _person.c.name.label("called"), seats.c.name.label("then")),
        seats.c.player.label("sat"),
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


@dataclass(frozen=True)
class Seat:
    """A seat of a game here; somebody who was forgotten has no names."""

    player: str
    total: int
    names: frozenset[str]
    won_by_totals: bool


@dataclass(frozen=True)
class Here:
    """A game that is here; `gone` says that it lies in the bin."""

    id: str
    variant: str
    night: str
    day: date
    started_at: datetime
    gone: bool
    seats: list[Seat]

    @property
    def only_totals(self) -> bool:
        """Whether nothing but the totals was noted of it."""
        return any(one.won_by_totals for one in self.seats)


@dataclass
class Recognised:
    """A file whose games of a paper book bear the ids that they have here.

    `same` are those that are here, `perhaps` those that may be a second game beside the one
    named. `pairs` say who in a game is whom here, and `met` says so for the whole file.
    """

    bundle: Bundle
    same: set[str] = field(default_factory=set)
    perhaps: dict[str, Here] = field(default_factory=dict)
    pairs: dict[str, Pairs] = field(default_factory=dict)
    met: dict[str, str] = field(default_factory=dict)


def paper_id(day: date, variant: str, totals: Iterable[int], number: int) -> str:
    """The id of the game of a paper book that is the `number`th of that day with these totals."""
    return id_from("paper book", day.isoformat(), variant, *sorted(totals), "number", number)


def recognise(connection: Connection, club: str, bundle: Bundle, *, by_name: bool) -> Recognised:
    """The same file, with its games of a paper book found among those that are here."""
    if not bundle.days:
        return Recognised(bundle)
    arrived = [one for one in bundle.games(None) if isinstance(one, Arriving)]
    here = _here(connection, club, bundle.days)
    same = _pick(arrived, bundle.days, here, _with_totals, set())
    used = {one.id for one, _ in same.values()}
    others = [one for one in arrived if one.id not in same]
    perhaps = _pick(others, bundle.days, [one for one in here if not one.gone], _by_names, used)
    known = Recognised(bundle)
    taken = {one.id for one in here}
    games, night_of = [], {}
    for game in arrived:
        day, night = bundle.days[game.id], bundle.evenings[bundle.night_of[game.id]]
        if game.id in same:
            identity = same[game.id][0].id
            known.same.add(identity)
        else:
            identity = _free_id(connection, club, game, day, taken, bundle.days)
            taken.add(identity)
        if game.id in perhaps:
            beside, known.pairs[identity] = perhaps[game.id]
            known.perhaps[identity] = beside
            night = replace(night, id=beside.night)
        games.append(replace(game, id=identity))
        night_of[identity] = night
    known.bundle = of_games(games, night_of)
    known.met = _met([*same.values(), *(perhaps.values() if by_name else ())])
    return known


def _here(connection: Connection, club: str, days: Mapping[str, date]) -> list[Here]:
    """The games here of these days, or with these ids, those in the bin last."""
    found: dict[str, Here] = {}
    ids, wanted = sorted(days), sorted(set(days.values()))
    for at in range(0, len(ids), AT_ONCE):
        some = slice(at, at + AT_ONCE)
        asked = {"of_club": club, "days": wanted[some], "ids": ids[some]}
        for row in connection.execute(SEATED, asked).all():
            gone = row.gone or row.night_gone
            told = (row.id, row.variant, row.night, row.day, row.started_at, gone)
            game = found.setdefault(row.id, Here(*told, []))
            if row.seat < len(game.seats):  # found by its day and by its id
                continue
            names = {row.name, row.called, row.then if row.sat == row.player else row.name}
            if row.anonymous_at is not None:
                names = set()
            known = frozenset(map(alike, names))
            game.seats.append(Seat(row.player, row.total, known, row.won_by_totals))
    return sorted(found.values(), key=lambda one: one.gone)


def _pick(
    arrived: Iterable[Arriving],
    days: Mapping[str, date],
    here: Iterable[Here],
    pairs_of: Callable[[Arriving, Here], Pairs | None],
    used: set[str],
) -> dict[str, tuple[Here, Pairs]]:
    """The game here that each one is, none of them twice; and who in it is whom."""
    by_day: dict[tuple[date, str], list[Here]] = {}
    by_id: dict[str, Here] = {}
    for one in here:
        by_day.setdefault((one.day, one.variant), []).append(one)
        by_id[one.id] = one
    picked: dict[str, tuple[Here, Pairs]] = {}
    used = set(used)
    for game in arrived:
        likely = list(by_day.get((days[game.id], game.start.variant), ()))
        likely += [by_id[game.id]] if game.id in by_id else []
        for one in likely:
            if one.id in used or len(one.seats) != len(game.start.sitters):
                continue
            pairs = pairs_of(game, one)
            if pairs is not None:
                picked[game.id] = one, pairs
                used.add(one.id)
                break
    return picked


def _with_totals(game: Arriving, here: Here) -> Pairs | None:
    """Who is whom, if everybody got as much here as in the file."""
    free, pairs = list(here.seats), {}
    left = []
    for sitter, total in zip(game.start.sitters, totals_of(game), strict=True):
        name = alike(sitter.name)
        seat = next((one for one in free if one.total == total and name in one.names), None)
        if seat is None:
            left.append(total)
        else:
            free.remove(seat)
            pairs[sitter.player] = seat.player
    if any(one.names for one in free) or sorted(left) != sorted(one.total for one in free):
        return None
    return pairs


def _by_names(game: Arriving, here: Here) -> Pairs | None:
    """Who is whom, if the same people sat here, however much they got."""
    free, pairs = list(here.seats), {}
    for sitter in game.start.sitters:
        seat = next((one for one in free if alike(sitter.name) in one.names), None)
        if seat is None:
            return None
        free.remove(seat)
        pairs[sitter.player] = seat.player
    return pairs


def _free_id(
    connection: Connection,
    club: str,
    game: Arriving,
    day: date,
    taken: set[str],
    asked: Mapping[str, date],
) -> str:
    number = 1
    while True:
        identity = paper_id(day, game.start.variant, totals_of(game), number)
        known = identity in taken
        if not known and identity not in asked:
            known = connection.scalar(KNOWN_ID, {"of_club": club, "of_game": identity}) is not None
        if not known:
            return identity
        number += 1


def _met(found: Iterable[tuple[Here, Pairs]]) -> dict[str, str]:
    """Who everybody is, where all games agree."""
    met: dict[str, set[str]] = {}
    for _, pairs in found:
        for one, player in pairs.items():
            met.setdefault(one, set()).add(player)
    return {one: players.pop() for one, players in met.items() if len(players) == 1}


def totals_of(game: Arriving) -> Sequence[int]:
    """What everybody has in the end, as lists tell it."""
    return [one["total"] for one in game.rows.seats]
