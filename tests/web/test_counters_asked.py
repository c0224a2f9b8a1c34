"""What a deal of counters is asked."""

from tests.web.counters import PINK_NINES, begin_counters, cards


def test_where_nothing_is_paid_by_the_card_only_who_went_out_is_asked(phone, database, club):
    for rules, asked, not_asked in (
        ({}, (), ("on_red_nine", "hands-1")),
        ({"per_card": 1}, ("hands-1",), ("on_red_nine",)),
        ({"out_on_red_nine_doubles": True}, (), ("on_red_nine", "hands-1")),
        ({"per_card": 1, "out_on_red_nine_doubles": True}, ("on_red_nine", "hands-1"), ()),
    ):
        table = begin_counters(database, club, variant=PINK_NINES, **rules)
        phone.get(f"/games/{table.id}/deals/new")
        for field in (*asked, *not_asked):
            assert (f'name="{field}"' in phone.page.html) == (field in asked), rules


def test_who_swept_is_offered_late_only_where_it_would_move_something(phone, database, club):
    for pool in (3, 0):
        table = begin_counters(database, club, red_ace_pool=pool)
        table.score(cards(1, 1, 1, 1))
        is_offered = "Red aces swept in deal 1? Add who" in phone.read(f"/games/{table.id}")
        assert is_offered == bool(pool)
