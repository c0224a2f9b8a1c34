"""Who is who: the people of a file among the people of a club."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, select

from scorer.services import clock
from scorer.services.bundle import Bundle, Somebody
from scorer.services.people import alike
from scorer.storage.columns import AnyRow
from scorer.storage.models import players


def who_is_who(
    connection: Connection, club: str, bundle: Bundle, *, by_name: bool
) -> tuple[tuple[int, list[str], list[str], list[str]], list[dict[str, Any]]]:
    """How many are known and who, who is found by name, who is new; and rows of those not known.

    Whoever is found by name stays a player of his own, as the books have him, and is the same
    person as the one here: so that it can be undone.
    """
    here = {
        row.id: row for row in connection.execute(select(players).where(players.c.club == club))
    }
    named = _named(here) if by_name else {}
    known, rows = 0, []
    already: dict[str, str] = {}
    found: list[str] = []
    new: list[str] = []
    for one in sorted(bundle.people.values(), key=lambda one: one.id):
        if one.id in here:
            known += 1
            person = here[one.id].person
            already[person] = here[person].name
            continue
        person = _person(one, bundle, here, named)
        (found if person in here else new).append(one.name)
        rows.append(
            {
                "club": club,
                "id": one.id,
                "name": one.name,
                "person": person,
                "made_at": clock.now(),
                "anonymous_at": clock.now() if one.anonymous else None,
            }
        )
    return (known, sorted(already.values()), sorted(found), sorted(new)), rows


def _named(here: Mapping[str, AnyRow]) -> dict[str, str]:
    """The person of each name that only one person here goes by."""
    people: dict[str, set[str]] = {}
    for row in here.values():
        if row.anonymous_at is None:
            people.setdefault(alike(row.name), set()).add(row.person)
    return {name: one.pop() for name, one in people.items() if len(one) == 1}


def _person(
    one: Somebody, bundle: Bundle, here: Mapping[str, AnyRow], named: Mapping[str, str]
) -> str:
    """Whom somebody new is the same person as: by the file first, by the name then."""
    if one.person in here:
        return str(here[one.person].person)
    root = bundle.people.get(one.person, one)
    if root.person != root.id:  # nobody of ours writes such a file
        root = one
    return root.id if root.anonymous else named.get(alike(root.name), root.id)
