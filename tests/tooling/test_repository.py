"""What is kept in the repository fits on any machine, and its packages are pinned."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def test_no_file_names_a_package_index_or_a_path_of_one_machine():
    # Put together from pieces, so that this file does not find itself.
    hosts = ["pypi." + "org", "python" + "hosted.org", "registry.npm" + "js", "deb.debian" + ".org"]
    paths = ["/" + "work/", "/" + "root/", "/" + "home/"]
    if not (ROOT / ".git").exists() or shutil.which("git") is None:
        pytest.skip("this is not a git checkout, or there is no git")
    words = [part for word in (*hosts, *paths) for part in ("-e", word)]
    found = subprocess.run(["git", "grep", "-IF", *words], cwd=ROOT, capture_output=True, text=True)
    assert found.stdout == ""


def test_the_pins_hold_all_that_the_project_asks_for():
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
