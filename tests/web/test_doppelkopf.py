"""Doppelkopf on its pages: who was Re, and Bock."""

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
