"""Figures: what was measured, printed as rows of the table in the README here."""

import pytest

MEASURED = "measured"


@pytest.fixture
def measured(request):
    """Note a figure: what was measured, the figure, and how it came about."""

    def note(*cells):
        # A property of the test comes back from another process as well.
        request.node.user_properties.append((MEASURED, f"| {' | '.join(cells)} |"))

    return note


@pytest.hookimpl(wrapper=True)
def pytest_terminal_summary(terminalreporter):
    """Print all figures, measured in whichever process."""
    yield
    rows = [
        row
        for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed")
        if report.when == "call"
        for name, row in report.user_properties
        if name == MEASURED
    ]
    if rows:
        terminalreporter.write_sep("=", "measured in this run")
        terminalreporter.write_line("\n".join(rows))
