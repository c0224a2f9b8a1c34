"""Which games and people of a file are those that the club has already."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from itertools import count
from typing import Any

from sqlalchemy import Connection, bindparam, or_, select

from scorer.services import clock
from scorer.services.exchange.errors import Fault
from scorer.services.exchange.export import named_people
from scorer.services.exchange.paper_book import paper_id
from scorer.services.exchange.parse import ImportedGame, ImportedPerson, ImportFile, file_of_games
from scorer.services.ids import new_id, secret_id_from
from scorer.services.people.merge import MERGE
from scorer.services.people.players import fold_name
from scorer.storage.games import GameRows
from scorer.storage.results import Row
from scorer.storage.schema import AnyRow, AnySelect, changes, games, nights, players, results, seats
from scorer.storage.stored_json import dump_json, load_json

AT_ONCE = 500
_person = players.alias("person")
SEATED: AnySelect = (
    select(
        *(games.c.id, games.c.variant, games.c.night, games.c.started_at, nights.c.day),
        (games.c.deleted_at.is_not(None) | nights.c.deleted_at.is_not(None)).label("gone"),
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
MERGES = select(changes.c.content).where(
    changes.c.club == bindparam("of_club"), changes.c.kind == MERGE, changes.c.undone_at.is_(None)
)
# Who in a game of the file is whom here, by player id.
Pairs = Mapping[str, str]


@dataclass(frozen=True)
class KnownSeat:
    """A seat of a game here; somebody who was forgotten has no names."""

    player: str
    total: int
    names: frozenset[str]


@dataclass
class KnownGame:
    """A game that is here; `gone` says that it lies in the bin.

    Of one with `only_totals` nothing but these was noted.
    """

    id: str
    variant: str
    night: str
    day: date
    started_at: datetime
    gone: bool
    only_totals: bool = False
    seats: list[KnownSeat] = field(default_factory=list)


@dataclass
class GameMatch:
    """A file whose games of a paper book bear the ids that they have here.

    `same` are those that are here, `perhaps` those that may be a second game beside the one
    named. `pairs` say who in a game is whom here, and `agreed` says so for the whole file.
    """

    file: ImportFile
    same: set[str] = field(default_factory=set)
    perhaps: dict[str, KnownGame] = field(default_factory=dict)
    pairs: dict[str, Pairs] = field(default_factory=dict)
    agreed: dict[str, str] = field(default_factory=dict)


def match_games(connection: Connection, club: str, file: ImportFile, *, by_name: bool) -> GameMatch:
    """The same file, with its games of a paper book found among those that are here."""
    match = GameMatch(file)
    if not file.days:
        return match
    arrived = [game for game in file.games(None) if isinstance(game, ImportedGame)]
    known = _known_games(connection, club, file.days)
    same = _pick(arrived, file.days, known, with_totals=True)
    used = {game.id for game, _ in same.values()}
    perhaps = _pick(
        [game for game in arrived if game.id not in same],
        file.days,
        [game for game in known if not game.gone and game.id not in used],
        with_totals=False,
    )
    taken = {game.id for game in known}
    renamed, night_of = [], {}
    for game in arrived:
        night = file.nights[file.night_of[game.id]]
        if game.id in same:
            identity = same[game.id][0].id
            match.same.add(identity)
        else:
            day, variant = file.days[game.id], game.start.variant
            numbered = (paper_id(day, variant, game.totals, number) for number in count(1))
            free = (name for name in numbered if not _is_taken(connection, club, name, taken))
            identity = next(free)
            taken.add(identity)
        if game.id in perhaps:
            match.perhaps[identity], match.pairs[identity] = perhaps[game.id]
            night = {**night, "id": match.perhaps[identity].night}
        renamed.append(replace(game, id=identity))
        night_of[identity] = night
    match.file = file_of_games(renamed, night_of)
    players_of: dict[str, set[str]] = {}
    for _, pairs in (*same.values(), *(perhaps.values() if by_name else ())):
        for guest, player in pairs.items():
            players_of.setdefault(guest, set()).add(player)
    match.agreed = {guest: ids.pop() for guest, ids in players_of.items() if len(ids) == 1}
    return match


def _known_games(connection: Connection, club: str, days: Mapping[str, date]) -> list[KnownGame]:
    """The games here of these days, or with these ids, those in the bin last."""
    found: dict[str, KnownGame] = {}
    ids, wanted = sorted(days), sorted(set(days.values()))
    for at in range(0, len(ids), AT_ONCE):
        part = slice(at, at + AT_ONCE)
        asked = {"of_club": club, "days": wanted[part], "ids": ids[part]}
        for row in connection.execute(SEATED, asked).all():
            head = (row.id, row.variant, row.night, row.day, row.started_at, row.gone)
            game = found.setdefault(row.id, KnownGame(*head))
            if row.seat < len(game.seats):  # found by its day and by its id
                continue
            names = {row.name, row.called, row.then if row.sat == row.player else row.name}
            if row.anonymous_at is not None:
                names = set()
            game.seats.append(KnownSeat(row.player, row.total, frozenset(map(fold_name, names))))
            game.only_totals |= row.won_by_totals
    return sorted(found.values(), key=lambda game: game.gone)


def _pick(
    arrived: Iterable[ImportedGame],
    days: Mapping[str, date],
    known: Iterable[KnownGame],
    *,
    with_totals: bool,
) -> dict[str, tuple[KnownGame, Pairs]]:
    """The game here that each one is, none of them twice; and who in it is whom."""
    by_day: dict[tuple[date, str], list[KnownGame]] = {}
    by_id: dict[str, KnownGame] = {}
    for here in known:
        by_day.setdefault((here.day, here.variant), []).append(here)
        by_id[here.id] = here
    picked: dict[str, tuple[KnownGame, Pairs]] = {}
    used: set[str] = set()
    for game in arrived:
        likely = list(by_day.get((days[game.id], game.start.variant), ()))
        likely += [by_id[game.id]] if game.id in by_id else []
        for here in likely:
            if here.id not in used and len(here.seats) == len(game.start.sitters):
                pairs = _pair_seats(game, here, with_totals=with_totals)
                if pairs is not None:
                    picked[game.id] = here, pairs
                    used.add(here.id)
                    break
    return picked


def _pair_seats(game: ImportedGame, known: KnownGame, *, with_totals: bool) -> Pairs | None:
    """Who is whom, if the same people sat here; `with_totals`, if everybody got as much as well.

    Of those who were forgotten only the totals tell.
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


