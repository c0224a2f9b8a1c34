#!/usr/bin/env python3
"""Set everything up and start: the app, its tests, or one of its commands.

    python3 run.py [--host H] [--port P]     serve the app (all interfaces, port 9009)
    python3 run.py --version                 print which version this is
    python3 run.py test [PYTEST ARGUMENTS]   check and test everything
    python3 run.py soak [PYTEST ARGUMENTS]   the tests that are worth running for long
    python3 run.py check-game FOLDER         test a game of your own, in a folder with its files
    python3 run.py WORD ...                  one of the app's own: serve, invite, clubs, check,
                                             rebuild, demo, backup, restore, score

Needs nothing but Python 3.11 or later. All packages go into .venv/ beside this file; Debian's
own packages are installed with apt where this runs as root, and named where it does not.
Everything about setting up goes to standard error, so that a command's output stays clean.
"""

from __future__ import annotations  # so that an old Python gets as far as being refused

import contextlib
import hashlib
import os
import re
import sys
from pathlib import Path

OLDEST_PYTHON = (3, 11)
WSL = (
    "This runs on Linux and macOS; on Windows, inside WSL: https://learn.microsoft.com/windows/wsl"
)
ROOT = Path(__file__).resolve().parent
VENV = ROOT / os.environ.get("RUN_PY_VENV", ".venv")  # another Python has one of its own
PYTHON = VENV / "bin" / "python"
APP_WORDS = "serve invite clubs check rebuild demo backup restore score".split()

# Each set of packages holds those before it, so that installing one installs them too.
SETS = {"run": "requirements.txt", "scale": "requirements-scale.txt", "dev": "requirements-dev.txt"}


class SetupFailed(Exception):
    """Setting up cannot go on; the text says why and what to do."""


def say(text: str) -> None:
    """Tell the person at the terminal something, on standard error."""
    print(text, file=sys.stderr, flush=True)


def fingerprint(name: str) -> str:
    """What must be installed for a set: a hash of its pins, this Python and this machine's kind."""
    mark = hashlib.sha256(f"{sys.version_info[:2]} {os.uname().machine}".encode())
    for other, filename in SETS.items():
        mark.update((ROOT / filename).read_bytes())
        if other == name:
            break
    return mark.hexdigest()


def stamps() -> set[str]:
    """The fingerprints of all sets that are wholly installed; none after an interruption."""
    try:
        return set((VENV / "installed").read_text(encoding="ascii").split())
    except OSError:
        return set()


def is_set_up(name: str) -> bool:
    """Whether a set of packages is installed as its file wants it."""
    return PYTHON.exists() and fingerprint(name) in stamps()


def set_up(name: str) -> None:
    """Install a set of packages into .venv/, unless that was done before."""
    if is_set_up(name):
        return
    with only_one():
        if is_set_up(name):  # the other one did it while this one waited
            return
        if VENV.exists() and not os.access(VENV, os.W_OK):
            line = f"sudo chown -R {os.geteuid()}:{os.getegid()} {VENV}"
            raise SetupFailed(f"{VENV} belongs to another user. To make it yours:\n    {line}")
        say("Setting up (once; this can take a minute) ...")
        if not venv_fits():
            make_venv()
        # The stamp goes first and comes last: what happens in between may be interrupted.
        (VENV / "installed").unlink(missing_ok=True)
        if not pip_installs(SETS[name]):
            raise SetupFailed(f"Packages could not be installed (above). {why_not()}")
        done = list(SETS)[: list(SETS).index(name) + 1]
        part = VENV / "installed.part"
        part.write_text("\n".join(fingerprint(each) for each in done) + "\n", encoding="ascii")
        part.replace(VENV / "installed")


def pip_installs(filename: str) -> bool:
    """Install what a file pins, ready-made packages only: nothing is compiled on this machine."""
    log = VENV / "pip.log"
    log.unlink(missing_ok=True)
    pip = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "--no-input", "install"]
    pip += ["--quiet", "--progress-bar", "off", "--log", str(log), "--only-binary", ":all:"]
    if filename == SETS["dev"]:  # most of it is never imported
        pip.append("--no-compile")
    return talk_aside([*pip, "--require-hashes", "-r", str(ROOT / filename)]) == 0


def why_not() -> str:
    """A sentence on why pip failed just now, from what it wrote down."""
    written = ""
    with contextlib.suppress(OSError):
        written = (VENV / "pip.log").read_text(encoding="utf-8", errors="replace")
    missing = re.findall(r"No matching distribution found for ([^\s;]+)", written)
    if not missing or "Retrying (" in written:  # pip also says so when it cannot reach its index
        return "Is this machine online?"
    here = f"{os.uname().machine}, Python {sys.version_info[0]}.{sys.version_info[1]}"
    return f"There is no ready-made package of {missing[-1]} for this machine ({here})."


