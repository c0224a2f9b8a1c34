"""Choosing a game and its house rules, with plain links and fields."""

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
    assert form["first_dealer"] == ["0"]
    assert form["rule-counters"] == ["36"]
    assert form["rule-counter_value-pays"] == [""]


ONE_TO_1000 = "write a whole number from 1 to 1000."
TWO_NUMBERS = "two whole numbers, or leave both"
MANY = "\n".join("x" * 101)
REFUSED = [
    *((RED_NINES_1881, "counters", it, "Counters each: " + ONE_TO_1000) for it in ("0", "")),
    (RED_NINES_1881, "hand_size", "99", "from 1 to 14, or leave it empty."),
    (RED_NINES_1881, "hand_size", "14", "4 players cannot be dealt 14 cards each from 44"),
    *((RED_NINES_1881, "counter_value-pays", typed, TWO_NUMBERS) for typed in "1x"),
    ("points", "title", "x" * 41, "Name of the game: write at most 40 letters."),
    ("points", "deal_names", "x" * 41, "write at most 100 lines of at most 40"),
    ("points", "deal_names", MANY, "Names of the deals: write at most 100 lines"),
    ("points", "adds_to", "26, 2000000", "whole numbers from −1,000,000 to 1,000,000"),
    ("points", "adds_to", "26, many", "write at most 6 whole numbers"),
]


def test_a_house_rule_is_refused_beside_its_field(phone):
    for variant, field, typed, says in REFUSED:
        phone.get(f"/games/new?variant={variant}")
        rows = len(phone.page.form("/games/new")["player"])
        people = ["Ann", "Ben", "Cat", "Dan", *[""] * (rows - 4)]
        answer = phone.send("/games/new", **{"player": people, f"rule-{field}": typed})
        assert answer.status_code == 422, (field, typed)
        assert says in phone.page.text
        form = phone.page.form("/games/new")
        assert [typed.split()] == [text.split() for text in form[f"rule-{field}"]]
        assert form["player"] == people


def test_numbers_with_their_own_words_have_no_title(phone, database, club):
    rules = {"counters": 24, "counter_value": {"counters": 2, "pays": 1}, "hand_size": 5}
    circuit = begin_counters(database, club, **rules)
    line = "Red Nines 1881 · 24 counters each · 5 cards each · 2 counters pay 1 coin"
    assert line in phone.read(f"/games/{circuit.id}")


def test_games_stand_by_what_is_alike_in_them_behind_those_played_lately(phone, circuit):
    games = phone.read("/games/new")
    first, others = games.split("All games")
    assert "Red Nines 1881" in first
    for family in (
        "Trick games Doppelkopf Nine-Five Ninety-Nine Oh Hell Oxford Whist Skat Spades Wizard",
        "Rummies Rummy",
        "For counters Pink Nines",
        "Any other",
    ):
        assert family in others
