"""Everybody's phone: one sheet for all, what stands on it for one seat, and who may write what."""

import json
import re
from typing import Any

import pytest
from sqlalchemy import update
from werkzeug.test import TestResponse

from scorer.services.club import invitations
from scorer.services.games.seats_held import SILENT, list_held
from scorer.storage.database import Database
from scorer.storage.schema import devices, seats_held
from tests.tables import NAMES, Statements, Table, Wall, begin
from tests.web.conftest import SECRET, NewPhone, Seated
from tests.web.phones import Phone
from tests.web.test_news import ask, has_news, tag_of

ANN, BEN, CAT, DAN = range(4)


def hand(points: int) -> dict[str, int]:
    return {"points": points, "red_nines": 0}


def answer(table: Table, key: str, seat: int | None, value: Any, **other: Any) -> None:
    """A phone answers one ask of the deal in play."""
    after = table.read().sheet.last_deal
    content = {"after": after, "key": key, "seat": seat, "value": value}
    table.write("answer", content, **other)


def news_of(phone: Phone, table: Table) -> TestResponse:
    answered = ask(phone, table)
    assert answered.status_code == 200
    return answered


def next_of(phone: Phone, table: Table) -> dict[str, Any]:
    told: dict[str, Any] = news_of(phone, table).json["data"]["next"]
    return told


def test_the_page_says_which_seat_the_phone_holds_and_the_news_say_it_in_their_head(
    seated: Seated, phone: Phone, table: Table
) -> None:
    ben = seated(BEN)
    page = ben.get(f"/games/{table.id}").text
    assert 'data-my-seat="1"' in page
    data = json.loads(re.findall(r'id="game-data">(.*?)</script>', page)[0])
    assert data["seat"] == BEN
    assert news_of(ben, table).headers["Seat"] == "1"
    known = f'W/"{data["tag"]}-1"'
    nothing_new = ask(ben, table, known)
    assert (nothing_new.status_code, nothing_new.headers["Seat"]) == (304, "1")
    assert nothing_new.headers["ETag"] == known
    page = phone.get(f"/games/{table.id}").text
    assert "data-my-seat" not in page
    assert news_of(phone, table).headers["Seat"] == ""


def test_the_sheet_is_the_same_for_all_seats_and_is_written_once(
    seated: Seated, table: Table, database: Database
) -> None:
    ben, cat = seated(BEN), seated(CAT)
    device = list_held(database, table.club, table.id)[BEN].device
    answer(table, "out", None, ANN)
    answer(table, "hands", BEN, hand(23), device=device)
    first = news_of(ben, table)
    with Statements(database) as statements:
        second = news_of(cat, table)
    assert not any("entries" in text for text in statements.texts)
    assert first.data == second.data
    assert first.headers["ETag"] != second.headers["ETag"]
    assert "23" not in re.sub(r"\w{8}-[-\w]+", "", json.dumps(first.json["data"]["next"]))


def test_what_a_phone_has_typed_stays_hidden_from_the_one_that_takes_its_seat(
    seated: Seated, table: Table
) -> None:
    ben, other = seated(BEN), seated()
    answer(table, "out", None, ANN)
    content = {"after": None, "key": "hands", "seat": BEN, "value": hand(98765)}
    assert ben.write(table.id, "answer", content, table.seen).status_code == 200
    take = f"/games/{table.id}/seats/{BEN}/hold"
    other.get(f"/games/{table.id}/phones")
    for _ in range(2):
        other.send(take)
        other.follow()
    assert f'data-my-seat="{BEN}"' in other.page.html
    for page in ("", "/own", "/news", "/entries", "/book"):
        assert "98765" not in other.get(f"/games/{table.id}{page}").text


def test_the_data_say_what_is_in_and_whom_all_wait_for(
    seated: Seated, phone: Phone, table: Table
) -> None:
    seated(BEN)
    seated(DAN)
    told = next_of(phone, table)
    assert (told["phones"], told["silent"]) == ([BEN, DAN], [])
    assert (told["in"], told["counted"]) == ([], False)
    answer(table, "out", None, ANN)
    answer(table, "hands", CAT, hand(7))
    told = next_of(phone, table)
    assert told["in"] == [["out", None], ["hands", CAT]]
    assert told["answered"] == {"out": ANN, "hands": [None] * 4}
    assert told["missing"] == [["hands", BEN], ["hands", DAN]]
    assert told["counted"]
    assert told["open"] == []


