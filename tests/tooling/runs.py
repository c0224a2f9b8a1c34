"""What `run.py test` runs: the tests, and beside them the checks and some on a newer Python.

Only the standard library is needed, since the `python3` that runs run.py has nothing else.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

RUN = Path(__file__).resolve().parents[2] / "run.py"
# The newest minor version of Python 3 that all pinned packages are built for.
NEWEST = 14

# What the tests need of Debian, and a file that shows it is there.
DEBIAN_PACKAGES = {
    "chromium-headless-shell": "usr/bin/chromium-headless-shell",
    "postgresql": "usr/lib/postgresql/*/bin/initdb",
    "libatomic1": "usr/lib/*/libatomic.so.1",  # for Playwright's node
    "fonts-dejavu-core": "usr/share/fonts/truetype/dejavu/DejaVuSerif.ttf",
    # The letters that phones have; others are wider, and rows break elsewhere.
    "fonts-noto-core": "usr/share/fonts/truetype/noto/NotoSerif-Regular.ttf",
    # What stands for the letters that other systems have, where a page asks for them by name.
    "fonts-liberation": "usr/share/fonts/truetype/liberation/LiberationSerif-Regular.ttf",
    "fonts-noto-color-emoji": "usr/share/fonts/truetype/noto/NotoColorEmoji.ttf",
}
# What the long run needs besides.
DEBIAN_BROWSERS = {
    "firefox-esr": "usr/bin/firefox-esr",
    "webkit2gtk-driver": "usr/bin/WebKitWebDriver",
    "xvfb": "usr/bin/Xvfb",
}
DEBIAN_FOR_LONG = {
    **DEBIAN_BROWSERS,
    "buildah": "usr/bin/buildah",
    "debootstrap": "usr/sbin/debootstrap",
}

CHECKS = (
    ("Lint (ruff check)", ["-m", "ruff", "check", "."]),
    ("Format (ruff format)", ["-m", "ruff", "format", "--check", "."]),
    ("Types (mypy)", ["-m", "mypy", "--strict", "scorer"]),
    ("Layers (import-linter)", ["-c", "from importlinter.cli import *; lint_imports_command()"]),
)
# The tests themselves are shown as they run. The others run beside them, one after another.
SHOWN = "Tests (pytest)"
# Four at a time, since each waits for its browser or server two fifths of the time; each file whole
# since its tests share what they need, in their order: that ends with small files of tests/web, so
# that no process waits long for the others. What takes time to measure, or long for what seldom
# happens, is left to the long run, which has the machine to itself.
AT_A_TIME = ["-n4", "--dist=loadfile", "--no-loadscope-reorder", "-m", "not benchmark and not long"]
# What a newer Python may do otherwise: its own modules (sqlite3, zipfile, csv, json, dates), its
# syntax, and what it warns of. That shows on one database and without a browser, wherever every
# game, every file, every page and every command runs once. What is imported when is the same, as
# is how many statements that takes, and one start of the app is enough.
SAME_ON_EVERY_PYTHON = ("only_what_is_needed_is_imported", "the_app_", "long_work", "statements")
AGAIN = [
    *("-m", "not browser and not postgres and not benchmark"),
    *("-k", f"not ({' or '.join(SAME_ON_EVERY_PYTHON)})"),
    "tests/rules/test_worked_examples.py",
    "tests/services/test_bad_files.py",
    "tests/services/test_demo.py::test_any_made_up_past_is_as_its_books_say",
    "tests/services/test_exporting.py",
    "tests/services/test_importing.py",
    "tests/storage/test_backup.py",
    "tests/storage/test_database.py",
    "tests/web/test_commands.py",
    "tests/web/test_door.py::test_private_pages_are_kept_by_nobody_on_the_way",
]
# What the tests need of a Python that somebody may have built without it.
NEEDS = "import ensurepip, sqlite3, ssl, sys; sys.exit(sys.version_info[:2] != (3, {minor}))"


def commands(python, arguments):
    """Every title with its command; `arguments` are for pytest instead of all tests."""
    listed = [(title, [python, *words]) for title, words in CHECKS]
    listed.append((SHOWN, [python, "-m", "pytest", "-ra", *(arguments or AT_A_TIME)]))
    return listed if arguments else [*listed, *again()]


def again():
    """The tests on the newest Python that stands here; says so where none is newer than this."""
    newer = newer_python()
    if newer is None:
        this = "{}.{}".format(*sys.version_info)
        print(f"\n=== No Python newer than {this} was found here: tested on this one only.")
        return []
    minor, program = newer
    command = ["env", "FEW_EXAMPLES=1", *own_run(minor, program), "pytest", *AGAIN]
    return [(f"Tests on Python 3.{minor} (pytest)", command)]


def own_run(minor, program):
    """How run.py is started with another Python, which has packages of its own."""
    return ["env", f"RUN_PY_VENV=.venv-3.{minor}", program, str(RUN)]


def set_up_newer():
    """The command that sets up the newest Python for its tests; none where there is none."""
    newer = newer_python()
    return newer and [*own_run(*newer), "pytest", "--version"]


def newer_python():
    """The newest Python on PATH or among pyenv's that is newer than this: its minor and path."""
    for minor in range(NEWEST, sys.version_info.minor, -1):
        for program in candidates(minor):
            if can_run(program, minor):
                return minor, str(program)
    return None


def candidates(minor):
    """Where a Python of this minor version may stand."""
    name = f"python3.{minor}"
    folders = [Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep) if folder]
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    built = sorted(pyenv.glob(f"versions/3.{minor}.*/bin/{name}"), reverse=True)
    return [path for path in (*(folder / name for folder in folders), *built) if path.is_file()]


def can_run(program, minor):
    """Whether it is what its name says, and whole; pyenv leaves names on PATH that do not run."""
    try:
        command = [str(program), "-c", NEEDS.format(minor=minor)]
        return subprocess.run(command, capture_output=True, timeout=60).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False
