"""What the charts of a game and of a night show, as plain lines of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorer.rules.words import WORDS
from scorer.services.games import GameLine, GameRead, SeatLine
from scorer.services.statistics import FormGame
from scorer.web.drawing import Chart, Line
from scorer.web.names import shown_names, tell_apart

FORM_OF = 5


@dataclass(frozen=True)
class ChartShown:
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


def charts_of_night(games: Sequence[GameLine]) -> list[ChartShown]:
    """One chart for each kind of game that was finished more than once.

    Penalties are never added to counters; those who sit a game out stay where they were.
    """
    kinds: dict[str, list[GameLine]] = {}
    for game in games:
        if game.finished:
            kinds.setdefault(game.variant, []).append(game)
    return [
        ChartShown(_running(kind, played), kind)
        for kind, played in kinds.items()
        if len(played) > 1
    ]


def _running(kind: str, played: Sequence[GameLine]) -> Chart:
    names: dict[str, str] = {}
    for game in played:
        names.update((seat.person, seat.name) for seat in game.seats)
    sums: dict[str, int] = {}
    steps: list[dict[str, int]] = []
    for game in played:
        for seat in game.seats:
            sums[seat.person] = sums.get(seat.person, 0) + _counted(seat)
        steps.append(dict(sums))
    shown = dict(zip(names, tell_apart(names.values()), strict=True))
    title = WORDS["variants"][kind]["title"]
    return Chart(
        title=f"{title}: everybody’s sum, game by game",
        steps="Game",
        labels=tuple(str(number) for number in range(1, len(played) + 1)),
        lines=tuple(
            Line(shown[player], tuple(step.get(player) for step in steps)) for player in names
        ),
    )


def _counted(seat: SeatLine) -> int:
    """What a finished game adds: its penalties, or the counters won or lost."""
    return seat.total if seat.net is None else seat.net


def chart_of_form(games: Sequence[FormGame]) -> Chart:
    """How many of the others somebody left behind, in a hundred; the mean of five games."""
    behind = [100 * (one.players - one.place) // max(one.players - 1, 1) for one in games]
    means = tuple(
        sum(last) // len(last)
        for last in (behind[max(0, at - FORM_OF + 1) : at + 1] for at in range(len(behind)))
    )
    labels = tuple(str(at) for at in range(1, len(behind) + 1))
    title = "Others left behind, of 100, the mean of five games"
    return Chart(title, "Game", labels, (Line("left behind", means),))
