"""What the lines of a chart look like, by day and by lamplight."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import count
from math import ceil
from typing import Any

from scorer.web.letters import shortened, with_gaps, without_controls
from scorer.web.letters import wide as ems
from scorer.web.names import short_names

# None of these is the red of a red nine. By lamplight each has a lighter twin.
INKS = (
    ("#1f5fa8", "#8fc1ff"),
    ("#8a5a00", "#f0b95a"),
    ("#1d6b4f", "#7fd6b0"),
    ("#6b3fa0", "#cbaaf5"),
    ("#1d1a16", "#f3e8d0"),
    ("#0b7285", "#6fd3e6"),
)
DASHES = ("", "7 4", "2 3", "9 3 2 3")


def style_of(lines: int) -> str:
    """The looks: the page's colours, which a picture cannot share, in light and in dark."""
    of_lines = "".join(
        f".serie-{at} .line{{stroke:{INKS[at % len(INKS)][0]};"
        f"stroke-dasharray:{DASHES[at % len(DASHES)] or 'none'}}}"
        for at in range(lines)
    )
    by_lamp = "".join(
        f".serie-{at} .line{{stroke:{INKS[at % len(INKS)][1]}}}" for at in range(lines)
    )
    inks = "".join(f".ink-{at}{{color:{ink}}}" for at, (ink, _) in enumerate(INKS))
    lamp_inks = "".join(f".ink-{at}{{color:{ink}}}" for at, (_, ink) in enumerate(INKS))
    return (
        "text{font:12px ui-serif,Georgia,'Noto Serif',serif;fill:#1d1a16;"
        "font-variant-numeric:lining-nums tabular-nums}"
        ".background{fill:none}.line{fill:none;stroke-width:2;stroke-linejoin:round}"
        ".axis .line{stroke:#8a7f6a;stroke-width:1}.axis .guide.line{stroke:#d5c9ae}"
        ".axis text{fill:#5c5446}.y text{text-anchor:end}.x text{text-anchor:middle}"
        ".x .guide{display:none}"
        ".marks path{fill:currentColor;stroke:currentColor;stroke-width:1.5}"
        ".hollow path{fill:#f8f3e6}"
        ".breaks path{fill:none;stroke:#8a7f6a;stroke-dasharray:1 3}"
        ".break{fill:#5c5446;font-size:11px}"
        ".leader{fill:none;stroke:currentColor;stroke-width:.75;opacity:.6}"
        ".end{font-weight:700;text-anchor:end}.name{unicode-bidi:plaintext}"
        f"{of_lines}{inks}"
        "@media (prefers-color-scheme:dark){"
        "text{fill:#f3e8d0}.axis text,.break{fill:#bfae8e}"
        ".axis .line,.breaks path{stroke:#8d7a5c}"
        ".axis .guide.line{stroke:#46392a}.hollow path{fill:#1b1510}"
        f"{by_lamp}{lamp_inks}}}"
    )


# Marks of 8 × 8 around the point; after the sixth line they are hollow.
MARKS = (
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
    "M-3.5 -3.5h7v7h-7z",
    "M0 -4.5L4.5 3.5H-4.5z",
    "M0 -5L4.5 0L0 5L-4.5 0z",
    "M0 4.5L4.5 -3.5H-4.5z",
    "M-1.5 -4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z",
)
MOST_MARKS = 9
MOST_LABELS = 9
MOST_TICKS = 7
LINE_OF_TEXT, LETTER, SIZE = 16, 6, 12
# The number and the mark before a name, and some air behind it.
BESIDE = 70
MARGIN_TOP, MARGIN_LEFT, MARGIN_BOTTOM = 14, 38, 26


@dataclass(frozen=True)
class Line:
    """One line: a name and a number for each step, None where there is none."""

    name: str
    values: tuple[int | None, ...]

    @property
    def last(self) -> int | None:
        """The newest number there is."""
        return next((one for one in reversed(self.values) if one is not None), None)


