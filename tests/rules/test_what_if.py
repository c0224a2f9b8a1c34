"""The same deals under other house rules."""

import json
from pathlib import Path

import pytest

from scorer.rules.errors import Refused
from scorer.rules.fold import read_sheet
from scorer.rules.record import read_record
from scorer.rules.variants import newest_variants
from scorer.rules.what_if import alternatives, read_with_rules, rules_to_try
from scorer.rules.words import WORDS

EXAMPLES = sorted(Path(__file__).with_name("worked_examples").glob("*.json"))
GAMES = [path for path in EXAMPLES if not path.name.endswith(".expects.json")]
WINNER_CHANGES = "red-nines-RA-12-standard.json"


def record(name):
    path = Path(__file__).with_name("worked_examples") / name
    return read_record(json.loads(path.read_text()))


def test_american_values_would_have_made_somebody_else_win():
    """Worked example RA-12: the option changes the winner."""
    game = record(WINNER_CHANGES)
    as_played = read_sheet(game.start, game.entries)
    assert as_played.winners == (1,)
    then = read_with_rules(game.start, game.entries, {"values": "american"})
    assert (then.winners, then.totals) == ((0,), (21, 28, 29, 35))


def test_a_game_read_under_its_own_rules_is_the_same_game():
    for path in GAMES:
        game = record(path.name)
        try:
            sheet = read_sheet(game.start, game.entries)
        except Refused:
            continue
        again = read_with_rules(game.start, game.entries, game.start.house_rules)
        assert (again.deals, again.carry, again.closing) == (
            sheet.deals,
            sheet.carry,
            sheet.closing,
        )


def test_every_other_value_of_a_rule_equals_a_game_that_was_played_by_it():
    looked_at = 0
    for path in GAMES:
        game = record(path.name)
        try:
            sheet = read_sheet(game.start, game.entries)
        except Refused:
            continue
        raw = dict(game.raw)
        for alternative in alternatives(sheet, game.start, game.entries):
            raw["house_rules"] = {**game.start.house_rules, alternative.rule: alternative.value}
            if alternative.sheet is None:
                assert alternative.fault is not None
                continue
            played = read_record(raw)
            expected = read_sheet(played.start, played.entries)
            assert (alternative.sheet.totals, alternative.sheet.winners) == (
                expected.totals,
                expected.winners,
            )
            looked_at += 1
    assert looked_at > 50


def test_other_card_values_cannot_be_told_where_only_sums_are_known():
    deal = {"out": 0, "hands": [[], {"points": 7, "red_nines": 0}, ["A"], ["2", "3"]]}
    raw = {"format": "scorer-game/1", "variant": "red-nines", "deals": [deal]}
    game = read_record({**raw, "players": ["Ann", "Ben", "Cat", "Dan"]})
    with pytest.raises(Refused) as refused:
        read_with_rules(game.start, game.entries, {"values": "american"})
    assert refused.value.code == "values_need_cards"


def test_every_value_that_can_be_tried_has_a_sentence():
    for variant in newest_variants().values():
        words = WORDS["variants"][variant.key]["house_rules"]
        for rule in rules_to_try(variant):
            options = variant.rules.__dataclass_fields__[rule].metadata["options"]
            if isinstance(options, tuple):
                assert {str(option) for option in options} == set(words[rule]["if"])
