"""Bringing games in by the page for it, without JavaScript."""

import csv
import io
import json
import re
from zipfile import ZipFile

import pytest

from scorer.storage.schema import uploads as kept
from tests.played_club import play_club
from tests.services.finished_games import player
from tests.services.imports import export, second_club
from tests.serving import Phone as FarPhone
from tests.serving import Server
from tests.tables import all_games, name_player, new_id
from tests.web.import_form import PAPER, bring, choose


@pytest.fixture
def others(database, joined):
    """A phone that looks after a second club."""
    return joined("manage", second_club(database))


def test_a_file_is_looked_at_and_then_brought_in(others, database, club, fake_clock):
    play_club(database, club, fake_clock)
    data = export(database, club)
    choose(others, data)
    assert others.answer.status_code == 200
    for says in ("5 new games", "2 new nights", "1 payment", "it would be called Our table"):
        assert says in others.page.text
    assert "No games yet." in others.get("/nights/").text
    choose(others, data)
    bring(others)
    assert others.answer.status_code == 303
    assert "That file is imported: it brought 5 games." in others.follow().text
    with others.get("/club/records.zip") as answer:
        assert answer.data == data
    choose(others, data)
    assert "Everything is already here" in others.page.text
    assert 'name="import"' not in others.page.html


def test_a_second_press_is_the_same_import(manager, database, club):
    choose(manager, PAPER, "paper.csv")
    preview = manager.page
    for _ in range(2):
        manager.page = preview
        bring(manager)
        assert manager.answer.status_code == 303
        assert "That file is imported: it brought 1 game." in manager.read_next()
    assert len(all_games(database, club)) == 1


def test_of_a_file_that_was_not_imported_nothing_is_claimed(manager):
    for done in ("99999", "", new_id()):
        assert "is imported" not in manager.read(f"/club/import?done={done}")


def test_a_paper_book_is_brought_in_once_its_days_are_clear(manager, database, club):
    choose(manager, PAPER.replace(b"2024-05-03", b"5/7/2024"), "paper.csv")
    assert "Which day is 5/7/2024?" in manager.page.text
    assert 'name="first" value="month"><time datetime="2024-05-07">' in manager.page.html
    bring(manager)
    assert "Which day is 5/7/2024?" in manager.page.text
    bring(manager, first="month")
    assert "paper.csv holds: 1 new game 1 new night: Tue 7 May 2024" in manager.page.text
    assert "New here: <b>Ben, Ann." in manager.page.text
    assert not all_games(database, club)
    bring(manager)
    line = all_games(database, club)[0]
    page = manager.get(f"/games/{line.id}").text
    assert "Only totals were noted. &lt;b&gt;Ben won by 6: 23 counters against 17" in page
    assert "of 2 deals" not in page
    assert "<b>Ben ♛ 1 won" in manager.read("/nights/")
    assert "noted only the totals: Ann 17 and <b>Ben 23" in manager.read(f"/games/{line.id}/book")
    for path in ("/", "/nights/", f"/nights/{line.night}", f"/games/{line.id}/start"):
        assert manager.get(path).status_code == 200


def test_a_file_that_is_wrong_says_where_and_nothing_is_kept(manager, database):
    choose(manager, PAPER.replace(b"-3", b"<i>three</i>"), "<i>x</i>.csv")
    assert manager.answer.status_code == 422
    assert "Line 2: “<i>three</i>” is not a whole number." in manager.page.text
    assert "<i>" not in manager.answer.text
    assert manager.answer.text.count('class="fault-mark"') == 1
    assert 'name="import"' not in manager.page.html
    manager.fill("/club/import")
    assert "Choose a file first." in manager.page.text
    choose(manager, b"PK\x03\x04", "games.zip")
    assert "There is something wrong in games.zip" in manager.page.text
    with database.reading() as connection:
        assert not connection.execute(kept.select().where(kept.c.data == b"PK\x03\x04")).all()


def test_a_file_that_is_kept_no_more_is_chosen_again(manager, database, fake_clock):
    choose(manager, PAPER, "paper.csv")
    fake_clock.advance(hours=2)
    bring(manager)
    assert manager.answer.status_code == 409
    with database.reading() as connection:
        assert connection.execute(kept.select()).all() == []
    assert "or an hour has passed. Choose it again" in manager.page.text


def test_only_those_who_look_after_the_club_bring_games_in(phone, stranger, table):
    assert phone.get("/club/import").status_code == 403
    assert phone.post("/club/import", file=(io.BytesIO(PAPER), "x.csv")).status_code == 403
    assert stranger.get("/club/import").status_code == 401
    assert ">Import<" not in phone.get("/club/").text
    large = (io.BytesIO(b"x" * 200_000), "x.csv")
    assert phone.post("/club/import", file=large).status_code == 413


