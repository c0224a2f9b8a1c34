"""The worked examples: records a player can read, scored as they were by hand from the sources.

Beside each record lies what it is expected to give: `python3 run.py score NAME.json` shows
the sheet, `NAME.expects.json` what it has to say.
"""

import json
from pathlib import Path

import pytest

from scorer.commands.sheet_text import sheet_as_json
from scorer.rules.errors import Refused
from scorer.rules.fold import read_strictly
from scorer.rules.record import read_record
from scorer.rules.variants import newest_variants

FOLDER = Path(__file__).with_name("worked_examples")
EXPECTATIONS = sorted(FOLDER.glob("*.expects.json"))
OF_EACH_DEAL = {
    "scores": "scores",
    "dealers": "dealer",
    "pools_after": "pools",
    "totals_after": "totals",
    "trumps": "trump",
}


def record_of(expectation):
    return expectation.with_name(expectation.name.replace(".expects", ""))


def results_of(record):
    read = read_record(record)
    return sheet_as_json(read_strictly(read.start, read.entries))


@pytest.mark.parametrize("file", EXPECTATIONS, ids=lambda file: record_of(file).stem)
def test_example_is_scored_as_it_says(file):
    expected = json.loads(file.read_text(encoding="utf-8"))
    assert expected.pop("says")
    assert expected, "an example that expects nothing proves nothing"
    record = json.loads(record_of(file).read_text(encoding="utf-8"))
    if "error" in expected:
        with pytest.raises(Refused) as fault:
            results_of(record)
        error = {key: getattr(fault.value, key) for key in ("deal", "seat", "code")}
        assert error == expected["error"]
        return
    result = results_of(record)
    for key, value in expected.items():
        if key in OF_EACH_DEAL:
            assert [deal[OF_EACH_DEAL[key]] for deal in result["deals"]] == value, key
        else:
            assert result[key] == value, key


def test_every_record_says_what_it_expects():
    records = {file for file in FOLDER.glob("*.json") if not file.name.endswith(".expects.json")}
    assert records == {record_of(file) for file in EXPECTATIONS}


@pytest.mark.parametrize("key", sorted(newest_variants()))
def test_every_game_has_a_worked_example(key):
    assert any(file.name.startswith(f"{key}-") for file in EXPECTATIONS)
