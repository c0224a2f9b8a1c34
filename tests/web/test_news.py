"""An open page asks for news: a change is told, and that there is none is told without a book."""

import re
import subprocess
import sys
import time
from datetime import timedelta

import pytest
from sqlalchemy import update

from scorer.services.games.seats_held import list_held
from scorer.services.games.start import same_again
from scorer.services.nights import bin
from scorer.services.people.players import rename_player
from scorer.storage.schema import games as kept_games
from scorer.web import access
from scorer.web.games.sheet_cache import SLOT_SIZE, Sheets
from tests.tables import Statements, Table, begin, execute, new_id
from tests.web.counters import cards

TOKENS = r'name="csrf_token" value="([^"]*)"'


def ask(phone, table, tag=""):
    """Ask for news, as the page's modules do."""
    headers = {"Accept": "application/json", **({"If-None-Match": tag} if tag else {})}
    return phone.client.get(f"/games/{table.id}/news", headers=headers)


def tag_of(phone, table):
    """The tag of what the phone sees now."""
    answer = ask(phone, table)
    assert answer.status_code == 200
    return answer.headers["ETag"]


def has_news(phone, table, tag):
    """Whether anything is new to whoever has the answer of this tag."""
    status = ask(phone, table, tag).status_code
    assert status in (200, 304)
    return status == 200


def test_nothing_new_is_said_by_one_question_that_reads_no_book(phone, table, database):
    table.deal()
    tag = tag_of(phone, table)
    with Statements(database) as statements:
        answer = ask(phone, table, tag)
    assert (answer.status_code, answer.data) == (304, b"")
    assert answer.headers["ETag"] == tag
    assert answer.headers["Cache-Control"] == "private, no-cache"
    (asked,) = (text for text in statements.texts if text.startswith("SELECT"))
    assert "entries" not in asked


def test_a_deal_comes_as_the_page_would_have_it(phone, table):
    tag = tag_of(phone, table)
    table.deal(0, 7, 23, 32)
    answer = ask(phone, table, tag)
    assert answer.json["data"]["totals"] == [0, 7, 23, 32]
    assert "words" not in answer.json["data"]
    assert 'data-seat="1"' in answer.json["html"]
    assert not has_news(phone, table, answer.headers["ETag"])


def test_a_page_and_a_save_have_the_tag_of_the_news(phone, table):
    page = phone.get(f"/games/{table.id}").text
    (tag,) = re.findall(r'"tag": ?"(\w+)"', page)
    assert not has_news(phone, table, f'W/"{tag}"')
    facts = {"out": 0, "hands": [[], *({"points": 5, "red_nines": 0} for _ in range(3))]}
    saved = phone.write(table.id, "deal", {"after": None, "facts": facts}, 0).json["data"]
    assert not has_news(phone, table, f'W/"{saved["tag"]}"')
    assert has_news(phone, table, f'W/"{tag}"')


def rename(table):
    ann = table.read().sheet.sitters[0].player
    rename_player(table.database, table.club, ann, "Annette")


CHANGES = {
    "a name": rename,
    "the day": lambda table: table.describe_night(day=table.read().day - timedelta(days=3)),
    "the next game": lambda table: begin(table.database, table.club, follows=table.id),
}


@pytest.mark.parametrize("change", CHANGES)
def test_all_that_stands_on_the_sheet_is_news(phone, table, change):
    tag = tag_of(phone, table)
    CHANGES[change](table)
    assert has_news(phone, table, tag)


def test_sorting_by_standing_is_of_a_phone_and_its_people(joined, table, database, club):
    def rows(phone, game):
        return re.findall(r'class="row[^>]* data-seat="(\d)"', ask(phone, game).json["html"])

    phone, other = joined("manage"), joined("manage")
    again = begin(database, club, "Ben", "Ann", "Cat", "Dan")
    others = begin(database, club, "Ann", "Ben", "Cat", "Eve")
    for game in (table, again, others):
        game.deal(3, 7, 23, 32)
    tag = tag_of(phone, table)
    cookie = re.search(r'data-by-standing="([^"]+)"', ask(phone, table).json["html"]).group(1)
    phone.client.set_cookie(cookie, "1", path="/games/")
    assert has_news(phone, table, tag) and not has_news(other, table, tag)
    assert rows(phone, table) == rows(phone, again) == ["3", "0", "1", "2"]
    assert rows(other, table) == rows(phone, others) == ["0", "1", "2", "3"]


