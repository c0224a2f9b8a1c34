"""Bringing games in by the page for it, without JavaScript."""

import io
import json
import re
from pathlib import Path
from typing import Any

import pytest

from scorer.rules.record import FORMAT
from scorer.services import exporting, sharing
from scorer.services.games import read_game, read_night
from scorer.storage.database import Database
from scorer.storage.models import uploads as kept
from scorer.web.pictures_view import picture_of_game, picture_of_night
from tests.played import play_club
from tests.services.bringing import second_club
from tests.serving import Phone as FarPhone
from tests.serving import Server
from tests.tables import Table, Wall, all_games, begin
from tests.web.conftest import SECRET, NewPhone
from tests.web.phones import Phone

PAPER = b"date,game,player,total\n2024-05-03,Pink Nines,Ann,-3\n2024-05-03,Pink Nines,<b>Ben,3\n"


def choose(phone: Phone, data: bytes, name: str = "games.zip", **fields: Any) -> Phone:
    phone.get("/club/import")
    phone.send("/club/import", file=(io.BytesIO(data), name), **fields)
    return phone


def bring(phone: Phone, **fields: Any) -> None:
    action = next(one["action"] for one in phone.page.forms if one["action"] != "/club/import")
    phone.send(str(action), **fields)


@pytest.fixture
def others(database: Database, joined: NewPhone) -> Phone:
    """A phone that looks after a second club."""
    return joined("manage", second_club(database))


def test_a_file_is_looked_at_and_then_brought_in(
    others: Phone, database: Database, club: str, wall: Wall
) -> None:
    play_club(database, club, wall)
    data = exporting.export_club(database, club).whole()
    choose(others, data)
    assert others.answer.status_code == 200
    for told in ("5 new games", "2 new nights", "1 payment", "it would be called Our table"):
        assert told in others.page.text
    assert "No game" not in others.get("/nights/").text
    choose(others, data)
    bring(others)
    assert others.answer.status_code == 303
    assert "5 games came in." in others.follow().text
    with others.get("/club/records.zip") as answer:
        assert answer.data == data
    choose(others, data)
    assert "All of it is here already" in others.page.text
    assert len(others.page.forms) == 1


def test_a_paper_book_is_brought_in_and_shown(
    manager: Phone, database: Database, club: str
) -> None:
    choose(manager, PAPER, "paper.csv")
    assert "New here: <b>Ben, Ann." in manager.page.text
    bring(manager)
    line = all_games(database, club)[0]
    page = manager.get(f"/games/{line.id}").text
    assert "Only the totals were noted. &lt;b&gt;Ben won by 6: 23 counters against 17" in page
    assert "of 2 deals" not in page
    assert '&lt;b&gt;Ben</bdi> 1<span class="hidden"> won' in manager.get("/nights/").text
    manager.get(f"/games/{line.id}/book")
    assert "noted only the totals: Ann 17 and <b>Ben 23" in manager.page.text
    for path in ("/", "/nights/", f"/nights/{line.night}", f"/games/{line.id}/start"):
        assert manager.get(path).status_code == 200


def test_everybody_who_comes_in_is_seen_before(
    manager: Phone, database: Database, club: str
) -> None:
    choose(manager, PAPER, "paper.csv")
    bring(manager)
    names = [f"Guest {number}" for number in range(15)]
    more = "".join(f"2024-05-04,Pink Nines,{name},0\n" for name in names[:8])
    more += "".join(f"2024-05-05,Pink Nines,{name},0\n" for name in ("Ann", *names[8:]))
    choose(manager, b"date,game,player,total\n" + more.encode(), "more.csv")
    assert "Here already: Ann." in manager.page.text
    assert f"New here: {', '.join(sorted(names))}." in manager.page.text


def test_pages_of_totals_alone_show_nothing_of_deals(
    manager: Phone, database: Database, club: str
) -> None:
    choose(manager, PAPER, "paper.csv")
    bring(manager)
    line = all_games(database, club)[0]
    page = f"/games/{line.id}"
    assert 'class="recipe"' not in manager.get(page).text
    manager.get(f"{page}/more")
    assert f"{page}/paper" in manager.page.links
    assert not {f"{page}/chart", f"{page}/what-if"} & set(manager.page.links)
    assert manager.get(f"{page}/what-if").status_code == 404
    assert manager.get(f"{page}/chart.svg").status_code == 404
    manager.get(f"{page}/chart")
    assert "Only the totals were noted, so there is nothing to draw." in manager.page.text
    manager.get(f"{page}/paper")
    assert "· Only the totals were noted" in manager.page.text
    assert "of 2 deals" not in manager.page.text