def test_two_answers_unseen_are_an_open_question_in_the_data_unless_they_are_hidden(
    seated: Seated, phone: Phone, table: Table
) -> None:
    seated(BEN)
    answer(table, "hands", BEN, hand(23))
    answer(table, "hands", BEN, hand(28), seen=0)
    assert next_of(phone, table)["open"] == []
    answer(table, "out", None, ANN)
    answer(table, "out", None, CAT, seen=0)
    assert next_of(phone, table)["open"] == ["out"]


def test_a_game_without_phones_is_told_nothing_of_them(phone: Phone, table: Table) -> None:
    assert "phones" not in next_of(phone, table)
    assert "data-own" not in phone.get(f"/games/{table.id}").text


def test_taking_and_freeing_a_seat_is_news_for_all(
    seated: Seated, phone: Phone, table: Table
) -> None:
    tag = tag_of(phone, table)
    ben = seated(BEN)
    assert has_news(phone, table, tag)
    own = tag_of(ben, table)
    assert phone.post(f"/games/{table.id}/seats/1/free").status_code == 303
    assert has_news(ben, table, own)
    assert news_of(ben, table).headers["Seat"] == ""


def test_that_a_phone_fell_silent_is_news(
    seated: Seated, phone: Phone, table: Table, database: Database, wall: Wall
) -> None:
    seated(BEN)
    tag = tag_of(phone, table)
    wall.later(seconds=SILENT.seconds)
    assert has_news(phone, table, tag)
    assert next_of(phone, table)["silent"] == [BEN]


def test_the_table_view_says_that_all_bids_are_in_and_what_comes_next(
    phone: Phone, database: Database, club: str, table: Table
) -> None:
    game = begin(database, club, *NAMES[:3], variant="oxford-whist", night=table.read().night)
    for at in range(3):
        phone.get(f"/games/{game.id}/table")
        assert "All bids are in" not in phone.page.text
        answer(game, "bids", at, 3)
    phone.get(f"/games/{game.id}/table")
    assert "All bids are in. Next: the tricks." in phone.page.text
    # A suit and its number stay together.
    assert "♣\u00a03 ♡\u00a04" in phone.page.html or "♣\u00a04 ♡\u00a04" in phone.page.html


def own_blocks(phone: Phone, table: Table) -> dict[str, str]:
    """What stands on the sheet for each seat, by its number."""
    html = phone.get(f"/games/{table.id}").text
    parts = re.split(r'<div data-own="(\w+)">', html)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def marks_of(phone: Phone, table: Table) -> list[str]:
    """How far each seat is."""
    html = phone.get(f"/games/{table.id}").text
    return re.findall(r"<bdi>(\w+)</bdi> <small>([\w ]+)</small>", html)


def test_i_am_out_is_one_button_and_turns_into_what_goes_with_it(
    seated: Seated, phone: Phone, table: Table
) -> None:
    ben, cat = seated(BEN), seated(CAT)
    address = f"/games/{table.id}"
    assert "I’m out" in own_blocks(ben, table)["1"]
    assert 'value="1">I’m out' in own_blocks(ben, table)["1"]
    ben.get(address)
    assert ben.send(f"{address}/out", out="1").status_code == 303
    blocks = own_blocks(ben, table)
    assert "I’m out" not in blocks["1"] + blocks["2"]
    assert "on a red nine" in blocks["1"]
    assert 'aria-pressed="false"' in blocks["1"]
    assert "Take back" in blocks["1"]
    assert "Ben is out." in ben.page.text
    assert "Your hand" in blocks["2"]
    assert "Take back" not in blocks["2"].split("data-own")[0].split("</form>")[0]
    ben.send(f"{address}/out", on_red_nine="1")
    assert 'aria-pressed="true"' in own_blocks(ben, table)["1"]
    assert cat.get(f"{address}/own").status_code == 200
    assert ben.send(f"{address}/undo").status_code == 303


