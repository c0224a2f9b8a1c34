"""What the picture of a finished game or of a night shows: a podium, the totals, the date."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, inf

from flask import Blueprint, Response, render_template
from werkzeug.exceptions import NotFound

from scorer.rules.kinds import kind_of
from scorer.rules.words import WORDS
from scorer.services.games.game_list import GameLine, sheets_by_game
from scorer.services.games.read import GameRead
from scorer.services.nights.night_list import Night, read_head
from scorer.services.people.players import player_numbers
from scorer.services.statistics.highlights import read_highlights
from scorer.web.access import club_here, database, game_here, night_here
from scorer.web.drawing.fonts import can_draw
from scorer.web.drawing.images import draw_png, png_answer
from scorer.web.drawing.looks import Look, looks_of
from scorer.web.formats import in_units, in_words, points, signed, whole_day
from scorer.web.games.sheet_view import SheetView
from scorer.web.names import in_a_sentence, tell_apart
from scorer.web.nights.highlights import highlight_sentence, most_telling
from scorer.web.text_width import folded, shortened, wide

TOP, BOTTOM, LEFT, RIGHT = 178, 596, 60, 1140
# The best sentence stands below the rows, which get less room with it.
SENTENCE, SENTENCES, TOLD = 584, (30.0, 20.0), 42
# Where a name begins and its mark stands, in parts of the size of a row.
NAME, MARK = 2.2, 1.8
MOST_IN_COLUMN, MOST_ROWS = 6, 12
GAP = 40
# A name that would have to be smaller than this part of the others takes two lines.
FOLD = 0.62
BOLD = 1.1
# What stands below a name, and how far down, in parts of a row.
SAYS, SAYS_LEAST, UPPER = 0.3, 0.25, 0.33
# The largest and the smallest title, and what stands below it.
TITLES, DATES = (54.0, 36.0), (32.0, 22.0)
HEAD = 160
# Smaller than this part of a row nothing can be read, so names are cut there.
LEAST = 0.11


@dataclass(frozen=True)
class PictureStanding:
    """How somebody did: `total` as it is written, and `says` what else there is to say.

    `look` is that of the person, or of the first of partners.
    """

    name: str
    place: str
    total: str
    won: bool
    says: str = ""
    look: Look | None = None


@dataclass(frozen=True)
class PictureRow:
    """A standing with its place on the picture, in dots; a long name takes two `lines`."""

    standing: PictureStanding
    x: float
    y: float
    width: float
    height: float
    size: float
    name_size: float
    lines: tuple[str, ...]
    says: str = ""
    says_size: float = 0

    @property
    def middle(self) -> float:
        """Half way down."""
        return self.y + self.height / 2

    @property
    def name_x(self) -> float:
        """Where the name begins."""
        return self.x + self.size * NAME

    @property
    def mark_x(self) -> float:
        """Where the middle of the mark of the person is."""
        return self.x + self.size * MARK

    @property
    def upper(self) -> float:
        """Half way down what there is for the name and the total."""
        return self.y + self.height * UPPER if self.says else self.middle

    @property
    def baselines(self) -> tuple[float, ...]:
        """Where the lines of the name stand."""
        first = self.upper - self.name_size * 0.55 * (len(self.lines) - 1)
        return tuple(first + self.name_size * (0.35 + 1.1 * at) for at in range(len(self.lines)))


@dataclass(frozen=True)
class Picture:
    """All that a picture says; it has room for twelve rows. `sentence` is the best there is."""

    title: str
    date: str
    place: str
    standings: tuple[PictureStanding, ...]
    about: str
    sentence: str = ""

    @property
    def foot(self) -> str:
        """What stands in the corner: what was played, and how many there was no room for."""
        more = len(self.standings) - MOST_ROWS
        if more <= 0:
            return self.about
        return f"and {more} more · {self.about}"

    @property
    def letters(self) -> str:
        """All letters in the picture, except in numbers and the date."""
        of_standings = [
            text for standing in self.standings for text in (standing.name, standing.says)
        ]
        return "".join([self.title, self.place, *of_standings, self.about, self.sentence])

    @property
    def short_sentence(self) -> str:
        """The sentence, as much of it as there is room for."""
        return shortened(self.sentence, (RIGHT - LEFT) / SENTENCES[1])

    @property
    def sentence_size(self) -> float:
        """How large the sentence can be written."""
        return min(SENTENCES[0], (RIGHT - LEFT) / max(wide(self.short_sentence), 1))

    @property
    def short_title(self) -> str:
        """The title, as much of it as there is room for."""
        return shortened(self.title, (RIGHT - HEAD) / TITLES[1])

    @property
    def title_size(self) -> float:
        """How large the title can be written: never smaller than the date below it."""
        return min(TITLES[0], (RIGHT - HEAD) / max(wide(self.short_title), 1))

    @property
    def _beside_foot(self) -> float:
        return RIGHT - HEAD - 24 - 12.2 * len(self.foot)

    @property
    def short_place(self) -> str:
        """The place, as much of it as there is room for behind the date."""
        room = self._beside_foot / DATES[1] - wide(f"{self.date} · ")
        return shortened(self.place, max(room, 1))

    @property
    def place_size(self) -> float:
        """How large date and place can be written."""
        text = f"{self.date} · {self.short_place}" if self.place else self.date
        return max(min(DATES[0], self._beside_foot / max(wide(text), 1)), DATES[1])

    @property
    def rows(self) -> tuple[PictureRow, ...]:
        """The standings, put where they belong: one column, or two when there are many."""
        count = min(len(self.standings), MOST_ROWS)
        columns = 1 if count <= MOST_IN_COLUMN else 2
        deep = ceil(count / columns)
        width = (RIGHT - LEFT - GAP * (columns - 1)) / columns
        bottom = BOTTOM - TOLD if self.sentence else BOTTOM
        height = min((bottom - TOP) / max(deep, 1), 92)
        rows = []
        for at, standing in enumerate(self.standings[:MOST_ROWS]):
            column, line = divmod(at, deep)
            size = min(height * 0.52, 44)
            room = width - (NAME + 0.1) * size - wide(standing.total) * size * 1.15 - 30
            x, y = LEFT + column * (width + GAP), TOP + line * height
            rows.append(_row(standing, (x, y, width, height, size), room))
        # Nobody's name is larger than that of who won.
        most = min((row.name_size for row in rows if row.standing.won), default=inf)
        return tuple(replace(row, name_size=min(row.name_size, most)) for row in rows)


def _row(
    standing: PictureStanding, box: tuple[float, float, float, float, float], room: float
) -> PictureRow:
    """A row whose name is as large as there is room for, in two lines where it has to be."""
    width, height, size = box[2:]
    under = (width - NAME * size) / max(wide(standing.says), 1)
    says_size = height * max(min(SAYS, under / height), SAYS_LEAST)
    says = shortened(standing.says, (width - NAME * size) / says_size)
    most = height * 0.5 if standing.says else size
    room /= BOLD if standing.won else 1
    fits = room / max(wide(standing.name), 0.1)
    if fits >= most * FOLD:
        return PictureRow(standing, *box, min(most, fits), (standing.name,), says, says_size)
    lines = folded(standing.name)
    fits = room / max(*map(wide, lines), 0.1)
    least = height * LEAST
    if fits < least:
        lines = tuple(shortened(line, room / least) for line in lines)
        fits = least
    name_size = min(height * (0.29 if standing.says else 0.38), fits)
    return PictureRow(standing, *box, name_size, lines, says, says_size)


def picture_of_game(
    view: SheetView, date: str, place: str, numbers: Mapping[str, int] | None = None
) -> Picture:
    """A finished game; `numbers` are those of the players in the club, which give all a look."""
    game = view.game
    standings = []
    sitters = [game.sheet.sitters[row.seat].player for row in view.result]
    known = numbers or {}
    looks = looks_of(known.get(player, at) for at, player in enumerate(sitters))
    for row, look in zip(view.result, looks, strict=True):
        says = [view.won[row.side]] if view.won else []
        if row.won and game.sheet.standing.against_total:
            says.append(WORDS["variants"][game.variant].get("against_total", ""))
        says += [counted.says for counted in row.pips if counted.count]
        total = str(row.total).replace("-", "−")
        told = " · ".join(filter(None, says))
        standings.append(PictureStanding(row.name, row.place, total, row.won, told, look))
    dealt = (
        f"{in_words(view.played)} deal" if view.played == 1 else f"{in_words(view.played)} deals"
    )
    if view.only_totals:
        dealt = "only the totals noted"
    elif view.to_play and game.sheet.left:
        dealt = f"{dealt} of {in_words(view.to_play)}"
    about = f"{dealt} · {view.goal}"
    title = kind_of(game.sheet.start).title
    return Picture(title, date, place, tuple(standings), about, view.story or view.summary)


def picture_of_night(night: Night, date: str, sentence: str = "") -> Picture:
    """A night: who won how many of its finished games, and with what totals."""
    done = [line for line in night.games if line.finished]
    names: dict[str, str] = {}
    numbers = {seat.person: seat.number for line in done for seat in line.seats}
    played: dict[str, int] = {}
    wins: dict[str, int] = {}
    for line in done:
        for seat in line.seats:
            names[seat.person] = seat.name
            played[seat.person] = played.get(seat.person, 0) + 1
            wins[seat.person] = wins.get(seat.person, 0) + seat.won
    shown = dict(zip(names, tell_apart(names.values()), strict=True))
    order = sorted(names, key=lambda person: (-wins[person], played[person], shown[person]))
    most = max(wins.values(), default=0)
    looks = looks_of(numbers[person] for person in order)
    standings = [
        PictureStanding(
            name=shown[person],
            place="",
            total=f"{wins[person]} win" if wins[person] == 1 else f"{wins[person]} wins",
            won=bool(wins[person]) and wins[person] == most,
            says=_made(person, night),
            look=look,
        )
        for person, look in zip(order, looks, strict=True)
    ]
    title = night.name or "Game night"
    return Picture(title, date, night.place, tuple(standings), _kinds(done), sentence)


def _made(person: str, night: Night) -> str:
    """What somebody made of each kind of game: penalties are never added to counters."""
    made = []
    for standings in night.standings:
        kind = standings.kind
        for row in standings.rows:
            if row.person != person:
                continue
            total = signed(row.sum) if kind.unit == "counters" else points(row.sum)
            if len(night.standings) > 1:
                made.append(f"{kind.title} {total}")
                continue
            made.append(
                f"{in_units(row.sum, kind.unit, total)} in {row.games} game"
                if row.games == 1
                else f"{in_units(row.sum, kind.unit, total)} in {row.games} games"
            )
    return " · ".join(made)


def _kinds(done: Sequence[GameLine]) -> str:
    kinds: dict[str, int] = {}
    for line in done:
        title = line.kind.title
        kinds[title] = kinds.get(title, 0) + 1
    titles = [f"{title} × {number}" if number > 1 else title for title, number in kinds.items()]
    return " · ".join(titles) or "No game was finished."


CROWN = "♛"


def as_text(picture: Picture, more: Iterable[str] = ()) -> str:
    """The podium, a line for each standing, and more lines after them."""
    head = [text for text in (picture.title, picture.date, picture.place) if text]
    lines = [" · ".join(head)]
    for standing in picture.standings:
        place = CROWN if standing.won else standing.place or "–"
        says = f" ({standing.says})" if standing.says else ""
        lines.append(f"{place} {in_a_sentence(standing.name)} {standing.total}{says}")
    return "\n".join([*lines, *more])


pictures = Blueprint("pictures", __name__)


@pictures.get("/games/<id:game>/picture.png")
def of_game(game: str) -> Response:
    """The picture of a finished game."""
    return game_picture(game_here(game))


@pictures.get("/nights/<id:night>/picture.png")
def of_night(night: str) -> Response:
    """The picture of a night in which a game was finished."""
    return night_picture(night_here(night))


def game_picture(game: GameRead) -> Response:
    """A finished game as a picture; one that is still going on has none."""
    if not game.sheet.over:
        raise NotFound
    return _answer(about_game(SheetView(game)))


def night_picture(night: Night) -> Response:
    """A night as a picture; one without a finished game has none."""
    picture = about_night(night)
    if not picture.standings:
        raise NotFound
    return _answer(picture)


def about_game(view: SheetView, numbers: Mapping[str, int] | None = None) -> Picture:
    """What is to be told of a game; `numbers` are those of its people, if they are read already."""
    game = view.game
    head = read_head(database(), game.club, game.night)
    numbers = numbers_of(game) if numbers is None else numbers
    return picture_of_game(view, whole_day(head.day), head.place, numbers)


def numbers_of(game: GameRead) -> dict[str, int]:
    """The numbers in the club of those who sit here, by player id."""
    return player_numbers(database(), game.club, [one.player for one in game.sheet.sitters])


def about_night(night: Night) -> Picture:
    """What is to be told of a night, with the best of its highlights."""
    club = club_here().id
    sheets = sheets_by_game(database(), club, [game.id for game in night.games])
    in_order = {game.id: sheets[game.id] for game in night.games if game.id in sheets}
    best = most_telling(read_highlights(database(), club, in_order))[:1]
    sentence = "".join(map(highlight_sentence, best))
    return picture_of_night(night, whole_day(night.day), sentence)


def _answer(picture: Picture) -> Response:
    if not can_draw():
        raise NotFound
    svg = render_template("pictures/podium.svg", picture=picture)
    return png_answer(svg, lambda: draw_png(svg))
