"""The deal in play from several phones: what is asked first, what is hidden, what makes a deal."""

import json
import re
from html import unescape

from tests.tables import begin, new_id


def hand(points):
    return {"points": points, "red_nines": 0}


def labels(asked):
    return re.findall('class="button(?: button-first)?"[^>]*>([^<]+)', asked.json["error"]["html"])


def test_a_phone_reads_what_it_may_answer_for_each_seat(phone, seated, table):
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
    asked = phone.answers(table.id, mine)
    error = asked.json["error"]
    assert error["code"] == "replaces"
    assert error["message"] == "Ben has entered their own answer (you typed 9)."
    assert labels(asked) == ["Use mine", "Keep Ben’s"]
    assert error.keys() == {"code", "message", "html", "deal"}
    # What was answered since is asked about again.
    ben.answers(table.id, ["hands", 1, hand(8)])
    assert phone.choose_answers(table.id, asked, "mine").status_code == 409
    assert phone.answers(table.id, mine, replace=True).status_code == 200
    assert "in, by" in phone.read(f"/games/{table.id}")
    assert ben.client.get(f"/games/{table.id}/own").json == {}
    assert phone.client.get(f"/games/{table.id}/own").json["hands"][1] == hand(9)
    error = ben.answers(table.id, ["hands", 1, hand(5)]).json["error"]
    assert error["message"].endswith(" has entered your own answer (you typed 5).")


def test_a_deal_over_what_a_seat_answered_since_asks_once(phone, seated, table):
    def write(hands, seen):
        deal = {"after": None, "facts": {"out": 0, "hands": [[], *map(hand, hands)]}}
        return phone.write(table.id, "deal", deal, 0, answers_seen=seen)

    seen = table.read().answers_version
    seated(1).answers(table.id, ["hands", 1, hand(33)], ["out", -1, 0])
    asked = write((30, 23, 32), seen)
    assert asked.json["error"]["message"] == "Ben has entered their own answer (you typed 30)."
    assert labels(asked) == ["Use mine", "Keep Ben’s"]
    [again] = re.findall('name="entries" value="([^"]*)"', asked.json["error"]["html"])
    [entry] = json.loads(unescape(again))
    assert entry["content"]["facts"]["hands"][1] == hand(30)
    assert write((30, 23, 32), entry["answers_seen"]).status_code == 200
    assert "has changed what Ben entered." in phone.read(f"/games/{table.id}")
    # The same is no question.
    table.seen = table.read().version
    table.undo()
    assert write((33, 23, 32), seen).status_code == 200


def test_a_deal_over_what_was_noted_of_it_asks_though_it_was_seen(phone, seated, table):
    seated(1).answers(table.id, ["out", -1, 2])
    deal = {"after": None, "facts": {"out": 0, "hands": [[], *map(hand, (7, 23, 32))]}}
    asked = phone.write(table.id, "deal", deal, 0)
    assert asked.json["error"]["message"] == "Ben has entered who went out: Cat (you typed Ann)."
    seen = table.read().answers_version
    assert phone.write(table.id, "deal", deal, 0, answers_seen=seen).status_code == 200


def test_a_deal_is_composed_with_what_a_seat_answered_since(phone, seated, table):
    phone.answers(table.id, ["on_red_nine", -1, True])
    seated(1).answers(table.id, ["hands", 1, hand(33)])
    deal = {"after": None, "facts": {"out": 0, "hands": [[], *map(hand, (30, 23, 32))]}}
    asked = phone.write(table.id, "deal", deal, 0)
    # What is hidden is not sent, either; an id may have such digits among others.
    assert not re.search(r"\b33\b", asked.json["error"]["html"])
    assert phone.choose_answers(table.id, asked, "theirs").status_code == 200
    [saved] = table.read().sheet.deals
    # What was noted, and is not in the deal that was typed, is not in this one.
    assert saved.record == {"out": 0, "hands": [[], *map(hand, (33, 23, 32))]}
    assert "has changed what" not in phone.read(f"/games/{table.id}")


def test_a_deal_with_somebody_else_out_is_kept_as_answers(phone, seated, table):
    seated(1).answers(table.id, ["out", -1, 2])
    deal = {"after": None, "facts": {"out": 0, "hands": [[], *map(hand, (7, 23, 32))]}}
    asked = phone.write(table.id, "deal", deal, 0)
    assert phone.choose_answers(table.id, asked, "theirs").status_code == 200
    assert not table.read().sheet.deals
    said = {(row.ask, row.place): row.value for row in table.read().answers}
    # Who is out holds nothing, and what Ann held is still to be said.
    assert said == {("out", -1): 2, ("hands", 1): hand(7), ("hands", 3): hand(32)}


