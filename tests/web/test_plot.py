"""Where everything on a chart lies: nothing covers anything else."""

from itertools import pairwise
from xml.etree import ElementTree

import pytest

from scorer.web.drawing.looks import look_of
from scorer.web.drawing.plot import Chart, ChartLine, draw, ticks_for
from tests.tables import NAMES

SVG = "{http://www.w3.org/2000/svg}"


def test_every_line_is_named_and_no_name_covers_another(app):
    lines = [
        ChartLine(name, tuple(step * at for step in range(30)), at, look_of(at))
        for at, name in enumerate(NAMES[:6], 1)
    ]
    with app.app_context():
        root = ElementTree.fromstring(draw(Chart("A chart", [*map(str, range(30))], lines)))
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
