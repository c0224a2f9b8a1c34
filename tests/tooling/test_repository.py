"""What is kept in the repository is ours, and fits on any machine."""

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

LONGEST_LINE = 500

# Put together from pieces, so that this file does not find itself.
INDEX_HOSTS = [
    "pypi." + "org",
    "python" + "hosted.org",
    "registry.npm" + "js",
    "deb.debian" + ".org",
]
LOCAL_PATHS = ["/" + "work/", "/" + "root/", "/" + "home/"]


@cache
def files() -> list[Path]:
    """Every file that is, or is about to be, in the repository."""
    git = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        listed = subprocess.run(git, cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this is not a git checkout, or there is no git")
    paths = [ROOT / name for name in listed.stdout.split("\0") if name]
    return [path for path in paths if path.is_file()]


def text(path: Path) -> str:
    """The text of a file; of a picture, nothing."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("words", [INDEX_HOSTS, LOCAL_PATHS], ids=["index", "path"])
def test_no_file_names_a_package_index_or_a_path_of_one_machine(words: list[str]) -> None:
    found = [f"{name(path)}: {word}" for path in files() for word in words if word in text(path)]
    assert not found


def test_every_text_file_that_is_named_is_here() -> None:
    names = {path.name for path in files() if path.suffix == ".md"}
    gone = [
        f"{name(path)}: {said}"
        for path in files()
        for said in sorted(set(re.findall(r"[\w-]+\.md\b", text(path))))
        if said not in names
    ]
    assert not gone, "Say it in words: a newcomer cannot read that file."


def test_no_file_was_written_by_somebody_else_or_by_a_machine() -> None:
    foreign = []
    for path in files():
        if path.suffix not in {".js", ".mjs", ".css"}:
            continue
        if path.name.endswith((".min.js", ".min.css")) or text(path).startswith("/*!"):
            foreign.append(f"{name(path)}: looks like a library")
        if any(len(line) > LONGEST_LINE for line in text(path).splitlines()):
            foreign.append(f"{name(path)}: has lines over {LONGEST_LINE} characters")
    assert not foreign, "Depend on a library instead of keeping a copy of it."


@pytest.mark.parametrize("file", ["", "-scale", "-dev"])
def test_every_requirement_is_pinned_with_its_hashes(file: str) -> None:
    whole = (ROOT / f"requirements{file}.txt").read_text()
    lines = whole.replace("\\\n", " ").splitlines()
    pins = [line for line in lines if not line.startswith(("#", "-r "))]
    assert pins
    pin = re.compile(r"[a-z0-9._-]+==\S+( ; [^\\]*?)?( +--hash=sha256:[0-9a-f]{64})+")
    assert [line for line in pins if not pin.fullmatch(line.strip())] == []


def test_the_pins_hold_all_that_the_project_asks_for() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    asked = {
        "requirements.txt": project["project"]["dependencies"],
        "requirements-dev.txt": project["dependency-groups"]["test"],
        **{
            f"requirements-{extra}.txt": wanted
            for extra, wanted in project["project"]["optional-dependencies"].items()
        },
    }
    assert set(asked) == {file.name for file in ROOT.glob("requirements*.txt")}
    for filename, wanted in asked.items():
        pinned = set(re.findall(r"^([a-z0-9._-]+)==", (ROOT / filename).read_text(), re.MULTILINE))
        names = {re.split(r"[\[<>=; ]", each)[0] for each in wanted}
        assert names <= pinned, f"{filename} is older than pyproject.toml: run tests/tooling/pin.py"
