"""The charts of a game, of a night and of a person: what they show, and their pages."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from flask import Blueprint, Response, render_template, request
from werkzeug.exceptions import NotFound

from scorer.rules.entries import NOBODY
from scorer.rules.kinds import Kind, kind_of
from scorer.rules.numbers import parse_sent_number
from scorer.rules.sheet import Sheet, deciding_totals
from scorer.services.games.game_list import GameLine, sheets_by_game
from scorer.services.games.read import GameRead
from scorer.services.nights.night_list import Night
from scorer.services.nights.standings import by_kind, standings_of
from scorer.services.statistics.person import FormGame, form_of
from scorer.web.access import database, device_here, game_here, night_here, person_here
from scorer.web.drawing.looks import Look, look_of, looks_in_game, looks_of_games
from scorer.web.drawing.plot import Chart, ChartLine, draw
from scorer.web.drawing.svg import svg_answer
from scorer.web.games.sheet_view import game_context, goal_of
from scorer.web.names import name_of, shown_names

FORM_OF = 5
HALF = Fraction(1, 2)
MAX_NUMBER = 10**9
PARTNERS = " & "
END = "End"


def chart_of_game(game: GameRead) -> Chart:
    """The totals that decide, of each side deal by deal; of counters those won, and the end."""
    sheet, start = game.sheet, game.sheet.start
    names = shown_names(sheet.sitters, game.names)
    numbers = [0 if it == NOBODY else game.people[it.player].number for it in sheet.sitters]
    looks = looks_in_game(sheet, game.people)
    had = (0,) * len(sheet.began) if start.unit == "counters" else sheet.began
    steps = [] if sheet.only_totals else won_by_deal(sheet)
    tables = {deal.number: deal.table for deal in sheet.deals} | {0: sheet.table}
    there = [tables[deal].sides_in_order for deal, _ in steps]

    def totals_of(side: int) -> tuple[int | None, ...]:
        """The totals while a side was there, from the step before its first deal."""
        dealt = zip(steps, there, strict=True)
        values = [had[side] + won[side] if side in sides else None for (_, won), sides in dealt]
        first = next((at for at, sides in enumerate(there) if side in sides), len(steps))
        return (*values[:first], had[side], *values[first:])

    table, places = sheet.table, sheet.standing.places
    members = {side: table.seats_of(side) for side in table.sides_in_order}
    left = {side for sides in there for side in sides} - members.keys()
    members |= {side: (side,) for side in sorted(left)}
    return Chart(
        title=title_of(kind_of(start)),
        labels=["0", *(str(deal or END) for deal, _ in steps)],
        lines=[
            ChartLine(
                PARTNERS.join(names[seat] for seat in seats),
                totals_of(side),
                numbers[min(seats)],
                looks[min(seats)],
                places[side] or len(names),
            )
            for side, seats in members.items()
        ],
        chosen=chosen_person(),
    )


def charts_of_night(games: Sequence[GameLine], sheets: Mapping[str, Sheet]) -> list[Chart]:
    """One chart for each kind of game that was finished, as far as deals of it can be read."""
    dealt = {id for id, sheet in sheets.items() if not sheet.only_totals}
    kinds = by_kind(game for game in games if game.id in dealt)
    charts = (chart_of_kind(of_kind, sheets, looks_of_games(games)) for of_kind in kinds)
    return [chart for chart in charts if chart.is_drawn]


def chart_of_kind(
    games: Sequence[GameLine], sheets: Mapping[str, Sheet], looks: Mapping[int, Look]
) -> Chart:
    """The sums over all deals of these games; those who were partners in all have one line."""
    seats = {seat.person: seat for game in games for seat in game.seats}
    shown = {person: name_of(person, seat.name) for person, seat in seats.items()}
    [standings] = standings_of(games)
    places = {row.person: place for place, row in enumerate(standings.rows, 1)}
    sums: list[dict[str, int]] = [{}]
    labels, breaks, dealt = ["0"], {}, 0
    for number, game in enumerate(games, 1):
        if len(games) > 1:
            breaks[len(sums) - 1] = f"Game {number}"
        before, sheet = dict(sums[-1]), sheets[game.id]
        # Counters that somebody brought are not won.
        joins = () if game.kind.unit == "counters" else sheet.began[len(sheet.start.sides) :]
        joined = dict(enumerate(joins, len(sheet.start.sides)))
        for deal, won in won_by_deal(sheet):
            labels.append(str(dealt + deal) if deal else END)
            got = dict(before)
            for seat in game.seats:
                # The line of who comes later begins there, with what he began with.
                if seat.side < len(won):
                    began = joined.get(seat.side, 0)
                    sums[-1].setdefault(seat.person, began)
                    got[seat.person] = before.get(seat.person, 0) + began + won[seat.side]
            sums.append(got)
        for seat in game.seats:
            sums[-1].setdefault(seat.person, joined.get(seat.side, 0))
        dealt += len(sheet.deals)
    partners: dict[tuple[tuple[str, int], ...], list[str]] = {}
    for person in seats:
        sat = (
            (game.id, seat.side) for game in games for seat in game.seats if seat.person == person
        )
        partners.setdefault(tuple(sat), []).append(person)
    return Chart(
        title=title_of(games[-1].kind),
        labels=labels,
        lines=[
            ChartLine(
                PARTNERS.join(shown[person] for person in together),
                tuple(step.get(first) for step in sums),
                seats[first].number,
                looks[seats[first].number],
                places.get(first, len(seats)),
            )
            for together in partners.values()
            for first in [together[0]]
        ],
        breaks=breaks,
        kind=games[-1].kind.key,
        chosen=chosen_person(),
    )


def won_by_deal(sheet: Sheet) -> list[tuple[int, list[int]]]:
    """What each side has won since the game began, by the number of the deal; 0 is the end.

    The end is a step of its own where counters changed hands in it.
    """
    totals = [(deal.number, deciding_totals(deal.carry, deal.loans)) for deal in sheet.deals]
    end = deciding_totals(sheet.now)
    if sheet.settled is not None and totals[-1:] != [(len(totals), end)]:
        totals.append((0, end))
    return [
        (deal, [now - then for now, then in zip(after, sheet.began, strict=False)])
        for deal, after in totals
    ]


def title_of(kind: Kind) -> str:
    """What a chart of games of this kind shows."""
    return f"{kind.title}: {'won and lost,' if kind.unit == 'counters' else 'totals'} deal by deal"


def chart_of_form(games: Sequence[FormGame], number: int) -> Chart:
    """How many of the others somebody beat, in a hundred; the mean of five games."""
    beaten = [Fraction(game.sides - game.place, max(game.sides - 1, 1)) for game in games]
    last = (beaten[max(0, at - FORM_OF) : at] for at in range(1, len(beaten) + 1))
    means = tuple(int(100 * sum(places) / len(places) + HALF) for places in last)
    return Chart(
        title="Others beaten, average of five games: from 0 (last) to 100 % (first)",
        labels=[str(at) for at in range(1, len(beaten) + 1)],
        lines=[ChartLine("", means, number, look_of(number))],
        unit=" %",
        most=100,
        low=True,
    )


def chosen_person() -> int | None:
    """The number of the person whose line the address asks for, `?line=7`."""
    return parse_sent_number(request.args.get("line", ""), MAX_NUMBER)


charts = Blueprint("charts", __name__)


@charts.get("/games/<id:game>/chart")
def of_game(game: str) -> str:
    """The totals deal by deal: the picture, and the same numbers as a table."""
    read = game_here(game)
    goal = goal_of(read.sheet.start)
    context = {"chart": chart_of_game(read), "goal": goal, **game_context(read)}
    return render_template("games/chart.html", **context)


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
    """A chart as an answer, in the size that the address asks for, `?size=wide`."""
    if not chart.is_drawn:
        raise NotFound
    return svg_answer(draw(chart, request.args.get("size", "")))
