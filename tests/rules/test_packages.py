"""Games as packages: added from a folder, or left out with the file and the reason."""

import json
from shutil import copytree

import pytest

from scorer.rules.packages import PACKAGES, BadPackage, add_package, add_packages, remove_package
from scorer.rules.variants import newest_variants
from scorer.rules.words import WORDS
from tests.made_up_game import FOLDERS, OF_BIDS

ORIGINAL = FOLDERS[-1]
RULES, WORDS_FILE, TWIN = "drib_quell.py", f"{OF_BIDS}.json", f"{OF_BIDS}.js"
EXPECTED = f"{OF_BIDS}-bids.expects.json"


@pytest.fixture
def games(tmp_path):
    """A folder with the folder of one game in it."""
    copytree(ORIGINAL, tmp_path / "drib")
    return tmp_path


def rewrite(file, *, was, now):
    text = file.read_text("utf-8")
    assert was in text
    file.write_text(text.replace(was, now), "utf-8")


def test_a_game_is_added_once_and_can_be_taken_away(games):
    before = (set(newest_variants()), set(WORDS["feats"]))
    assert add_packages(games / "none") == []
    try:
        assert add_packages(games) == add_packages(games) == []
        assert set(newest_variants()) == before[0] | {OF_BIDS}
        assert WORDS["variants"][OF_BIDS]["title"] and {OF_BIDS: games / "drib"} == PACKAGES
    finally:
        remove_package(OF_BIDS)
    assert (set(newest_variants()), set(WORDS["feats"])) == before


@pytest.mark.parametrize(
    ("file", "was", "now", "sentence"),
    [
        (RULES, "VARIANT = DribQuell()", "VARIANT = 9", "VARIANT is not a game"),
        (RULES, "VARIANT = DribQuell()", "VARIANT = DribQuell(", "SyntaxError"),
        (RULES, "players = range", "edition, players = 2, range", "has one edition, the first"),
        (RULES, "from scorer.rules.table", "from scorer.no_such", "ModuleNotFoundError"),
        (RULES, 'key = "drib-quell"', 'key = "../drib"', "would be called ../drib.py"),
        (RULES, "if bid == tricks:", "if bit == tricks:", "NameError: name 'bit' is not defined."),
        (WORDS_FILE, '"called"', "called", "JSONDecodeError"),
        (WORDS_FILE, '"title": "Drib Quell"', '"title": "rédnines"', "the title rédnines already"),
        (EXPECTED, "[21, 82, 121]", "[21, 82, 122]", "totals should be [21, 82, 122] and is [21"),
        (WORDS_FILE, '"rags": {', '"rag": {', f"{WORDS_FILE}: asks.rags is missing."),
        (EXPECTED, "11, 121]]", "11, 120]]", "scores should be"),
    ],
)
def test_a_game_that_fails_is_left_out_with_its_file_and_the_reason(
    games, file, was, now, sentence
):
    before = (set(newest_variants()), set(WORDS["variants"]), set(WORDS["feats"]))
    rewrite(games / "drib" / file, was=was, now=now)
    (fault,) = add_packages(games)
    assert fault.startswith(str(games / "drib")) and sentence in fault
    assert fault.endswith("The game is left out.")
    assert (set(newest_variants()), set(WORDS["variants"]), set(WORDS["feats"])) == before


@pytest.mark.parametrize("file", [RULES, WORDS_FILE, TWIN, EXPECTED])
def test_a_game_needs_all_of_its_files(games, file):
    (games / "drib" / file).unlink()
    with pytest.raises(BadPackage) as fault:
        add_package(games / "drib")
    assert str(games / "drib") in str(fault.value)
    assert OF_BIDS not in newest_variants()


def test_two_games_have_no_key_in_common(games):
    copytree(games / "drib", games / "quell")
    try:
        (fault,) = add_packages(games)
        assert "there is a game with the key drib-quell already" in fault
    finally:
        remove_package(OF_BIDS)


def test_a_feat_means_the_same_in_every_game(games):
    words = games / "drib" / WORDS_FILE
    own = json.loads(words.read_text("utf-8"))
    own["feats"] = {"went_out": {"summed": "largest"}}
    words.write_text(json.dumps(own), "utf-8")
    (fault,) = add_packages(games)
    assert "another game says otherwise what went_out is" in fault
