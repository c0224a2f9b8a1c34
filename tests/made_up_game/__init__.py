"""Games that nobody would recognise, added for as long as a test lasts, each as a package.

Whatever decides by the key of a game or of an ask is found out by them.
"""

from contextlib import contextmanager
from pathlib import Path

import pytest

from scorer.rules.packages import add_package, remove_package

KEY = "qovi-brumt"
# Another one, of bids whose hands go up and down.
OF_BIDS = "drib-quell"
FOLDERS = [Path(__file__).parent / key for key in (KEY, OF_BIDS)]


@contextmanager
def added():
    """The games that there are with these among them."""
    keys = [add_package(folder) for folder in FOLDERS]
    try:
        yield
    finally:
        for key in keys:
            remove_package(key)


@pytest.fixture(scope="module")
def made_up_game():
    """The key of the made-up game, which is there as if its files lay with the others."""
    with added():
        yield KEY
