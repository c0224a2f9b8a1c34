"""The picture of a finished game or of a night: a podium, the totals, the date."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from operator import itemgetter

from flask import Blueprint, Response, render_template
from werkzeug.exceptions import NotFound

from scorer.rules.kinds import kind_of
from scorer.rules.words import WORDS, counted
from scorer.services.nights.night_list import Night, read_head
from scorer.services.statistics.highlights import read_highlights
from scorer.web.access import club_here, database, game_here, night_here
from scorer.web.drawing.looks import Look, looks_of_games
from scorer.web.drawing.svg import svg_answer
from scorer.web.formats import (
    NO_BREAK_SPACE,
    estimate_width,
    in_units,
    points,
    shorten,
    signed,
    whole_day,
)
from scorer.web.games.sheet_view import SheetView, goal_of
from scorer.web.names import isolate_rtl, name_of, short_names
from scorer.web.nights.highlights import highlight_sentence, titles_in_night
from scorer.web.nights.lines import count_titles

# Lines of the sentence below the standings.
MAX_LINES = 4
# So much longer than the average, in ems, may a line of it be.
EVEN_WITHIN = 3
# How large the letters of a name in two lines are at most, by those in one.
IN_TWO = 0.6


@dataclass(frozen=True)
class PictureStanding:
    """The standing of a person or of partners: `total` as it is written, `says` what else."""

    name: str
    place: str
    total: str
    won: bool
    says: str
    look: Look


@dataclass(frozen=True)
class Picture:
    """All that a picture says; `sentence` is the best there is to tell."""

    title: str
    date: str
    place: str
    standings: tuple[PictureStanding, ...]
    about: str
    sentence: str = ""


def fit(texts: Iterable[str], room: float, largest: float, least: float) -> tuple[list[str], float]:
    """The texts, and the size at which all fit into the room; cut at the least size."""
    texts = list(texts)
    size = max(min(largest, room / max(1, *map(estimate_width, texts))), least)
    return [shorten(text, room / size) for text in texts], size


def fit_names(
    names: Iterable[str], room: float, largest: float, least: float
) -> list[tuple[list[str], float]]:
    """The lines and the size of each name: two lines where it is larger in them.

    A word is broken only where the name were less than half as large as the largest.
    """
    fitted = []
    for name in short_names(names, room / least):
        one = fit([name], room, largest, least)
        two, broken = (
            fit(_halve(name, ends), room, largest * IN_TWO, least) for ends in (" -", name)
        )
        best = max(one, two, key=itemgetter(1))
        fitted.append(best if best[1] > largest / 2 else max(best, broken, key=itemgetter(1)))
    return fitted


def _halve(name: str, ends_with: str) -> list[str]:
    """The name in two lines, about evenly long, the first of which ends with one of these."""
    ends = [end for end, letter in enumerate(name, 1) if letter in ends_with]
    halves = ([name[:end].rstrip(), name[end:]] for end in ends)
    return min(halves, key=lambda lines: max(map(estimate_width, lines)), default=[name])


def wrap(text: str, ems: float) -> list[str]:
    """The lines of a sentence, about evenly long; what needs more than there may be is cut."""
    words = [
        part
        for word in text.split(" ")
        # A hand stays whole, if it fits into a line.
        for part in ([word] if estimate_width(word) <= ems else word.split(NO_BREAK_SPACE))
    ]
    lines = _lines_of(words, ems)
    if 1 < len(lines) <= MAX_LINES:
        even = _lines_of(words, estimate_width(text) / len(lines) + EVEN_WITHIN)
        lines = even if len(even) == len(lines) else lines
    rest = " ".join(lines[MAX_LINES - 1 :])
    return [shorten(line, ems) for line in (*lines[: MAX_LINES - 1], rest) if line]


def _lines_of(words: Iterable[str], ems: float) -> list[str]:
    lines = [""]
    for word in words:
        longer = f"{lines[-1]} {word}".lstrip()
        if lines[-1] and estimate_width(longer) > ems:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def picture_of_game(view: SheetView, date: str, place: str) -> Picture:
    """A finished game."""
    game = view.game
    standings = []
    for row in (*view.result, *view.left):
        # As on the card of the result: what was won, and what is held.
        says = ["left"] if row in view.left else []
        says += [view.held[row["side"]]] if view.nets else []
        if row["won"] and game.sheet.standing.against_total:
            says.append(WORDS["variants"][game.variant].get("against_total", ""))
        says += [pip["words"] for pip in row["pips"] if pip["count"]]
        total = signed(view.nets[row["side"]]) if view.nets else points(row["total"])
        details = " · ".join(filter(None, says))
        look = view.looks[row["seat"]]
        standings.append(
            PictureStanding(row["name"], row["place"], total, row["won"], details, look)
        )
    dealt = "only the totals noted" if game.sheet.only_totals else view.deals_played
    about = f"{dealt} · {goal_of(view.start)}"
    title = kind_of(game.sheet.start).title
    return Picture(title, date, place, tuple(standings), about, view.story or view.summary)


def picture_of_night(night: Night, sentence: str = "") -> Picture:
    """A night: who won how many of its finished games, and with what totals."""
    done = [line for line in night.games if line.finished]
    seats = [seat for line in done for seat in line.seats]
    shown = {seat.person: name_of(seat.person, seat.name) for seat in seats}
    numbers = {seat.person: seat.number for seat in seats}
    played = Counter(seat.person for seat in seats)
    wins = Counter(seat.person for seat in seats if seat.counts_won)
    order = sorted(shown, key=lambda person: (-wins[person], played[person], shown[person]))
    most = max(wins.values(), default=0)
    looks = looks_of_games(night.games)
    standings = [
        PictureStanding(
            name=shown[person],
            place="",
            total=counted(wins[person], "win"),
            won=bool(wins[person]) and wins[person] == most,
            says=_made(person, night),
            look=looks[numbers[person]],
        )
        for person in order
    ]
    title = night.name or "Game night"
    about = " · ".join(count_titles(done)) or "No game was finished."
    return Picture(title, whole_day(night.day), night.place, tuple(standings), about, sentence)


def _made(person: str, night: Night) -> str:
    made = []
    for kind, rows in ((table.kind, table.rows) for table in night.standings):
        for row in (row for row in rows if row.person == person):
            total = signed(row.sum) if kind.unit == "counters" else points(row.sum)
            # Who left its only game has none.
            games = f" in {counted(row.games, 'game')}" if row.games else ""
            alone = f"{in_units(row.sum, kind.unit, total)}{games}"
            made.append(f"{kind.title} {total}" if len(night.standings) > 1 else alone)
    return " · ".join(made)


CROWN = "♛"


def as_text(picture: Picture, more: Iterable[str] = ()) -> str:
    """The podium, a line for each standing, and more lines after them."""
    head = [text for text in (picture.title, picture.date, picture.place) if text]
    lines = [" · ".join(head)]
    for standing in picture.standings:
        place = CROWN if standing.won else standing.place or "–"
        says = f" ({standing.says})" if standing.says else ""
        lines.append(f"{place} {isolate_rtl(standing.name)} {standing.total}{says}")
    return "\n".join([*lines, *more])


pictures = Blueprint("pictures", __name__)


@pictures.get("/games/<id:game>/picture.svg")
def of_game(game: str) -> Response:
    """The picture of a finished game; one that is still going on has none."""
    read = game_here(game)
    if not read.sheet.over:
        raise NotFound
    return _draw(about_game(SheetView(read)))


@pictures.get("/nights/<id:night>/picture.svg")
def of_night(night: str) -> Response:
    """The picture of a night in which a game was finished."""
    picture = about_night(night_here(night))
    if not picture.standings:
        raise NotFound
    return _draw(picture)


def about_game(view: SheetView) -> Picture:
    """The picture of a game."""
    game = view.game
    head = read_head(database(), game.club, game.night)
    return picture_of_game(view, whole_day(head.day), head.place)


def about_night(night: Night) -> Picture:
    """The picture of a night, with the best of the highlights of its finished games."""
    finished = [line for line in night.games if line.finished]
    best = read_highlights(database(), club_here().id, finished)[:1]
    titles = titles_in_night(night.games)
    sentence = "".join(highlight_sentence(highlight, titles) for highlight in best)
    return picture_of_night(night, sentence)


def _draw(picture: Picture) -> Response:
    return svg_answer(render_template("pictures/podium.svg", picture=picture))