def test_i_am_out_is_one_button_where_nobody_counts_a_hand(
    seated: Seated, phone: Phone, database: Database, club: str, table: Table
) -> None:
    game = begin(database, club, *NAMES[:4], variant="pink-nines", night=table.read().night)
    ben = seated()
    ben.post(f"/games/{game.id}/seats/{BEN}/hold")
    ben.get(f"/games/{game.id}")
    assert "I’m out" in ben.page.text
    address = f"/games/{game.id}/out"
    assert ben.send(address, out=str(BEN)).status_code == 303
    (deal,) = game.read().sheet.deals
    assert deal.record["out"] == BEN
    # Where hands are counted beside it the button stands too, and nobody's deal is scored by it.
    rules = {"per_card": 1}
    game = begin(
        database,
        club,
        *NAMES[:4],
        variant="pink-nines",
        house_rules=rules,
        night=table.read().night,
    )
    ben.post(f"/games/{game.id}/seats/{BEN}/hold")
    ben.get(f"/games/{game.id}")
    assert ben.send(f"/games/{game.id}/out", out=str(BEN)).status_code == 303
    assert game.read().sheet.deals == ()


def test_the_row_of_marks_says_who_is_done_waited_for_silent_or_without_a_phone(
    seated: Seated, phone: Phone, table: Table, database: Database, wall: Wall
) -> None:
    seated(BEN)
    seated(CAT)
    assert marks_of(phone, table) == []
    answer(table, "out", None, ANN)
    assert marks_of(phone, table) == [("Ben", "waiting"), ("Cat", "waiting"), ("Dan", "no phone")]
    assert "0 of 3 done · Waiting for Ben, Cat and Dan" in phone.page.text
    answer(table, "hands", CAT, hand(7))
    assert marks_of(phone, table)[1] == ("Cat", "in")
    with database.writing() as connection:
        connection.execute(update(seats_held).values(seen_at=wall.at - SILENT * 2))
    assert marks_of(phone, table)[0] == ("Ben", "silent")
    assert f"/games/{table.id}/seats/1/free" in [form["action"] for form in phone.page.forms]
    assert "1 of 3 done · Waiting for Ben and Dan" in phone.page.text


def test_only_the_host_can_type_for_others_and_take_back_what_they_said(
    seated: Seated, phone: Phone, table: Table
) -> None:
    ben = seated(BEN)
    answer(table, "out", None, ANN)
    phone.get(f"/games/{table.id}")
    assert f"/games/{table.id}/own?seat=2" in phone.page.links
    assert "I’ll type them all" in phone.page.text
    assert "Take back" in phone.page.text
    ben.get(f"/games/{table.id}")
    assert not [link for link in ben.page.links if "?seat=" in link or "/deals/new" in link]
    assert "Type it" not in ben.page.text


def test_a_hand_is_entered_on_a_plain_page_and_changed_there(seated: Seated, table: Table) -> None:
    ben, address = seated(BEN), f"/games/{table.id}/own"
    ben.get(address)
    assert "Nothing is asked here now." in ben.page.text
    answer(table, "out", None, ANN)
    ben.get(address)
    fields = ben.page.form(address)
    assert "hands-1" in fields
    assert not {"hands-0", "hands-2", "hands-3"} & fields.keys()
    assert ben.send(address, hands__1="").status_code == 422
    assert "This hand is missing." in ben.page.text
    assert ben.send(address, **{"hands-1": "23"}).status_code == 303
    ben.get(f"/games/{table.id}")
    assert "Your hand is in" in ben.page.text
    ben.get(address)
    assert ben.page.form(address)["hands-1"] == ["23"]
    assert ben.send(address, **{"hands-1": "24", "hands-1-red_nines": "1"}).status_code == 303
    told = ben.client.get(address, headers={"Accept": "application/json"}).json
    assert told == {"hands": [None, {"points": 24, "red_nines": 1}, None, None]}


