"""Which games and people of a file are those that the club has already."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any

from sqlalchemy import Connection, bindparam, or_, select

from scorer.services import clock
from scorer.services.exchange.errors import Fault
from scorer.services.exchange.export import people_in
from scorer.services.exchange.parse import ImportedGame, ImportedPerson, ImportFile, file_of_games
from scorer.services.ids import id_from, new_id
from scorer.services.people.merge import MERGE
from scorer.services.people.players import alike
from scorer.storage.games import GameRows
from scorer.storage.schema import AnyRow, AnySelect, changes, games, nights, players, results, seats
from scorer.storage.stored_json import dump_json, load_json


class SharedTables:
    """The people of a file, and of those who sit in what comes in: who beside whom."""

    def __init__(self, people: Mapping[str, ImportedPerson]) -> None:
        self.people = dict(people)
        self.coming: set[str] = set()
        self.together: dict[str, set[str]] = {}
        self.sat: dict[frozenset[str], str] = {}

    def add(self, game: ImportedGame) -> None:
        """Take note of the people of a game that comes in."""
        for player, name in game.people.items():
            self.coming.add(player)
            # Nobody of ours writes a list of players without one who sat in a game.
            if player not in self.people:
                named = player in game.only_named
                self.people[player] = ImportedPerson(player, name, player, only_named=named)
        for sitting in game.sittings:
            if sitting not in self.sat:
                self.sat[sitting] = game.where
                for player in sitting:
                    self.together.setdefault(player, set()).update(sitting - {player})

    def doubled(self, person: Mapping[str, str]) -> Iterator[Fault]:
        """What is wrong where two who sat together are one person; each two are told once."""
        told = set()
        for sitting, where in self.sat.items():
            first: dict[str, str] = {}
            for player in sorted(sitting):
                other = first.setdefault(person[player], player)
                if other != player and (other, player) not in told:
                    told.add((other, player))
                    one, two = (self.people[each].name for each in (other, player))
                    says = f"{one} and {two} sat in one deal, but here they are one person:"
                    yield Fault(where, f"{says} let them be two people first.")


Pairs = Mapping[str, str]


def pairs_in(known: GameRows, game: ImportedGame, here: Mapping[str, AnyRow]) -> Pairs:
    """Who of those only named in a game is whom in the same game here, seat by seat."""
    pairs: dict[str, str] = {}
    if not game.only_named:
        return pairs
    beside = [
        ((one.player, one.name), (other.player, other.name))
        for one, other in zip(game.start.sitters, known.start.sitters, strict=False)
    ]
    for other, mine in zip(game.book, known.book, strict=False):
        beside += zip(_named_in(other.content), _named_in(mine.content), strict=False)
    for (player, name), (identity, called) in beside:
        forgotten = identity in here and here[identity].anonymous_at is not None
        if player in game.only_named and (forgotten or alike(name) == alike(called)):
            pairs[player] = identity
    return pairs


def settled(game: ImportedGame, ids: Pairs) -> ImportedGame:
    """The same game with these ids in the place of those that stand for names."""
    ids = {one: ids[one] for one in game.only_named if one in ids}
    if not ids:
        return game

    def who(one: str) -> str:
        return ids.get(one, one)

    sat = [replace(one, player=who(one.player)) for one in game.start.sitters]
    return replace(
        game,
        start=replace(game.start, sitters=tuple(sat)),
        book=tuple(replace(one, content=_said_of(one.content, ids)) for one in game.book),
        people={who(one): name for one, name in game.people.items()},
        sittings=frozenset(frozenset(map(who, one)) for one in game.sittings),
        rows=game.rows.with_players(ids),
        only_named=game.only_named - ids.keys(),
    )


def _named_in(content: str) -> list[tuple[str, str]]:
    return [(one["id"], one["name"]) for one in people_in(load_json(content))]


def _said_of(content: str, ids: Pairs) -> str:
    told = load_json(content)
    for one in people_in(told):
        one["id"] = ids.get(one["id"], one["id"])
    return dump_json(told)


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
class MatchedGames:
    """A file whose games of a paper book bear the ids that they have here.

    `same` are those that are here, `perhaps` those that may be a second game beside the one
    named. `pairs` say who in a game is whom here, and `met` says so for the whole file.
    """

    bundle: ImportFile
    same: set[str] = field(default_factory=set)
    perhaps: dict[str, Here] = field(default_factory=dict)
    pairs: dict[str, Pairs] = field(default_factory=dict)
    met: dict[str, str] = field(default_factory=dict)


def paper_id(day: date, variant: str, totals: Iterable[int], number: int) -> str:
    """The id of the game of a paper book that is the `number`th of that day with these totals."""
    return id_from("paper book", day.isoformat(), variant, *sorted(totals), "number", number)


def match_games(
    connection: Connection, club: str, bundle: ImportFile, *, by_name: bool
) -> MatchedGames:
    """The same file, with its games of a paper book found among those that are here."""
    if not bundle.days:
        return MatchedGames(bundle)
    arrived = [one for one in bundle.games(None) if isinstance(one, ImportedGame)]
    here = _here(connection, club, bundle.days)
    same = _pick(arrived, bundle.days, here, _with_totals, set())
    used = {one.id for one, _ in same.values()}
    others = [one for one in arrived if one.id not in same]
    perhaps = _pick(others, bundle.days, [one for one in here if not one.gone], _by_names, used)
    known = MatchedGames(bundle)
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
    known.bundle = file_of_games(games, night_of)
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
    arrived: Iterable[ImportedGame],
    days: Mapping[str, date],
    here: Iterable[Here],
    pairs_of: Callable[[ImportedGame, Here], Pairs | None],
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


def _with_totals(game: ImportedGame, here: Here) -> Pairs | None:
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


def _by_names(game: ImportedGame, here: Here) -> Pairs | None:
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
    game: ImportedGame,
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


def totals_of(game: ImportedGame) -> Sequence[int]:
    """What everybody has in the end, as lists tell it."""
    return [one["total"] for one in game.rows.seats]


@dataclass
class Guests:
    """The people of a file: those not known here as rows, and the deeds of who was found.

    `here` names those known as they are called here. `ids` are the ones that those get who were
    only named, and `person` says of everybody, in the file or here, who that is.
    """

    known: int = 0
    here: list[str] = field(default_factory=list)
    by_name: list[str] = field(default_factory=list)
    new: list[str] = field(default_factory=list)
    rows: list[dict[str, Any]] = field(default_factory=list)
    changes: list[dict[str, Any]] = field(default_factory=list)
    ids: dict[str, str] = field(default_factory=dict)
    person: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class MatchedPeople:
    """What is to be known of the people of a file.

    `coming` are those who sit in what comes in, `together` tells with whom each of them sat,
    and `met` who those only named are, where that follows from a game that is here.
    """

    people: Mapping[str, ImportedPerson]
    coming: Collection[str]
    together: Mapping[str, Collection[str]]
    met: Mapping[str, str]


def people_here(connection: Connection, club: str) -> dict[str, AnyRow]:
    """All players of a club, by id."""
    wanted = select(players).where(players.c.club == club)
    return {row.id: row for row in connection.execute(wanted)}


def match_people(
    connection: Connection,
    club: str,
    here: Mapping[str, AnyRow],
    arrivals: MatchedPeople,
    *,
    by_name: bool,
    upload: str,
) -> Guests:
    """Who of a file is known, who is found by name, who is new.

    Whoever is found by name stays a player of his own, as the books have him, and is put
    together with the one here by a deed: so that it can be undone. Whoever has no id in the file
    gets one that follows from the upload's, so that an upload that was stopped goes on with them.
    """
    finder = _Finder(club, here, arrivals, by_name=by_name, upload=upload)
    if by_name:
        finder.found_before(connection)
    return finder.all()


class _Finder:
    def __init__(
        self,
        club: str,
        here: Mapping[str, AnyRow],
        arrivals: MatchedPeople,
        *,
        by_name: bool,
        upload: str,
    ) -> None:
        self.club, self.here, self.arrivals, self.by_name = club, here, arrivals, by_name
        self.upload = upload
        self.people = arrivals.people
        self.guests = Guests(person={row.id: row.person for row in here.values()})
        self.named = _named(here) if by_name else {}
        self.before: dict[tuple[str, str], str] = {}
        self.found: dict[str, list[str]] = {}
        self.already: dict[str, str] = {}
        # Whom the file itself holds apart, though they are called alike.
        roots = {self._root(one) for one in self.people.values() if not one.only_named}
        self.many = Counter(alike(self.people[one].name) for one in roots)

    def found_before(self, connection: Connection) -> None:
        """Whom a name without an id was found to be before; nobody needs more than one such."""
        wanted = select(changes.c.content).where(
            changes.c.club == self.club, changes.c.kind == MERGE, changes.c.undone_at.is_(None)
        )
        for text in connection.scalars(wanted):
            content = load_json(text)
            row = self.here.get(content["gone"])
            if content.get("only_named") and row is not None and row.anonymous_at is None:
                self.before[(row.person, alike(row.name))] = row.id

    def all(self) -> Guests:
        """Those known by id first, then one after the other, each root before its others."""
        guests = self.guests
        for key in self.people:
            if key in self.here:
                self._known(self.here[key].person)
        wanted = {*self.arrivals.coming}
        wanted |= {self._root(self.people[one]) for one in wanted}
        missing = [self.people[one] for one in wanted - self.here.keys()]
        missing.sort(key=lambda one: (one.person != one.id, not self._is_called(one), one.id))
        for one in (*missing, *self._only_met(wanted)):
            if one.only_named and self._is_met(one):
                self._known(guests.person[one.id])
        for one in missing:
            if one.id not in guests.ids:
                self._find(one)
        guests.changes = [self._deed(gone, ids) for gone, ids in self.found.items()]
        guests.here = sorted(self.already.values())
        guests.by_name.sort()
        guests.new.sort()
        return guests

    def _known(self, person: str) -> None:
        self.guests.known += 1
        self.already[person] = self.here[person].name

    def _only_met(self, wanted: Collection[str]) -> Iterator[ImportedPerson]:
        met = self.arrivals.met
        return (one for key, one in self.people.items() if key in met and key not in wanted)

    def _is_called(self, one: ImportedPerson) -> bool:
        """Whether this is what somebody is called today, who may be found by other names too."""
        found = self.here.get(self.named.get(alike(one.name), ""))
        return found is not None and alike(found.name) == alike(one.name)

    def _root(self, one: ImportedPerson) -> str:
        """Who this is in the file; nobody of ours writes that somebody is one who is another."""
        root = self.people.get(one.person, one)
        return root.id if root.person == root.id else one.id

    def _free(self, one: ImportedPerson, person: str) -> bool:
        """Whether nobody sat with this one who is that person."""
        beside = self.arrivals.together.get(one.id, ())
        return all(self.guests.person.get(other) != person for other in beside)

    def _is_met(self, one: ImportedPerson) -> bool:
        found = self.arrivals.met.get(one.id)
        if found is None or not self._free(one, self.here[found].person):
            return False
        self.guests.ids[one.id] = found
        self.guests.person[one.id] = self.here[found].person
        return True

    def _find(self, one: ImportedPerson) -> None:
        """Decide who this is."""
        guests = self.guests
        identity = id_from(self.upload, one.id) if one.only_named else one.id
        if identity in self.here:  # the same upload was stopped half-way
            guests.ids[one.id] = identity
            guests.person[one.id] = self.here[identity].person
            self._known(self.here[identity].person)
            return
        person = self._by_file(one)
        found = None if person or one.anonymous else self._by_name(one)
        before = self.before.get((found or "", alike(one.name))) if one.only_named else None
        if before is not None:
            guests.ids[one.id], guests.person[one.id] = before, str(found)
            self._known(str(found))
            return
        guests.ids[one.id] = identity
        person = guests.person[one.id] = person or found or identity
        (guests.new if person == identity else guests.by_name).append(one.name)
        guests.rows.append(
            {
                "club": self.club,
                "id": identity,
                "name": one.name,
                "person": person,
                "made_at": clock.now(),
                "anonymous_at": clock.now() if one.anonymous else None,
            }
        )
        if found is not None:
            self.found[one.id] = [identity]
        elif person != identity:
            self.found.get(self._root(one), []).append(identity)
        elif one.only_named and self.by_name and not self._crowded(one):
            self.named.setdefault(alike(one.name), identity)

    def _by_file(self, one: ImportedPerson) -> str | None:
        """Whom the file says he is the same person as."""
        person = one.person if one.person in self.here else self._root(one)
        if person == one.id or person not in self.guests.person:
            return None
        person = self.guests.person[person]
        return person if self._free(one, person) else None

    def _by_name(self, one: ImportedPerson) -> str | None:
        key = alike(one.name)
        found = self.named.get(key)
        apart = self.many[key] > (not one.only_named) or self._crowded(one)
        return None if found is None or apart or not self._free(one, found) else found

    def _crowded(self, one: ImportedPerson) -> bool:
        """Whether somebody sat with this one who is called alike: then the name says nothing."""
        beside = self.arrivals.together.get(one.id, ())
        return any(alike(self.people[other].name) == alike(one.name) for other in beside)

    def _deed(self, one: str, ids: list[str]) -> dict[str, Any]:
        """The deed that has put these together with somebody here, the root of them first."""
        content: dict[str, Any] = {"gone": ids[0], "stays": self.guests.person[one]}
        content |= {"players": ids}
        if self.people[one].only_named:
            content["only_named"] = True
        row = {"club": self.club, "id": new_id(), "kind": MERGE, "content": dump_json(content)}
        return {**row, "made_at": clock.now(), "device": None}


def _named(here: Mapping[str, AnyRow]) -> dict[str, str]:
    """The person of each name that only one person here goes by."""
    people: dict[str, set[str]] = {}
    for row in here.values():
        if row.anonymous_at is None:
            people.setdefault(alike(row.name), set()).add(row.person)
    return {name: one.pop() for name, one in people.items() if len(one) == 1}
