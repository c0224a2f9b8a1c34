"""A file to import, as it was read: its games, nights, people and payments."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from scorer.services.exchange.faults import Fault
from scorer.storage.games import NewGameRows
from scorer.storage.results import Row
from scorer.storage.search import night_words


def night_row(id: str, opened_at: datetime, day: date, **texts: str) -> Row:
    """The row of a night, without its club."""
    words = night_words(day, **texts)
    return {"id": id, "opened_at": opened_at, "day": day, **texts, "words": words}


@dataclass(frozen=True)
class ImportedGame(NewGameRows):
    """A game as a file has it.

    `people` are the names of all who ever sat in it, by id, and `faults` those of its entries that
    do not fit the rules: it comes in with them.
    """

    people: Mapping[str, str]
    faults: Sequence[Fault]

    @property
    def id(self) -> str:
        """The id of the game."""
        return str(self.row["id"])


@dataclass
class ImportFile:
    """All that a file holds; `nights`, `people` and `payments` are rows without their club.

    `games` can be read once, and raise BadFile when the last of them was read. `people` are those
    whom a zip lists besides the players of its games: the `person` of each is the player of the
    file who is the same. `club` has the name, time zone and currency of its club. Of version 0.4
    `payments_left_out` counts the payments in counters, and `left_out` are the faults of games that
    do not come in. A table that `asks` which of two days a text is holds nothing else.
    """

    games: Iterable[ImportedGame] = ()
    nights: dict[str, Row] = field(default_factory=dict)
    people: Mapping[str, Row] = field(default_factory=dict)
    payments: Sequence[Row] = ()
    payments_left_out: int = 0
    club: Row = field(default_factory=dict)
    left_out: list[Fault] = field(default_factory=list)
    asks: tuple[str, Mapping[str, date]] | None = None
