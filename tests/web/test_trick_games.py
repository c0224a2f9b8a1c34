"""What single trick games show on their sheets and forms."""

import re

from scorer.web.games.deals_table import deals_table
from scorer.web.games.sheet_view import SheetView
from tests.tables import begin


def test_all_deals_name_who_was_re_and_what_counts_double(phone, database, club):
    table = begin(database, club, variant="doppelkopf", house_rules={"bock": "queue"})
    deal = {"re": 0, "partner": 2, "re_points": 142}
    table.score(deal | {"bock": True}, deal)
    lines = [of_deal[-1] for of_deal in deals_table(SheetView(table.read()))["by_deal"]]
    assert [line["words"] for line in lines] == ["Re 142 · Bock next", "Bock ×2 · Re 142"]
    assert [cell["mark"] for cell in lines[1]["cells"].values()] == ["Re", "", "Re", ""]
    why = phone.read(f"/games/{table.id}/deals/{table.deals[0]}")
    assert "Lost the deal, Ann and Cat were Re: −1." in why


def test_an_answer_that_the_other_rule_does_not_ask_is_left_out(phone, database, club):
    table = begin(database, club, variant="hearts", house_rules={"moon": "either"})
    table.score(
        {"queen": 0, "hearts": [5, 8, 0, 0]},
        {"queen": 0, "hearts": [13, 0, 0, 0], "moon": "own"},
    )
    phone.get(f"/games/{table.id}/what-if")
    assert "the others 26 each, Ann would still be in front" in phone.page.text
    assert "no result" not in phone.page.text


def test_the_trump_of_a_game_with_bids_stands_on_the_sheet(phone, database, club):
    table = begin(database, club, variant="oh-hell")
    table.answer(("trump", -1, "H"), ("bids", 1, 1))
    assert "Trump: ♡ One card" in phone.read(f"/games/{table.id}")


def test_who_changes_a_bid_is_said_once_all_bids_are_in(phone, database, club):
    table = begin(database, club, variant="oh-hell", house_rules={"bids": "together"})
    address, says = f"/games/{table.id}", "Only the host changes it now, by a tap on the row."
    phone.post(f"{address}/seats/1/hold")
    table.answer(*(("bids", at, 0) for at in (1, 2, 3)))
    assert says not in phone.read(address)
    table.answer(("bids", 0, 0))
    assert says in phone.read(address)
    table.answer(("tricks", 1, 0))
    assert says not in phone.read(address)


def test_who_rests_has_a_dot_and_who_played_for_nothing_a_zero(phone, database, club):
    table = begin(database, club, variant="skat", house_rules={"list": "seeger_fabian"})
    table.score({"declarer": 1, "game": "null", "took": "none"})
    table.score({"declarer": 2, "game": "null", "took": "some"})
    for path in ("", "/paper"):
        text = phone.read(f"/games/{table.id}{path}")
        assert re.search(r"Ben null · 73 \w* ?0 0 .*Cat null 30 30 −96 \w* ?30 Total", text), text


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
