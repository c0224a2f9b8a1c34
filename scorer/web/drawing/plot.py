"""Charts of lines, and where everything on them lies, for `templates/charts/lines.svg`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, pairwise
from math import ceil
from typing import Any

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
    """Lines over the same steps, deals or games, each with its label.

    `breaks` names what begins after a step, `kind` is the key of the kind of game where a night has
    a chart for each, and `chosen` a person whose line is drawn where there are too many for all.
    `table` are the numbers of all who sat there, partners who share a line too.
    The axis goes up to `most` at least.
    """

    title: str
    labels: Sequence[str]
    lines: Sequence[ChartLine]
    unit: str = ""
    breaks: Mapping[int, str] = field(default_factory=dict)
    kind: str = ""
    height: int = 250
    chosen: int | None = None
    most: int = 0
    table: Sequence[int] = ()

    @property
    def looks(self) -> list[Look]:
        """The look of each line; the same whether it is drawn or not."""
        people = self.table or [line.number for line in self.lines]
        looks = dict(zip(people, looks_of(people), strict=True))
        return [looks[line.number] for line in self.lines]

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


def lay_out(chart: Chart, *, on_wide_screen: bool = False) -> dict[str, Any]:
    """All that is drawn, with its place in dots from the upper left corner.

    The `curves` are the lines; the number and the name of each stand at its `height`, next to its
    last point. `numbers` is where the numbers end.
    """
    width, most_for_names = (680, 130) if on_wide_screen else (360, 108)
    bottom = chart.height + (60 if on_wide_screen else 0) - BELOW
    looks = chart.looks
    lines = [(chart.lines[at], looks[at]) for at in chart.drawn]
    paths = [
        [(step, of) for step, of in enumerate(line.values) if of is not None] for line, _ in lines
    ]
    numbers = [chart.most, *(value for path in paths for _, value in path)]
    ticks = ticks_for(numbers, chart.height // GAP_OF_TICKS)
    tick_texts = [f"{points(tick)}{chart.unit}" for tick in ticks]
    ends = [f"{points(path[-1][1])}{chart.unit}" for path in paths]
    room = min(ceil(SIZE * max(estimate_width(line.name) for line, _ in lines)), most_for_names)
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

    curves: list[dict[str, Any]] = []
    every_mark = ceil(len(chart.labels) / MAX_MARKS)
    for at, (path, (_, look)) in enumerate(zip(paths, lines, strict=True)):
        drawn = [(x(step), y(value)) for step, value in path]
        # Lines that run together have their marks at different steps.
        marks = {*drawn[at % every_mark :: every_mark], drawn[-1]}
        name = shorten(names[at], room / SIZE)
        curves.append(
            {"look": look, "points": drawn, "marks": marks, "number": ends[at], "name": name}
        )
    # By their ends, and the name of each below the one before.
    curves.sort(key=lambda curve: curve["points"][-1][1])
    free = float(TOP)
    for at, curve in enumerate(curves, 1):
        lowest = bottom - LINE_OF_TEXT * (len(curves) - at)
        curve["height"] = min(max(curve["points"][-1][1], free), lowest)
        free = curve["height"] + LINE_OF_TEXT
    every_label = ceil(len(chart.labels) / MAX_LABELS)
    named = all(
        across * (end - begin) > BREAK_NAME for begin, end in pairwise([*chart.breaks, last])
    )
    return {
        "title": chart.title,
        "width": width,
        "height": bottom + BELOW,
        "left": left,
        "right": right,
        "bottom": bottom,
        "numbers": right + LEADER + number,
        "ticks": [(y(tick), tick, text) for tick, text in zip(ticks, tick_texts, strict=True)],
        # The last step has its label always.
        "labels": [
            (x(step), chart.labels[step])
            for step in range(last % every_label, last + 1, every_label)
        ],
        "breaks": [
            (x(step), name if named else name.split()[-1]) for step, name in chart.breaks.items()
        ],
        "curves": curves,
    }


def ticks_for(numbers: Sequence[int], most_ticks: int = 7) -> list[int]:
    """Whole round numbers from below the least to above the most of these."""
    least = min([0, *numbers])
    most = max([least + 1, 0, *numbers])
    steps = ((1, 2, 5)[at % 3] * 10 ** (at // 3) for at in count())
    step = next(step for step in steps if (most - least) / step <= most_ticks - 1)
    return list(range(least // step * step, -(-most // step) * step + 1, step))
