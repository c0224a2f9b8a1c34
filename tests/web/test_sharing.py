"""Sharing a result: text, picture and link, and what a link shows to strangers."""

import re
from dataclasses import replace

import pytest

from scorer.services.nights import bin
from scorer.web.sharing.links import is_public
from tests.tables import begin, new_id

PUBLIC = "https://cards.example"
MARKUP = "<script>alert(1)</script>"


def finish(table):
    """Score one deal and stop."""
    others = len(table.read().sheet.sitters) - 1
    table.deal(0, *range(2, 2 + others))
    table.write("end", {"why": "it got late", "leftover": None})


@pytest.fixture
def over(table):
    """A game of four that is finished."""
    finish(table)
    return table


@pytest.fixture
def abroad(app):
    """The app has an address that everybody can open."""
    kept = app.extensions["scorer"]
    kept["settings"] = replace(kept["settings"], public_url=PUBLIC)


def text_of(phone):
    """The text to copy, line by line."""
    found = re.search("(?s)<textarea[^>]*>(.*?)</textarea>", phone.page.html)
    assert found
    return found[1].splitlines()


def shared_link(phone, page):
    """Make a link on this page, and give its path."""
    assert phone.fill(page).status_code == 303
    phone.follow()
    found = re.search(rf'value="{PUBLIC}(/shared/[a-z2-7]+)"', phone.page.html)
    assert found, phone.page.text
    return found[1]


def test_a_finished_game_can_be_copied_as_text_that_reads_well(phone, over):
    phone.get(f"/games/{over.id}/share")
    first, *lines = text_of(phone)
    assert re.fullmatch(r"Red Nines · \w{3} \d+ \w{3} \d{4}", first)
    assert lines == [
        "♛ Ann 0",
        "2nd Ben 2",
        "3rd Cat 3",
        "4th Dan 4",
        "Stopped after 1 of 4 deals. Ann won by 2: 0 points against 2 for Ben.",
    ]


def test_a_night_can_be_copied_as_text(phone, over, database):
    begin(database, over.club, "Ann", "Ben", "Cat", "Eve").play_out(0, 2, 3, 4)
    phone.get(f"/nights/{over.night}/share")
    lines = text_of(phone)
    assert lines[0].startswith("Game night · ")
    # Of one that was stopped after one deal there is no win, though Ann was ahead.
    assert lines[1] == "♛ Ann 1 win (0 points in 2 games)"
    stopped = "Red Nines: Stopped after 1 deal, Ann in front"
    assert {stopped, "Red Nines: Ann won by 8"} <= {*lines}


def test_what_is_not_finished_has_nothing_to_share_yet(phone, table):
    table.deal()
    assert "This game is not over" in phone.get(f"/games/{table.id}/share").text
    assert phone.post(f"/games/{table.id}/share").status_code == 404
    assert "No game is finished" in phone.get(f"/nights/{table.night}/share").text


def test_on_a_home_network_the_page_says_why_there_is_no_link(phone, over):
    page = f"/games/{over.id}/share"
    assert "would only open at home. " in phone.get(page).text
    assert phone.page.forms == []
    for domain in ("192.0.2.7", "cards.example.org"):
        phone.keep(phone.cookies, domain)
    assert "would only open" in phone.get(page, base_url="http://cards.example.org").text
    assert "(192.0.2.7:9009)" in phone.get(page, base_url="http://192.0.2.7:9009").text
    kept = phone.client.application.extensions["scorer"]
    kept["settings"] = replace(kept["settings"], public_url="http://192.0.2.9")
    assert "(192.0.2.9)" in phone.get(page, base_url="http://192.0.2.7:9009").text


