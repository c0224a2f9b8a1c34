"""The charts of a game, of a night and of a person: what they show, and their pages."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from flask import Blueprint, Response, render_template, request
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
from scorer.web.drawing.looks import INKS
from scorer.web.drawing.plot import Chart, ChartLine, lay_out
from scorer.web.drawing.svg import svg_answer
from scorer.web.games.sheet_view import game_context
from scorer.web.names import number_people, shown_names

FORM_OF = 5
HALF = Fraction(1, 2)
FORM_HEIGHT = 108
MAX_NUMBER = 10**9
PARTNERS = " & "


def chart_of_game(game: GameRead) -> Chart:
    """The totals that decide, of each side deal by deal; of counters those won, and the end."""
    sheet, start = game.sheet, game.sheet.start
    names = shown_names(sheet.sitters, game.names)
    totals = (deciding_totals(deal.carry, deal.loans) for deal in sheet.deals)
    steps = [start.carry.totals, *totals]
    labels = ["0", *(str(deal.number) for deal in sheet.deals)]
    if sheet.settled is not None and sheet.settled != sheet.totals:
        steps.append(deciding_totals(sheet.now))
        labels.append("End")
    is_won = start.unit == "counters"
    brought = start.carry.totals if is_won else (0,) * start.number_of_sides
    return Chart(
        title=f"{kind_of(start).title}: {'won and lost,' if is_won else 'totals'} deal by deal",
        labels=labels,
        lines=[
            ChartLine(
                PARTNERS.join(names[seat] for seat in start.seats_of(side)),
                tuple(totals[side] - brought[side] for totals in steps),
                game.numbers[sheet.sitters[min(start.seats_of(side))].player],
                sheet.standing.places[side],
            )
            for side in start.sides_in_order
        ],
        table=[game.numbers[sitter.player] for sitter in sheet.sitters],
        chosen=chosen_person(),
    )


def charts_of_night(games: Sequence[GameLine], sheets: Mapping[str, Sheet]) -> list[Chart]:
    """One chart for each kind of game that was finished, as far as their sheets can be read."""
    kinds = by_kind(game for game in games if game.id in sheets)
    charts = (chart_of_kind(of_kind, sheets) for of_kind in kinds)
    return [chart for chart in charts if chart.is_drawn]


def chart_of_kind(games: Sequence[GameLine], sheets: Mapping[str, Sheet]) -> Chart:
    """The sums over all deals of these games; those who were partners in all have one line."""
    kind = games[-1].kind
    seats = [seat for game in games for seat in game.seats]
    shown = number_people({seat.person: seat.name for seat in seats})
    numbers = {seat.person: seat.number for seat in seats}
    [standings] = standings_of(games)
    places = {row.person: place for place, row in enumerate(standings.rows, 1)}
    partners: dict[tuple[tuple[str, int], ...], list[str]] = {}
    for person in shown:
        sat = tuple(
            (game.id, seat.side) for game in games for seat in game.seats if seat.person == person
        )
        partners.setdefault(sat, []).append(person)
    steps: list[dict[str, int]] = [{}]
    labels, breaks, dealt = ["0"], {}, 0
    for number, game in enumerate(games, 1):
        # Somebody who was not there from the beginning starts from zero.
        before = steps[-1] = {**{seat.person: 0 for seat in game.seats}, **steps[-1]}
        if len(games) > 1:
            breaks[len(steps) - 1] = f"Game {number}"
        by_deal = won_by_deal(sheets[game.id])
        labels += [str(dealt + at) for at in range(1, len(by_deal) + 1)]
        dealt += len(by_deal)
        if game.only_totals or kind.unit == "counters":
            nets = {seat.side: seat.total if seat.net is None else seat.net for seat in game.seats}
            end = [nets[side] for side in sorted(nets)]
            if not by_deal or end != by_deal[-1]:
                by_deal.append(end)
                labels.append("End")
        for won in by_deal:
            got = {seat.person: before[seat.person] + won[seat.side] for seat in game.seats}
            steps.append({**before, **got})
    totals = "won and lost," if kind.unit == "counters" else "totals"
    return Chart(
        title=f"{kind.title}: {totals} deal by deal",
        labels=labels,
        lines=[
            ChartLine(
                PARTNERS.join(shown[person] for person in together),
                tuple(step.get(together[0]) for step in steps),
                numbers[together[0]],
                places[together[0]],
            )
            for together in partners.values()
        ],
        table=list(numbers.values()),
        breaks=breaks,
        kind=kind.key,
        chosen=chosen_person(),
    )


def won_by_deal(sheet: Sheet) -> list[list[int]]:
    """The points of each side since the game began, after every deal, without what it brought."""
    began = sheet.start.carry.totals
    totals = (deciding_totals(deal.carry, deal.loans) for deal in sheet.deals)
    return [[now - then for now, then in zip(after, began, strict=True)] for after in totals]


def chart_of_form(games: Sequence[FormGame], number: int) -> Chart:
    """How many of the others somebody beat, in a hundred; the mean of five games."""
    beaten = [Fraction(game.sides - game.place, max(game.sides - 1, 1)) for game in games]
    last = (beaten[max(0, at - FORM_OF) : at] for at in range(1, len(beaten) + 1))
    means = tuple(int(100 * sum(places) / len(places) + HALF) for places in last)
    return Chart(
        title="Others beaten, average of five games: from 0 (last) to 100 % (first)",
        labels=[str(at) for at in range(1, len(beaten) + 1)],
        lines=[ChartLine("", means, number)],
        unit=" %",
        height=FORM_HEIGHT,
        most=100,
    )


def chosen_person() -> int | None:
    """The number of the person whose line the address asks for, `?line=7`."""
    return parse_sent_number(request.args.get("line", ""), MAX_NUMBER)


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
    return drawn_of_night(device_here().club, night_here(night))


@charts.get("/players/<id:player>/form.svg")
def picture_of_form(player: str) -> Response:
    """The picture of somebody's form: how many of the others they beat."""
    person = person_here(player)
    games = form_of(database(), device_here().club, person.id)
    return drawn(chart_of_form(games, person.number))


def drawn_of_night(club: str, night: Night) -> Response:
    """The picture of the kind of game that the address names, `?of=red-nines`."""
    games = [game for game in night.games if game.kind.key == request.args.get("of")]
    for chart in charts_of_night(games, sheets_by_game(database(), club, games)):
        return drawn(chart)
    raise NotFound


def drawn(chart: Chart) -> Response:
    """A chart as an answer; `?wide=1` for screens that are."""
    if not chart.is_drawn:
        raise NotFound
    plot = lay_out(chart, on_wide_screen=bool(request.args.get("wide")))
    return svg_answer(render_template("charts/lines.svg", plot=plot, inks=INKS))
