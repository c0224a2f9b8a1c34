"""A game in a list has the totals that its own sheet shows."""

from tests.tables import begin
from tests.web.counters import PINK_NINES, begin_counters, cards


def test_what_the_next_deal_has_cost_already_is_told_in_lists_too(phone, database, club):
    pink = begin_counters(database, club, variant=PINK_NINES)
    pink.score(cards(1, 3, 2, 1))
    begin(database, club).deal()
    totals = pink.read().sheet.now.totals
    assert totals != pink.read().sheet.totals
    phone.get("/")
    for name, total in zip(("Ann", "Ben", "Cat", "Dan"), totals, strict=True):
        assert f"{name} {total} held" in phone.page.text
