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
