"""What a deal of counters is asked, and what is shown before it is saved."""

from tests.web.counters import PINK_NINES, begin_counters


def test_where_nothing_is_paid_by_the_card_only_who_went_out_is_asked(phone, database, club):
    for rules, asked, not_asked in (
        ({}, (), ("on_red_nine", "hands-1")),
        ({"per_card": 1}, ("hands-1",), ("on_red_nine",)),
        ({"out_on_red_nine_doubles": True}, (), ("on_red_nine", "hands-1")),
        ({"per_card": 1, "out_on_red_nine_doubles": True}, ("on_red_nine", "hands-1"), ()),
    ):
        table = begin_counters(database, club, variant=PINK_NINES, **rules)
        phone.get(f"/games/{table.id}/deals/new")
        for field in asked:
            assert f'name="{field}"' in phone.page.html, rules
        for field in not_asked:
            assert f'name="{field}"' not in phone.page.html, rules


def test_who_pays_whom_is_shown_before_a_deal_is_saved(phone, circuit):
    form = f"/games/{circuit.id}/deals/new"
    phone.get(f"{form}?out=1")
    hands = {"hands__0": "3", "hands__2": "4", "hands__2__red_nines": "1", "hands__3": "1"}
    assert phone.send(form, look="1", aces_swept_by="3", **hands).status_code == 200
    page_text = phone.page.text.replace("→pays", "→")
    for one in ("Ann → Red Nine pool 6", "Red Ace pool → Dan 3", "Ann → Ben 3", "Cat → Ben 5"):
        assert one in page_text
    assert "Before and after deal 1" in page_text
    assert "Ann 36 24" in page_text
    assert "Red Nine pool 0 6" in page_text
    assert circuit.read().version == 0
    assert phone.send(form).status_code == 303
    assert circuit.read().sheet.totals == (24, 45, 31, 38)
