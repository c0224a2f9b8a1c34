"""Spades on its sheet."""

from tests.tables import begin


def test_a_contract_beside_a_nil_is_marked_unless_the_nil_failed(phone, database, club):
    table = begin(database, club, variant="spades")
    bid = {"bids": [0, 4, 5, 3], "tricks": [6, 7]}
    table.score({**bid, "nil_tricks": [0, None, None, None]})
    table.score({**bid, "nil_tricks": [1, None, None, None]})
    cells = phone.read(f"/games/{table.id}")
    assert "✓ 151 made" in cells
    assert "−49 failed" in cells and "✓ −49" not in cells


def test_a_blind_nil_can_be_entered_in_the_plain_form(phone, database, club):
    table = begin(database, club, variant="spades", house_rules={"sides": "each"})
    address = f"/games/{table.id}/deals/new"
    numbers = {"bids": (0, 4, 5, 3), "tricks": (0, 4, 6, 3)}
    typed = {f"{key}-{at}": str(it) for key, of in numbers.items() for at, it in enumerate(of)}
    assert phone.fill(address, **typed).status_code == 422
    assert "Still asked: " in phone.page.text
    assert not table.read().sheet.deals
    assert phone.send(address, **{"blind-0": "1"}, sure="1").status_code == 303
    assert table.read().sheet.totals == (200, 40, 51, 30)
