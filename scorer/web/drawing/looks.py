"""How a person looks in charts, lists and pictures: one of eight colours, one of six marks."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scorer.rules.sheet import Sheet
from scorer.services.games.game_list import GameLine
from scorer.services.people.players import Player

# Each for the light and for the dark theme, no two alike. None is the red of a red nine.
INKS = (
    ("#2234ac", "#4f7ce4"),
    ("#b27445", "#cb832b"),
    ("#2e9600", "#009c32"),
    ("#9f54cd", "#dc9ffc"),
    ("#1d1a16", "#f3e8d0"),
    ("#038aa9", "#21cde9"),
    ("#800c5c", "#c84897"),
    ("#415001", "#a6d226"),
)
# Of 10 × 10 around 0 0.
MARKS = (
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
    "M-3.5-3.5h7v7h-7z",
    "M0-4.5L4.5 3.5h-9z",
    "M0-5L5 0L0 5L-5 0z",
    "M-4.5-4.5h9v9h-9zM-2.3-2.3v4.6h4.6v-4.6z",
    "M-1.5-4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z",
)


@dataclass(frozen=True)
class Look:
    """A colour and a mark, as numbers: colour alone tells nobody apart.

    `mark` is its path, `fill` the colour on a page, by its theme, and `paper` that on light paper.
    """

    ink: int
    shape: int
    mark: str
    fill: str
    paper: str


LOOKS = {
    (ink, shape): Look(ink, shape, mark, f"light-dark({light}, {dark})", light)
    for ink, (light, dark) in enumerate(INKS)
    for shape, mark in enumerate(MARKS)
}


def look_of(number: int) -> Look:
    """The look of a person by their number in the club; the first 48 look all different."""
    # Those of one colour are eight apart: over six of them the marks go round once.
    return LOOKS[number % len(INKS), (number + number // 24) % len(MARKS)]


def looks_of(numbers: Iterable[int], *, joined: int = 0) -> list[Look]:
    """The looks of people at one table: the marks are their own, of one colour the later yields.

    The last `joined` came when the others had theirs.
    """
    numbers = list(numbers)
    begun = numbers[: len(numbers) - joined]
    first = {number % len(INKS): number for number in sorted(begun, reverse=True)}
    order = sorted((n not in first.values(), n, at) for at, n in enumerate(begun))
    looks: dict[int, Look] = {}
    for at in (*(at for *_, at in order), *range(len(begun), len(numbers))):
        # To the nearest colour that nobody has, or that fewest have.
        own, inks = look_of(numbers[at]), [look.ink for look in looks.values()]
        nearest = (LOOKS[(own.ink + step) % len(INKS), own.shape] for step in range(len(INKS)))
        looks[at] = min(nearest, key=lambda it: (it in looks.values(), inks.count(it.ink)))
    return [looks[at] for at in range(len(numbers))]


def looks_in_game(sheet: Sheet, people: Mapping[str, Player]) -> list[Look]:
    """The looks of a game's seats."""
    numbers = {player: person.number for player, person in people.items()}
    begun = [numbers[sitter.player] for sitter in sheet.start.sitters]
    return looks_of_seats(begun, [numbers.get(sitter.player) for sitter in sheet.sitters])


def looks_of_seats(begun: Sequence[int], now: Sequence[int | None]) -> list[Look]:
    """The looks by the numbers of who began a game and of who sits there now.

    Nobody's changes when somebody joins, leaves or takes over.
    """
    # Who took over a seat comes behind those who joined.
    order = (*begun, *now[len(begun) :], *now)
    numbers = [it for it in dict.fromkeys(order) if it is not None]
    looks = looks_of(numbers, joined=len(numbers) - len(set(begun)))
    by_number: dict[int | None, Look] = dict(zip(numbers, looks, strict=True))
    # Nobody sits in a seat that only a withdrawn change has.
    return [by_number.get(number, LOOKS[0, 0]) for number in now]


def looks_of_games(games: Sequence[GameLine]) -> dict[int, Look]:
    """The looks of all who played these games, by their numbers: as in the first one."""
    begun = [seat.began for seat in games[0].seats if seat.began is not None]
    now = list(dict.fromkeys(seat.number for game in games for seat in game.seats))
    return dict(zip(now, looks_of_seats(begun, now), strict=True))
