"""Oh Hell on its sheet."""

from tests.tables import begin


def test_the_trump_of_a_game_with_bids_stands_on_the_sheet(phone, database, club):
    table = begin(database, club, variant="oh-hell")
    table.answer(("trump", -1, "H"), ("bids", 1, 1))
    assert "Trump: ♡ One card" in phone.read(f"/games/{table.id}")


def test_who_changes_a_bid_is_said_once_all_bids_are_in(phone, seated, database, club):
    guest = seated()
    table = begin(database, club, variant="oh-hell", house_rules={"bids": "together"})
    address = f"/games/{table.id}"
    says = {phone: "A tap on the row changes it.", guest: "Only the host changes it now."}
    for seat, reader in enumerate(says, 1):
        reader.get(address)
        assert reader.post(f"{address}/seats/{seat}/hold").status_code == 303
    table.answer(*(("bids", at, 0) for at in (1, 2, 3)))
    assert not [reader for reader, it in says.items() if it in reader.read(address)]
    table.answer(("bids", 0, 0))
    assert all(it in reader.read(address) for reader, it in says.items())
    table.answer(("tricks", 1, 0), ("tricks", 2, 0))
    assert not [reader for reader, it in says.items() if it in reader.read(address)]
