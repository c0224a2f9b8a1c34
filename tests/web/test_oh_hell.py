"""Oh Hell on its sheet."""

from tests.tables import begin


def test_the_trump_of_a_game_with_bids_stands_on_the_sheet(phone, database, club):
    table = begin(database, club, variant="oh-hell")
    table.answer(("trump", -1, "H"), ("bids", 1, 1))
    assert "Trump: ♡ One card" in phone.read(f"/games/{table.id}")


def test_who_changes_a_bid_is_said_once_all_bids_are_in(phone, database, club):
    table = begin(database, club, variant="oh-hell", house_rules={"bids": "together"})
    address, says = f"/games/{table.id}", "Only the host changes it now."
    phone.post(f"{address}/seats/1/hold")
    table.answer(*(("bids", at, 0) for at in (1, 2, 3)))
    assert says not in phone.read(address)
    table.answer(("bids", 0, 0))
    assert says in phone.read(address)
    table.answer(("tricks", 1, 0))
    assert says not in phone.read(address)
