"""Whole numbers as people write them."""

import pytest

from scorer.rules.numbers import parse_number, parse_sent_number, write_number


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
