"""Where everything on a chart lies, for `templates/charts/lines.svg`."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count
from math import ceil, inf

from scorer.web.drawing.looks import INKS, Look, looks_of
from scorer.web.formats import estimate_width, points, shorten
from scorer.web.names import short_names

MAX_MARKS, MAX_LABELS, MAX_TICKS = 9, 9, 7
# With more lines than this only the first few are drawn, and one that was chosen.
MAX_LINES, FIRST_LINES = 6, 3
SIZE, LINE_OF_TEXT, LINE_OF_CHART = 12, 16, 26
TOP, BELOW, EDGE = 18, 24, 6
FLAT, FLAT_TICKS = 108, 3
# From the last point to the numbers, and what a number and the mark next to it take at least.
LEADER, NUMBER, MARK = 24, 26, 16
BREAK_LETTER = 6
# Of lines of one colour the first is whole, the others are not.
DASHES = ("", "7 4", "2 4")
# Between partners in the name of a line.
PARTNERS = " & "
# Between two labels, in ems.
GAP = 0.5


@dataclass(frozen=True)
class ChartLine:
    """One line: a number for each step, the `number` of a person, and its `place`, 1 the best."""

    name: str
    values: tuple[int | None, ...]
    number: int = 0
    place: int = 1

    @property
    def last(self) -> int:
        """The newest number there is."""
        return next((value for value in reversed(self.values) if value is not None), 0)


@dataclass(frozen=True)
class Chart:
    """Lines over the same steps; `steps` names what the steps are ("Deal").

    `unit` is written behind the numbers, `breaks` are steps after which something new begins,
    `kind` is the key of the kind of game where a night has a chart for each. A `flat` chart is half
    as high. `chosen` is the number of a line to be drawn, too, where there are too many for all.
    """

    title: str
    steps: str
    labels: tuple[str, ...]
    lines: tuple[ChartLine, ...]
    unit: str = ""
    breaks: tuple[tuple[int, str], ...] = ()
    kind: str = ""
    flat: bool = False
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


@dataclass(frozen=True)
class Curve:
    """A line as it is drawn, with its number at `height`, and rows of its name, each at its own."""

    look: Look
    path: str
    marks: tuple[tuple[float, float], ...]
    leader: str
    height: float
    number: str
    names: tuple[tuple[float, str], ...]
    dash: str = ""


@dataclass(frozen=True)
class Plot:
    """A chart laid out: all places in dots from the upper left corner."""

    title: str
    width: int
    height: int
    left: int
    right: float
    top: int
    bottom: int
    numbers: float
    ticks: tuple[tuple[float, int, str], ...]
    labels: tuple[tuple[float, str], ...]
    breaks: tuple[tuple[float, str], ...]
    curves: tuple[Curve, ...]

    @property
    def inks(self) -> list[tuple[int, str, str]]:
        """The inks that are used: their number, and for the light and the dark theme."""
        return [(ink, *INKS[ink]) for ink in sorted({curve.look.ink for curve in self.curves})]


def lay_out(chart: Chart, *, on_wide_screen: bool = False) -> Plot:
    """Lay out a chart for a phone, or larger for a wide screen."""
    looks = [chart.looks[at] for at in chart.drawn]
    chart = replace(chart, lines=tuple(chart.lines[at] for at in chart.drawn))
    height = FLAT if chart.flat else max(250, LINE_OF_CHART * len(chart.lines) + TOP + BELOW)
    width, most_for_names = (680, 130) if on_wide_screen else (360, 70)
    bottom = height + (60 if on_wide_screen else 0) - BELOW
    values = [value for line in chart.lines for value in line.values if value is not None]
    ticks = ticks_for(values, FLAT_TICKS if chart.flat else MAX_TICKS)
    tick_texts = [f"{points(tick)}{chart.unit}" for tick in ticks]
    ends = [f"{points(line.last)}{chart.unit}" for line in chart.lines]
    room = min(SIZE * max(estimate_width(line.name) for line in chart.lines), most_for_names)
    # They are bold, and some fonts write a minus sign as wide as a dash.
    number = max(NUMBER, 1.2 * SIZE * max(map(estimate_width, ends)))
    left = EDGE + 6 + ceil(SIZE * max(map(estimate_width, tick_texts)))
    right = width - EDGE - room - MARK - number - LEADER
    across = (right - left) / max(len(chart.labels) - 1, 1)
    down = (bottom - TOP) / (ticks[-1] - ticks[0])
    steps = [round(left + across * step, 1) for step in range(len(chart.labels))]
    paths = [
        [
            (x, round(bottom - (value - ticks[0]) * down, 1))
            for x, value in zip(steps, line.values, strict=True)
            if value is not None
        ]
        for line in chart.lines
    ]
    return Plot(
        title=chart.title,
        width=width,
        height=bottom + BELOW,
        left=left,
        right=right,
        top=TOP,
        bottom=bottom,
        numbers=right + LEADER + number,
        ticks=tuple(
            (round(bottom - (tick - ticks[0]) * down, 1), tick, text)
            for tick, text in zip(ticks, tick_texts, strict=True)
        ),
        labels=_labels(chart.labels, steps),
        breaks=_breaks(chart.breaks, steps),
        curves=_curves(chart, looks, paths, ends, bottom, right, room / SIZE),
    )


def _labels(labels: Sequence[str], steps: Sequence[float]) -> tuple[tuple[float, str], ...]:
    """Every label or every so many, always the last, as far as none touches another."""
    every = ceil(len(labels) / MAX_LABELS)
    last = len(labels) - 1
    chosen = [
        label if step % every == 0 or step == last else "" for step, label in enumerate(labels)
    ]
    shown = with_gaps(chosen, (steps[-1] - steps[0]) / max(last, 1) / SIZE)
    return tuple((x, label) for x, label in zip(steps, shown, strict=True) if label)


def _breaks(
    breaks: Sequence[tuple[int, str]], steps: Sequence[float]
) -> tuple[tuple[float, str], ...]:
    """Where something new begins, and as much of its name as there is room for."""
    placed, free = [], 0.0
    begins = [steps[step] for step, _ in breaks]
    for x, end, (_, name) in zip(begins, [*begins[1:], steps[-1]], breaks, strict=False):
        text = name if end - x > BREAK_LETTER * len(name) + 8 else name.split()[-1]
        if x < free:
            text = ""
        else:
            free = x + BREAK_LETTER * len(text) + 8
        placed.append((x, text))
    return tuple(placed)


def _curves(
    chart: Chart,
    looks: Sequence[Look],
    paths: Sequence[Sequence[tuple[float, float]]],
    ends: Sequence[str],
    bottom: int,
    right: float,
    room: float,
) -> tuple[Curve, ...]:
    """The lines in the order in which their ends stand below each other."""
    names = _in_lines([line.name for line in chart.lines], room, bottom)
    every = ceil(len(chart.labels) / MAX_MARKS)
    order = sorted((at for at, path in enumerate(paths) if path), key=lambda at: paths[at][-1][1])
    gap = LINE_OF_TEXT * max(map(len, names))
    lowest = bottom - (gap - LINE_OF_TEXT) / 2
    heights = spread([paths[at][-1][1] for at in order], gap, gap / 2, lowest)
    dashes = _dashes(chart.lines, looks)
    curves = []
    for at, height in zip(order, heights, strict=True):
        path = paths[at]
        x, y = path[-1]
        marks = [path[-1], *path[-1 - every + at % every :: -every]] if len(path) > 1 else path
        curves.append(
            Curve(
                look=looks[at],
                path="M" + "L".join(f"{x} {y}" for x, y in path),
                marks=tuple(dict.fromkeys(marks)),
                leader=f"M{x + 7} {y}L{right + LEADER - 5} {height}",
                height=height,
                number=ends[at],
                names=tuple(
                    (height + 4 + (row - (len(names[at]) - 1) / 2) * LINE_OF_TEXT, text)
                    for row, text in enumerate(names[at])
                ),
                dash=dashes[at],
            )
        )
    return tuple(curves)


def _dashes(lines: Sequence[ChartLine], looks: Sequence[Look]) -> list[str]:
    """How each line is drawn; of one colour, that of whoever came to the club first is whole."""
    alike: Counter[int] = Counter()
    dashes = [""] * len(lines)
    for at in sorted(range(len(lines)), key=lambda at: (lines[at].number, at)):
        ink = looks[at].ink
        dashes[at] = DASHES[min(alike[ink], len(DASHES) - 1)]
        alike[ink] += 1
    return dashes


def _in_lines(names: Sequence[str], room: float, height: float) -> list[list[str]]:
    """The names, those of partners in several lines of text where these do not touch."""
    in_lines = [_partners_in_lines(name, room) for name in names]
    most = max(map(len, in_lines))
    if 1 < most <= height / LINE_OF_TEXT / len(names):
        return [[shorten(line, room) for line in lines] for lines in in_lines]
    return [[shorten(name, room)] for name in short_names(names, room)]


def _partners_in_lines(name: str, room: float) -> list[str]:
    """As many partners on a line of text as it has room for."""
    first, *others = name.split(PARTNERS)
    lines = [first]
    for partner in others:
        if estimate_width(f"{lines[-1]}{PARTNERS}{partner}{PARTNERS}") <= room:
            lines[-1] += f"{PARTNERS}{partner}"
        else:
            lines[-1] += PARTNERS.rstrip()
            lines.append(partner)
    return lines


def ticks_for(numbers: Sequence[int], most_ticks: int = MAX_TICKS) -> list[int]:
    """Whole round numbers from below the least to above the most of these."""
    least = min([0, *numbers])
    most = max([least + 1, 0, *numbers])
    steps = ((1, 2, 5)[at % 3] * 10 ** (at // 3) for at in count())
    step = next(step for step in steps if (most - least) / step <= most_ticks - 1)
    return list(range(least // step * step, -(-most // step) * step + 1, step))


def with_gaps(labels: Sequence[str], step: float) -> list[str]:
    """The labels, "" for those that would touch the one before, or the last, which always stays."""
    shown = [""] * len(labels)
    free, last = -inf, len(labels) - 1
    begins = last * step - estimate_width(labels[-1]) / 2 if labels else 0
    for at, label in enumerate(labels):
        half = estimate_width(label) / 2
        fits = at * step - half >= free and at * step + half + GAP <= begins
        if label and (fits or at == last):
            shown[at], free = label, at * step + half + GAP
    return shown


def spread(heights: Sequence[float], gap: float, top: float, bottom: float) -> list[float]:
    """The heights (ascending), moved as little as it takes to keep this gap between them."""
    # Those that are too near move together, around their middle.
    groups: list[tuple[float, int]] = []
    for at, height in enumerate(heights):
        first, size = height - at * gap, 1
        while groups and groups[-1][0] > first:
            before, number = groups.pop()
            first = (first * size + before * number) / (size + number)
            size += number
        groups.append((first, size))
    lowest = bottom - gap * (len(heights) - 1)
    firsts = [max(min(first, lowest), top) for first, size in groups for _ in range(size)]
    return [round(first + at * gap, 1) for at, first in enumerate(firsts)]