def _is_taken(connection: Connection, club: str, identity: str, taken: Collection[str]) -> bool:
    asked = {"of_club": club, "of_game": identity}
    return identity in taken or connection.scalar(KNOWN_ID, asked) is not None


def pair_named(game: ImportedGame, known: GameRows, here: Mapping[str, AnyRow]) -> Pairs:
    """Who of those only named in a game is whom in the same game here, seat by seat."""
    pairs: dict[str, str] = {}
    if not game.only_named:
        return pairs
    start = zip(game.start.sitters, known.start.sitters, strict=False)
    beside = [((guest.player, guest.name), (mine.player, mine.name)) for guest, mine in start]
    for entry, row in zip(game.book, known.book, strict=False):
        theirs, mine = (
            [(person["id"], person["name"]) for person in named_people(load_json(content))]
            for content in (entry["content"], row.content)
        )
        beside += zip(theirs, mine, strict=False)
    for (player, name), (identity, called) in beside:
        forgotten = identity in here and here[identity].anonymous_at is not None
        if player in game.only_named and (forgotten or fold_name(name) == fold_name(called)):
            pairs[player] = identity
    return pairs


def players_here(connection: Connection, club: str) -> dict[str, AnyRow]:
    """All players of a club, by id."""
    wanted = select(players).where(players.c.club == club)
    return {row.id: row for row in connection.execute(wanted)}


