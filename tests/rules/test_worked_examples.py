"""The worked examples: files a player can read, scored as RULES.md scores them by hand."""

import json
from pathlib import Path

import pytest

from scorer.rules.errors import Refused
from scorer.rules.reading import read_sheet
from scorer.rules.record import read_record, result_of
from scorer.rules.variants import newest_variants

FOLDER = Path(__file__).with_name("worked_examples")
FILES = sorted(FOLDER.glob("*.json"))


def results_of(record):
    read = read_record(record)
    return result_of(read_sheet(read.start, read.entries))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_example_is_scored_as_it_says(file):
    example = json.loads(file.read_text(encoding="utf-8"))
    expected = {key: value for key, value in example.items() if key not in ("says", "record")}
    assert expected, "an example that expects nothing proves nothing"
    if "error" in expected:
        with pytest.raises(Refused) as fault:
            results_of(example["record"])
        told = {key: getattr(fault.value, key) for key in ("deal", "seat", "code")}
        assert told == expected["error"]
        return
    result = results_of(example["record"])
    by_deal = {"scores": "scores", "dealers": "dealer", "pools_after": "pools"}
    by_deal["totals_after"] = "totals"
    for key, value in expected.items():
        if key in by_deal:
            assert [deal[by_deal[key]] for deal in result["deals"]] == value, key
        else:
            assert result[key] == value, key


@pytest.mark.parametrize("key", sorted(newest_variants()))
def test_every_game_has_a_worked_example(key):
    assert any(file.stem.startswith(f"{key}-") for file in FILES)
