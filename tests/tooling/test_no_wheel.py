"""Only ready-made packages are installed, and what is missing is named."""

from pathlib import Path
from types import ModuleType

import pytest

from tests.tooling.conftest import PACKAGES

# What pip writes down where there is no wheel, and where it does not reach its index.
NO_WHEEL = """ERROR: Could not find a version that satisfies the requirement nine==9
ERROR: No matching distribution found for nine==9; python_version > "3"
"""
OFFLINE = "WARNING: Retrying (Retry(total=4)) after connection broken: /simple/nine/\n"
NO_PACKAGE = "There is no ready-made package of nine==9 for this machine"


@pytest.mark.parametrize(
    ("written", "reason"), [(NO_WHEEL, NO_PACKAGE), (OFFLINE + NO_WHEEL, "Is this machine online?")]
)
def test_what_has_no_wheel_is_named(
    run: ModuleType,
    steps: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    written: str,
    reason: str,
) -> None:
    take = run.run

    def fail(command: list[str], **options: object) -> int:
        if "pip" in command:
            assert command[command.index("--only-binary") + 1] == ":all:"
            Path(command[command.index("--log") + 1]).write_text(written)
        return take(command)

    monkeypatch.setattr(run, "run", fail)
    steps.append("fail: pip requirements.txt")
    assert run.main(["score"]) == 1
    assert reason in capsys.readouterr().err.splitlines()[-1]


def test_what_draws_pictures_may_be_gone(
    run: ModuleType,
    steps: list[str],
    started: list[list[str]],
    capsys: pytest.CaptureFixture[str],
) -> None:
    steps.append("fail: pip requirements-pictures.txt")
    assert run.main(["score"]) == 0
    said = capsys.readouterr().err
    assert "Everything works but pictures of results." in said
    assert said.splitlines()[-1].endswith(f"pip install -r {run.ROOT / run.PICTURES}")
    assert run.is_set_up("run")
    run.main(["score"])
    assert len(started) == 2
    assert steps[1:] == ["venv", *PACKAGES]
