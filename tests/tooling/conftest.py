"""run.py at home in an empty folder, where setting up only writes down what it would do."""

import importlib.util
import os
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[2] / "run.py"
PACKAGES = "pip requirements.txt"


@pytest.fixture
def run(tmp_path, monkeypatch):
    """A copy of run.py at home in an empty folder, where nothing is set up."""
    spec = importlib.util.spec_from_file_location("run_under_test", SOURCE)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(module, "PYTHON", tmp_path / ".venv/bin/python")
    for filename in module.SETS.values():
        (tmp_path / filename).write_text(f"# {filename}\n")
    return module


@pytest.fixture
def steps(run, monkeypatch):
    """The steps of setting up in short, none of them really taken; `fail: WORD` makes one fail."""
    taken = []

    def take(command, **options):
        if "venv" in command:
            made = run.VENV / "lib" / f"python3.{sys.version_info.minor}"
            made.mkdir(parents=True, exist_ok=True)
            run.PYTHON.parent.mkdir(exist_ok=True)
            run.PYTHON.touch()
            step = "venv"
        elif "pip" in command:
            step = f"pip {Path(command[-1]).name}"
        else:
            step = " ".join(command[:2])
        taken.append(step)
        return 1 if f"fail: {step}" in taken else 0

    monkeypatch.setattr(run, "run", take)
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: True)
    return taken


@pytest.fixture
def started(run, tmp_path, monkeypatch):
    """What run.py turned itself into."""
    commands = []
    monkeypatch.setenv("SCORER_INSTANCE", str(tmp_path / "instance"))
    monkeypatch.setattr(os, "execv", lambda program, command: commands.append(command[1:]))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setenv("PYTHONPATH", "")
    return commands
