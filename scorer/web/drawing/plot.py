"""Charts of lines, and where everything on them lies, for `templates/charts/lines.svg`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, pairwise
from math import ceil

from scorer.web.drawing.looks import Look, looks_of
from scorer.web.formats import estimate_width, points, shorten
from scorer.web.names import short_names

MAX_MARKS, MAX_LABELS = 9, 9
# With more lines than this only the first few are drawn, and the chosen one.
MAX_LINES, FIRST_LINES = 6, 3
SIZE, LINE_OF_TEXT, GAP_OF_TICKS = 12, 16, 35
TOP, BELOW, EDGE = 18, 24, 6
# From the last point to the numbers, and what a number and the mark next to it take at least.
LEADER, NUMBER, MARK = 24, 26, 16
# What the name of a break takes.
BREAK_NAME = 44


@dataclass(frozen=True)
class ChartLine:
    """One line: a number for each step, the `number` of a person, and its `place`, 1 the best."""

    name: str
    values: tuple[int | None, ...]
    number: int = 0
    place: int = 1


@dataclass(frozen=True)
class Chart:
    """Lines over the same steps; `steps` names what the steps are ("Deal").

    `unit` is written behind the numbers, `breaks` names what begins after a step, `kind` is the
    key of the kind of game where a night has a chart for each. `chosen` is the number of a person
    whose line is drawn, too, where there are too many for all.
    """

    title: str
    steps: str
    labels: Sequence[str]
    lines: Sequence[ChartLine]
    unit: str = ""
    breaks: Mapping[int, str] = field(default_factory=dict)
    kind: str = ""
    height: int = 250
    chosen: int | None = None

    @property
    def looks(self) -> list[Look]:
        """The look of each line; the same whether it is drawn or not."""
        return looks_of(line.number for line in self.lines)

    @property
    def crowded(self) -> bool:
        """Whether there are more lines than anybody could tell apart."""
        return len(self.lines) > MAX_LINES

    @property
    def drawn(self) -> list[int]:
        """Which lines are drawn: all, or those of the first places and the chosen one."""
        lines = range(len(self.lines))
        if not self.crowded:
            return list(lines)
        first = sorted(lines, key=lambda at: (self.lines[at].place, at))[:FIRST_LINES]
        return [at for at in lines if at in first or self.lines[at].number == self.chosen]

    @property
    def is_drawn(self) -> bool:
        """Whether there is anything to see: one point is no line."""
        return len(self.labels) > 1 and bool(self.lines)


@dataclass
class Curve:
    """A line as it is drawn; its number and name stand at `height`, next to its last point."""

    look: Look
    points: list[tuple[float, float]]
    marks: set[tuple[float, float]]
    number: str
    name: str
    height: float = 0


@dataclass(frozen=True)
class Plot:
    """A chart laid out: all places in dots from the upper left corner."""

    title: str
    width: int
    height: int
    left: int
    right: float
    bottom: int
    # Where the numbers end that stand behind the lines.
    numbers: float
    ticks: list[tuple[float, int, str]]
    labels: list[tuple[float, str]]
    breaks: list[tuple[float, str]]
    curves: list[Curve]


def lay_out(chart: Chart, *, on_wide_screen: bool = False) -> Plot:
    """Lay out a chart for a phone, or larger for a wide screen."""
    width, most_for_names = (680, 130) if on_wide_screen else (360, 70)
    bottom = chart.height + (60 if on_wide_screen else 0) - BELOW
    looks = chart.looks
    lines = [(chart.lines[at], looks[at]) for at in chart.drawn]
    values = [[value for value in line.values if value is not None] for line, _ in lines]
    ticks = ticks_for([value for own in values for value in own], chart.height // GAP_OF_TICKS)
    tick_texts = [f"{points(tick)}{chart.unit}" for tick in ticks]
    ends = [f"{points(own[-1])}{chart.unit}" for own in values]
    room = min(SIZE * max(estimate_width(line.name) for line, _ in lines), most_for_names)
    names = short_names((line.name for line, _ in lines), room / SIZE)
    # They are bold, and some fonts write a minus sign as wide as a dash.
    number = max(NUMBER, 1.2 * SIZE * max(map(estimate_width, ends)))
    left = EDGE + 6 + ceil(SIZE * max(map(estimate_width, tick_texts)))
    right = width - EDGE - room - MARK - number - LEADER
    last = len(chart.labels) - 1
    across = (right - left) / last
    down = (bottom - TOP) / (ticks[-1] - ticks[0])

    def x(step: int) -> float:
        return round(left + across * step, 1)

    def y(value: int) -> float:
        return round(bottom - (value - ticks[0]) * down, 1)

    curves = []
    every_mark = ceil(len(chart.labels) / MAX_MARKS)
    for at, (line, look) in enumerate(lines):
        path = [(x(step), y(value)) for step, value in enumerate(line.values) if value is not None]
        # Lines that run together have their marks at different steps.
        marks = {*path[at % every_mark :: every_mark], path[-1]}
        curves.append(Curve(look, path, marks, ends[at], shorten(names[at], room / SIZE)))
    _keep_apart(curves, bottom)
    every_label = ceil(len(chart.labels) / MAX_LABELS)
    named = all(
        across * (end - begin) > BREAK_NAME for begin, end in pairwise([*chart.breaks, last])
    )
    return Plot(
        title=chart.title,
        width=width,
        height=bottom + BELOW,
        left=left,
        right=right,
        bottom=bottom,
        numbers=right + LEADER + number,
        ticks=[(y(tick), tick, text) for tick, text in zip(ticks, tick_texts, strict=True)],
        # The last step has its label always.
        labels=[
            (x(step), chart.labels[step])
            for step in range(last % every_label, last + 1, every_label)
        ],
        breaks=[
            (x(step), name if named else name.split()[-1]) for step, name in chart.breaks.items()
        ],
        curves=curves,
    )


def _keep_apart(curves: list[Curve], bottom: int) -> None:
    """Sort the curves by their ends, and put the name of each below the one before."""
    curves.sort(key=lambda curve: curve.points[-1][1])
    free = float(TOP)
    for at, curve in enumerate(curves):
        lowest = bottom - LINE_OF_TEXT * (len(curves) - 1 - at)
        curve.height = min(max(curve.points[-1][1], free), lowest)
        free = curve.height + LINE_OF_TEXT


def ticks_for(numbers: Sequence[int], most_ticks: int = 7) -> list[int]:
    """Whole round numbers from below the least to above the most of these."""
    least = min([0, *numbers])
    most = max([least + 1, 0, *numbers])
    steps = ((1, 2, 5)[at % 3] * 10 ** (at // 3) for at in count())
    step = next(step for step in steps if (most - least) / step <= most_ticks - 1)
    return list(range(least // step * step, -(-most // step) * step + 1, step))
