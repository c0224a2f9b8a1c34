"""Only ready-made packages are installed, and what is missing is named."""

from pathlib import Path

import pytest

# What pip writes down where there is no wheel, and where it does not reach its index.
NO_WHEEL = """ERROR: Could not find a version that satisfies the requirement nine==9
ERROR: No matching distribution found for nine==9; python_version > "3"
"""
OFFLINE = "WARNING: Retrying (Retry(total=4)) after connection broken: /simple/nine/\n"
NO_PACKAGE = "There is no ready-made package of nine==9 for this machine"


@pytest.mark.parametrize(
    ("written", "reason"), [(NO_WHEEL, NO_PACKAGE), (OFFLINE + NO_WHEEL, "Is this machine online?")]
)
def test_what_has_no_wheel_is_named(run, steps, monkeypatch, capsys, written, reason):
    take = run.run

    def fail(command, **options):
        if "pip" in command:
            assert command[command.index("--only-binary") + 1] == ":all:"
            Path(command[command.index("--log") + 1]).write_text(written)
        return take(command)

    monkeypatch.setattr(run, "run", fail)
    steps.append("fail: pip requirements.txt")
    assert run.main(["score"]) == 1
    assert reason in capsys.readouterr().err.splitlines()[-1]
