"""Contributions: what each game has put into the tallies, and how it is exchanged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Table, bindparam, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from scorer.rules.counting import Counted, Lead, Pair, Tally, count_sheet
from scorer.storage.canonical import from_text, to_text
from scorer.storage.sheets import GameSheet
from scorer.storage.tallies import contributions, leads, pairs, tallies

SUMMED = (tallies, pairs, leads)
Key = tuple[Any, ...]
Sums = dict[Table, dict[Key, list[int]]]

_HERE = (contributions.c.club == bindparam("of_club"),)
READ = select(contributions.c.game, contributions.c.content).where(
    *_HERE, contributions.c.game.in_(bindparam("ids", expanding=True))
)
TAKE_OUT = delete(contributions).where(
    *_HERE, contributions.c.game.in_(bindparam("ids", expanding=True))
)


@dataclass(frozen=True)
class Contribution:
    """What a game adds to the tallies of its variant and of its night's year."""

    variant: str
    year: int
    counted: Counted

    @property
    def finishers(self) -> set[str]:
        """The players for whom this is a finished game."""
        return {player for player, tally in self.counted.tallies.items() if tally.games}

    def as_text(self) -> str:
        """As it is kept: people by their place in a list, since pairs name them often."""
        people = sorted(self.counted.tallies)
        at = {player: place for place, player in enumerate(people)}
        return to_text(
            {
                "variant": self.variant,
                "year": self.year,
                "players": self.counted.players,
                "lead": _numbers(self.counted.lead),
                "people": people,
                "tallies": [_numbers(self.counted.tallies[one]) for one in people],
                "pairs": sorted(
                    [at[one], at[other], *_numbers(pair)]
                    for (one, other), pair in self.counted.pairs.items()
                ),
            }
        )

    def parts(self) -> Iterator[tuple[Table, Key, list[int]]]:
        """Each row it adds to: the table, the key behind the club's, the numbers."""
        counted = self.counted
        yield leads, (self.variant, counted.players), _numbers(counted.lead)
        for player, tally in counted.tallies.items():
            yield tallies, (player, self.variant, self.year), _numbers(tally)
        for (player, other), pair in counted.pairs.items():
            yield pairs, (player, other, self.variant), _numbers(pair)


def _numbers(one: Tally | Pair | Lead) -> list[int]:
    return list(vars(one).values())


def read_contribution(text: str) -> Contribution:
    """A contribution as it was kept."""
    told = from_text(text)
    people = told["people"]
    counted = Counted(
        players=told["players"],
        lead=Lead(*told["lead"]),
        tallies={one: Tally(*sums) for one, sums in zip(people, told["tallies"], strict=True)},
        pairs={(people[one], people[other]): Pair(*s) for one, other, *s in told["pairs"]},
    )
    return Contribution(told["variant"], told["year"], counted)


def contribution_of(game: GameSheet) -> Contribution | None:
    """What a game adds; None where it lies in the bin, or nothing was scored."""
    if game.sheet is None or not (game.sheet.played or game.sheet.finished):
        return None
    return Contribution(game.row.variant, game.day.year, count_sheet(game.sheet))


def sum_up(sums: Sums, one: Contribution, sign: int = 1) -> None:
    """Add a contribution to sums, or take it out."""
    for table, key, numbers in one.parts():
        row = sums.setdefault(table, {}).setdefault(key, [0] * len(numbers))
        for place, number in enumerate(numbers):
            row[place] += sign * number


def exchange(
    connection: Connection, club: str, now: Mapping[str, Contribution | None]
) -> dict[str, Contribution]:
    """Let these games have put in just this; gives what they had put in before."""
    here = {"of_club": club, "ids": sorted(now)}
    before = {
        game: read_contribution(content) for game, content in connection.execute(READ, here).all()
    }
    sums: Sums = {}
    for one in before.values():
        sum_up(sums, one, -1)
    for new in now.values():
        if new is not None:
            sum_up(sums, new)
    connection.execute(TAKE_OUT, here)
    put_in(connection, club, now)
    add(connection, club, sums)
    return before


def put_in(connection: Connection, club: str, now: Mapping[str, Contribution | None]) -> None:
    """Keep what these games have put in."""
    rows = [
        {"club": club, "game": game, "content": one.as_text()}
        for game, one in sorted(now.items())
        if one is not None
    ]
    if rows:
        connection.execute(contributions.insert(), rows)


def add(connection: Connection, club: str, sums: Sums) -> None:
    """Add to the tallies; what has come down to nothing is not kept."""
    insert = sqlite.insert if connection.dialect.name == "sqlite" else postgresql.insert
    for table in SUMMED:
        keys = [column.name for column in table.primary_key][1:]
        counted = [column.name for column in table.columns if not column.primary_key]
        rows = [
            {"club": club, **dict(zip((*keys, *counted), (*key, *numbers), strict=True))}
            for key, numbers in sorted(sums.get(table, {}).items())
            if any(numbers)
        ]
        adding = insert(table)
        raised = {name: table.c[name] + adding.excluded[name] for name in counted}
        if rows:
            connection.execute(
                adding.on_conflict_do_update(index_elements=["club", *keys], set_=raised), rows
            )
        if lessened := [row for row in rows if any(row[name] < 0 for name in counted)]:
            mine = [table.c[name] == bindparam(f"its_{name}") for name in ("club", *keys)]
            nothing = [table.c[name] == 0 for name in counted]
            wanted = [{f"its_{n}": row[n] for n in ("club", *keys)} for row in lessened]
            connection.execute(delete(table).where(*mine, *nothing), wanted)
