"""Figures: what was measured, printed, and kept in README.md when somebody asks for it.

KEEP_FIGURES=1 python3 run.py soak tests/benchmarks
"""

import re
from pathlib import Path
from typing import NamedTuple

KEEP = "KEEP_FIGURES"
README = Path(__file__).resolve().parents[2] / "README.md"
HEAD = ["| measured | figure | how |", "|---|---|---|"]
TABLE = re.compile(r"(?<=<!-- measured -->\n).*?(?=<!-- /measured -->)", re.DOTALL)


class Figure(NamedTuple):
    """One line of the table."""

    what: str
    figure: str
    how: str


def rows_in(readme: str) -> dict[str, Figure]:
    """The figures that stand in README.md, by what was measured."""
    found = TABLE.search(readme)
    lines = found[0].splitlines() if found else []
    rows = [Figure(*(cell.strip() for cell in line.strip("|").split("|"))) for line in lines[2:]]
    return {one.what: one for one in rows}


def keep_in_readme(figures: list[Figure]) -> Path:
    """Write these figures over the old ones of the same name; others stay as they are."""
    readme = README.read_text(encoding="utf-8")
    rows = {**rows_in(readme), **{one.what: one for one in figures}}
    lines = [*HEAD, *(f"| {' | '.join(one)} |" for one in rows.values())]
    table = "".join(f"{line}\n" for line in lines)
    README.write_text(TABLE.sub(lambda _: table, readme), encoding="utf-8")
    return README