def test_the_host_types_for_any_seat_without_seeing_what_is_in(
    seated: Seated, phone: Phone, table: Table
) -> None:
    ben, address = seated(BEN), f"/games/{table.id}/own"
    answer(table, "out", None, ANN)
    ben.get(address)
    ben.send(address, **{"hands-1": "23"})
    phone.get(f"{address}?seat=1")
    assert phone.page.form(address)["hands-1"] == [""]
    assert "It is in already. Saving replaces it." in phone.page.text
    assert phone.send(address, **{"hands-1": "24"}).status_code == 303
    for seat, points in ((2, "7"), (3, "32")):
        phone.get(f"{address}?seat={seat}")
        phone.send(address, **{f"hands-{seat}": points})
    assert table.read().sheet.totals == (0, 24, 7, 32)


def test_a_seat_is_not_asked_for_another_and_a_phone_without_one_for_none(
    seated: Seated, watcher: Phone, table: Table
) -> None:
    answer(table, "out", None, ANN)
    address = f"/games/{table.id}/own"
    ben = seated(BEN)
    ben.get(f"{address}?seat=2")
    assert "hands-1" in ben.page.form(address)
    assert seated().get(address).status_code == 403
    assert watcher.get(address).status_code == 403


@pytest.mark.parametrize("wrong", ["0", "-1", "x"])
def test_a_hand_sent_for_another_seat_is_refused_by_a_sentence(
    seated: Seated, table: Table, wrong: str
) -> None:
    answer(table, "out", None, ANN)
    ben, address = seated(BEN), f"/games/{table.id}/own"
    ben.get(address)
    assert ben.send(address, **{"hands-1": "23", "seat": wrong}).status_code == 403
    assert "for its own seat only" in ben.page.text
    assert table.read().version == 1


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        (
            {"hands-1": "5", "hands-1-red_nines": "1"},
            "A red nine counts 9, so this hand cannot be 5.",
        ),
        ({"hands-1": "99", "hands-1-red_nines": "9"}, "red nines"),
        ({"hands-1": "1"}, "No card counts 1, so no hand can be 1."),
        ({"hands-1": "0"}, "no cards"),
    ],
)
def test_a_hand_that_cannot_be_is_refused_before_the_others_are_in(
    seated: Seated, table: Table, typed: dict[str, str], says: str
) -> None:
    ben, address = seated(BEN), f"/games/{table.id}/own"
    answer(table, "out", None, ANN)
    ben.get(address)
    assert ben.send(address, **typed).status_code == 422
    assert says in ben.page.text
    assert ben.page.form(address)["hands-1"] == [typed["hands-1"]]
    assert table.read().version == 1


def test_a_bid_is_told_in_secret_and_the_tricks_by_any_one_phone(
    seated: Seated, database: Database, club: str, table: Table
) -> None:
    game = begin(
        database, club, "Ann", "Ben", "Cat", variant="ninety-nine", night=table.read().night
    )
    ann, ben = seated(), seated()
    for seat, each in enumerate((ann, ben)):
        assert each.post(f"/games/{game.id}/seats/{seat}/hold").status_code == 303
    address = f"/games/{game.id}/own"
    assert "Your bid" in own_blocks(ben, game)["1"]
    ben.get(address)
    assert "Others see it when everybody is in" in ben.page.text
    ben.send(address, **{"bids-1": "C D D"})
    assert "Your bid is in" in own_blocks(ben, game)["1"]
    assert marks_of(ann, game) == [("Ann", "waiting"), ("Ben", "in"), ("Cat", "no phone")]
    told = ben.client.get(address, headers={"Accept": "application/json"}).json
    assert told["bids"][1] == ["C", "D", "D"]
    assert "Declare" in own_blocks(ben, game)["1"]
    ben.get(f"/games/{game.id}")
    assert "Enter the tricks" in ben.page.text
    after = f"/games/{game.id}/after"
    ben.get(after)
    assert ben.send(after, **{"tricks-0": "3", "tricks-1": "1", "tricks-2": ""}).status_code == 303
    opening = game.read().sheet.opening
    assert opening is not None
    assert opening.missing == (("bids", 0), ("bids", 2))


