"""What the picture of a finished game or of a night shows: a podium, the totals, the date."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from scorer.rules.words import WORDS
from scorer.services.games import GameLine, GameRead, NightRead
from scorer.web.lettering import folded, shortened, wide
from scorer.web.names import tell_apart
from scorer.web.recipe import counted
from scorer.web.sheet_view import sheet_view

TOP, BOTTOM, LEFT, RIGHT = 178, 596, 60, 1140
MOST_IN_COLUMN, MOST_ROWS = 6, 12
GAP = 40
# A name that would have to be smaller than this part of the others takes two lines.
FOLD = 0.62
BOLD = 1.1
# Smaller than this part of a row nothing can be read, so names are cut there.
LEAST = 0.12


@dataclass(frozen=True)
class Standing:
    """How somebody did: `total` as it is written, and `says` what else there is to say."""

    name: str
    place: str
    total: str
    won: bool
    says: str = ""


@dataclass(frozen=True)
class Row:
    """A standing with its place on the picture, in dots; a long name takes two `lines`."""

    standing: Standing
    x: float
    y: float
    width: float
    height: float
    size: float
    name_size: float
    lines: tuple[str, ...]

    @property
    def middle(self) -> float:
        """Half way down."""
        return self.y + self.height / 2

    @property
    def baselines(self) -> tuple[float, ...]:
        """Where the lines of the name stand."""
        above = self.height * (0.16 if self.standing.says else 0)
        first = self.middle - above - self.name_size * 0.55 * (len(self.lines) - 1)
        return tuple(first + self.name_size * (0.35 + 1.1 * at) for at in range(len(self.lines)))


@dataclass(frozen=True)
class Picture:
    """All that a picture says; it has room for twelve rows."""

    title: str
    date: str
    place: str
    standings: tuple[Standing, ...]
    about: str

    @property
    def foot(self) -> str:
        """What stands in the corner: what was played, and how many there was no room for."""
        more = len(self.standings) - MOST_ROWS
        return f"and {more} more · {self.about}" if more > 0 else self.about

    @property
    def said(self) -> str:
        """Every letter of it."""
        return "".join([self.title, self.place, *(one.name for one in self.standings)])

    @property
    def short_title(self) -> str:
        """The title, as much of it as there is room for."""
        return shortened(self.title, 26)

    @property
    def title_size(self) -> float:
        """How large the title can be written beside the foot."""
        return min(54.0, (950 - 13.5 * len(self.foot)) / max(wide(self.short_title), 1))

    @property
    def place_size(self) -> float:
        """How large date and place can be written."""
        return min(32.0, 900 / max(wide(f"{self.date} · {self.place}"), 1))

    @property
    def rows(self) -> tuple[Row, ...]:
        """The standings, put where they belong: one column, or two when there are many."""
        count = min(len(self.standings), MOST_ROWS)
        columns = 1 if count <= MOST_IN_COLUMN else 2
        deep = ceil(count / columns)
        width = (RIGHT - LEFT - GAP * (columns - 1)) / columns
        height = min((BOTTOM - TOP) / max(deep, 1), 92)
        rows = []
        for at, one in enumerate(self.standings[:MOST_ROWS]):
            column, line = divmod(at, deep)
            size = min(height * 0.52, 44)
            room = width - 2.1 * size - wide(one.total) * size * 1.15 - 30
            x, y = LEFT + column * (width + GAP), TOP + line * height
            rows.append(_row(one, (x, y, width, height, size), room))
        return tuple(rows)


def _row(one: Standing, box: tuple[float, float, float, float, float], room: float) -> Row:
    """A row whose name is as large as there is room for, in two lines where it has to be."""
    height, size = box[3], box[4]
    most = height * 0.44 if one.says else size
    room /= BOLD if one.won else 1
    fits = room / max(wide(one.name), 0.1)
    if fits >= most * FOLD:
        return Row(one, *box, min(most, fits), (one.name,))
    lines = folded(one.name)
    fits = room / max(*map(wide, lines), 0.1)
    least = height * LEAST
    if fits < least:
        lines = tuple(shortened(line, room / least) for line in lines)
        fits = least
    return Row(one, *box, min(height * (0.28 if one.says else 0.38), fits), lines)


def picture_of_game(game: GameRead, date: str, place: str, currency: str = "") -> Picture:
    """A finished game; money is written in `currency`, or in coins."""
    view = sheet_view(game, currency)
    words = WORDS["variants"][game.variant]
    standings = []
    for row in view.result:
        says = view.counters.won[row.seat] if view.counters is not None else ""
        total = str(row.total).replace("-", "−")
        standings.append(Standing(row.name, row.place, total, row.won, says))
    goal = "lowest total wins" if game.sheet.start.variant.lowest_wins else "most counters win"
    dealt = f"{counted(view.played)} deal{'' if view.played == 1 else 's'}"
    early = f" of {counted(view.to_play)}" if view.played < view.to_play else ""
    about = f"{'only the totals noted' if view.only_totals else dealt + early} · {goal}"
    return Picture(words["title"], date, place, tuple(standings), about)


def picture_of_night(night: NightRead, date: str) -> Picture:
    """A night: who won how many of its finished games."""
    done = [line for line in night.games if line.finished]
    names: dict[str, str] = {}
    played: dict[str, int] = {}
    wins: dict[str, int] = {}
    for line in done:
        for seat in line.seats:
            names[seat.person] = seat.name
            played[seat.person] = played.get(seat.person, 0) + 1
            wins[seat.person] = wins.get(seat.person, 0) + seat.won
    shown = dict(zip(names, tell_apart(names.values()), strict=True))
    order = sorted(names, key=lambda one: (-wins[one], played[one], shown[one]))
    most = max(wins.values(), default=0)
    standings = [
        Standing(
            name=shown[one],
            place="",
            total=f"{wins[one]} win{'' if wins[one] == 1 else 's'}",
            won=bool(wins[one]) and wins[one] == most,
            says=f"in {played[one]} game{'' if played[one] == 1 else 's'}",
        )
        for one in order
    ]
    title = night.name or "Game night"
    return Picture(title, date, night.place, tuple(standings), _kinds(done))


def _kinds(done: Sequence[GameLine]) -> str:
    kinds: dict[str, int] = {}
    for line in done:
        title = WORDS["variants"][line.variant]["title"]
        kinds[title] = kinds.get(title, 0) + 1
    told = [f"{title} × {number}" if number > 1 else title for title, number in kinds.items()]
    return " · ".join(told) or "No game was finished."
