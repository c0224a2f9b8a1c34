"""Somebody joins, somebody leaves: one page, a tap a person, and what the sheet shows of it."""

import re
from html import unescape

import pytest

from scorer.rules.errors import BadEntry
from scorer.rules.fold import next_seat
from tests.services.test_ledger import pink
from tests.tables import add_phone, begin, facts, name_player


@pytest.fixture
def eve(database, club):
    return name_player(database, club, "Eve")


@pytest.fixture
def dealt(table):
    """Ann has 0, Ben 7, Cat 23 and Dan 41."""
    table.deal(0, 7, 23, 41)
    return table


def order_of(table):
    sheet = table.read().sheet
    return [sheet.sitters[seat].name for seat in sheet.table.order]


def test_a_known_person_joins_by_a_tap_between_two_seats(phone, dealt, eve):
    path = f"/games/{dealt.id}/people"
    phone.get(f"/games/{dealt.id}")
    assert f'href="{path}" data-change-table>Somebody joins' in phone.page.html
    assert "Go on" not in phone.read(path)
    phone.send(path, bring=eve.id)
    assert "Five now: one pack and the hearts of a second." in phone.page.text
    assert "4 more deals are to come." in phone.page.text
    phone.send(path, place="1")
    assert phone.page.form(path)["name"] == ["Ann", "Eve", "Ben", "Cat", "Dan"]
    assert phone.send(path, begins="worst").status_code == 303
    assert "Saved: Eve joined, between Ann and Ben, with 41." in phone.read_next()
    assert order_of(dealt) == ["Ann", "Eve", "Ben", "Cat", "Dan"]
    assert dealt.read().sheet.sitters[4].player == eve.id
    # The way to begin is remembered.
    phone.fill(path, player="Fay")
    assert "worst" in phone.page.form(path)["begins"]


def test_whom_the_deal_passes_over_is_said(phone, dealt):
    dealt.change([0, 4, 1, 2, 3], (4, "Eve", 18))
    for out in (1, 2, 3):
        assert "need not" not in phone.read(f"/games/{dealt.id}")
        after = dealt.read().sheet.after
        dealt.write("deal", {"after": after, "facts": facts(out, 5, 6, 7, 8)})
    page = phone.read(f"/games/{dealt.id}")
    assert "Eve deals" in page and "1 deal left. Ann need not deal again." in page


def test_who_leaves_keeps_a_row_and_comes_back_with_the_total(phone, dealt):
    path = f"/games/{dealt.id}/people"
    dealt.change([0, 4, 1, 2, 3], (4, "Eve", 18))
    phone.fill(path, out="4")
    assert "Dan leaves" in phone.page.text
    phone.send(path)
    assert "Saved: Dan left." in phone.read_next()
    assert 'data-left data-seat="3"' in phone.page.html
    assert "Dan left , total 41" in phone.page.text
    # Of a person who was here before a name is enough, and there is no second way.
    page = phone.read(f"{path}?player=dan")
    assert "Dan comes back with 41" in page
    phone.send(path)
    assert "Dan came back, between Cat and Ann" in phone.read_next()
    assert dealt.read().sheet.table.order == (0, 4, 1, 2, 3)


def test_what_cannot_be_is_said_before_and_nothing_is_lost(phone, dealt, eve):
    path, page = f"/games/{dealt.id}/people", phone.read(f"/games/{dealt.id}")
    assert "Somebody leaves: four at least" in page
    phone.fill(path, out="0")
    assert "4 to 12 players" in phone.page.text
    assert "Go on" not in phone.page.text
    phone.send(path, bring=eve.id)
    assert "Go on" in phone.page.text
    for name, says in (("ben", "Ben is at the table already."), ("x" * 41, "40 letters")):
        phone.send(path, player=name)
        assert phone.answer.status_code == 422
        assert phone.page.form(path)["name"] == ["Ben", "Cat", "Dan", "Eve"]
        assert says in phone.page.text
    assert order_of(dealt) == ["Ann", "Ben", "Cat", "Dan"]