def test_another_release_is_news(phone, table, app):
    tag = tag_of(phone, table)
    release = app.extensions["release"]
    app.extensions["release"] = "another"
    try:
        answer = ask(phone, table, tag)
    finally:
        app.extensions["release"] = release
    assert answer.status_code == 200
    assert answer.json["release"] == "another"


def test_a_game_in_the_bin_has_no_news(phone, table, club):
    tag = tag_of(phone, table)
    bin.delete(table.database, club, "game", table.id, device=None)
    answer = ask(phone, table, tag)
    assert (answer.status_code, answer.json["error"]["code"]) == (409, "in_the_bin")


def seconds(phone, table, tag=""):
    """In how many seconds the phone is to ask again."""
    return float(ask(phone, table, tag).headers["Ask-Again"])


def test_a_game_long_over_is_asked_for_seldom(phone, table, fake_clock):
    table.deal()
    table.write("end", {"why": "late"})
    assert 2 <= seconds(phone, table) <= 5
    fake_clock.advance(hours=2)
    assert seconds(phone, table) == seconds(phone, table, tag_of(phone, table)) == 30


def test_phones_ask_less_while_requests_wait(phone, table, app, monkeypatch):
    tag, database, waited = tag_of(phone, table), app.extensions["scorer"]["database"], [0.0]
    rows = database.rows

    def slow(*asked):
        waited[0] += 0.6
        return rows(*asked)

    monkeypatch.setattr(time, "perf_counter", lambda: time.thread_time() + waited[0])
    with monkeypatch.context() as patch:
        patch.setattr(database, "rows", slow)
        busy = [seconds(phone, table, tag) for _ in range(12)]
    assert 2 <= busy[0] < busy[-1] <= 5
    # Less so as soon as they wait no more, whatever the machine did the minute before.
    assert [seconds(phone, table, tag) for _ in range(60)][-1] == 2


def test_phones_ask_less_while_requests_wait_for_a_thread(phone, table, monkeypatch):
    class Arrival:
        waited = 0.6

        @property
        def at(self):
            return time.perf_counter() - self.waited

    tag, arrival = tag_of(phone, table), Arrival()
    monkeypatch.setattr(time, "perf_counter", time.thread_time)
    monkeypatch.setattr(access, "arrival", arrival)
    busy = [seconds(phone, table, tag) for _ in range(20)]
    assert busy[0] == 2 < busy[-1] < 9
    arrival.waited = 30
    assert 9 < [seconds(phone, table, tag) for _ in range(60)][-1] <= 10


def test_a_sheet_is_painted_once_for_all_phones_of_one_right(
    phone, joined, watcher, table, database
):
    table.deal()
    other = joined("score")
    first = ask(phone, table)
    with Statements(database) as statements:
        second = ask(other, table)
        assert not any("entries" in text for text in statements.texts)
        assert ask(watcher, table).json["data"]["right"] == "watch"
        assert any("entries" in text for text in statements.texts)
    assert (second.data, second.headers["ETag"]) == (first.data, first.headers["ETag"])


def test_what_a_save_was_answered_is_kept_for_the_others(joined, phone, table, database):
    other = joined("score")
    facts = {"out": 0, "hands": [[], *({"points": 5, "red_nines": 0} for _ in range(3))]}
    saved = phone.write(table.id, "deal", {"after": None, "facts": facts}, 0).json
    with Statements(database) as statements:
        answer = ask(other, table)
    assert not any("entries" in text for text in statements.texts)
    assert (answer.json["html"], answer.json["data"]) == (saved["html"], saved["data"])


def test_the_newest_sheet_of_a_place_is_kept_where_it_fits():
    sheets = Sheets()
    sheets.keep("game", "1a_7", b"older")
    sheets.keep("game", "2a_7", b"newer")
    sheets.keep("other", "1a_7", b"x" * SLOT_SIZE)
    assert sheets.find("game", "2", 7) == ("2a_7", b"newer")
    assert sheets.find("game", "1", 7) is sheets.find("other", "1", 7) is None
    assert sheets.find("game", "2", 17) is None


FORKED = """
import os
from scorer.web.games.sheet_cache import Sheets
sheets = Sheets()
if (child := os.fork()) == 0:
    sheets.keep("game", "tag_7", b"sheet")
    os._exit(0)
os.waitpid(child, 0)
print(sheets.find("game", "tag", 7))
"""


def test_a_sheet_is_kept_for_all_workers_of_a_machine():
    words = [sys.executable, "-c", FORKED]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout == "('tag_7', b'sheet')\n"


