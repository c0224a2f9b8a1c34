"""The charts of a game, of a night and of a person: what they show, and their pages."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from flask import Blueprint, Response, render_template, request, url_for
from werkzeug.exceptions import NotFound

from scorer.rules.kinds import kind_of
from scorer.rules.numbers import parse_sent_number
from scorer.rules.sheet import Sheet, deciding_totals
from scorer.services.games.game_list import GameLine, sheets_by_game
from scorer.services.games.read import GameRead
from scorer.services.nights.night_list import Night
from scorer.services.nights.standings import by_kind, standings_of
from scorer.services.statistics.person import FormGame, form_of
from scorer.web.access import database, device_here, game_here, night_here, person_here
from scorer.web.drawing.plot import PARTNERS, Chart, ChartLine, lay_out
from scorer.web.drawing.svg import svg_answer
from scorer.web.games.sheet_view import game_context
from scorer.web.names import number_duplicates, shown_names

FORM_OF = 5
MAX_NUMBER = 10**9


def chart_of_game(game: GameRead) -> Chart:
    """The totals of each side, deal by deal, and the end of counters; its look is a seat's."""
    sheet, start = game.sheet, game.sheet.start
    places = sheet.standing.places
    names = shown_names(sheet.sitters, game.names)
    firsts = {side: min(start.seats_of(side)) for side in start.sides_in_order}
    steps = [sheet.start.carry.totals, *(deal.carry.totals for deal in sheet.deals)]
    labels = ["0", *(str(deal.number) for deal in sheet.deals)]
    if sheet.settled is not None and sheet.settled != sheet.totals:
        steps.append(sheet.settled)
        labels.append("End")
    return Chart(
        title=f"{kind_of(sheet.start).title}: totals deal by deal",
        steps="Deal",
        labels=tuple(labels),
        lines=tuple(
            ChartLine(
                PARTNERS.join(names[seat] for seat in start.seats_of(side)),
                tuple(totals[side] for totals in steps),
                game.numbers[sheet.sitters[seat].player],
                places[side],
            )
            for side, seat in firsts.items()
        ),
    )


def points_by_deal(sheet: Sheet) -> tuple[tuple[int, ...], ...]:
    """The points of each seat since the game began, after every deal, without what it brought."""
    began = sheet.start.carry.totals
    totals = (deciding_totals(deal.carry, deal.loans) for deal in sheet.deals)
    return tuple(
        tuple(now - then for now, then in zip(after, began, strict=True)) for after in totals
    )


def build_night_charts(
    games: Sequence[GameLine], won: Mapping[str, Sequence[Sequence[int]]]
) -> list[Chart]:
    """One chart for each kind of game that was finished; `won` is by seat, after each deal."""
    charts = (_sums(played, won) for played in by_kind(game for game in games if game.id in won))
    return [chart for chart in charts if chart.is_drawn]


def _sums(played: Sequence[GameLine], won: Mapping[str, Sequence[Sequence[int]]]) -> Chart:
    """The sums over all deals of these games; those who were partners in all have one line."""
    kind = played[-1].kind
    counters = kind.unit == "counters"
    names: dict[str, str] = {}
    numbers = {seat.person: seat.number for game in played for seat in game.seats}
    [standings] = standings_of(played)
    places = {row.person: place for place, row in enumerate(standings.rows, 1)}
    steps: list[dict[str, int]] = [{}]
    labels, breaks = ["0"], []
    deals = count(1)
    for number, game in enumerate(played, 1):
        people = [seat.person for seat in game.seats]
        names.update((seat.person, seat.name) for seat in game.seats)
        before = steps[-1] = {**dict.fromkeys(people, 0), **steps[-1]}
        if len(played) > 1:
            breaks.append((len(steps) - 1, f"Game {number}"))
        scored = [(str(next(deals)), tuple(points)) for points in won[game.id]]
        if game.only_totals or counters:
            ends = {seat.side: seat.total if seat.net is None else seat.net for seat in game.seats}
            end = tuple(ends[side] for side in sorted(ends))
            if end != (scored[-1][1] if scored else (0,) * len(end)):
                scored.append(("End", end))
        for label, points in scored:
            got = {seat.person: before[seat.person] + points[seat.side] for seat in game.seats}
            steps.append({**before, **got})
            labels.append(label)
    shown = dict(zip(names, number_duplicates(names.values()), strict=True))
    return Chart(
        title=f"{kind.title}: {'won and lost,' if counters else 'totals'} deal by deal",
        steps="Deal",
        labels=tuple(labels),
        lines=tuple(
            ChartLine(
                PARTNERS.join(shown[partner] for partner in partners),
                tuple(step.get(person) for step in steps),
                numbers[person],
                places[person],
            )
            for partners in _always_together(played)
            for person in partners[:1]
        ),
        breaks=tuple(breaks),
        kind=kind.key,
    )