def test_a_call_is_public_and_opens_the_bid(
    seated: Seated, database: Database, club: str, table: Table
) -> None:
    game = begin(
        database, club, "Ann", "Ben", "Cat", variant="ninety-nine", night=table.read().night
    )
    ben = seated()
    ben.post(f"/games/{game.id}/seats/1/hold")
    ben.get(f"/games/{game.id}")
    calls = [one["fields"] for one in ben.page.forms if one["action"].endswith("/out")]
    assert [fields["seat"] for fields in calls] == [["1"], ["1"]]
    out = f"/games/{game.id}/out"
    assert ben.send(out, premiums="declared").status_code == 303
    ben.get(f"/games/{game.id}")
    assert "Ben declared" in ben.page.text
    assert 'aria-pressed="true">Declare' in ben.page.html
    ben.send(out, premiums="")
    opening = game.read().sheet.opening
    assert opening is not None and not any(opening.noted.get("premiums", ()))


def test_the_page_of_notes_asks_a_phone_that_plays_for_its_own_call_and_bid_only(
    seated: Seated, phone: Phone, database: Database, club: str, table: Table
) -> None:
    game = begin(
        database, club, "Ann", "Ben", "Cat", variant="ninety-nine", night=table.read().night
    )
    ben, page = seated(), f"/games/{game.id}/notes"
    ben.get(page)
    fields = ben.page.form(page)
    assert not [name for name in fields if name.startswith(("premiums", "bids"))]
    ben.post(f"/games/{game.id}/seats/1/hold")
    ben.get(page)
    fields = ben.page.form(page)
    asked = [name for name in fields if name.startswith(("premiums", "bids"))]
    assert [name for name in asked if name.endswith("-1")] == asked != []
    ben.send(page, **{"premiums-1": "declared", "bids-1": "4"})
    opening = game.read().sheet.opening
    assert opening is not None
    assert opening.noted == {"premiums": (None, "declared", None), "bids": (None, 4, None)}
    phone.get(page)
    assert phone.page.form(page)["premiums-0"] == [""]


def test_a_phone_that_plays_is_shown_no_link_that_it_may_not_follow(
    seated: Seated, table: Table
) -> None:
    ben = seated(BEN)
    table.deal()
    for _ in range(2):
        ben.get(f"/games/{table.id}")
        links = {link.split("#")[0] for link in ben.page.links if table.id in link}
        statuses = {link: ben.get(link).status_code for link in links}
        assert {link for link, status in statuses.items() if status not in (200, 303)} == set()
        answer(table, "out", None, ANN)


def test_own_numbers_are_seen_at_once(
    seated: Seated, phone: Phone, database: Database, club: str, table: Table
) -> None:
    game = begin(database, club, variant="points", night=table.read().night)
    ben = seated()
    ben.post(f"/games/{game.id}/seats/1/hold")
    assert "Your points" in own_blocks(ben, game)["1"]
    address = f"/games/{game.id}/own"
    ben.get(address)
    assert "You can change it until everybody is in." in ben.page.text
    ben.send(address, **{"points-1": "12"})
    told = next_of(phone, game)
    assert told["answered"] == {"points": [None, 12, None, None]}
    assert told["missing"] == [["points", seat] for seat in (0, 2, 3)]
    assert told["counted"]
    assert "Your points are in" in own_blocks(ben, game)["1"]
    phone.get(f"/games/{game.id}")
    assert "Saved: Ben 12." in phone.page.text


def test_after_the_reveal_a_seat_corrects_its_own_hand_on_a_plain_page(
    seated: Seated, table: Table
) -> None:
    ben, address = seated(BEN), f"/games/{table.id}/own"
    table.deal(0, 7, 23, 32)
    ben.get(f"/games/{table.id}/deals/{table.deals[0]}")
    (link,) = (link for link in ben.page.links if link.startswith(address))
    ben.get(link)
    assert "Correct what was entered in deal 1." in ben.page.text
    assert ben.page.form(address)["hands-1"] == ["7"]
    assert ben.send(address, **{"hands-1": "x"}).status_code == 422
    assert ben.send(address, **{"hands-1": "8"}).status_code == 303
    assert table.read().sheet.totals == (0, 8, 23, 32)
    ann = seated(ANN)
    ann.get(address)
    assert "Nothing is asked here now." in ann.page.text


def test_a_phone_that_was_lowered_is_shown_no_button(
    seated: Seated, table: Table, database: Database
) -> None:
    ben = seated(BEN)
    with database.writing() as connection:
        plays = devices.c.right == "play"
        connection.execute(update(devices).where(plays).values(right="watch", tonight="watch"))
    assert own_blocks(ben, table) == {}