def venv_fits() -> bool:
    """Whether .venv/ was finished once, by the Python that runs this."""
    made_by = VENV / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}"
    return bool(stamps()) and PYTHON.exists() and made_by.is_dir()


def make_venv() -> None:
    """Make .venv/ anew, with pip in it."""
    from importlib.util import find_spec

    if VENV.is_symlink():  # --clear would empty the folder behind it, whosever that is
        raise SetupFailed(f"{VENV} is a link to another folder. Remove the link, then start again.")
    if not find_spec("ensurepip") and not apt_install(["python3-venv"]):
        line = apt_line(["python3-venv"])
        raise SetupFailed(f"Python's venv is not complete here. This puts it right:\n    {line}")
    python = os.path.realpath(sys.executable)  # not that in .venv/: --clear would remove it
    if talk_aside([python, "-m", "venv", "--clear", str(VENV)]) != 0:
        raise SetupFailed(f"{VENV} could not be made. The reason is above.")


@contextlib.contextmanager
def only_one():
    """Let two starts at the same time set up one after the other."""
    import fcntl

    # A folder is the lock: it cannot be left behind. What another Python has is set up beside this.
    folder = os.open(ROOT / "tests" if "RUN_PY_VENV" in os.environ else ROOT, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def apt_line(packages: list[str]) -> str:
    """The one line that installs packages, for a person to run."""
    sudo = "" if os.geteuid() == 0 else "sudo "
    return f"{sudo}apt-get install -y --no-install-recommends {' '.join(packages)}"


def apt_install(packages: list[str]) -> bool:
    """Install Debian packages if this may be done here; say whether they are installed now."""
    from shutil import which

    if os.geteuid() != 0 or not which("apt-get"):
        return False
    say(f"Installing with apt: {' '.join(packages)} ...")
    os.environ["DEBIAN_FRONTEND"] = "noninteractive"
    patient = ["-q", "-o", "DPkg::Lock::Timeout=300"]
    install = [*apt_line(packages).split(), *patient]
    if talk_aside(install) == 0:
        return True
    # A fresh machine has no list of packages yet, an old one a list out of date.
    return talk_aside(["apt-get", "update", *patient]) == 0 and talk_aside(install) == 0


def talk_aside(command: list[str]) -> int:
    """Run a step of setting up: its output to standard error, standard input left alone."""
    from subprocess import DEVNULL

    return run(command, stdin=DEVNULL, stdout=sys.stderr)


def run(command: list[str], **options) -> int:
    """Run a program to its end, which after Ctrl-C is its own affair; return its exit code."""
    import subprocess

    child = subprocess.Popen(command, **options)
    try:
        return child.wait()
    except KeyboardInterrupt:  # the child heard it as well, and is given time to tidy up
        child.wait()
        raise


def become_the_app(words: list[str]) -> None:
    """Turn this process into the app's command line."""
    set_up("scale" if database_url().startswith("postgres") else "run")
    path = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    os.environ["PYTHONPATH"] = os.pathsep.join(path)
    # -P: the folder it is started from may hold anything, and is not searched for modules.
    os.execv(PYTHON, [str(PYTHON), "-P", "-m", "scorer", *words])


def database_url() -> str:
    """The database that the app is to use, as its settings say; empty for its own file."""
    from scorer.settings import FILE, instance_folder, read_file

    in_file: dict[str, str] = {}
    with contextlib.suppress(ValueError):  # the app itself says what is wrong with it
        in_file = read_file(instance_folder() / FILE)
    return {**in_file, **os.environ}.get("DATABASE_URL", "")


def set_up_for_tests(long: bool = False) -> None:
    """Install what only the tests need, and let Python keep what it compiles for them."""
    from tests.tooling.runs import DEBIAN_FOR_LONG, DEBIAN_PACKAGES

    # Each process of tests, and each server that they start, would compile all of it again.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    set_up("dev")
    needed = {**DEBIAN_PACKAGES, **(DEBIAN_FOR_LONG if long else {})}
    missing = [name for name, sign in needed.items() if not any(Path("/").glob(sign))]
    if missing and not apt_install(missing):
        say(f"Some tests need more packages. This installs them:\n    {apt_line(missing)}")


def test(arguments: list[str]) -> int:
    """Run the tests, and beside them all that can be done meanwhile; 0 if all passed."""
    from concurrent.futures import ThreadPoolExecutor

    from tests.tooling.runs import SHOWN, commands, set_up_newer

    failed = []
    with ThreadPoolExecutor(1) as aside:
        newer = None if arguments else set_up_newer()
        if newer:
            aside.submit(hear, newer)
        set_up_for_tests()
        listed = commands(str(PYTHON), arguments)
        others = [(title, aside.submit(hear, it)) for title, it in listed if title != SHOWN]
        try:
            print(f"\n=== {SHOWN}; what is checked meanwhile is told at the end", flush=True)
            if run(dict(listed)[SHOWN], cwd=ROOT) != 0:
                failed.append(SHOWN)
            for title, heard in others:
                code, said = heard.result()
                print(f"\n=== {title}\n{said}", end="", flush=True)
                if code != 0:
                    failed.append(title)
        except KeyboardInterrupt:  # what has begun heard it as well; nothing else begins
            aside.shutdown(cancel_futures=True)
            raise
    print(f"\nNOT IN ORDER: {', '.join(failed)}" if failed else "\nEverything is in order.")
    return 1 if failed else 0


def hear(command: list[str]) -> tuple[int, str]:
    """Run a program out of sight; its exit code, and all that it said."""
    from subprocess import DEVNULL, STDOUT
    from tempfile import TemporaryFile

    with TemporaryFile() as file:
        code = run(command, cwd=ROOT, stdin=DEVNULL, stdout=file, stderr=STDOUT)
        file.seek(0)
        return code, file.read().decode(errors="replace")


def pytest(arguments: list[str]) -> int:
    """Run pytest by itself, as `test` does with a newer Python."""
    set_up("dev")
    return run([str(PYTHON), "-m", "pytest", "-ra", *arguments], cwd=ROOT)


def soak(arguments: list[str]) -> int:
    """Run the tests marked `soak`, `benchmark` or `long` at full length."""
    set_up_for_tests(long=True)
    long_run = ["-m", "pytest", "-ra", "-m", "soak or benchmark or long", "--timeout=0", *arguments]
    return run([str(PYTHON), *long_run], cwd=ROOT, env={**os.environ, "SOAK": "1"})


def check_game(arguments: list[str]) -> int:
    """Run the tests that run over every game over the one in a folder."""
    if len(arguments) != 1 or not Path(arguments[0]).is_dir():
        say("python3 run.py check-game FOLDER: the folder with the files of a game")
        return 2
    set_up_for_tests()
    folder = Path(arguments[0]).resolve()
    key = next((file.stem for file in folder.glob("*.py")), folder.name).replace("_", "-")
    options = ["-ra", f"--game={folder}", "-m", "not long", "-k", key]
    tests = ["tests/rules", "tests/browser/test_twins.py", "tests/browser/test_worked_examples.py"]
    return run([str(PYTHON), "-m", "pytest", *options, *tests], cwd=ROOT)


def serve(arguments: list[str]) -> None:
    """Run the app until you stop it."""
    import argparse

    from scorer.version import VERSION

    parser = argparse.ArgumentParser("run.py", usage=f"\n\n{__doc__}")
    parser.add_argument("--host", default="0.0.0.0", help="the address to serve on (all)")
    parser.add_argument("--port", default=9009, type=int, help="the port to serve on (9009)")
    parser.add_argument("--version", action="version", version=f"Scorer {VERSION}")
    chosen = parser.parse_args(arguments)
    become_the_app(["serve", "--host", chosen.host, "--port", str(chosen.port)])


def main(words: list[str]) -> int:
    """Do what the words on the command line ask for."""
    too_old = sys.version_info < OLDEST_PYTHON
    if too_old or sys.platform == "win32":
        say("This needs Python {}.{} or later.".format(*OLDEST_PYTHON) if too_old else WSL)
        return 1
    try:
        if words[:1] == ["test"]:
            return test(words[1:])
        if words[:1] == ["pytest"]:
            return pytest(words[1:])
        if words[:1] == ["soak"]:
            return soak(words[1:])
        if words[:1] == ["check-game"]:
            return check_game(words[1:])
        if not words or words[0].startswith("-"):
            serve(words)
        elif words[0] in APP_WORDS:
            become_the_app(words)
        else:
            say(f"There is no such word: {words[0]}\n\n{__doc__}")
            return 2
    except (SetupFailed, PermissionError) as problem:
        say(str(problem))
        return 1
    except KeyboardInterrupt:
        say("\nStopped before it was done.")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
