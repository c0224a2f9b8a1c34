"""What this machine lacks: tests that need it are skipped loudly, or fail with CI=true."""

import os

import pytest

WITH_CI = os.environ.get("CI", "").lower() == "true"

MISSING = {}


def skip_or_fail(what, reason):
    """Skip the test that asked for something this machine lacks; with CI=true, fail it."""
    MISSING[what] = reason
    if WITH_CI:
        pytest.fail(f"{what} is needed with CI=true: {reason}", pytrace=False)
    pytest.skip(f"{what} cannot be had: {reason}")


@pytest.hookimpl(wrapper=True, tryfirst=True)  # outermost, so that it has the last word
def pytest_terminal_summary(terminalreporter):
    """Say in large letters which tests did not run."""
    yield
    if not MISSING:
        return
    write = terminalreporter.write_line
    terminalreporter.write_sep("!", "NOT EVERYTHING WAS TESTED", red=True, bold=True)
    for what, reason in MISSING.items():
        write(f"  Without {what.upper()}: {reason}", red=True, bold=True)
    write("  `python3 run.py test` or `soak` as root installs it; else it prints the line to run.")
    terminalreporter.write_sep("!", red=True, bold=True)