@dataclass(frozen=True)
class Chart:
    """Lines over the same steps; `steps` names what the steps are ("Deal").

    `unit` is written behind the numbers, `breaks` are steps after which something new begins.
    """

    title: str
    steps: str
    labels: tuple[str, ...]
    lines: tuple[Line, ...]
    unit: str = ""
    breaks: tuple[tuple[int, str], ...] = ()

    @property
    def is_drawn(self) -> bool:
        """Whether there is anything to see: one point is no line."""
        return len(self.labels) > 1 and bool(self.lines)


@dataclass(frozen=True)
class _Sheet:
    """The measures of one picture."""

    width: int
    height: int
    names: int

    @property
    def bottom(self) -> int:
        return self.height - MARGIN_TOP - MARGIN_BOTTOM


def draw_lines(chart: Chart, *, wide: bool = False) -> str:
    """The chart as the text of an SVG; the same chart gives the same text."""
    pygal = _pygal()
    ticks = ticks_for([one for line in chart.lines for one in line.values if one is not None])
    height = max(250, LINE_OF_TEXT * len(chart.lines) + MARGIN_TOP + MARGIN_BOTTOM)
    paper = _Sheet(680, height + 60, 200) if wide else _Sheet(360, height, 138)
    paper = replace(paper, names=min(paper.names, room_for(line.name for line in chart.lines)))
    every = ceil(len(chart.labels) / MOST_LABELS)
    step = (paper.width - paper.names - MARGIN_LEFT) / SIZE / max(len(chart.labels) - 1, 1)
    labels = with_gaps(chart.labels[::every], step * every)
    graph = pygal.Line(
        js=(),
        css=(),
        width=paper.width,
        height=paper.height,
        show_legend=False,
        margin_top=MARGIN_TOP,
        margin_bottom=0,
        margin_left=0,
        margin_right=paper.names,
        no_prefix=True,
        disable_xml_declaration=True,
        range=(ticks[0], ticks[-1]),
        truncate_label=-1,
        formatter=_written,
    )
    graph.x_labels = [
        "" if at % every else without_controls(labels[at // every])
        for at in range(len(chart.labels))
    ]
    graph.y_labels = [{"value": tick, "label": f"{_written(tick)}{chart.unit}"} for tick in ticks]
    for line in chart.lines:
        graph.add("", list(line.values))
    graph.add_xml_filter(lambda root: _finished(root, chart, paper))
    return str(graph.render(is_unicode=True))


def room_for(names: Iterable[str]) -> int:
    """How many dots the longest of these names needs at the end of its line, number and all."""
    return BESIDE + ceil(SIZE * max(map(ems, names), default=0))


def _pygal() -> Any:
    """pygal, without the finder of plugins it leaves behind: that one slows later imports."""
    import pygal

    left = [one for one in sys.meta_path if type(one).__name__ == "PluginImportFixer"]
    for one in left:
        sys.meta_path.remove(one)
    return pygal


def ticks_for(numbers: Sequence[int]) -> list[int]:
    """Whole round numbers from below the least to above the most of these."""
    least = min([0, *numbers])
    most = max([least + 1, 0, *numbers])
    steps = ((1, 2, 5)[at % 3] * 10 ** (at // 3) for at in count())
    step = next(one for one in steps if (most - least) / one <= MOST_TICKS - 1)
    return list(range(least // step * step, -(-most // step) * step + 1, step))


def _written(number: float) -> str:
    return str(round(number)).replace("-", "−")


def _finished(root: Any, chart: Chart, paper: _Sheet) -> Any:
    """What pygal drew, made ready to be looked at as a picture."""
    from xml.etree.ElementTree import SubElement

    for child in list(root):
        if not isinstance(child.tag, str) or child.tag == "defs":
            root.remove(child)
    root.attrib.pop("id")
    root.set("role", "img")
    SubElement(root, "style").text = style_of(len(chart.lines))
    root.find("title").text = without_controls(chart.title)
    graph = root.find("g")
    plot, overlay = (graph.find(f"g[@class='{name}']") for name in ("plot", "plot overlay"))
    for group in list(graph):
        if group.get("class") != "plot":
            graph.remove(group)
    for title in [one for one in plot.iter() if one.find("title") is not None]:
        title.remove(title.find("title"))
    for guide in plot.findall("g[@class='axis y always_show']/g"):
        if guide.findtext("text") == f"0{chart.unit}":
            guide.find("path").set("class", "axis line")
    ends: dict[int, tuple[float, float]] = {}
    drawn = overlay.findall("g")
    for number, group in enumerate(drawn):
        points = [(float(dot.get("cx")), float(dot.get("cy"))) for dot in group.iter("circle")]
        if points:
            ends[number] = points[-1]
            _mark(SubElement(plot, "g"), number, points)
    if chart.breaks:
        whole = max(drawn, key=lambda group: len(list(group.iter("circle"))))
        places = [float(dot.get("cx")) for dot in whole.iter("circle")]
        _break(SubElement(plot, "g"), chart, places, paper)
    _name(SubElement(plot, "g"), chart, ends, paper)
    return root


def _mark(
    group: Any, number: int, points: Sequence[tuple[float, float]], *, small: bool = False
) -> None:
    """Marks on a line: on the last point, and on every point where there is room."""
    from xml.etree.ElementTree import SubElement

    group.set("class", f"marks ink-{number % len(INKS)}{' hollow' if number >= len(MARKS) else ''}")
    every = ceil(len(points) / MOST_MARKS)
    for x, y in points[::-every]:
        put = f"translate({x:.1f} {y:.1f}){' scale(.7)' if small else ''}"
        path = {"d": MARKS[number % len(MARKS)], "transform": put}
        SubElement(group, "path", path)


def _break(group: Any, chart: Chart, places: Sequence[float], paper: _Sheet) -> None:
    """An upright line where something new begins, and as much of its name as there is room for."""
    from xml.etree.ElementTree import SubElement

    group.set("class", "breaks")
    free = 0.0
    ends = [places[step] for step, _ in chart.breaks[1:]] + [places[-1]]
    for (step, name), end in zip(chart.breaks, ends, strict=True):
        x = places[step]
        SubElement(group, "path", {"d": f"M{x:.1f} -10V{paper.bottom}"})
        said = name if end - x > LETTER * len(name) + 8 else name.split()[-1]
        if x >= free:
            at = {"class": "break", "x": f"{x + 4:.1f}", "y": "-2"}
            SubElement(group, "text", at).text = said
            free = x + LETTER * len(said) + 8


def _name(group: Any, chart: Chart, ends: dict[int, tuple[float, float]], paper: _Sheet) -> None:
    """The number and the name at the end of each line, none on top of another."""
    from xml.etree.ElementTree import SubElement

    right = max((x for x, _ in ends.values()), default=0)
    room = (paper.names - BESIDE) / SIZE
    shown = short_names((line.name for line in chart.lines), room)
    order = sorted(ends, key=lambda number: (ends[number][1], number))
    heights = spread([ends[number][1] for number in order], LINE_OF_TEXT, paper.bottom)
    for number, height in zip(order, heights, strict=True):
        x, y = ends[number]
        line, ink = chart.lines[number], f"ink-{number % len(INKS)}"
        way = f"M{x + 6:.1f} {y:.1f}L{right + 16:.1f} {height:.1f}"
        SubElement(group, "path", {"class": f"leader {ink}", "d": way})
        at = {"class": "end", "x": f"{right + 48:.1f}", "y": f"{height + 4:.1f}"}
        SubElement(group, "text", at).text = f"{_written(line.last or 0)}{chart.unit}"
        # Small and beyond the number: at the end of the leader it would be read as one more step.
        _mark(SubElement(group, "g"), number, [(right + 55, height)], small=True)
        at = {"class": "name", "x": f"{right + 61:.1f}", "y": f"{height + 4:.1f}"}
        SubElement(group, "text", at).text = shortened(shown[number], room)


def spread(heights: Sequence[float], gap: float, bottom: float) -> list[float]:
    """The heights (ascending), moved as little as it takes to keep this gap between them."""
    placed: list[float] = []
    for height in heights:
        placed.append(max(height, placed[-1] + gap if placed else 0))
    limit = bottom
    for at in range(len(placed) - 1, -1, -1):
        placed[at] = min(placed[at], limit)
        limit = placed[at] - gap
    return placed