@pytest.mark.usefixtures("abroad")
def test_a_link_shows_sheet_chart_and_preview_to_strangers(phone, stranger, over):
    link = shared_link(phone, f"/games/{over.id}/share")
    assert text_of(phone)[-1] == f"{PUBLIC}{link}"
    answer = stranger.get(link)
    assert answer.status_code == 200
    for word in ("Red Nines", "Ann won", "1 of 4 deals", "Usual rules"):
        assert word in stranger.page.text
    assert stranger.page.links == ["#main"]
    assert stranger.page.forms == []
    chart = f"{link}/games/{over.id}/chart.svg"
    assert [said["src"] for tag, said in stranger.page.tags if tag == "img"] == [chart]
    assert "Start0000" in stranger.page.text.replace(" ", "")
    drawn = [stranger.client.get(address) for address in (chart, f"{chart}?size=wide")]
    for one in (answer, *drawn):
        assert one.headers["X-Robots-Tag"] == "noindex, nofollow"
        assert "Set-Cookie" not in one.headers
    assert drawn[1].data == phone.get(f"/games/{over.id}/chart.svg?size=wide").data
    assert {one.headers["Cache-Control"] for one in drawn} == {"private, no-cache"}
    metas = [said for tag, said in stranger.page.tags if tag == "meta"]
    preview = {said.get("property"): said.get("content") for said in metas}
    assert (preview["og:title"], preview["og:url"]) == ("Red Nines", f"{PUBLIC}{link}")
    assert "Ann won by 2" in (preview["og:description"] or "")
    over.undo()
    for address in (link, chart, f"{link}/chart.svg"):
        assert stranger.get(address).status_code == 404


@pytest.mark.usefixtures("abroad")
def test_a_link_to_a_night_shows_its_games_and_no_others(phone, stranger, over, database, club):
    elsewhere = begin(database, club, "Gus", "Hal", "Ida", "Joe", night="new")
    finish(elsewhere)
    link = shared_link(phone, f"/nights/{over.night}/share")
    stranger.get(link)
    assert [one for one in stranger.page.links if one != "#main"] == [f"{link}/games/{over.id}"]
    assert stranger.get(f"{link}/games/{over.id}").status_code == 200
    assert "Ann won" in stranger.page.text
    for page in ("", "/chart.svg"):
        assert stranger.get(f"{link}/games/{elsewhere.id}{page}").status_code == 404


@pytest.mark.usefixtures("abroad")
def test_every_link_that_leads_nowhere_says_the_same(phone, stranger, over, database, club):
    page = f"/games/{over.id}/share"
    game, night = shared_link(phone, page), shared_link(phone, f"/nights/{over.night}/share")
    phone.fill(f"{page}/withdraw", on=page)
    assert game not in phone.get(page).text
    assert stranger.get(game).status_code == 404
    other = begin(database, club)
    finish(other)
    bin.delete(database, club, "game", over.id, device=None)
    nowhere = (
        *(game, f"{game}/picture.svg", f"{night}/games/{over.id}", f"{night}/games/{new_id()}"),
        *("/shared/aaaaaaaaaaaaaaaa", "/shared/", "/shared/x/y", f"{game}/games/x"),
        *(f"{game}/chart.svg", f"{night}/games/{over.id}/chart.svg", f"{game}/games/{other.id}"),
    )
    for one in (stranger, phone):
        for address in nowhere:
            assert one.get(address).status_code == 404, address
            assert "This link was withdrawn or is too old." in one.page.text, address
            assert "mistyped" not in one.page.text
    mistyped = "Nothing is here: the address may be wrong, or the page or its club is gone."
    assert mistyped in phone.get("/nowhere").text


@pytest.mark.usefixtures("abroad")
def test_names_are_never_taken_for_markup_on_a_shared_page(phone, stranger, database, club):
    table = begin(database, club, MARKUP, '"><b>', "Cat", "Dan")
    finish(table)
    link = shared_link(phone, f"/games/{table.id}/share")
    for page in (link, shared_link(phone, f"/nights/{table.night}/share")):
        html = stranger.get(page).text
        assert MARKUP not in html
        assert '"><b>' not in html


@pytest.mark.usefixtures("abroad")
def test_a_watcher_can_send_the_picture_but_makes_no_link(watcher, over):
    page = f"/games/{over.id}/share"
    watcher.get(page)
    assert watcher.page.forms == []
    assert watcher.post(page).status_code == 403
    assert watcher.post(f"{page}/withdraw").status_code == 403
    assert watcher.get(f"/games/{over.id}/picture.svg").status_code == 200


@pytest.mark.parametrize(
    ("url", "public"),
    [
        ("https://cards.example.org", True),
        ("http://cards.example.org:9009/x", True),
        ("https://8.8.8.8", True),
        ("http://192.168.1.5:9009", False),
        ("http://10.0.0.1", False),
        ("http://[::1]:9009", False),
        ("http://[fd00::1]", False),
        ("http://raspberrypi.local:9009", False),
        ("http://raspberrypi:9009", False),
        ("http://cards.fritz.box", False),
        ("https://localhost", False),
        ("nonsense", False),
    ],
)
def test_an_address_at_home_is_told_from_a_public_one(url, public):
    assert is_public(url) is public