def multipart(token, data):
    mark = "x" * 30
    head = f'--{mark}\r\nContent-Disposition: form-data; name="csrf_token"\r\n\r\n{token}\r\n'
    head += f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\n'
    return (
        head.encode() + data + f"\r\n--{mark}--\r\n".encode(),
        f"multipart/form-data; boundary={mark}",
    )


def test_the_server_sends_whole_files_and_takes_15_megabytes(tmp_path):
    with Server(tmp_path / "instance") as server, FarPhone(server.address) as phone:
        phone.join(server.invitation())
        answer = phone.get("/club/records.zip", Accept_Encoding="gzip")
        assert answer.headers.get("Content-Encoding") is None
        with ZipFile(io.BytesIO(answer.body)) as packed:
            assert packed.testzip() is None
            assert json.loads(packed.read("club.json"))["format"] == "scorer-club/1"
        table = phone.get("/club/table.csv").body.decode("utf-8-sig")
        assert next(csv.reader(io.StringIO(table)))[0] == "date"
        phone.token = phone.get("/club/import").token
        for data, status, says in (
            (b"PK\x03\x04" + bytes(15_000_000), 422, "not a whole zip file"),
            (b"a,b\n" * 3_750_000, 422, "too large"),
            (bytes(17_000_000), 413, "16 MB at most"),
        ):
            body, kind = multipart(phone.token, data)
            answer = phone.ask("POST", "/club/import", body, Content_Type=kind)
            assert answer.status == status, answer.text
            assert says in answer.text
        body, kind = multipart(phone.token, PAPER)
        answer = phone.ask("POST", "/club/import", body, Content_Type=kind)
        assert "1</b> new game" in answer.text
        assert "Traceback" not in server.output()


def test_pages_of_totals_alone_show_no_deals_and_claim_no_rules(manager, database, club):
    choose(manager, PAPER, "paper.csv")
    bring(manager)
    line = all_games(database, club)[0]
    page = f"/games/{line.id}"
    assert 'class="recipe"' not in manager.get(page).text
    assert f"{page}/paper" in manager.page.links
    assert not {f"{page}/chart", f"{page}/what-if"} & set(manager.page.links)
    assert manager.get(f"{page}/what-if").status_code == 404
    assert manager.get(f"{page}/chart.svg").status_code == 404
    assert "Only totals were noted, so there is no chart." in manager.read(f"{page}/chart")
    assert "· Only totals were noted" in manager.read(f"{page}/paper")
    assert "of 2 deals" not in manager.page.text
    for path in (page, f"{page}/paper"):
        assert "usual rules" not in manager.read(path)
        assert "House rules" not in manager.page.text
    manager.get(page)
    assert f"{page}/start" not in manager.page.links
    assert f"/games/new?follows={page.rpartition('/')[2]}" not in manager.page.links
    assert f"{page}/export" in manager.page.links
    for path in (page, "/"):
        manager.get(path)
        assert f"{page}/again" not in [form["action"] for form in manager.page.forms]


def test_of_two_namesakes_a_table_does_not_mean_one(manager, database, club):
    for _ in range(2):
        name_player(database, club, "Ann")
    choose(manager, PAPER, "paper.csv")
    assert "There are people called Ann here" in manager.page.text


def test_a_file_says_how_many_faults_are_not_listed(manager):
    lines = ["2024-05-03,Red Nines,99999999999999999999,x"] * 23
    choose(manager, "\n".join(["Date,Game,Ann,Ben", *lines]).encode(), "paper.csv")
    assert "Line 2: “99999999999999999999” is too large." in manager.page.text
    assert "and 3 more" in manager.page.text


def test_a_preview_says_that_another_file_took_its_place(manager):
    choose(manager, PAPER, "paper.csv")
    first = manager.page
    choose(manager, PAPER, "paper.csv")
    manager.page = first
    bring(manager)
    assert manager.answer.status_code == 409
    assert "Another file was chosen since" in manager.page.text


def test_games_without_deals_say_nothing_of_deals(manager, database):
    lines = [f"2024-05-{day:02},Hearts,{day},{day + 9},50,60" for day in (3, 3, 4)]
    choose(manager, "\n".join(["Date,Game,Ann,Ben,Cat,Dan", *lines]).encode(), "paper.csv")
    bring(manager)
    night = re.search(r"/nights/[-\w]{36}", manager.get("/nights/").text)[0]
    assert "deal by deal" not in manager.read(night)
    person = manager.read(f"/players/{player(database, 'Ann')}")
    assert "3 games 3 won" in person
    assert "0 deals" not in person and "Moons" not in person
