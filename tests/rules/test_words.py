"""Every house rule, ask and option has its words; sentences, plurals and numbers are right."""

import json
import re
from dataclasses import fields
from pathlib import Path

import pytest

from scorer.rules import words as words_folder
from scorer.rules.house_rules import option_key
from scorer.rules.numbers import parse_number, parse_sent_number, write_number
from scorer.rules.types import SEAT_NUMBERS
from scorer.rules.variants import newest_variants
from scorer.rules.words import WORDS, say, word_for


@pytest.mark.parametrize("key", sorted(newest_variants()))
def test_every_house_rule_has_words_and_a_source(key):
    words = WORDS["variants"][key]
    assert words["title"] and words["sentence"]
    rules = list(fields(newest_variants()[key].rules))
    assert {rule.name for rule in rules} == set(words["house_rules"])
    for rule in rules:
        rule_words = words["house_rules"][rule.name]
        assert rule_words["title"] and rule_words["source"]
        options = rule.metadata["options"]
        if not isinstance(options, tuple):
            assert "{" in rule_words["says"]
        else:
            named = {option_key(option) for option in options}
            assert named == set(rule_words["options"])
            # What can be tried has a sentence for "what if".
            assert rule.metadata["other_game"] or named == set(rule_words["if"])
            # Which of them no source states, where a source states the usual one.
            ours = rule_words.get("ours", [])
            assert set(ours) < set(rule_words["options"]) and str(rule.default) not in ours
            assert not (ours and rule_words["source"] == "house")


@pytest.mark.parametrize("key", sorted(newest_variants()))
def test_every_ask_has_words_and_some_are_asked(key):
    variant = newest_variants()[key]
    asks = variant.asks(variant.players[0], variant.rules())
    words = WORDS["variants"][key]["asks"]
    assert {ask.key for ask in asks} <= set(words)
    for ask in asks:
        # What each types on its own phone has a button there, before it is in and after.
        if ask.by == "seat" and ask.of == "seat" and ask.when != "during":
            assert {"own", "answered"} <= set(words[ask.key]), ask.key
    assert any(ask.asked for ask in asks)


def texts_in(words):
    inner = words.values() if isinstance(words, dict) else words
    for value in inner if isinstance(words, dict | list) else ():
        yield from texts_in(value)
    if isinstance(words, str):
        yield words


def test_every_number_that_names_a_seat_is_turned_with_the_seats():
    named = {key for text in texts_in(WORDS) for key in re.findall(r"{(\w+)\|names}", text)}
    assert named == SEAT_NUMBERS


def unique(pairs):
    """An object of JSON, which has no key twice: the first would be lost."""
    keys = [key for key, _ in pairs]
    assert len(keys) == len(set(keys)), keys
    return dict(pairs)


def test_no_file_of_words_has_a_key_twice():
    for file in Path(words_folder.__file__).parent.glob("*.json"):
        assert json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=unique), file


def test_words_are_sorted_out_by_name_and_table():
    assert say("{held|count} {rank|ranks}", {"held": 5, "rank": "A"}) == "Five aces"
    assert say("{n|count}", {"n": 99}) == "99"


def test_a_table_of_words_tries_the_value_before_the_plural():
    table = {"0": "no cards", "one": "{} card", "other": "{} cards"}
    words_found = [word_for(table, number) for number in (0, 1, 2, 12_000, 21, -1)]
    assert words_found == ["no cards", "1 card", "2 cards", "12,000 cards", "21 cards", "−1 card"]
    # What is no number has no plural, and what no table knows stands for itself.
    assert [word_for(table, value) for value in ("J", True)] == ["J", "True"]
    assert word_for({"1": "once"}, 7) == "7"


def test_a_sentence_may_go_by_one_of_its_numbers():
    template = {"by": "cards", "one": "{name} holds one card", "other": "{name} holds {cards}"}
    assert say(template, {"name": "Ann", "cards": 1}) == "Ann holds one card"
    assert say(template, {"name": "Ann", "cards": 4}) == "Ann holds 4"


@pytest.mark.parametrize(
    ("written", "number"),
    [
        *(("0", 0), ("7", 7), ("007", 7), ("99", 99), ("٤٢", 42), ("４2", 42)),
        *(("", None), ("100", None), ("-1", None), ("+1", None), ("1.5", None), (" 1", None)),
        *(("²", None), ("½", None), ("Ⅻ", None), ("1_0", None), ("x", None), ("9" * 5000, None)),
    ],
)
def test_a_whole_number_is_read_from_digits_alone(written, number):
    assert parse_number(written, 99) == number


def test_what_a_form_sends_back_is_in_plain_digits():
    assert [parse_sent_number(text, 99) for text in ("7", "٤", "²", "100")] == [7, None, None, None]


@pytest.mark.parametrize(
    ("number", "written"),
    [(0, "0"), (-5, "−5"), (5000, "5000"), (-9999, "−9999"), (10_000, "10,000")],
)
def test_a_number_in_a_sentence_has_a_real_minus_and_is_grouped(number, written):
    assert write_number(number) == written