class PeopleMatch:
    """Who the people of a file are: known here, found by name, or new.

    `add` takes note of everybody in a game that comes in, and `decide` says who they are: `known`
    counts those known, and `names_here`, `by_name` and `new` name them. Then `rows` are the
    players to add, `changes` the merges of those who were found by name, `ids` the ids that those
    get who were only named, and `person` says of everybody, in the file or here, who that is.

    Whoever is found by name stays a player of his own, as the books have him, and is put together
    with the one here by a merge: so that it can be undone. Whoever has no id in the file gets one
    that follows from the upload's, so that an upload that was stopped goes on with them.
    """

    def __init__(self, club: str, match: GameMatch, *, by_name: bool, upload: str) -> None:
        self.club, self.use_names, self.upload = club, by_name, upload
        self.people = dict(match.file.people)
        self.agreed = match.agreed
        self.coming: set[str] = set()
        self.together: dict[str, set[str]] = {}
        self.sittings: dict[frozenset[str], str] = {}

    def add(self, game: ImportedGame) -> None:
        """Take note of the people of a game that comes in."""
        for player, name in game.people.items():
            self.coming.add(player)
            # Nobody of ours writes a list of players without one who sat in a game.
            if player not in self.people:
                named = player in game.only_named
                self.people[player] = ImportedPerson(player, name, player, only_named=named)
        for sitting in game.sittings - self.sittings.keys():
            self.sittings[sitting] = game.where
            for player in sitting:
                self.together.setdefault(player, set()).update(sitting - {player})

    def decide(self, connection: Connection, here: Mapping[str, AnyRow]) -> None:
        """Those known by id first, then one after the other, each root before its others."""
        self.here = here
        self.person = {row.id: row.person for row in here.values()}
        self.ids: dict[str, str] = {}
        self.by_name: list[str] = []
        self.new: list[str] = []
        self.rows: list[Row] = []
        self._read_names(connection)
        known = [self.person[player] for player in self.people if player in self.here]
        wanted = {*self.coming, *(self._root(self.people[player]) for player in self.coming)}
        missing = [self.people[player] for player in wanted - self.here.keys()]
        missing.sort(
            key=lambda guest: (guest.person != guest.id, not self._is_called(guest), guest.id)
        )
        met = (
            guest
            for guest in self.people.values()
            if guest.id in self.agreed and guest.id not in wanted
        )
        for guest in (*missing, *met):
            found = self.agreed.get(guest.id) if guest.only_named else None
            if found is not None and self._is_apart(guest, person := self.here[found].person):
                self.ids[guest.id], self.person[guest.id] = found, person
                known.append(person)
        # Whom the file itself holds apart, though they are called alike.
        roots = {self._root(guest) for guest in self.people.values() if not guest.only_named}
        namesakes = Counter(fold_name(self.people[root].name) for root in roots)
        merged: dict[str, list[str]] = {}
        for guest in missing:
            if guest.id in self.ids:
                continue
            identity = secret_id_from(self.upload, guest.id) if guest.only_named else guest.id
            if identity in self.here:  # the same upload was stopped half-way
                self.ids[guest.id], self.person[guest.id] = identity, self.person[identity]
                known.append(self.person[identity])
                continue
            person = self._by_file(guest)
            found = None if person or guest.anonymous else self._by_name(guest, namesakes)
            before = self._found_before.get((found or "", fold_name(guest.name)))
            if found and before and guest.only_named:
                self.ids[guest.id], self.person[guest.id] = before, found
                known.append(found)
                continue
            self._add_player(guest, identity, person or found)
            if found is not None:
                merged[guest.id] = [identity]
            elif person is not None:
                merged.get(self._root(guest), []).append(identity)
        self.changes = [self._merge(player, ids) for player, ids in merged.items()]
        self.known = len(known)
        self.names_here = sorted(self.here[person].name for person in set(known))
        self.by_name.sort()
        self.new.sort()

    def _read_names(self, connection: Connection) -> None:
        """Whose name is whose here, and whom a name without an id was found to be before."""
        self._called: dict[str, str] = {}
        self._found_before: dict[tuple[str, str], str] = {}
        if not self.use_names:
            return
        called: dict[str, set[str]] = {}
        for row in self.here.values():
            if row.anonymous_at is None:
                called.setdefault(fold_name(row.name), set()).add(row.person)
        self._called = {name: ids.pop() for name, ids in called.items() if len(ids) == 1}
        # Nobody needs more than one player for a name without an id.
        for text in connection.scalars(MERGES, {"of_club": self.club}):
            content = load_json(text)
            gone = self.here.get(content["gone"])
            if content.get("only_named") and gone is not None and gone.anonymous_at is None:
                self._found_before[gone.person, fold_name(gone.name)] = gone.id

    def faults(self) -> Iterator[Fault]:
        """What is wrong where two who sat together are one person; each two are told once."""
        seen = set()
        for sitting, where in self.sittings.items():
            first: dict[str, str] = {}
            for player in sorted(sitting):
                other = first.setdefault(self.person[player], player)
                if other != player and (other, player) not in seen:
                    seen.add((other, player))
                    name, second = self.people[other].name, self.people[player].name
                    says = f"{name} and {second} sat in one deal, but here they are one person:"
                    yield Fault(where, f"{says} let them be two people first.")

    def _add_player(self, guest: ImportedPerson, identity: str, person: str | None) -> None:
        """Add a player, who is this person or somebody new."""
        self.ids[guest.id], self.person[guest.id] = identity, person or identity
        (self.by_name if person else self.new).append(guest.name)
        now = clock.now()
        row = {"id": identity, "name": guest.name, "person": person or identity}
        self.rows.append({**row, "made_at": now, "anonymous_at": now if guest.anonymous else None})
        if not person and guest.only_named and self.use_names and not self._sits_by_namesake(guest):
            self._called.setdefault(fold_name(guest.name), identity)

    def _merge(self, player: str, ids: list[str]) -> Row:
        """The change that puts these together with somebody here, the root of them first."""
        content: dict[str, Any] = {"gone": ids[0], "stays": self.person[player], "players": ids}
        if self.people[player].only_named:
            content["only_named"] = True
        row = {"club": self.club, "id": new_id(), "kind": MERGE, "content": dump_json(content)}
        return {**row, "made_at": clock.now(), "device": None}

    def _is_called(self, guest: ImportedPerson) -> bool:
        """Whether this is what somebody is called today, who may be found by other names too."""
        found = self.here.get(self._called.get(fold_name(guest.name), ""))
        return found is not None and fold_name(found.name) == fold_name(guest.name)

    def _root(self, guest: ImportedPerson) -> str:
        """Who this is in the file; nobody of ours writes that somebody is one who is another."""
        root = self.people.get(guest.person, guest)
        return root.id if root.person == root.id else guest.id

    def _is_apart(self, guest: ImportedPerson, person: str) -> bool:
        """Whether nobody sat with this one who is that person."""
        beside = self.together.get(guest.id, ())
        return all(self.person.get(other) != person for other in beside)

    def _by_file(self, guest: ImportedPerson) -> str | None:
        """Whom the file says he is the same person as."""
        root = guest.person if guest.person in self.here else self._root(guest)
        person = self.person.get(root)
        return person if person and root != guest.id and self._is_apart(guest, person) else None

    def _by_name(self, guest: ImportedPerson, namesakes: Mapping[str, int]) -> str | None:
        """Whom his name says he is, if it is only one person's here and in the file."""
        found = self._called.get(fold_name(guest.name))
        several = namesakes[fold_name(guest.name)] > (not guest.only_named)
        if found is None or several or self._sits_by_namesake(guest):
            return None
        return found if self._is_apart(guest, found) else None

    def _sits_by_namesake(self, guest: ImportedPerson) -> bool:
        """Whether somebody sat with this one who is called alike: then the name says nothing."""
        beside = self.together.get(guest.id, ())
        return any(fold_name(self.people[other].name) == fold_name(guest.name) for other in beside)
