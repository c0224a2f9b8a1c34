"""The worked examples: records a player can read, scored as they were by hand from the sources.

Beside each record lies what it is expected to give: `python3 run.py score NAME.json` shows
the sheet, `NAME.expects.json` what it has to say.
"""

from pathlib import Path

import pytest

from scorer.rules.packages import PACKAGES
from scorer.rules.variants import newest_variants
from scorer.rules.worked_examples import examples_in, read_example, record_of

FOLDER = Path(__file__).with_name("worked_examples")
EXPECTATIONS = examples_in(FOLDER)
OF_PACKAGES = [file for key, folder in PACKAGES.items() for file in examples_in(folder, key)]
EVERY_EXAMPLE = [*EXPECTATIONS, *OF_PACKAGES]


@pytest.mark.parametrize("file", EVERY_EXAMPLE, ids=lambda file: record_of(file).stem)
def test_example_is_scored_as_it_says(file):
    expected, result = read_example(file)
    assert expected, "an example that expects nothing proves nothing"
    assert result == expected


def test_every_record_says_what_it_expects():
    records = {file for file in FOLDER.glob("*.json") if not file.name.endswith(".expects.json")}
    assert records == {record_of(file) for file in EXPECTATIONS}


@pytest.mark.parametrize("key", sorted(newest_variants()))
def test_every_game_has_a_worked_example(key):
    assert examples_in(PACKAGES.get(key, FOLDER), key)
