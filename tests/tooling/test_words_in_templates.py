"""What people read in the pages is marked, and Babel finds it where the app looks it up."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from jinja2 import Environment

from scorer.app import build_app
from scorer.settings import read_settings

ROOT = Path(__file__).parents[2]
TEMPLATES = ROOT / "templates"
PAGES = sorted(path for path in TEMPLATES.rglob("*") if path.is_file())

# Where a message is, its line, and its words; both forms of one that counts.
Found = tuple[str, int, str | tuple[str, ...]]


@pytest.fixture(scope="module")
def templates(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Environment]:
    """What the app reads its templates by."""
    instance = tmp_path_factory.mktemp("instance")
    app = build_app(read_settings(instance=instance, secret_key="a secret only for tests"))
    yield app.jinja_env
    app.extensions["scorer"]["database"].close()


def found_by_babel() -> set[Found]:
    """All messages in the pages as `pybabel extract` finds them by pyproject.toml."""
    mappings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["babel"]["mappings"]
    found = extract_from_dir(
        ROOT,
        method_map=[(each["pattern"], each["method"]) for each in mappings],
        options_map={each["pattern"]: each for each in mappings},
        directory_filter=lambda folder: not Path(folder).name.startswith("."),
    )
    return {
        (name, line, message)
        for name, line, message, _, _ in found
        if name.startswith(f"{TEMPLATES.name}/")
    }


def looked_up_by(templates: Environment) -> set[Found]:
    """All messages in the pages that the app will ask its translations for."""
    found: set[Found] = set()
    for path in PAGES:
        source = path.read_text(encoding="utf-8")
        for line, _, said in templates.extract_translations(source):  # type: ignore[attr-defined]
            words = (said,) if isinstance(said, str) else tuple(filter(None, said or ()))
            name = path.relative_to(ROOT).as_posix()
            found.add((name, line, words[0] if len(words) == 1 else words))
    return found


def test_babel_finds_every_message_as_the_app_looks_it_up(templates: Environment) -> None:
    looked_up = looked_up_by(templates)
    assert looked_up, "nothing is marked"
    assert found_by_babel() == looked_up
