"""The sums of a club's people, by year or by kind of game: what all statistics rest on."""

from dataclasses import fields
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Table, func, select

from scorer.rules.tallies import Tally
from scorer.storage.schema import AnySelect, of_club, players, refers, tallies

PERSON = players.alias("person")


def tallies_by(*columns: ColumnElement[Any]) -> AnySelect:
    """The sums of each person by these columns of tallies, in their order."""
    person = (PERSON.c.id.label("person"), PERSON.c.name, PERSON.c.number)
    return (
        select(*columns, *person, *sums_of(tallies, Tally))
        .select_from(tallies)
        .join(players, refers(tallies.c.player, players))
        .join(PERSON, refers(players.c.person, PERSON))
        .where(of_club(tallies))
        .group_by(*columns, PERSON.c.id, PERSON.c.name, PERSON.c.number)
        .order_by(*columns)
    )


def sums_of(table: Table, counted: type) -> list[Any]:
    """The sum of each number of a dataclass."""
    return [
        func.sum(table.c[number.name]).cast(BigInteger).label(number.name)
        for number in fields(counted)
    ]
