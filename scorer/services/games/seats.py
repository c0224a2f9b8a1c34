"""Seats: the people a phone names, found among those the club knows or added to them."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Connection

from scorer.rules.entries import (
    MAX_SEATS,
    ChangeTable,
    CorrectStart,
    Sitter,
    TakeSeat,
    Withdraw,
)
from scorer.rules.errors import BadEntry, BadRecord
from scorer.rules.kinds import comparison_key
from scorer.services.games.read import GameRead
from scorer.services.ids import id_from, is_id
from scorer.services.people.players import (
    LATEST,
    Player,
    add_players,
    clean_name,
    find_players,
    match_by_name,
    parse_name,
)
from scorer.storage.schema import AnyRow


def find_or_add_players(
    connection: Connection,
    club: str,
    people: Sequence[object],
    *,
    because: str,
    now: datetime,
    elsewhere: Collection[str] = (),
) -> tuple[Sitter, ...]:
    """The people named, each by {"id", "name"}, added to the club where new; the club is locked.

    An id the club does not know is a new person whom a phone has named. Without an id the person
    of that name is meant who does not sit here (`elsewhere`), else a new one. New ids follow from
    `because`, so that the same request names the same people. Raises BadRecord.
    """
    parsed = [_parse(person) for person in people]
    ids = [player for player, _ in parsed if player is not None]
    persons = find_players(connection, club, ids) if ids else {}
    named = [(persons[player].id if player in persons else player, name) for player, name in parsed]
    names = {person.id: person.name for person in persons.values()}
    everybody: list[Player] = []
    if len(ids) < len(named):
        everybody = [Player(*row) for row in connection.execute(LATEST, {"of_club": club})]
    taken = {*elsewhere, *(person for person, _ in named if person is not None)}
    added, sitters = [], []
    for seat, (person, name) in enumerate(named):
        if person is None:
            match = match_by_name(name or "", everybody, taken)
            person = match.id if match else id_from(club, because, seat)
            names.update({match.id: match.name} if match else {})
        taken.add(person)
        if person not in names:
            names[person] = parse_name(name)
            added.append({"id": person, "name": names[person], "made_at": now})
        sitters.append(Sitter(person, names[person]))
    if added:
        add_players(connection, club, added)
    return tuple(sitters)


def _parse(person: object) -> tuple[str | None, str | None]:
    if not isinstance(person, Mapping) or set(person) - {"id", "name"}:
        raise BadRecord("bad_record_value", what="players")
    identity, name = person.get("id"), person.get("name")
    if identity is not None and not is_id(identity):
        raise BadRecord("bad_record_value", what="players")
    if identity is not None and name is None:
        return identity, None
    return identity, clean_name(name)


def are_same(
    connection: Connection, club: str, people: Sequence[object], sat: Sequence[AnyRow]
) -> bool:
    """Whether these people, by id or by name alone, are those of these seats."""
    parsed = [_parse(person) for person in people]
    persons = find_players(connection, club, [player for player, _ in parsed if player is not None])
    return len(parsed) == len(sat) and all(
        (persons[player].id if player in persons else player) == seat.player
        if player
        else comparison_key(name or "") == comparison_key(seat.name)
        for (player, name), seat in zip(parsed, sat, strict=True)
    )


def seat_content(
    connection: Connection,
    read: GameRead,
    kind: str,
    content: Mapping[str, Any],
    *,
    because: str,
    now: datetime,
) -> Mapping[str, Any]:
    """The content of an entry with everybody under their id and name; raises Refused."""
    match kind, content:
        case TakeSeat.kind, {"player": player}:
            key, people = "player", [player]
        case CorrectStart.kind, {"players": list(people)}:
            key = "players"
        case ChangeTable.kind, {"joins": list(joins)} if all(map(_names_player, joins)):
            key, people = "joins", [join["player"] for join in joins]
        case _:
            return content
    if len(people) > MAX_SEATS:
        raise BadEntry("entry_shape", what=key)
    sheet = read.sheet
    here = {read.persons[sheet.sitters[seat].player] for seat in sheet.table.order}
    sitters = find_or_add_players(
        connection,
        read.club,
        people,
        because=because,
        now=now,
        elsewhere=here if kind == TakeSeat.kind else (),
    )
    seated: list[Any] = [sitter.content() for sitter in sitters]
    if key == "joins":
        pairs = zip(content["joins"], seated, strict=True)
        seated = [{**join, "player": player} for join, player in pairs]
    return {**content, key: seated[0] if key == "player" else seated}


def _names_player(join: object) -> bool:
    return isinstance(join, Mapping) and "player" in join


def check_seats(before: GameRead, read: GameRead) -> None:
    """Refuse a person who sits twice, or takes over from themselves, by the newest entry."""
    body = read.entries[-1].body
    if isinstance(body, TakeSeat):
        following = [deal.sitters for deal in before.sheet.deals if deal.id == body.before]
        sitter = (following[0] if following else before.sheet.sitters)[body.seat]
        if before.persons[sitter.player] == read.persons[body.sitter.player]:
            raise BadEntry("sits_there", name=read.name_of(sitter))
    if isinstance(body, TakeSeat | ChangeTable | CorrectStart | Withdraw):
        _check_seated_once(read, body.sitter if isinstance(body, TakeSeat) else None)


def _check_seated_once(read: GameRead, new: Sitter | None) -> None:
    """Refuse a person who sits twice in any deal; says where, other than as the new sitter."""
    for sitting in read.sheet.sitting:
        seats = dict[str, int]()
        for at in sorted(range(len(sitting)), key=lambda at: sitting[at] is new):
            there = seats.setdefault(read.persons[sitting[at].player], at)
            if there != at:
                name, neighbour = map(read.name_of, (sitting[there], sitting[there - 1]))
                raise BadEntry("sits_already", name=name, neighbour=neighbour)