def test_games_of_totals_stand_on_the_pages_of_their_night_and_people(
    manager: Phone, database: Database, club: str
) -> None:
    choose(manager, PAPER, "paper.csv")
    bring(manager)
    line = all_games(database, club)[0]
    night = manager.get(f"/nights/{line.night}").text
    assert "Pink Nines <small>1 game</small>" in night
    assert "<b>+3</b>" in night
    told = picture_of_game(read_game(database, club, line.id), "", "")
    assert told.about == "only the totals noted · most counters win"
    shown = picture_of_night(read_night(database, club, line.night), "")
    assert [(one.total, one.says) for one in shown.standings] == [
        ("1 win", "+3 counters in 1 game"),
        ("0 wins", "−3 counters in 1 game"),
    ]
    for seat in line.seats:
        manager.get(f"/players/{seat.person}")
        assert "The only finished game When Game Place" in manager.page.text
        assert "of 1 finished game." in manager.page.text
        assert "0 deals together" not in manager.page.text
        assert "More than luck" not in manager.page.text
    manager.get("/players/")
    assert "<b>Ben 1 1" in manager.page.text
    assert "trophy" not in manager.page.text


def test_where_only_totals_were_noted_only_the_day_is_said(
    manager: Phone, database: Database, club: str
) -> None:
    choose(manager, PAPER + PAPER.split(b"\n", 1)[1], "paper.csv")
    bring(manager)
    line = all_games(database, club)[0]
    page, night = f"/games/{line.id}", f"/nights/{line.night}"
    pages = ["/", page, f"{page}/book", f"{page}/more", f"{page}/paper", f"{page}/share"]
    pages += ["/nights/", night, f"{night}/split", f"{night}/share"]
    for kind, target in (("game", line.id), ("night", line.night)):
        link = sharing.share(database, SECRET, club, kind, target, device=None)
        pages.append(f"/shared/{link.code}")
    for path in pages:
        assert manager.get(path).status_code == 200, path
        assert not re.search(r"\d:\d\d|begun|ended", manager.page.text), path
        assert "T20:" not in manager.page.html, path
    choose(manager, PAPER.replace(b"-3", b"-4").replace(b"Ben,3", b"Ben,4"), "paper.csv")
    assert "Pink Nines, Fri 3 May 2024" in manager.page.text
    assert "20:00" not in manager.page.text


def test_totals_alone_claim_no_rules_and_offer_nothing_that_needs_them(
    manager: Phone, database: Database, club: str
) -> None:
    choose(manager, PAPER, "paper.csv")
    bring(manager)
    page = f"/games/{all_games(database, club)[0].id}"
    for path in (page, f"{page}/paper"):
        manager.get(path)
        assert "usual rules" not in manager.page.text
        assert "House rules" not in manager.page.text
    manager.get(page)
    assert f"{page}/start" not in manager.page.links
    assert f"/games/new?follows={page.rpartition('/')[2]}" not in manager.page.links
    assert f"{page}/more" in manager.page.links
    for path in (page, "/"):
        manager.get(path)
        assert f"{page}/again" not in [form["action"] for form in manager.page.forms]


def test_totals_alone_say_the_rules_that_a_file_has_told(
    manager: Phone, database: Database, club: str
) -> None:
    record = {
        "format": FORMAT,
        "variant": "red-nines",
        "players": ["Ann", "Ben", "Cat", "Dan"],
        "house_rules": {"values": "american"},
        "totals": [12, 30, 7, 96],
    }
    choose(manager, json.dumps(record).encode(), "game.json")
    bring(manager)
    page = f"/games/{all_games(database, club)[0].id}"
    manager.get(page)
    assert "Red Nines · " in manager.page.text
    manager.get(f"{page}/paper")
    assert "House rules" in manager.page.text


def test_what_is_told_differently_is_only_left_if_somebody_says_so(
    manager: Phone, database: Database, club: str
) -> None:
    choose(manager, PAPER, "paper.csv")
    bring(manager)
    more = (
        PAPER.replace(b"-3", b"-4").replace(b"Ben,3", b"Ben,4")
        + b"2024-05-04,Pink Nines,Ann,0\n2024-05-04,Pink Nines,Eve,0\n"
    )
    choose(manager, more, "paper.csv")
    assert "1 game is told differently here" in manager.page.text
    bring(manager)
    assert manager.answer.status_code == 422
    assert "Say so first" in manager.page.text
    assert len(all_games(database, club)) == 1
    bring(manager, leave="yes")
    assert manager.answer.status_code == 303
    choose(manager, more, "paper.csv")
    assert "there is nothing to bring in" in manager.page.text
    assert "All of it is here already" not in manager.page.text
    totals = [[seat.total for seat in line.seats] for line in all_games(database, club)]
    assert totals == [[20, 20], [17, 23]]