def test_add_without_a_name_changes_nothing_and_asks_for_one(phone, dealt, eve):
    path = f"/games/{dealt.id}/people"
    phone.get(path)
    for tap, there in (({}, "Ann Ben Cat Dan"), ({"bring": eve.id}, "Ann Ben Cat Dan Eve")):
        if tap:
            phone.send(path, **tap)
        phone.send(path, add="")
        assert phone.answer.status_code == 422
        assert "Type a name." in phone.page.text
        assert phone.page.form(path)["name"] == there.split()
    assert order_of(dealt) == ["Ann", "Ben", "Cat", "Dan"]


def test_who_leaves_has_a_row_and_no_chip(phone, dealt, eve):
    path = f"/games/{dealt.id}/people"
    phone.get(path)
    chip = '<button class="button chip" name="bring" value="{}"'
    assert chip.format(eve.id) in phone.page.html
    dan = dealt.read().sheet.sitters[3].player
    phone.send(path, out="3")
    assert "Dan leaves" in phone.page.text
    assert chip.format(dan) not in phone.page.html


def test_why_nobody_can_join_is_said(phone, database, club):
    for hand, says in ((13, "up to four with 13 cards each"), (2, "")):
        begun = {"variant": "pink-nines", "house_rules": {"hand_size": hand}}
        page = phone.read(f"/games/{begin(database, club, **begun).id}")
        assert f"Somebody joins: {says}" in page if says else "Somebody joins:" not in page


def test_a_change_that_ends_the_game_says_so(phone, database, club):
    table = begin(database, club, "Ann", "Ben", "Cat", variant="pink-nines")
    for out in (0, 1):
        table.score({"out": out})
    path = f"/games/{table.id}/people"
    phone.fill(path, out="2")
    assert "This ends the game" in phone.page.text
    phone.send(path)
    phone.follow()
    assert table.read().sheet.over
    assert "Cat left" in phone.page.text


def test_what_is_answered_of_the_next_deal_is_cleared_only_once_that_was_said(phone, dealt, eve):
    path = f"/games/{dealt.id}/people"
    phone.fill(path, bring=eve.id)
    dealt.answer(("hands", 1, {"points": 5, "red_nines": 0}))
    assert phone.send(path).status_code == 409
    assert "Ben has answered for deal 2. That would be cleared." in phone.page.text
    phone.fill(path, bring=eve.id)
    assert "Ben has answered for deal 2. That is cleared." in phone.page.text
    assert phone.send(path).status_code == 303
    assert dealt.read().answers == ()


@pytest.mark.parametrize("tap", [{"out": "3"}, {"player": "Eve", "begins": "zero"}])
def test_a_change_goes_behind_a_deal_of_another_phone_by_one_tap(phone, dealt, tap):
    path, other = f"/games/{dealt.id}/people", add_phone(dealt.database, dealt.club, "Ben’s phone")
    dealt.change([0, 1, 2, 3, 4], (4, "Fay", 0))
    phone.fill(path, **tap)
    deal = {"facts": facts(1, 5, 6, 7, 8), "after": dealt.read().sheet.after}
    dealt.write("deal", deal, device=other)
    dealt.answer(("out", -1, 2))
    assert phone.send(path).status_code == 409
    left = 2 if "out" in tap else 4
    assert (
        f"Meanwhile Ben’s phone scored deal 2. {left} more deals are to come."
        " Noted of deal 3: Cat out. That would be cleared. From deal 3 on" in phone.page.text
    )
    phone.send(f"/games/{dealt.id}/entries")
    now = ["Ann", "Ben", "Cat", *(["Fay"] if "out" in tap else ["Dan", "Fay", "Eve"])]
    assert order_of(dealt) == now
    assert dealt.read().answers == ()


