"""Pin every dependency, with its hashes, into the requirements*.txt files.

Run it after changing a list in pyproject.toml, or to take newer versions:

    .venv/bin/python -m pip install uv && .venv/bin/python tests/tooling/pin.py

The pins hold for Python 3.11 and later on every platform, and name no index: which one is asked
is the business of the machine that installs.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# What each file is for, what of pyproject.toml it pins, the files it includes, and others whose
# pins it keeps in step with.
FILES = {
    "requirements.txt": ("What running the app needs.", [], [], []),
    "requirements-scale.txt": (
        "What running it with PostgreSQL needs besides.",
        ["--extra", "scale"],
        ["requirements.txt"],
        [],
    ),
    "requirements-dev.txt": (
        "What developing and testing needs besides.",
        ["--all-extras", "--group", "test"],
        ["requirements-scale.txt"],
        ["requirements.txt"],
    ),
}


def uv_program():
    """The path of uv, from this virtual environment or from PATH."""
    beside = Path(sys.executable).with_name("uv")
    found = str(beside) if beside.exists() else shutil.which("uv")
    if not found:
        sys.exit("uv is needed for pinning: install it with pip first.")
    return found


def resolve(options, above):
    """The pins of one file as blocks of text, in step with the pins of the files above it."""
    command = [uv_program(), "pip", "compile", "pyproject.toml", "--quiet", "--universal"]
    command += ["--python-version", "3.11", "--generate-hashes", "--no-emit-index-url"]
    command += ["--no-header", "--no-annotate", "--upgrade", *options]
    for name in above:
        command += ["--constraint", name]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    return re.split(r"\n(?=\S)", done.stdout.strip())


def main():
    """Write the files; each adds only the pins that those above it do not have."""
    known = set()
    for name, (purpose, options, included, others) in FILES.items():
        blocks = [block for block in resolve(options, [*others, *included]) if block not in known]
        known.update(blocks)
        head = [f"# {purpose} Written by tests/tooling/pin.py from pyproject.toml."]
        head += [f"-r {other}" for other in included]
        (ROOT / name).write_text("\n".join([*head, *blocks]) + "\n", encoding="utf-8")
        print(f"{name}: {len(blocks)} packages")


if __name__ == "__main__":
    main()
