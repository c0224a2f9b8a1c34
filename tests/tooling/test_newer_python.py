"""Where a newer Python stands on the machine, `run.py test` runs some tests on it too."""

import importlib.util
import sys
from pathlib import Path

import pytest

from tests.tooling import runs

ROOT = Path(__file__).resolve().parents[2]
NEXT = sys.version_info.minor + 1
GOOD, BROKEN = "exit 0", "echo 'pyenv: command not found' >&2; exit 127"


def put(folder: Path, minor: int, script: str) -> Path:
    """A program of the name of a Python."""
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / f"python3.{minor}"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    return program


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without any other Python; programs go into `bin`, pyenv's into `pyenv`."""
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))
    monkeypatch.setattr(runs, "NEWEST", NEXT + 1)
    return tmp_path


def test_the_newest_python_that_runs_is_chosen(machine: Path) -> None:
    older = put(machine / "bin", NEXT, GOOD)
    assert runs.newer_python() == (NEXT, str(older))
    newer = put(machine / "bin", NEXT + 1, GOOD)
    assert runs.newer_python() == (NEXT + 1, str(newer))
    put(machine / "bin", NEXT + 2, GOOD)
    assert runs.newer_python() == (NEXT + 1, str(newer)), "there are no pins for that one yet"


def test_a_name_on_path_that_does_not_run_hides_no_other(
    machine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(machine / "bin", NEXT, BROKEN)
    assert runs.newer_python() is None
    built = put(machine / "pyenv" / "versions" / f"3.{NEXT}.1" / "bin", NEXT, GOOD)
    assert runs.newer_python() == (NEXT, str(built))
    elsewhere = put(machine / "elsewhere", NEXT, GOOD)
    monkeypatch.setenv("PATH", f"{machine / 'bin'}:{machine / 'elsewhere'}")
    assert runs.newer_python() == (NEXT, str(elsewhere))


def test_the_run_on_a_newer_python_is_named_and_uses_an_environment_of_its_own(
    machine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    program = put(machine / "bin", NEXT, GOOD)
    title, command = runs.commands("python", [])[-1]
    assert title == f"Tests on Python 3.{NEXT} (pytest)"
    settings = [f"RUN_PY_VENV=.venv-3.{NEXT}", "FEW_EXAMPLES=1"]
    assert command[:5] == ["env", *settings, str(program), str(ROOT / "run.py")]
    named = [word for word in command if word.startswith("tests/")]
    assert named[:2] == ["tests/rules", "tests/storage"]
    assert [name for name in named if not (ROOT / name).exists()] == []
    assert capsys.readouterr().out == ""
    assert all("Python 3" not in title for title, _ in runs.commands("python", ["-k", "deal"]))


def test_a_machine_without_one_says_so(machine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    listed = runs.commands("python", [])
    assert [title for title, _ in listed][-1] == "Tests (pytest)"
    assert capsys.readouterr().out.splitlines() == [
        "",
        f"=== No Python newer than 3.{NEXT - 1} was found here: tested on this one only.",
    ]


def test_run_py_runs_pytest_in_the_environment_that_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RUN_PY_VENV", ".venv-3.99")
    spec = importlib.util.spec_from_file_location("run_elsewhere", ROOT / "run.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert ROOT / ".venv-3.99" == module.VENV
    steps: list[list[str]] = []
    monkeypatch.setattr(module, "set_up", lambda name: steps.append([name]))
    monkeypatch.setattr(module, "run", lambda command, **options: steps.append(command) or 0)
    assert module.main(["pytest", "tests/rules"]) == 0
    python = str(ROOT / ".venv-3.99" / "bin" / "python")
    assert steps == [["dev"], [python, "-m", "pytest", "-ra", "tests/rules"]]
