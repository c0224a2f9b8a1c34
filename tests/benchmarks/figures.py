"""Figures: what was measured, printed, and kept in the README here when somebody asks for it.

KEEP_FIGURES=1 python3 run.py soak
"""

import os
import re
from pathlib import Path
from typing import NamedTuple

import pytest

KEEP = "KEEP_FIGURES"
MEASURED = "measured"
README = Path(__file__).with_name("README.md")
HEAD = ["| measured | figure | how |", "|---|---|---|"]
TABLE = re.compile(r"(?<=<!-- measured -->\n).*?(?=<!-- /measured -->)", re.DOTALL)


class Figure(NamedTuple):
    """One line of the table."""

    what: str
    figure: str
    how: str


@pytest.fixture
def measured(request):
    """Note a figure: what was measured, the figure, and how it came about."""

    def note(what, figure, how):
        # A property of the test comes back from another process as well.
        request.node.user_properties.append((MEASURED, (what, figure, how)))

    return note


@pytest.hookimpl(wrapper=True)
def pytest_terminal_summary(terminalreporter, exitstatus, config):
    """Print all figures; keep them in the README here where that is asked for."""
    yield
    figures = figures_in(terminalreporter)
    if not figures:
        return
    terminalreporter.write_sep("=", "measured in this run")
    for one in figures:
        terminalreporter.write_line(f"{one.what}: {one.figure}  ({one.how})")
    if os.environ.get(KEEP) == "1":
        everything = config.args_source is config.ArgsSource.TESTPATHS and not config.option.keyword
        write_readme(figures, whole=everything and exitstatus == pytest.ExitCode.OK)
        terminalreporter.write_line(f"kept in {README}")


def figures_in(terminalreporter):
    """What was noted in this run, in whichever of its processes."""
    return [
        Figure(*value)
        for reports in terminalreporter.stats.values()
        for report in reports
        if getattr(report, "when", None) == "call"
        for name, value in report.user_properties
        if name == MEASURED
    ]


def rows_in(readme):
    """The figures that stand in the README, by what was measured."""
    found = TABLE.search(readme)
    lines = found[0].splitlines() if found else []
    rows = [Figure(*(cell.strip() for cell in line.strip("|").split("|"))) for line in lines[2:]]
    return {one.what: one for one in rows}


def write_readme(figures, *, whole):
    """Write these figures over the old ones of the same name; after a whole run no others stay."""
    readme = README.read_text(encoding="utf-8")
    rows = {**({} if whole else rows_in(readme)), **{one.what: one for one in figures}}
    lines = [*HEAD, *(f"| {' | '.join(one)} |" for one in rows.values())]
    table = "".join(f"{line}\n" for line in lines)
    README.write_text(TABLE.sub(lambda _: table, readme), encoding="utf-8")