def test_who_would_begin_with_another_total_by_now_is_chosen_anew(phone, dealt):
    join = {"seat": 4, "player": {"id": None, "name": "Eve"}, "total": 18}
    content = {"seats": [0, 1, 2, 3, 4], "joins": [join], "after": dealt.deals[0]}
    seen = dealt.read().version
    dealt.deal(1, 5, 6, 7, device=add_phone(dealt.database, dealt.club, "Ben’s phone"))
    answer = phone.write(dealt.id, "change_table", content, seen)
    assert answer.status_code == 409
    [address] = re.findall(r'href="([^"]+/people[^"]+)', answer.json["error"]["html"])
    assert "Mean: 23" in phone.read(unescape(address))


def test_two_phones_change_the_table_at_once(phone, dealt, eve):
    path, other = f"/games/{dealt.id}/people", add_phone(dealt.database, dealt.club, "Ben’s phone")
    for name, says in (
        ("Eve", "Already saved by Ben’s phone: Eve"),
        ("Fay", "Ben’s phone noted that"),
    ):
        phone.fill(path, bring=eve.id)
        seen = dealt.read().version
        seat = next_seat(4, dealt.read().entries)
        dealt.change([0, 1, 2, 3, seat], (seat, name, 0), device=other, seen=seen)
        phone.send(path)
        if phone.answer.status_code == 303:
            phone.follow()
        assert says in phone.page.text
        if name == "Fay":
            assert "From deal 2 on" in phone.page.text
        assert len(dealt.read().entries) == seen + 1
        dealt.write("withdraw", {"entry": dealt.read().entries[-1].id}, seen=seen + 1)


def test_who_was_let_in_by_another_phone_between_others_is_there(phone, joined, dealt):
    path, other = f"/games/{dealt.id}/people", joined("score")
    for page in (phone, other):
        page.get(f"{path}?player=Eve")
    other.send(path, place="1")
    phone.send(path)
    assert other.send(path).status_code == 409
    says = "Already saved by Phone (2): Eve joined, between Dan and Ann, with 0. OK"
    assert says in other.page.text
    assert order_of(dealt) == ["Ann", "Ben", "Cat", "Dan", "Eve"]


def test_what_was_wanted_is_filled_in_on_todays_table(phone, dealt, eve):
    path, other = f"/games/{dealt.id}/people", add_phone(dealt.database, dealt.club, "Ben’s phone")
    phone.get(path)
    for tap in ({"bring": eve.id}, {"place": "1"}, {"out": "4"}):
        phone.send(path, **tap)
    dealt.change([0, 1, 2, 3, 4], (4, "Fay", 0), device=other)
    assert phone.send(path, begins="worst").status_code == 409
    assert "You wanted: Eve joins with 41, Dan leaves." in phone.page.text
    phone.get(unescape(re.search(rf'href="({path}\?[^"]+)"', phone.page.html)[1]))
    assert "Eve joins" in phone.page.text
    assert phone.send(path).status_code == 303
    assert order_of(dealt) == ["Ann", "Eve", "Ben", "Cat", "Fay"]
    assert dealt.read().sheet.totals == (0, 7, 23, 41, 0, 41)


def test_a_deal_of_the_table_before_goes_where_it_was_played(phone, dealt):
    deal = {"facts": facts(1, 9, 8, 7), "after": dealt.deals[-1]}
    dealt.change([0, 4, 1, 2, 3], (4, "Eve", 18))
    asked = phone.write(dealt.id, "deal", deal, 1)
    assert asked.status_code == 409
    assert "Since then: Eve joined, between Ann and Ben, with 18." in asked.json["error"]["html"]
    assert "It was before that" in asked.json["error"]["html"]
    before = {**deal, "before": dealt.read().entries[-1].id}
    assert phone.write(dealt.id, "deal", before, 2).status_code == 200
    sheet = dealt.read().sheet
    assert [len(it.table.order) for it in sheet.deals] == [4, 4]
    assert sheet.table.order == (0, 4, 1, 2, 3)


