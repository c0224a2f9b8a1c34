"""The deal in play from several phones: what is asked first, what is hidden, what makes a deal."""

import re

from tests.tables import begin


def hand(points):
    return {"points": points, "red_nines": 0}


def test_a_phone_reads_what_it_may_answer_for_each_seat_and_who_is_out(phone, seated, table):
    def read(reader):
        following = reader.client.get(f"/games/{table.id}/news").json["data"]["next"]
        return following["asked"], following["out_says"]

    ben = seated(1)
    assert read(ben) == ([[], [], [], []], "")
    table.answer(("out", -1, 0), ("on_red_nine", -1, True))
    # What is answered may still be changed.
    ben.answers(table.id, ["hands", 1, hand(7)])
    for reader in (ben, phone):
        hands = [["hands"]] * 3
        assert read(reader) == ([[], *hands], "Ann is out on a red nine")


def test_replacing_what_another_phone_answered_asks_once(phone, seated, table):
    phone.answers(table.id, ["out", -1, 0])
    ben = seated(1)
    ben.answers(table.id, ["hands", 1, hand(7)])
    mine = ["hands", 1, hand(9)]
    error = phone.answers(table.id, mine).json["error"]
    assert (error["code"], error["message"]) == ("replaces", "Ben has entered their own answer.")
    assert "Use mine" in error["html"]
    # What was answered since is asked about again.
    ben.answers(table.id, ["hands", 1, hand(8)])
    assert phone.answers(table.id, mine, replace=error["replaces"]).status_code == 409
    assert phone.answers(table.id, mine, replace=True).status_code == 200
    assert "in, by" in phone.read(f"/games/{table.id}")
    assert ben.client.get(f"/games/{table.id}/own").json == {}
    assert phone.client.get(f"/games/{table.id}/own").json["hands"][1] == hand(9)


def test_an_answer_taken_back_after_its_deal_asks_a_whole_sentence(phone, table):
    table.score({"out": 0, "on_red_nine": True, "hands": [[], *map(hand, (7, 23, 32))]})
    for place, there, answers in (
        (["out", -1], "who went out: Ann", ["OK"]),
        (["hands", 1], "Ben: 7", ["OK"]),
        (["on_red_nine", -1], "out on a red nine: yes", ["Correct it", "Drop it"]),
    ):
        error = phone.answers(table.id, clear=[place]).json["error"]
        assert error["message"] == f"Deal 1 is saved already ({there})."
        assert re.findall('class="button"[^>]*>([^<]+)', error["html"]) == answers


def test_all_read_what_they_had_seen_before_it_was_changed_and_by_whom(phone, watcher, table):
    table.answer(("out", -1, 0), *(("hands", seat, hand(7)) for seat in (1, 2, 3)))
    table.seen = 1
    table.undo()
    phone.answers(table.id, ["hands", 1, hand(9)], replace=True)
    says = "has changed the hands of Ben: 7 → 9."
    assert says in watcher.read(f"/games/{table.id}") and says in phone.read(f"/games/{table.id}")
    phone.answers(table.id, clear=[["hands", 1]], replace=True)
    assert "has cleared the hands of Ben: 9." in watcher.read(f"/games/{table.id}")


def test_a_note_takes_the_place_of_the_notice_that_a_game_was_begun(phone, database, club):
    before = begin(database, club, variant="nine-five")
    table = begin(database, club, variant="nine-five", follows=before.id)
    assert "The same people again." in phone.read(f"/games/{table.id}")
    table.answer(("bidder", -1, 1), ("bid", -1, 11), ("trump", -1, "H"))
    text = phone.read(f"/games/{table.id}")
    assert "Noted: Ben bid 11" in text
    assert "The same people again." not in text