def test_no_two_games_seats_or_rights_share_a_tag(seated, joined, table, database):
    # Both games were begun at one moment, and nothing tells them apart but their names.
    night = table.night
    first, second = (begin(database, table.club, night=night) for _ in range(2))
    execute(database, update(kept_games).values(last_at=table.read().last_at))
    ben, cat, dan, host = seated(), seated(), seated(), joined("score")
    for game in (first, second):
        for seat, guest in ((1, ben), (2, cat)):
            assert guest.post(f"/games/{game.id}/seats/{seat}/hold").status_code == 303
    phones = {"1": ben, "2": cat, "": dan}
    # All sheets that could be taken for one another are kept by now.
    tags = {
        (game.id, seat): tag_of(phone, game)
        for game in (first, second)
        for seat, phone in phones.items()
    }
    of_host = {game.id: tag_of(host, game) for game in (first, second)}
    assert len({*tags.values(), *of_host.values()}) == 8
    for game in (first, second):
        for seat, phone in phones.items():
            mine = tags[game.id, seat]
            assert not has_news(phone, game, mine)
            for other in {*tags.values(), *of_host.values()} - {mine}:
                assert has_news(phone, game, other)
                answer = ask(phone, game, other)
                assert (answer.headers["Seat"], answer.headers["ETag"]) == (seat, mine)
                games_named = set(re.findall(r"/games/([-\w]{36})/", answer.json["html"]))
                assert games_named == {game.id}
                assert answer.json["data"]["game"] == game.id
                # Nothing of what only whoever keeps the score may do.
                assert "data-undo" not in answer.text
                assert answer.json["data"]["right"] == "play"


def test_a_kept_sheet_holds_no_seats_own_value(seated, table):
    ben, cat = seated(1), seated(2)
    table.answer(("out", -1, 0))
    value = {"points": 97, "red_nines": 0}
    assert ben.answers(table.id, ["hands", 1, value]).status_code == 200
    of_ben, of_cat = tag_of(ben, table), tag_of(cat, table)
    assert has_news(cat, table, of_ben)
    for phone in (ben, cat):
        assert '"points": 97' not in ask(phone, table).text
    assert not has_news(cat, table, of_cat)
    head = {"Accept": "application/json"}
    own = f"/games/{table.id}/own"
    assert ben.client.get(own, headers=head).json["hands"][1] == value
    # Neither a seat that is named nor a tag that is known leads to another's hand.
    for path in (own, f"{own}?seat=1"):
        answer = cat.client.get(path, headers={**head, "If-None-Match": of_ben})
        assert (answer.status_code, answer.json) == (200, {})


def test_what_many_are_shown_has_no_token_and_a_page_its_own(joined, circuit):
    phones = joined("score"), joined("score")
    bought = {"seat": 1, "counters": 20}
    sheets = [phones[0].write(circuit.id, "buy", bought, 0).json]
    deal = {"after": None, "facts": cards(0, 3, 4, 5)}
    sheets += [phones[0].write(circuit.id, "deal", deal, 1).json]
    assert [one["version"] for one in sheets] == [1, 2]
    sheets += [ask(phone, circuit).json | {"version": 2} for phone in phones]
    for one in sheets:
        assert set(re.findall(TOKENS, one["html"])) == {""}
        # What was bought stands among the deals with its Undo, which says what was seen.
        assert "data-take-back" in one["html"]
        assert set(re.findall(r'name="seen" value="(\d+)"', one["html"])) == {str(one["version"])}
    pages = [phone.get(f"/games/{circuit.id}").text for phone in phones]
    first, second = (set(re.findall(TOKENS, page)) for page in pages)
    assert len(first) == len(second) == 1
    assert "" not in first | second
    assert first != second


def test_a_result_names_the_game_that_goes_on_and_its_phones_are_not_silent(
    manager, seated, table, database, fake_clock
):
    guest = seated(1)
    table.play_out()
    tag = tag_of(guest, table)
    again = same_again(database, table.club, table.id, device=table.phone.id, game_id=new_id())
    goes_on = ask(guest, table, tag).json["data"]["goes_on"]
    assert (goes_on["game"], goes_on["all"]) == (again, True)
    assert "goes_on" not in ask(guest, Table(database, table.club, again)).json["data"]
    for seconds in (50, 50):
        fake_clock.advance(seconds=seconds)
        guest.get(f"/games/{table.id}/news")
    assert not list_held(database, table.club, again)[1].is_away
    fake_clock.advance(seconds=61)
    assert list_held(database, table.club, again)[1].is_away