def test_all_pages_of_a_game_show_who_left_and_who_joined(phone, dealt):
    dealt.change([0, 4, 1, 2], (4, "Eve", 18))
    path = f"/games/{dealt.id}"
    new = phone.fill(f"{path}/deals/new", out="0", **{f"hands-{seat}": "5" for seat in (1, 2, 4)})
    assert new.status_code == 303, phone.page.text
    for page in ("", "/book", "/chart", "/paper", "/table", "/table?way=flat", "/end", "/what-if"):
        text = phone.read(f"{path}{page}")
        assert phone.answer.status_code == 200
        assert "Eve" in text or page in ("/end", "/what-if")
    deal = dealt.read().sheet.deals[-1]
    assert "Dan" not in phone.read(f"{path}/deals/{deal.id}")
    correct = f"{path}/deals/{deal.id}/correct"
    phone.fill(correct, **{"hands-4": "6"})
    assert phone.answer.status_code == 303, phone.page.text
    phone.fill(f"{path}/end")
    assert "Dan left" in phone.read(path)
    assert "Same again: Red Nines with Ann, Ben, Cat and Eve" in phone.read("/")
    for page in ("", "/book", "/chart.svg", "/paper", "/table", "/picture.svg", "/export"):
        assert phone.get(f"{path}{page}").status_code in (200, 404)
    csv = phone.client.get(f"{path}/table.csv").data.decode()
    assert [line.count("Eve") for line in csv.splitlines()[1:]].count(1) == 1


def test_a_game_of_partners_says_that_nobody_can_join_or_leave(phone, database, club):
    table = begin(database, club, variant="nine-five")
    path = f"/games/{table.id}"
    assert "Somebody joins" not in phone.read(path)
    assert "Nobody can join or leave this game" in phone.read(f"{path}/people?player=Eve")
    assert "Go on" not in phone.page.text


def test_a_game_for_three_alone_says_so(phone, database, club):
    path = f"/games/{begin(database, club, 'Ann', 'Ben', 'Cat', variant='oxford-whist').id}/people"
    phone.fill(path, out="0")
    assert "This game is for three players." in phone.page.text


def test_what_is_undone_of_a_table_is_said_and_not_where_deals_follow(phone, dealt):
    saved = dealt.change([0, 4, 1, 2, 3], (4, "Eve", 18))
    joined = saved.game_read.entries[-1].id
    dealt.write("deal", {"facts": facts(0, 7, 23, 41, 5), "after": joined})
    with pytest.raises(BadEntry) as refused:
        dealt.write("withdraw", {"entry": joined})
    assert refused.value.code == "table_was_dealt_to"
    for entry in (dealt.read().sheet.last_deal, joined):
        dealt.write("withdraw", {"entry": entry})
    assert "Undone: the change of who sits." in phone.read(f"/games/{dealt.id}")


def test_a_typed_name_of_somebody_at_the_table_is_refused(dealt):
    with pytest.raises(BadEntry) as refused:
        dealt.change([0, 4, 1, 2, 3], (4, "ANN", 18))
    assert refused.value.code == "sits_there"


def test_the_chart_of_the_night_ends_where_the_game_does(phone, dealt):
    dealt.change([0, 1, 2, 3, 4], (4, "Eve", 18))
    while not (sheet := dealt.read().sheet).over:
        dealt.write("deal", {"facts": facts(0, 2, 3, 4, 5), "after": sheet.after})
    night, totals = dealt.read().night, [str(total) for total in sheet.totals]
    last = f"{sheet.played} {' '.join(totals)}"
    assert last in phone.read(f"/nights/{night}")
    assert totals[4] == str(18 + 5 * (sheet.played - 1))


def test_who_leaves_with_a_loan_or_a_debt_is_named(phone, database, club):
    dear = {"house_rules": {"counter_value": {"counters": 1, "pays": 1}, "circuits": 1}}
    pink(database, club)
    table = begin(database, club, variant="pink-nines", **dear)
    table.write("lend", {"seat": 3, "lender": 0, "counters": 5})
    phone.fill(f"/games/{table.id}/people", out="3")
    assert "Dan owes Ann 5 counters until the end." in phone.page.text
    assert re.search(r"Dan still (owes|gets) ", phone.page.text)
