"""A game that nobody would recognise, put into the folders for as long as a test lasts.

Whatever decides by the key of a game or of an ask is found out by it. Its folder has the shape of
the product's: `variants/`, `words/` and `js/rules/`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest

from scorer.rules import variants, words

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

KEY = "qovi-brumt"
FOLDER = Path(__file__).parent
# Its twin on the phone; no server finds it in static/, so a browser is given it by `serve_twin`.
TWIN = FOLDER / "js" / "rules" / f"{KEY}.js"


@contextmanager
def added() -> Iterator[None]:
    """The folders of games and of words with this game in them."""
    paths = {
        variants: cast(list[str], variants.__path__),
        words: cast(list[str], words.__path__),
    }
    for package, path in paths.items():
        path.append(str(FOLDER / package.__name__.rpartition(".")[2]))
    _read_again()
    try:
        yield
    finally:
        for path in paths.values():
            path.pop()
        _read_again()


def serve_twin(context: BrowserContext) -> None:
    """Let the phones of a browser load its twin from where the others lie."""
    context.route(
        f"**/rules/{TWIN.name}",
        lambda route: route.fulfill(path=TWIN, content_type="text/javascript"),
    )


def _read_again() -> None:
    variants.every_variant.cache_clear()
    variants.newest_variants.cache_clear()
    # Everybody holds this very mapping.
    held = cast(dict[str, Any], words.WORDS)
    held.clear()
    held.update(words.load_words())


@pytest.fixture
def made_up_game() -> Iterator[str]:
    """The key of the made-up game, which is there as if its files lay beside the others."""
    with added():
        yield KEY
