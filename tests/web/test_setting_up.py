"""Choosing a game and its house rules, with plain links and fields."""

import pytest

from tests.web.counters import PINK_NINES, RED_NINES_1881, begin_counters


def test_setting_up_shows_the_games_and_asks_what_each_needs(phone):
    phone.get("/games/new")
    for variant in ("red-nines", RED_NINES_1881, PINK_NINES):
        assert f"/games/new?variant={variant}" in phone.page.links
    assert "Who got the first jack?" in phone.read(f"/games/new?variant={RED_NINES_1881}")
    assert (
        "Eight: take out the 2s and 3s, five each, four on the table. 44 cards, 2 red nines."
        in phone.page.text
    )
    form = phone.page.form("/games/new")
    assert len(form["player"]) == 10
    assert form["rule-counters"] == ["36"]
    assert form["rule-counter_value-pays"] == [""]


@pytest.mark.parametrize(
    ("field", "typed", "says"),
    [
        ("rule__counters", "0", "Counters each: write a whole number from 1 to 1000."),
        ("rule__counters", "", "Counters each: write a whole number from 1 to 1000."),
        ("rule__counters", "many", "Counters each: write a whole number from 1 to 1000."),
        ("rule__hand_size", "99", "from 1 to 14, or leave it empty."),
        ("rule__hand_size", "14", "4 players cannot be dealt 14 cards each from 44"),
        ("rule__counter_value__pays", "1", "write two whole numbers, or leave both empty."),
        ("rule__counter_value__pays", "x", "write two whole numbers, or leave both empty."),
    ],
)
def test_house_rules_in_numbers_are_refused_beside_their_field(phone, field, typed, says):
    phone.get(f"/games/new?variant={RED_NINES_1881}")
    people = ["Ann", "Ben", "Cat", "Dan", *[""] * 6]
    assert phone.send("/games/new", player=people, **{field: typed}).status_code == 422
    assert says in phone.page.text
    form = phone.page.form("/games/new")
    assert form[field.replace("__", "-")] == [typed]
    assert form["player"] == people


def test_numbers_with_their_own_words_have_no_title(phone, database, club):
    rules = {"counters": 24, "counter_value": {"counters": 2, "pays": 1}, "hand_size": 5}
    circuit = begin_counters(database, club, **rules)
    line = "Red Nines 1881 · 24 counters each · 5 cards each · 2 counters pay 1 coin"
    assert line in phone.read(f"/games/{circuit.id}")