def test_what_changed_meanwhile_is_shown_again(
    manager: Phone, joined: NewPhone, database: Database
) -> None:
    other = joined("manage")
    for phone in (manager, other):
        choose(phone, PAPER, "paper.csv")
    bring(other)
    bring(manager)
    assert manager.answer.status_code == 409
    assert "Something has changed here meanwhile" in manager.page.text
    assert "1 game is here already" in manager.page.text


def test_a_file_that_is_wrong_says_where_and_nothing_is_kept(
    manager: Phone, database: Database
) -> None:
    choose(manager, PAPER.replace(b"-3", b"<i>three</i>"), "<i>x</i>.csv")
    assert manager.answer.status_code == 422
    assert "Line 2 “<i>three</i>” is not a whole number." in manager.page.text
    assert "<i>" not in manager.answer.text
    manager.get("/club/import")
    manager.send("/club/import")
    assert "Choose a file first." in manager.page.text
    with database.reading() as connection:
        assert connection.execute(kept.select()).all() == []


def test_a_file_that_is_not_kept_any_more_has_to_be_chosen_again(
    manager: Phone, database: Database, wall: Wall
) -> None:
    choose(manager, PAPER, "paper.csv")
    wall.later(hours=2)
    bring(manager)
    assert manager.answer.status_code == 409
    with database.reading() as connection:
        assert connection.execute(kept.select()).all() == []
    assert "Choose it again" in manager.page.text


def test_only_those_who_look_after_the_club_bring_games_in(
    phone: Phone, stranger: Phone, table: Table
) -> None:
    assert phone.get("/club/import").status_code == 403
    assert phone.post("/club/import", file=(io.BytesIO(PAPER), "x.csv")).status_code == 403
    assert stranger.get("/club/import").status_code == 401
    assert "Bring games in" not in phone.get("/club/").text
    large = (io.BytesIO(b"x" * 200_000), "x.csv")
    assert phone.post("/club/import", file=large).status_code == 413


def test_the_club_page_leads_to_all_of_it(manager: Phone, watcher: Phone) -> None:
    manager.get("/club/")
    assert {"/club/records.zip", "/club/table.csv", "/club/import"} <= set(manager.page.links)
    watcher.get("/club/")
    assert {"/club/records.zip", "/club/table.csv"} <= set(watcher.page.links)


def multipart(token: str, data: bytes) -> tuple[bytes, str]:
    mark = "x" * 30
    head = f'--{mark}\r\nContent-Disposition: form-data; name="csrf_token"\r\n\r\n{token}\r\n'
    head += f'--{mark}\r\nContent-Disposition: form-data; name="file"; filename="a.zip"\r\n\r\n'
    return (
        head.encode() + data + f"\r\n--{mark}--\r\n".encode(),
        f"multipart/form-data; boundary={mark}",
    )


def test_the_real_server_takes_50_megabytes_and_says_what_is_wrong(tmp_path: Path) -> None:
    with Server(tmp_path / "instance") as server, FarPhone(server.address) as phone:
        phone.join(server.invitation())
        phone.token = phone.get("/club/import").token
        for data, status, says in (
            (b"PK\x03\x04" + bytes(50_000_000), 422, "not a whole zip file"),
            (b"{" + b" " * 50_000_000, 422, "too large"),
            (b"a,b\n" * 12_500_000, 422, "too large"),
            (bytes(50_000_000), 422, "too large"),
            (bytes(70_000_000), 413, "64 MB at most"),
        ):
            body, kind = multipart(phone.token, data)
            answer = phone.ask("POST", "/club/import", body, Content_Type=kind)
            assert answer.status == status, answer.text
            assert says in answer.text
        body, kind = multipart(phone.token, PAPER)
        answer = phone.ask("POST", "/club/import", body, Content_Type=kind)
        assert "1</b> new game" in answer.text
        assert "Traceback" not in server.said()


def test_a_file_with_less_of_a_game_than_is_here_is_not_said_to_be_here_already(
    manager: Phone, database: Database, club: str
) -> None:
    table = begin(database, club)
    table.deal()
    shorter = exporting.export_game(database, club, table.id)
    table.deal()
    choose(manager, shorter, "game.json")
    assert "1 game is here with more written in it" in manager.page.text
    assert "there is nothing to bring in" in manager.page.text
    assert "All of it is here already" not in manager.page.text
    choose(manager, exporting.export_game(database, club, table.id), "game.json")
    assert "All of it is here already" in manager.page.text
    assert "bring in." not in manager.page.text


def test_a_game_in_progress_goes_on_in_the_other_club(
    others: Phone, database: Database, club: str
) -> None:
    table = begin(database, club)
    table.deal()
    choose(others, exporting.export_game(database, club, table.id), "game.json")
    bring(others)
    assert "Deal 2 of 4" in others.get(f"/games/{table.id}").text
