"""Points: what is merely unlikely about numbers that were counted at the table."""

from typing import Any

import pytest

from scorer.rules.entries import Deal, Entry, Sitter
from scorer.rules.fold import read_sheet
from scorer.rules.start import Start

SITTERS = tuple(Sitter(name.lower(), name) for name in ("Ann", "Ben", "Cat"))


@pytest.mark.parametrize(
    ("rules", "points", "remark"),
    [
        ({"adds_to": 26}, [26, 26, 0], "adds_up_otherwise"),
        ({"adds_to": 26}, [13, 13, 0], None),
        ({"length": "target", "target": 500}, [1200, 0, 0], "beyond_the_target"),
        ({"length": "target", "target": 500}, [500, 0, 0], None),
        ({"target": 500}, [1200, 0, 0], None),
    ],
)
def test_what_is_unlikely_is_asked_about(
    rules: dict[str, Any], points: list[int], remark: str | None
) -> None:
    start = Start("points", SITTERS, house_rules=rules)
    (deal,) = read_sheet(start, [Entry(1, "deal", Deal(None, {"points": points}))]).deals
    assert [found.key for found in deal.remarks] == [key for key in [remark] if key]