def test_what_two_entered_of_a_deal_in_one_tap_each_is_one_question(
    phone: Phone, seated: Seated, database: Database, club: str, table: Table
) -> None:
    game = begin(database, club, *NAMES[:4], variant="nine-five", night=table.read().night)
    ben = seated()
    assert ben.post(f"/games/{game.id}/seats/1/hold").status_code == 303
    version = game.read().version
    asked = ("high", "low", "jack", "game", "nine", "five")
    for each, side in ((ben, 0), (phone, 1)):
        facts = {"bidder": ANN, "bid": 10, **dict.fromkeys(asked, side)}
        told = each.write(game.id, "answers", {"after": None, "facts": facts}, version)
        assert told.status_code == 200, told.text
    phone.get(f"/games/{game.id}")
    assert phone.page.text.count("which is right?") == 1
    assert "Saved: " not in phone.page.text
    assert len(game.read().sheet.deals[0].open_questions) == len(asked)
    second = game.read().sheet.deals[0].open_questions[0].entries[1]
    assert phone.send(f"/games/{game.id}/decide", entry=second).status_code == 303
    read = game.read().sheet
    assert {read.deals[0].facts.answers[key] for key in asked} == {1}
    assert not read.undecided


def test_a_bid_is_not_offered_to_be_changed_once_all_are_in(
    seated: Seated, phone: Phone, database: Database, club: str, table: Table
) -> None:
    game = begin(
        database, club, "Ann", "Ben", "Cat", variant="oxford-whist", night=table.read().night
    )
    ben, address = seated(), f"/games/{game.id}/own"
    assert ben.post(f"/games/{game.id}/seats/1/hold").status_code == 303
    ben.get(address)
    ben.send(address, **{"bids-1": "3"})
    assert "Change it" in own_blocks(ben, game)["1"]
    for seat in (ANN, CAT):
        phone.get(f"{address}?seat={seat}")
        assert phone.send(address, **{f"bids-{seat}": "2"}).status_code == 303
    block = own_blocks(ben, game)["1"]
    assert "Your bid is in" in block and "Change it" not in block
    assert ben.get(address).status_code == 200
    assert "Nothing is asked here now." in ben.page.text
    name = {"after": None, "key": "bids", "seat": BEN, "value": 2}
    refused = ben.write(game.id, "answer", name, game.read().version)
    assert refused.status_code == 403
    assert refused.json["error"]["message"] == "All are in now: ask the host to change it."
    assert next_of(ben, game)["final"] == ["bids"]
    # Whoever keeps the score can, from the row of marks.
    phone.get(f"/games/{game.id}")
    assert f"{address}?seat=1" in phone.page.links
    phone.get(f"{address}?seat=1")
    assert phone.send(address, **{"bids-1": "2"}).status_code == 303
    tricks = {"after": None, "facts": {"tricks": [3, 2, 4]}}
    assert ben.write(game.id, "answers", tricks, game.read().version).status_code == 200
    deal = game.read().sheet.deals[0]
    assert deal.record["bids"] == [2, 2, 2]
    ben.get(f"/games/{game.id}/deals/{deal.id}")
    assert "Correct my own" not in ben.page.text
    ben.get(f"{address}?deal={deal.id}")
    assert "Nothing is asked here now." in ben.page.text


def test_a_hand_on_its_way_while_the_host_types_them_all_is_asked_about(
    seated: Seated, phone: Phone, table: Table
) -> None:
    ben, cat, address = seated(BEN), seated(CAT), f"/games/{table.id}/own"
    answer(table, "out", None, ANN)
    ben.get(address)
    table.deal(0, 7, 23, 32)
    assert ben.send(address, **{"hands-1": "9"}).status_code == 303
    ben.get(f"/games/{table.id}")
    assert "Ben’s hand" in ben.page.text
    assert re.search(r"Another phone [\d:]+ 7 Ben [\d:]+ 9", ben.page.text)
    ben.send(f"/games/{table.id}/decide", entry=table.read().entries[-1].name)
    assert table.read().sheet.totals == (0, 9, 23, 32)
    table.undo()
    # Two hands that differ are two questions, each answered by itself.
    content = {"after": None, "key": "hands", "seat": CAT, "value": hand(25)}
    assert "Both are kept" in cat.write(table.id, "answer", content, 1).json["notice"]
    phone.get(f"/games/{table.id}")
    assert phone.page.text.count("Deal 1: which is right?") == 2
    entry = table.read().entries[-1].name
    assert re.search(f'class="open-answers"[^>]*data-take-back="{entry}"', phone.page.html)
    sent = {"entry": entry, "seen": str(table.read().version)}
    assert phone.post(f"/games/{table.id}/undo", **sent).status_code == 303
    (deal,) = table.read().sheet.undecided
    assert [question.seat for question in deal.open_questions] == [BEN]