def test_answers_are_saved_without_what_a_seat_answered_since(phone, seated, table):
    phone.answers(table.id, ["out", -1, 0])
    seated(1).answers(table.id, ["hands", 1, hand(33)])
    asked = phone.answers(table.id, ["hands", 1, hand(30)], ["hands", 2, hand(23)])
    assert phone.choose_answers(table.id, asked, "theirs").status_code == 200
    hands = {row.place: row.value for row in table.read().answers if row.ask == "hands"}
    assert hands == {1: hand(33), 2: hand(23)}


def test_an_answer_taken_back_after_its_deal_asks(phone, table):
    table.score({"out": 0, "on_red_nine": True, "hands": [[], *map(hand, (7, 23, 32))]})
    for place, there, answers in (
        (["out", -1], "who went out: Ann", ["OK"]),
        (["hands", 1], "Ben: 7", ["OK"]),
        (["on_red_nine", -1], "out on a red nine: yes", ["Correct it", "Drop it"]),
    ):
        asked = phone.answers(table.id, clear=[place])
        assert asked.json["error"]["message"] == f"Deal 1 is saved already ({there})."
        assert labels(asked) == answers


def test_an_answer_behind_an_undone_deal_asks_where_it_belongs(phone, seated, table):
    ben = seated(1)
    table.deal()
    gone = table.deals[-1]
    table.undo()
    sent = {"after": gone, "set": [["out", -1, 1]], "clear": [], "replace": [], "finish": None}
    asked = ben.send_answers(table.id, sent)
    assert asked.status_code == 409
    assert asked.json["error"]["message"] == "Meanwhile Host undid deal 1."
    assert asked.json["error"]["code"] == "withdrawn"
    assert labels(asked) == ["It is for deal 1", "Drop it"]
    assert ben.choose_answers(table.id, asked, "another").status_code == 200
    assert [row.value for row in table.read().answers] == [1]
    # Nothing else is left of what was only cleared, or once the game is over.
    cleared = {**sent, "set": [], "clear": [["out", -1]]}
    assert labels(ben.send_answers(table.id, cleared)) == ["Drop it"]
    table.deal(1)
    table.write("end", {"why": "late"})
    assert labels(ben.send_answers(table.id, sent)) == ["Drop it"]
    unknown = ben.send_answers(table.id, {**sent, "after": new_id()})
    assert (unknown.status_code, unknown.json["error"]["code"]) == (422, "unknown_deal")


def test_an_id_that_another_phone_has_used_is_sent_as_new(seated, table):
    ben, id = seated(1), new_id()
    table.write("end", {"why": "late"}, id=id)
    table.undo()
    asked = ben.answers(table.id, ["out", -1, 1], id=id)
    assert (asked.status_code, labels(asked)) == (409, ["Save as new"])
    assert ben.choose_answers(table.id, asked, "anyway").status_code == 200


def test_more_behind_an_answer_is_told_the_version_alone(seated, table):
    sent = {"after": None, "set": [["out", -1, 1]], "clear": [], "replace": [], "finish": None}
    answer = seated(1).send_answers(table.id, sent, Prefer="return=minimal")
    assert answer.json == {"game": table.id, "version": 1}


def test_all_read_who_changed_what_they_had_seen(phone, watcher, table):
    table.answer(("out", -1, 0), *(("hands", seat, hand(7)) for seat in (1, 2, 3)))
    table.seen = 1
    table.undo()
    phone.answers(table.id, ["hands", 1, hand(9)], replace=True)
    says = "has changed the hands of Ben: 7 → 9."
    assert says in watcher.read(f"/games/{table.id}") and says in phone.read(f"/games/{table.id}")
    phone.answers(table.id, clear=[["hands", 1]], replace=True)
    assert "has cleared the hands of Ben: 9." in watcher.read(f"/games/{table.id}")


def test_a_note_takes_the_place_of_the_notice_of_a_start(phone, database, club):
    before = begin(database, club, variant="nine-five")
    table = begin(database, club, variant="nine-five", follows=before.id)
    assert "The next game has begun." in phone.read(f"/games/{table.id}")
    table.answer(("bidder", -1, 1), ("bid", -1, 11), ("trump", -1, "H"))
    text = phone.read(f"/games/{table.id}")
    assert "Noted: Ben bid 11" in text
    assert "The next game has begun." not in text
