"""Games that nobody would recognise, put into the folders for as long as a test lasts.

Whatever decides by the key of a game or of an ask is found out by them. Their folder has the shape
of the product's: `variants/`, `words/` and `js/rules/`.
"""

from contextlib import contextmanager
from pathlib import Path

import pytest

from scorer.rules import variants, words

KEY = "qovi-brumt"
FOLDER = Path(__file__).parent
# Another one, of bids whose hands go up and down.
OF_BIDS = "drib-quell"
# Twins on the phone; no server finds them in static/, so a browser is given them by `serve_twin`.
TWINS = FOLDER / "js" / "rules"


@contextmanager
def added():
    """The folders of games and of words with these games in them."""
    for package in (variants, words):
        package.__path__.append(str(FOLDER / package.__name__.rpartition(".")[2]))
    _read_again()
    try:
        yield
    finally:
        for package in (variants, words):
            package.__path__.pop()
        _read_again()


def serve_twin(context):
    """Let the phones of a browser load their twins from where the others lie."""

    def answer(route):
        twin = TWINS / route.request.url.rpartition("/")[2]
        route.fulfill(path=twin, content_type="text/javascript")

    for twin in TWINS.iterdir():
        context.route(f"**/rules/{twin.name}", answer)


def _read_again():
    variants.every_variant.cache_clear()
    variants.newest_variants.cache_clear()
    # Everybody holds this very mapping.
    words.words_in.cache_clear()
    words.WORDS.clear()
    words.WORDS.update(words.load_words())


@pytest.fixture(scope="module")
def made_up_game():
    """The key of the made-up game, which is there as if its files lay beside the others."""
    with added():
        yield KEY
