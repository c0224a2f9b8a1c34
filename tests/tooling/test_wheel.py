"""A wheel holds all that the app needs, and runs where nothing else of the checkout is."""

import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from importlib.metadata import distribution
from pathlib import Path
from typing import NamedTuple

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.serving import ROOT, Phone, Server, surroundings
from tests.tooling.test_documents import example

NOT_COPIED = (".*", "__pycache__", "node_modules", "instance", "build", "dist", "failures")
SECRET = "the key of whoever builds it"


class Installed(NamedTuple):
    """A virtual environment with the wheel and what it asks for, and a home of its own."""

    packages: Path
    program: Path
    home: Path

    @property
    def environment(self):
        """The environment of somebody who knows nothing of a checkout."""
        kept = surroundings(self.home)
        del kept["SCORER_INSTANCE"], kept["PYTHONPATH"]
        data = str(self.home / "data")
        kept["PYTHONDONTWRITEBYTECODE"] = "1"  # what Python compiles is none of the app's writing
        return {**kept, "HOME": str(self.home), "XDG_DATA_HOME": data}

    def run(self, *words):
        """What a command prints, started in the home."""
        done = subprocess.run(
            [self.program, *words],
            cwd=self.home,
            env=self.environment,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def written(self):
        """When each file of the installed package, and each folder beside it, was written."""
        files = [*self.packages.iterdir(), *(self.packages / "scorer").rglob("*")]
        return {str(file): file.stat().st_mtime_ns for file in files}


def build(source, kind, into):
    """Build a wheel or an sdist, without any network."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(into)]
    done = subprocess.run(command, cwd=source, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    [made] = into.iterdir()
    return made


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A copy of the checkout in which the app was run."""
    copy = tmp_path_factory.mktemp("checkout") / "cards"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*NOT_COPIED))
    shutil.copy(ROOT / ".gitignore", copy)
    (copy / "instance").mkdir()
    (copy / "instance/secret_key").write_text(SECRET)
    return copy


@pytest.fixture(scope="module")
def wheel(checkout, tmp_path_factory):
    return build(checkout, "wheel", tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder / "venv", symlinks=True)
    python = folder / "venv/bin/python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check"]
    pip += ["install", "--quiet", "--no-index", "--no-deps", str(wheel)]
    subprocess.run(pip, check=True)
    [packages] = (folder / "venv/lib").glob("python3*/site-packages")
    for name in asked_for(packages):
        link(name, packages)
    (folder / "home").mkdir()
    return Installed(packages, folder / "venv/bin/scorer", folder / "home")


def asked_for(packages):
    """The distributions that the wheel asks for, and those they do."""
    [metadata] = packages.glob("scorer-*.dist-info/METADATA")
    lines = re.findall(r"^Requires-Dist: (.+)$", metadata.read_text(), re.MULTILINE)
    waiting = lines
    found = set()
    while waiting:
        wanted = Requirement(waiting.pop())
        name = canonicalize_name(wanted.name)
        if wanted.marker is not None and not wanted.marker.evaluate({"extra": ""}):
            continue
        if name not in found:
            found.add(name)
            waiting += distribution(name).requires or ()
    return found


def link(name, packages):
    """Put a distribution of the tests into another environment, as it is."""
    dist = distribution(name)
    tops = {file.parts[0] for file in dist.files or ()} - {"..", "__pycache__"}
    for top in tops:
        (packages / top).symlink_to(Path(str(dist.locate_file(top))))


def content(wheel):
    """The files in a wheel with their sums."""
    with zipfile.ZipFile(wheel) as opened:
        return {one.filename: one.CRC for one in opened.infolist()}


def test_it_holds_every_file_of_the_package_and_of_the_pages(wheel):
    names = {name for name in content(wheel) if ".dist-info/" not in name}
    wanted = {
        file.relative_to(ROOT) if folder == "scorer" else "scorer" / file.relative_to(ROOT)
        for folder in ("scorer", "templates", "static")
        for file in (ROOT / folder).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    assert names == {path.as_posix() for path in wanted}


def test_an_sdist_makes_the_same_wheel_and_holds_nobodys_key(checkout, wheel, tmp_path):
    for folder in ("sdist", "unpacked", "wheel"):
        (tmp_path / folder).mkdir()
    with tarfile.open(build(checkout, "sdist", tmp_path / "sdist")) as sdist:
        # The Python of Debian 12 has no filters yet, and later ones ask for one.
        safely = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
        sdist.extractall(tmp_path / "unpacked", **safely)
    [unpacked] = (tmp_path / "unpacked").iterdir()
    assert not list(unpacked.rglob("secret_key"))
    assert content(build(unpacked, "wheel", tmp_path / "wheel")) == content(wheel)


def test_it_scores_a_file_from_any_folder(installed):
    game, printed = example()
    (installed.home / "game.json").write_text(game)
    assert installed.run("score", "game.json").strip() == printed.strip()


@pytest.fixture
def server(installed):
    serve = [str(installed.program), "serve", "--host", "127.0.0.1", "--port", "{port}"]
    server = Server(installed.home / "elsewhere", start=["env", "-C", str(installed.home), *serve])
    server.environment = installed.environment
    with server:
        yield server


def test_it_serves_and_writes_only_into_the_data_folder(installed, request):
    before = installed.written()
    invited = re.findall(r"/join/[a-z2-7]+", installed.run("demo", "--nights", "2"))[0]
    server = request.getfixturevalue("server")
    with Phone(server.address) as phone:
        phone.join(invited)
        front = phone.get("/")
        for asset in re.findall(r'(?:src|href)="(/static/[^"]+)"', front.text):
            assert phone.get(asset).status == 200
        night = re.findall(r"/nights/[0-9a-f-]{36}", phone.get("/nights/").text)[0]
        game = re.findall(r"/games/[0-9a-f-]{36}", phone.get(night).text)[0]
        assert phone.get(f"{night}/picture.svg").body.startswith(b"<svg")
        assert phone.get(f"{game}/chart.svg").body.startswith(b"<svg")
    data = installed.home / "data/scorer"
    assert {"scorer.sqlite", "secret_key"} <= {file.name for file in data.iterdir()}
    assert data.stat().st_mode & 0o777 == 0o700
    assert installed.written() == before
