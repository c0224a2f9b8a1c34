"""Charts of lines, drawn by `templates/charts/lines.svg`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, pairwise
from math import ceil
from textwrap import wrap

from flask import render_template

from scorer.web.drawing.looks import INKS, Look
from scorer.web.formats import LETTER, estimate_width, points, shorten
from scorer.web.names import short_names

# With more lines than this only the first few are drawn, and the chosen one.
MAX_LINES, FIRST_LINES = 6, 3
# Width, height, and the most that names take: of a phone, of columns and of whole pages.
SIZES = {
    "": (328, 270, 124),
    "half": (484, 320, 150),
    "low": (672, 250, 240),
    "column": (672, 400, 240),
    "tablet": (784, 440, 280),
    "desk": (940, 480, 280),
    "wide": (1180, 500, 280),
}
SIZE, ROW, GAP_OF_TICKS, GAP_OF_MARKS = 13, 16, 40, 21
TOP, BELOW, EDGE = 18, 24, 6
# From the last point to what is written there: a mark with the number and the name, which stands
# below where there is no room for it, with a gap between people.
LEADER, MARK, GAP = 24, 18, 6
# How far apart lines of the same values are drawn.
ASIDE = 3
# A name is written in as many rows as there is room for.
MOST_ROWS = 4
# What the name of a break takes.
BREAK_NAME = 52


@dataclass(frozen=True)
class ChartLine:
    """One line: a number for each step, the `number` of a person, and its `place`, 1 the best."""

    name: str
    values: tuple[int | None, ...]
    number: int
    look: Look
    place: int = 1

    @property
    def path(self) -> list[tuple[int, int]]:
        """The steps at which it has a value, with that."""
        return [(step, value) for step, value in enumerate(self.values) if value is not None]

    @property
    def end(self) -> int:
        """Its last value."""
        return self.path[-1][1]


@dataclass(frozen=True)
class Chart:
    """Lines over the same steps, deals or games, each with its label.

    `breaks` names what begins after a step, `kind` is the key of the kind of game where a night has
    a chart for each, and `chosen` a person whose line is drawn where there are too many for all.
    The axis goes up to `most` at least. One that is `low` takes less than half of the usual height.
    """

    title: str
    labels: Sequence[str]
    lines: Sequence[ChartLine]
    unit: str = ""
    breaks: Mapping[int, str] = field(default_factory=dict)
    kind: str = ""
    chosen: int | None = None
    most: int = 0
    low: bool = False

    @property
    def crowded(self) -> bool:
        """Whether there are more lines than anybody could tell apart."""
        return len(self.lines) > MAX_LINES

    @property
    def drawn(self) -> list[ChartLine]:
        """The lines that are drawn: all, or those of the first places and the chosen one."""
        first = sorted(self.lines, key=lambda line: line.place)
        first = first[:FIRST_LINES] if self.crowded else first
        return [line for line in self.lines if line in first or line.number == self.chosen]

    @property
    def is_drawn(self) -> bool:
        """Whether there is anything to see: one point is no line."""
        return len(self.labels) > 1 and bool(self.lines)


def draw(chart: Chart, size: str = "") -> str:
    """The picture of a chart; what is written at its sides says how much is left for the lines."""
    width, height, most_for_names = SIZES.get(size, SIZES[""])
    bottom = (height * 2 // 5 if chart.low else height) - BELOW
    lines = chart.drawn
    inks = [line.look.ink for line in lines]
    values = [value for line in lines for _, value in line.path]
    ticks = ticks_for([chart.most, *values], max(3, bottom // GAP_OF_TICKS))
    tick_texts = [f"{points(tick)}{chart.unit}" for tick in ticks]
    ends = [f"{points(line.end)}{chart.unit}" for line in lines]
    # Numbers are bold, and some fonts write a minus sign as wide as a dash.
    number = MARK + 1.2 * SIZE * max(map(estimate_width, ends))
    longest = max(SIZE * estimate_width(line.name) for line in lines)
    fits_in_line = number + GAP + longest <= most_for_names
    if fits_in_line:
        names = [[line.name] for line in lines]
        room, taken = number + GAP + longest, [ROW] * len(lines)
    else:
        high = bottom + 2 * ROW - TOP - GAP * len(lines)
        names = _rows_of([line.name for line in lines], most_for_names / SIZE, high)
        room = max([number, *(SIZE * estimate_width(row) for rows in names for row in rows)])
        taken = [ROW * (len(rows) + 1) + GAP for rows in names]
    left = EDGE + 6 + ceil(SIZE * max(map(estimate_width, tick_texts)))
    right = width - EDGE - ceil(room) - LEADER
    last = len(chart.labels) - 1
    # Of so many steps each has a mark and a label.
    every_mark = ceil((last + 1) / max(1, (right - left) // GAP_OF_MARKS))
    across = (right - left) / last
    down = (bottom - TOP) / (ticks[-1] - ticks[0])
    by_end = sorted(range(len(lines)), key=lambda at: -lines[at].end)
    heights, free, needed = dict[int, float](), float(TOP), sum(taken)
    for at in by_end:
        # A name stands at its last point, or below the one before, with room for those that follow.
        wanted = bottom - (lines[at].end - ticks[0]) * down
        heights[at] = round(min(max(wanted, free), bottom + 2 * ROW - needed), 1)
        free, needed = heights[at] + taken[at], needed - taken[at]
    shortest = min((end - begin for begin, end in pairwise([*chart.breaks, last])), default=last)
    return render_template(
        "charts/lines.svg",
        chart=chart,
        inks=INKS,
        # Of more people than there are inks, the later of two of one ink has a dashed line.
        dashed=[ink in inks[:at] for at, ink in enumerate(inks)],
        every_mark=every_mark,
        width=width,
        height=bottom + BELOW,
        bottom=bottom,
        left=left,
        right=right,
        written=right + LEADER,
        x=lambda step: round(left + across * step, 1),
        y=lambda value, aside=0: round(bottom - (value - ticks[0]) * down + ASIDE * aside, 1),
        aside=lambda at, step: _aside(lines, at, step),
        ticks=zip(ticks, tick_texts, strict=True),
        lines=[(at, lines[at]) for at in by_end],
        heights=heights,
        ends=ends,
        names=names,
        named=(right + LEADER + ceil(number) + GAP, 4)
        if fits_in_line
        else (right + LEADER, 4 + ROW),
        whole_breaks=across * shortest > BREAK_NAME,
    )


def _aside(lines: Sequence[ChartLine], at: int, step: int) -> float:
    """Where a line stands among those it would lie on, before or after a step; 0 is the middle."""
    mine = lines[at].values
    near = [to for to in (step - 1, step + 1) if 0 <= to < len(mine) and mine[to] is not None]
    together = [
        other
        for other, line in enumerate(lines)
        if line.values[step] == mine[step]
        and (other == at or any(line.values[to] == mine[to] for to in near))
    ]
    return together.index(at) - (len(together) - 1) / 2


def _rows_of(names: Sequence[str], ems: float, room: float) -> list[list[str]]:
    """The rows of each name, none wider than `ems`, so many that all names have room."""
    rows = list[list[str]]()
    for most in range(MOST_ROWS, 0, -1):
        short = short_names(names, most * ems)
        wrapped = (wrap(name, int(ems / LETTER), max_lines=most, placeholder="…") for name in short)
        rows = [[shorten(row, ems) for row in name] for name in wrapped]
        if ROW * sum(len(name) + 1 for name in rows) <= room:
            break
    return rows


def ticks_for(numbers: Sequence[int], most_ticks: int = 7) -> list[int]:
    """Whole round numbers from below the least to above the most of these."""
    least = min([0, *numbers])
    most = max([least + 1, 0, *numbers])
    steps = ((1, 2, 5)[at % 3] * 10 ** (at // 3) for at in count())
    step = next(step for step in steps if (most - least) / step <= most_ticks - 1)
    return list(range(least // step * step, -(-most // step) * step + 1, step))
