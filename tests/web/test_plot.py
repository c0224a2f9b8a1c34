"""Where everything on a chart lies: nothing covers anything else."""

from itertools import pairwise
from xml.etree import ElementTree

import pytest
from flask import render_template

from scorer.web.drawing.looks import INKS
from scorer.web.drawing.plot import Chart, ChartLine, lay_out, ticks_for
from tests.tables import NAMES

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def draw(app):
    """Draw a chart with the template of the app."""

    def in_app(chart, *, on_wide_screen=False):
        with app.app_context():
            plot = lay_out(chart, on_wide_screen=on_wide_screen)
            return render_template("charts/lines.svg", plot=plot, inks=INKS)

    return in_app


def lines(count, steps, *names):
    """Lines that all rise, each a little faster than the one before."""
    called = [*names, *NAMES][:count]
    drawn = [
        ChartLine(name, tuple(step * (at + 1) for step in range(steps)), at)
        for at, name in enumerate(called)
    ]
    return Chart("A chart", tuple(map(str, range(steps))), tuple(drawn))


def test_every_line_is_named_at_its_end_and_no_name_covers_another(draw):
    root = ElementTree.fromstring(draw(lines(6, 30)))
    names = [one for one in root.iter(f"{SVG}text") if one.get("class") == "name"]
    assert sorted(one.text or "" for one in names) == sorted(NAMES[:6])
    heights = sorted(float(one.get("y", "")) for one in names)
    assert all(lower - upper > 15 for upper, lower in pairwise(heights))


@pytest.mark.parametrize(
    ("numbers", "ticks"),
    [
        ([0, 7], [0, 2, 4, 6, 8]),
        ([0], [0, 1]),
        ([], [0, 1]),
        ([-13, 40], [-20, -10, 0, 10, 20, 30, 40]),
        ([5000], [0, 1000, 2000, 3000, 4000, 5000]),
        ([-7, -1], [-8, -6, -4, -2, 0]),
    ],
)
def test_the_numbers_at_the_side_are_round(numbers, ticks):
    assert ticks_for(numbers) == ticks