def _always_together(played: Sequence[GameLine]) -> list[list[str]]:
    """The people of these games; those who sat on one side in each of them stand together."""
    sides: dict[str, list[tuple[str, int]]] = {}
    for game in played:
        for seat in game.seats:
            sides.setdefault(seat.person, []).append((game.id, seat.side))
    together: dict[tuple[tuple[str, int], ...], list[str]] = {}
    for person, sat in sides.items():
        together.setdefault(tuple(sat), []).append(person)
    return list(together.values())


def chart_of_form(games: Sequence[FormGame], number: int) -> Chart:
    """How many of the others somebody beat, in a hundred; the mean of five games."""
    behind = [100 * (game.sides - game.place) // max(game.sides - 1, 1) for game in games]
    lately = (behind[max(0, at - FORM_OF + 1) : at + 1] for at in range(len(behind)))
    means = tuple(sum(last) // len(last) for last in lately)
    labels = tuple(str(at) for at in range(1, len(behind) + 1))
    title = "Others beaten, average of five games: from 0 (last) to 100 % (first)"
    return Chart(title, "Game", labels, (ChartLine("", means, number),), unit=" %", flat=True)


charts = Blueprint("charts", __name__)


@charts.get("/games/<id:game>/chart")
def of_game(game: str) -> str:
    """The totals deal by deal: the picture, and the same numbers as a table."""
    read = game_here(game)
    return render_template(
        "games/chart.html",
        chart=game_chart_with_chosen(read),
        picture=url_for("charts.picture_of_game", game=game, **chosen_here()),
        **game_context(read),
    )


@charts.get("/games/<id:game>/chart.svg")
def picture_of_game(game: str) -> Response:
    """The picture of the totals deal by deal."""
    return drawn(game_chart_with_chosen(game_here(game)))


@charts.get("/nights/<id:night>/chart.svg")
def picture_of_night(night: str) -> Response:
    """The picture of one kind of game of a night, `?of=red-nines`: running sums deal by deal."""
    return night_chart_response(device_here().club, night_here(night))


@charts.get("/players/<id:player>/form.svg")
def picture_of_form(player: str) -> Response:
    """The picture of somebody's form: how many of the others they beat."""
    person = person_here(player)
    games = form_of(database(), device_here().club, person.id)
    return drawn(chart_of_form(games, person.number))


def game_chart_with_chosen(game: GameRead) -> Chart:
    """The chart of a game, with the line that the address asks for."""
    return replace(chart_of_game(game), chosen=chosen_line())


def chosen_line() -> int | None:
    """The number of the person whose line the address asks for, `?with=7`."""
    return parse_sent_number(request.args.get("with", ""), MAX_NUMBER)


def chosen_here() -> dict[str, Any]:
    """The same for the address of a picture."""
    return {} if (chosen := chosen_line()) is None else {"with": chosen}


def load_night_charts(
    club: str, games: Sequence[GameLine], sheets: Mapping[str, Sheet] | None = None
) -> list[Chart]:
    """The charts of these games of a night, one for each kind; their sheets are read if need be."""
    finished = [game for game in games if game.finished]
    if sheets is None:
        sheets = sheets_by_game(database(), club, [game.id for game in finished])
    won = {game.id: points_by_deal(sheets[game.id]) for game in finished if game.id in sheets}
    chosen = chosen_line()
    return [replace(chart, chosen=chosen) for chart in build_night_charts(finished, won)]


def night_chart_response(club: str, night: Night) -> Response:
    """The picture of the kind of game that the address names, `?of=red-nines`."""
    kind = request.args.get("of")
    for chart in load_night_charts(club, [game for game in night.games if game.kind.key == kind]):
        return drawn(chart)
    raise NotFound


def drawn(chart: Chart) -> Response:
    """A chart as an answer; `?wide=1` for screens that are."""
    if not chart.is_drawn:
        raise NotFound
    plot = lay_out(chart, on_wide_screen=bool(request.args.get("wide")))
    return svg_answer(render_template("charts/lines.svg", plot=plot))
