"""What the charts of a game and of a night show, as plain lines of numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count

from flask import Blueprint, Response, render_template, request
from werkzeug.exceptions import NotFound

from scorer.rules.sheet import Sheet
from scorer.rules.standing import deciding_totals
from scorer.rules.variants import newest_variants
from scorer.rules.words import WORDS
from scorer.services.games.read import GameRead
from scorer.services.nights.night_list import NightRead
from scorer.services.nights.standings import GameLine, sheets_by_game
from scorer.services.statistics.person import FormGame, form_of
from scorer.web.access import database, device_here, game_here, night_here
from scorer.web.drawing.images import svg_answer
from scorer.web.drawing.lines import Chart, Line, draw_lines
from scorer.web.games.sheet_view import game_context
from scorer.web.names import shown_names, tell_apart

FORM_OF = 5


@dataclass(frozen=True)
class ChartView:
    """A chart with the address of its picture; the table beside it says the same."""

    chart: Chart
    kind: str = ""


def chart_of_game(game: GameRead) -> Chart:
    """The totals of each seat, deal by deal; of counters also what was left in the end."""
    sheet = game.sheet
    names = shown_names(sheet.sitters, game.names)
    steps = [sheet.start.carry.totals, *(deal.carry.totals for deal in sheet.deals)]
    labels = ["0", *(str(deal.number) for deal in sheet.deals)]
    if sheet.settled is not None and sheet.settled != sheet.totals:
        steps.append(sheet.settled)
        labels.append("End")
    return Chart(
        title=f"{WORDS['variants'][game.variant]['title']}: totals deal by deal",
        steps="Deal",
        labels=tuple(labels),
        lines=tuple(
            Line(names[seat], tuple(totals[seat] for totals in steps)) for seat in sheet.start.order
        ),
    )


def charts_of_night(games: Sequence[GameLine], sheets: Mapping[str, Sheet]) -> list[ChartView]:
    """One chart for each kind of game that was finished, from the sheets of those games.

    A game without a sheet, since its book cannot be read, is passed over. Penalties are never
    added to counters; those who sit a game out stay where they were.
    """
    kinds: dict[str, list[GameLine]] = {}
    for game in drawn_of([one for one in games if one.id in sheets]):
        kinds.setdefault(game.variant, []).append(game)
    charts = [ChartView(_running(kind, played, sheets), kind) for kind, played in kinds.items()]
    return [one for one in charts if one.chart.is_drawn]


def drawn_of(games: Sequence[GameLine], kind: str | None = None) -> list[GameLine]:
    """The games that the charts of a night are drawn from, or those of one kind."""
    return [game for game in games if game.finished and kind in (None, game.variant)]


def _running(kind: str, played: Sequence[GameLine], sheets: Mapping[str, Sheet]) -> Chart:
    """Everybody's sum over all deals of these games; a seat counts for whom its result does."""
    names: dict[str, str] = {}
    sums: dict[str, int] = {}
    steps: list[dict[str, int]] = [sums]
    labels, breaks = ["0"], []
    deals = count(1)
    for number, game in enumerate(played, 1):
        people = [seat.person for seat in game.seats]
        names.update((seat.person, seat.name) for seat in game.seats)
        before = {**dict.fromkeys(people, 0), **steps[-1]}
        steps[-1] = before
        if len(played) > 1:
            breaks.append((len(steps) - 1, f"Game {number}"))
        for is_deal, won in _steps(sheets[game.id], game):
            sums = {**before}
            for person, points in zip(people, won, strict=True):
                sums[person] = before[person] + points
            steps.append(sums)
            labels.append(str(next(deals)) if is_deal else "End")
    shown = dict(zip(names, tell_apart(names.values()), strict=True))
    title = WORDS["variants"][kind]["title"]
    lowest = newest_variants()[kind].lowest_wins
    return Chart(
        title=f"{title}: {'everybody’s sum' if lowest else 'won and lost'}, deal by deal",
        steps="Deal",
        labels=tuple(labels),
        lines=tuple(
            Line(shown[player], tuple(step.get(player) for step in steps)) for player in names
        ),
        breaks=tuple(breaks),
    )


def _steps(sheet: Sheet, game: GameLine) -> Iterator[tuple[bool, tuple[int, ...]]]:
    """What each seat has got since the game began, after every deal and in the end.

    Penalties carried from an earlier game are not got again, and counters bought are not won.
    """
    lowest = sheet.start.variant.lowest_wins
    began = sheet.start.carry.totals
    last = tuple(0 for _ in began)
    for deal in sheet.deals:
        now = deciding_totals(deal.carry, deal.loans)
        last = tuple(one - had for one, had in zip(now, began, strict=True))
        yield True, last
    if sheet.only_totals or not lowest:
        end = tuple(seat.total if seat.net is None else seat.net for seat in game.seats)
        if end != last:
            yield False, end


def chart_of_form(games: Sequence[FormGame]) -> Chart:
    """How many of the others somebody left behind, in a hundred; the mean of five games."""
    behind = [100 * (one.players - one.place) // max(one.players - 1, 1) for one in games]
    means = tuple(
        sum(last) // len(last)
        for last in (behind[max(0, at - FORM_OF + 1) : at + 1] for at in range(len(behind)))
    )
    labels = tuple(str(at) for at in range(1, len(behind) + 1))
    title = "Others left behind, on average of five games: from 0 (last) to 100 % (first)"
    return Chart(title, "Game", labels, (Line("left behind", means),), unit=" %")


charts = Blueprint("charts", __name__)


@charts.get("/games/<id:game>/chart")
def of_game(game: str) -> str:
    """The totals deal by deal: the picture, and the same numbers as a table."""
    read = game_here(game)
    return render_template("games/chart.html", chart=chart_of_game(read), **game_context(read))


@charts.get("/games/<id:game>/chart.svg")
def picture_of_game(game: str) -> Response:
    """The picture of the totals deal by deal."""
    return drawn(chart_of_game(game_here(game)))


@charts.get("/nights/<id:night>/chart.svg")
def picture_of_night(night: str) -> Response:
    """The picture of one kind of game of a night, `?of=red-nines`: running sums deal by deal."""
    return night_chart(device_here().club, night_here(night))


@charts.get("/players/<id:player>/form.svg")
def picture_of_form(player: str) -> Response:
    """The picture of somebody's form: how many of the others were left behind."""
    return drawn(chart_of_form(form_of(database(), device_here().club, player)))


def night_charts(club: str, night: NightRead, kind: str | None = None) -> list[ChartView]:
    """The charts of a night, one for each kind of game, or that of one kind."""
    games = drawn_of(night.games, kind)
    sheets = sheets_by_game(database(), club, [game.id for game in games])
    return charts_of_night(games, sheets)


def night_chart(club: str, night: NightRead) -> Response:
    """The picture of the kind of game that the address names, `?of=red-nines`."""
    for one in night_charts(club, night, request.args.get("of", "")):
        return drawn(one.chart)
    raise NotFound


def drawn(chart: Chart) -> Response:
    """A chart as an answer; `?wide=1` for screens that are."""
    if not chart.is_drawn:
        raise NotFound
    return svg_answer(draw_lines(chart, wide=bool(request.args.get("wide"))))
