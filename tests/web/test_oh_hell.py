"""Oh Hell on its sheet."""

from tests.tables import begin


def test_the_trump_of_a_game_with_bids_stands_on_the_sheet(phone, database, club):
    table = begin(database, club, variant="oh-hell")
    table.answer(("trump", -1, "H"), ("bids", 1, 1))
    assert "Trump: ♡ One card" in phone.read(f"/games/{table.id}")
