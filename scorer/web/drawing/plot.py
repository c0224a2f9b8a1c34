"""Charts of lines, drawn by `templates/charts/lines.svg`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, pairwise
from math import ceil

from flask import render_template

from scorer.web.drawing.looks import INKS, Look
from scorer.web.formats import estimate_width, points, shorten
from scorer.web.names import short_names

# With more lines than this only the first few are drawn, and the chosen one.
MAX_LINES, FIRST_LINES = 6, 3
# Width, height, and the most that names take: of a phone, of a column on a tablet, of a desk.
SIZES = {"": (328, 270, 92), "column": (672, 400, 150), "wide": (1180, 560, 240)}
SIZE, GAP_OF_TICKS, GAP_OF_MARKS = 13, 40, 21
TOP, BELOW, EDGE = 18, 24, 6
# From the last point to the numbers, and what a number and the mark next to it take at least.
LEADER, NUMBER, MARK = 24, 28, 20
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
    room = min(ceil(SIZE * max(estimate_width(line.name) for line in lines)), most_for_names)
    names = short_names((line.name for line in lines), room / SIZE)
    # They are bold, and some fonts write a minus sign as wide as a dash.
    number = max(NUMBER, 1.2 * SIZE * max(map(estimate_width, ends)))
    left = EDGE + 6 + ceil(SIZE * max(map(estimate_width, tick_texts)))
    right = width - EDGE - room - MARK - number - LEADER
    last = len(chart.labels) - 1
    # Of so many steps each has a mark and a label.
    every_mark = ceil((last + 1) / max(1, (right - left) // GAP_OF_MARKS))
    across = (right - left) / last
    down = (bottom - TOP) / (ticks[-1] - ticks[0])
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
        top=TOP,
        bottom=bottom,
        left=left,
        right=right,
        numbers=right + LEADER + number,
        x=lambda step: round(left + across * step, 1),
        y=lambda value: round(bottom - (value - ticks[0]) * down, 1),
        ticks=zip(ticks, tick_texts, strict=True),
        # By their ends, from above.
        lines=sorted(enumerate(lines), key=lambda numbered: -numbered[1].end),
        ends=ends,
        names=[shorten(name, room / SIZE) for name in names],
        whole_breaks=across * shortest > BREAK_NAME,
    )


def ticks_for(numbers: Sequence[int], most_ticks: int = 7) -> list[int]:
    """Whole round numbers from below the least to above the most of these."""
    least = min([0, *numbers])
    most = max([least + 1, 0, *numbers])
    steps = ((1, 2, 5)[at % 3] * 10 ** (at // 3) for at in count())
    step = next(step for step in steps if (most - least) / step <= most_ticks - 1)
    return list(range(least // step * step, -(-most // step) * step + 1, step))