def test_each_phone_finds_its_own_row(seated: Seated, table: Table) -> None:
    ben = seated(BEN)
    seated(DAN)
    rows = re.findall(r'row-mine" data-own="(\d)"', ben.get(f"/games/{table.id}").text)
    assert rows == ["1", "3"]


def test_all_that_a_host_can_do_stands_by_the_marks(
    seated: Seated, phone: Phone, table: Table, database: Database
) -> None:
    seated(BEN)
    sheet = f"/games/{table.id}"
    answer(table, "out", None, ANN)
    held = list_held(database, table.club, table.id)[BEN].device
    phone.get(sheet)
    forms = {form["action"]: form["fields"] for form in phone.page.forms}
    assert forms[f"{sheet}/seats/1/free"]["page"] == ["sheet"]
    handing = f"{sheet}/phones/{held}/host"
    assert "Hand over the score to Ben" in phone.page.html
    handed = phone.send(handing)
    assert (handed.status_code, handed.headers["Location"]) == (303, f"{sheet}?host=1")
    phone.get(handed.headers["Location"])
    assert "I’ll type them all" not in phone.page.text
    assert "Ben’s phone keeps the score now." in phone.page.text
    phone.get(f"{sheet}?host=2")
    assert "keeps the score" not in phone.page.text
    # Who is the host is told to all.
    phone.get(f"{sheet}/phones")
    assert re.search(r"Ben · .*, keeps score", phone.page.text)


def test_what_a_host_may_do_by_the_marks_is_news_when_it_changes(
    seated: Seated, phone: Phone, joined: NewPhone, table: Table, database: Database
) -> None:
    ben, chief = seated(BEN), joined("manage")
    answer(table, "out", None, ANN)
    held = list_held(database, table.club, table.id)[BEN].device
    tag = tag_of(phone, table)
    assert not has_news(phone, table, tag)
    for right in ("score", "play"):
        chief.get(f"/games/{table.id}/phones")
        address = f"/games/{table.id}/phones/{held}/right"
        assert chief.send(address, right=right).status_code == 303
        assert has_news(phone, table, tag)
        tag = tag_of(phone, table)
    assert ">Hand over the score</button>" in news_of(phone, table).json["html"]
    # A phone that comes to manage the club keeps the score anyhow.
    code = invitations.make_invitation(database, SECRET, table.club, "manage").link_code
    assert ben.post(f"/join/{code}").status_code == 303
    assert has_news(phone, table, tag)
    assert ">Hand over the score</button>" not in news_of(phone, table).json["html"]


def test_tricks_that_are_in_are_told_to_all_and_can_be_changed(
    seated: Seated, phone: Phone, database: Database, club: str, table: Table
) -> None:
    names = ("Ann", "Ben", "Cat")
    game = begin(database, club, *names, variant="oxford-whist", night=table.read().night)
    ben = seated()
    ben.post(f"/games/{game.id}/seats/1/hold")
    answer(game, "bids", BEN, 4)
    for each in (ben, phone):
        each.get(f"/games/{game.id}")
        assert "Enter the tricks" in each.page.text
    game.write("answers", {"after": None, "facts": {"tricks": [3, 4, 2]}})
    for each in (ben, phone):
        each.get(f"/games/{game.id}")
        assert "✓ The tricks: Ann 3, Ben 4 and Cat 2" in each.page.text
        assert "Change the tricks" in each.page.text
        assert "Enter the tricks" not in each.page.text
