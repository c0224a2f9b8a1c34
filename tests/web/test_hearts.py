"""Hearts under other house rules."""

from tests.tables import begin


def test_an_answer_that_the_other_rule_does_not_ask_is_left_out(phone, database, club):
    table = begin(database, club, variant="hearts", house_rules={"moon": "either"})
    table.score(
        {"queen": 0, "hearts": [5, 8, 0, 0]},
        {"queen": 0, "hearts": [13, 0, 0, 0], "moon": "own"},
    )
    phone.get(f"/games/{table.id}/what-if")
    assert "the others 26 each, Ann would still be in front" in phone.page.text
    assert "no result" not in phone.page.text
