"""A phone in several clubs: which one a page, a form or what waits on the phone is about."""

import re
from datetime import timedelta
from urllib.parse import unquote

import pytest
from sqlalchemy import insert, select, update

from scorer.services import clock
from scorer.services.club import devices, invitations
from scorer.services.club.clubs import get_club, list_clubs
from scorer.services.club.removal import close_club
from scorer.storage.schema import clubs, games, metadata
from tests.joined import cookies_of, find_phone, join
from tests.tables import Statements, begin, execute, make_club, new_id
from tests.web.conftest import SECRET
from tests.web.phones import Phone
from tests.web.test_cookies import kept
from tests.web.test_door import every_address

JSON = {"Accept": "application/json"}


@pytest.fixture
def smith(database, app):
    """Another club, which has a manager."""
    club = make_club(database, "<Smith>")
    join(app, club, "manage", "Host")
    return club


@pytest.fixture
def both(manager, app, smith):
    """A phone that manages both clubs and shows the first."""
    manager.keep({**join(app, smith, "manage", "Phone"), **manager.cookies})
    return manager


@pytest.fixture
def theirs(database, smith):
    """A game of the other club."""
    return begin(database, smith, "Zoe", "Fay", "Gus", "Hal")


def currencies(database):
    return {known.id: known.currency for known in list_clubs(database)}


def shown(phone):
    return kept(phone)["scorer-shown"][:36]


def test_an_id_in_the_address_says_which_club(both, table, theirs, app):
    table.deal()
    theirs.deal()
    for game in (theirs, table):
        asked = [
            (method, address)
            for method, address in every_address(app, game)
            if game.id in address or game.night in address
        ]
        assert len(asked) > 40
        for method, address in asked:
            if method == "GET":
                answer = both.get(address, headers={"Club": ""})
                # A night of one game has no chart.
                assert answer.status_code in (200, 303) or address.endswith(".svg"), address
                assert b"Zoe" not in answer.data or game is theirs, address
                answer.close()
    assert both.write(theirs.id, "end", {"why": "late"}, 1).status_code == 200
    assert (theirs.read().sheet.over, table.read().sheet.over) == (True, False)


def test_a_page_names_its_club_wherever_it_leads(both, club, smith, table, theirs):
    both.get(f"/games/{theirs.id}")
    home = f"/?club={smith}"
    assert home in both.page.links
    assert f"/nights/?club={smith}" in both.page.links
    both.get(home)
    assert theirs.id in both.page.html and table.id not in both.page.html
    for path in ("/club/", "/players/", "/nights/", "/games/new", "/rules/"):
        both.get(f"{path}?club={smith}")
        assert home in both.page.links, path
        assert not any(club in link for link in both.page.links if link != f"/?club={club}"), path
    both.get(f"/?club={club}")
    assert table.id in both.page.html and theirs.id not in both.page.html


def test_a_phone_of_one_club_has_plain_addresses(manager, club, table):
    for path in ("/", "/club/", f"/games/{table.id}"):
        manager.get(path)
        assert not any("club=" in link for link in manager.page.links), path
        assert not any("club=" in (form["action"] or "") for form in manager.page.forms), path


def test_two_tabs_show_and_write_two_clubs(both, club, smith, database):
    tabs = {}
    for one in (club, smith):
        both.get(f"/club/?club={one}")
        tabs[one] = both.page
    for one, currency in ((club, "EUR"), (smith, "GBP")):
        both.page = tabs[one]
        address = f"/club/currency?club={one}"
        assert both.send(address, currency=currency).status_code == 303
        assert both.answer.headers["Location"] == f"/club/?club={one}#currency"
    found = currencies(database)
    assert found == {club: "EUR", smith: "GBP"}


def test_a_form_that_was_open_before_the_second_club_came(manager, app, club, smith, database):
    manager.get("/club/")
    new = join(app, smith, "manage", "Phone")
    manager.keep({**new, **manager.cookies, "scorer-shown": new["scorer-shown"]})
    assert manager.send("/club/currency", currency="EUR").status_code == 303
    found = currencies(database)
    assert found == {club: "EUR", smith: ""}


def test_a_poll_stays_in_its_club_and_shows_none(both, club, smith, table, theirs):
    mine = {"Club": club, "Accept": "text/html"}
    both.get(f"/?club={smith}")
    fresh = both.get("/", headers=mine)
    assert table.id in fresh.text and theirs.id not in fresh.text
    assert shown(both) == smith


def test_what_is_opened_last_is_shown_and_says_so(both, club, smith, theirs, table):
    assert shown(both) == club
    assert "Now in <Smith>" in both.read(f"/games/{theirs.id}")
    assert shown(both) == smith
    assert "Now in" not in both.read(f"/games/{theirs.id}")
    assert "Red Nines (&lt;Smith&gt;)</title>" in both.page.html
    assert theirs.id in both.get("/").text
    # Pictures on a page open nothing, nor does what it sends.
    both.get(f"/games/{table.id}/chart.svg", headers={"Accept": "image/svg+xml,*/*"})
    both.write(table.id, "end", {"why": "late"}, 0)
    assert shown(both) == smith


def test_what_is_written_elsewhere_says_where(both, club, smith, table, theirs):
    answer = both.write(theirs.id, "end", {"why": "late"}, 0)
    assert unquote(answer.headers["In-Club"]) == "Saved in <Smith>"
    both.get(f"/games/{theirs.id}/export")
    both.get(f"/?club={club}")
    both.post(f"/games/{theirs.id}/undo", entry=theirs.read().entries[-1].id, seen="1")
    assert "Now in <Smith>" in both.read_next()


def test_a_long_name_of_another_club_is_cut_to_a_line(both, smith, theirs, database):
    name = "Maximiliane-Alexandra von Hohenstein, Pu and Christopher"
    execute(database, update(clubs).where(clubs.c.id == smith).values(name=name))
    answer = both.write(theirs.id, "end", {"why": "late"}, 0)
    assert unquote(answer.headers["In-Club"]) == "Saved in Maximiliane-Alexandra v…"
    assert "Now in Maximiliane-Alexandra von…" in both.read(f"/games/{theirs.id}")


def test_a_club_that_is_not_the_phones_is_refused(both, manager, database, table, club):
    jones = make_club(database, "Jones")
    for phone in (both, manager):
        assert phone.get(f"/club/?club={jones}").status_code == 403
        assert "This phone is not in the club that this is about." in phone.page.text
        assert "Jones" not in phone.page.text
        assert phone.post("/club/currency", club=jones, currency="EUR").status_code == 403
    answer = both.client.get(f"/games/{table.id}/news", headers={**JSON, "Club": jones})
    assert (answer.status_code, answer.json["error"]["code"]) == (403, "other_club")
    assert both.get("/?club=nonsense").status_code == 403
    assert set(currencies(database).values()) == {""}


def test_a_stranger_learns_nothing_by_naming_a_club(stranger, club):
    for named in (club, "nonsense"):
        answer = stranger.get(f"/club/?club={named}")
        assert answer.status_code == 401
        assert "Out-Of" not in answer.headers


def test_the_club_is_switched_where_there_are_several(both, phone, club, smith):
    for page in ("/", "/club/", "/nights/", "/players/"):
        text = both.read(page)
        switch = [link for link in both.page.links if link in (f"/?club={club}", f"/?club={smith}")]
        assert set(switch) == {f"/?club={club}", f"/?club={smith}"}
        assert "<Smith>" in text and "Now in" not in text
    assert "Now in <Smith>" in both.read(f"/games/new?club={smith}")
    phone.get("/")
    assert 'aria-label="Clubs"' not in phone.page.html


def test_a_guest_finds_the_way_to_its_own_club(manager, app, club, smith, theirs, database):
    host = next(it for it in devices.list_devices(database, smith) if it.right == "manage")
    code = invitations.show_table(database, SECRET, host, theirs.night)
    manager.fill(f"/join/{code.link_code}")
    manager.get(f"/games/{theirs.id}")
    assert f"/?club={club}" in manager.page.links
    [current] = re.findall(r'href="([^"]+)" aria-current="true"', manager.page.html)
    assert current == f"/?club={smith}"
    assert "← To the sheet" in manager.read("/phone")
    assert manager.get("/").headers["Location"] == f"/games/{theirs.id}"
    assert "My club" in manager.read(f"/nights/{theirs.night}")
    assert manager.get(f"/?club={club}").status_code == 200
    assert "My club" not in manager.page.text


def test_a_page_that_is_refused_says_in_which_club(manager, app, club, smith, theirs, database):
    host = next(it for it in devices.list_devices(database, smith) if it.right == "manage")
    code = invitations.show_table(database, SECRET, host, theirs.night)
    manager.fill(f"/join/{code.link_code}")
    assert "This phone may play tonight in <Smith>. Ask the host." in manager.read("/club/")
    assert manager.answer.status_code == 403
    assert ("a", f"/?club={smith}") in [
        (tag, it["href"]) for tag, it in manager.page.tags if it.get("aria-current") == "true"
    ]
    manager.get(f"/?club={club}")
    assert manager.get("/club/").status_code == 200


def remove(phone, database, club):
    """Take a phone off the list of a club."""
    mine, *_ = find_phone(database, phone.cookies[f"scorer-{club}"]) or (None,)
    devices.revoke_device(database, club, mine.id)


def copy_club(database, club, other):
    """All games of a club in another one too, with the same ids, as after an import."""
    with database.writing() as connection:
        for table in metadata.sorted_tables:
            if "club" in table.c:
                rows = connection.execute(select(table).where(table.c.club == club)).mappings()
                for row in rows.all():
                    token = {"token_hash": new_id()} if "token_hash" in row else {}
                    connection.execute(insert(table), {**row, **token, "club": other})


@pytest.fixture
def twice(both, app, database, club, smith, table):
    """A game of both clubs, which ended in the other one."""
    table.deal()
    copy_club(database, club, smith)
    other = {"club": smith, "id": table.id}
    with database.writing() as connection:
        this = (games.c.club == smith, games.c.id == table.id)
        connection.execute(update(games).where(*this).values(title="Theirs"))
    return other["id"]


def test_the_page_asks_which_club_where_two_have_the_id(both, twice, club, smith, table):
    assert both.get(f"/games/{twice}/end").status_code == 409
    assert "Which club?" in both.page.text
    assert "<Smith>" in both.page.text
    before = table.read().version
    assert both.get(f"/games/{twice}/end?club={smith}").status_code == 200
    assert both.send(f"/games/{twice}/end").status_code == 409
    both.send(f"/games/{twice}/end", club=smith)
    assert both.answer.status_code == 303
    assert table.read().version == before
    assert f"club={smith}" in both.get(f"/?club={smith}").text


def test_a_page_of_one_club_leads_on_in_it_where_two_have_the_id(both, twice, smith):
    on_page = {"Referer": f"http://localhost/games/{twice}?club={smith}"}
    both.get(f"/games/{twice}/what-if?deal=1", headers=on_page)
    assert both.answer.status_code == 307
    assert both.answer.headers["Location"] == f"/games/{twice}/what-if?deal=1&club={smith}"
    both.get(f"/games/{twice}/end?club={smith}")
    form = {"csrf_token": both.token}
    sent = both.client.post(f"/games/{twice}/end", data=form, headers=on_page)
    assert sent.status_code == 307
    assert sent.headers["Location"] == f"/games/{twice}/end?club={smith}"
    elsewhere = {"Referer": f"http://localhost/games/{twice}?club={new_id()}"}
    assert both.get(f"/games/{twice}", headers=elsewhere).status_code == 409


def test_the_modules_of_a_page_never_mix_two_clubs(both, twice, club, smith, table):
    tags = set()
    for one in (club, smith):
        headers = {**JSON, "Club": one}
        news = both.client.get(f"/games/{twice}/news", headers=headers)
        tags.add(news.json["data"]["tag"])
    assert len(tags) == 2
    answer = both.client.get(f"/games/{twice}/news", headers=JSON)
    assert (answer.status_code, answer.json["error"]["code"]) == (409, "which_club")
    before = table.read().version
    headers = {"X-CSRFToken": both.token, "Club": smith, **JSON}
    entry = {"id": smith, "seen": before, "kind": "end", "content": {"why": "late"}}
    assert (
        both.client.post(f"/games/{twice}/entries", json=entry, headers=headers).status_code == 200
    )
    assert table.read().version == before


def test_an_id_is_found_where_the_phone_is_still_in(both, twice, database, smith, club):
    remove(both, database, smith)
    assert both.get(f"/games/{twice}").status_code == 200
    assert both.get(f"/?club={smith}").status_code == 401
    assert both.answer.headers["Out-Of"] == smith
    assert both.get("/").status_code == 200


def test_removed_from_the_club_it_shows_the_phone_says_so_to_its_worker(
    both, database, club, smith, theirs, table
):
    both.get(f"/games/{theirs.id}")
    remove(both, database, smith)
    answer = both.get("/")
    assert (answer.status_code, answer.headers["Out-Of"]) == (200, smith)
    assert table.id in answer.text
    assert shown(both) == club
    assert "Out-Of" not in both.get("/").headers


def test_nothing_new_of_one_club_takes_one_query(both, database, club, smith, table):
    both.get(f"/?club={smith}")
    address, headers = f"/games/{table.id}/news", {**JSON, "Club": club}
    tag = both.client.get(address, headers=headers).json["data"]["tag"]
    headers |= {"If-None-Match": f'W/"{tag}"'}
    with Statements(database) as sent:
        assert both.client.get(address, headers=headers).status_code == 304
    assert sent.count == 1


def test_a_forged_cookie_tells_nothing_of_another_club(app, phone, smith, theirs, club):
    phone.keep({**cookies_of(smith, "x" * 22), **phone.cookies})
    assert phone.get(f"/games/{theirs.id}").status_code == 404
    assert phone.get(f"/?club={smith}").status_code == 401
    assert "Smith" not in phone.page.text
    other = Phone(app)
    other.keep({**cookies_of(smith, phone.cookies[f"scorer-{club}"])})
    for path in (f"/games/{theirs.id}", "/", f"/?club={club}"):
        assert other.get(path).status_code == 401


def test_a_phone_leaves_one_of_its_clubs(both, club, smith):
    both.get(f"/club/?club={smith}")
    [leads] = [link for link in both.page.links if link.endswith("#leave")]
    both.get(f"/?club={club}")
    assert "<Smith>" in both.read(leads)
    both.send(both.page.forms[0]["action"])
    assert "Now in" not in both.read_next()
    assert shown(both) == club
    assert both.get(f"/?club={smith}").status_code == 403


def test_the_page_of_a_removed_phone_leads_to_its_other_club(both, smith, database):
    [mine] = [it for it in devices.list_devices(database, smith) if it.name == "Phone"]
    devices.revoke_device(database, smith, mine.id)
    assert "Who manages <Smith> can invite it again." in both.read(f"/?club={smith}")
    assert both.answer.status_code == 401
    assert "To the other table of this phone" in both.page.text
    assert both.get("/").status_code == 200
    assert "other table" not in both.read("/join")


def test_a_page_of_a_deleted_club_says_that_its_club_may_be_gone(both, database, smith, theirs):
    close_club(database, smith)
    assert both.get(f"/games/{theirs.id}").status_code == 404
    gone = both.page.text
    assert "or the page or its club is gone." in gone
    assert both.read(f"/games/{new_id()}") == gone


def test_clubs_of_one_name_say_since_when_and_have_numbers(manager, database, app, club):
    called = get_club(database, club).name
    began = {days: make_club(database, called) for days in (400, 800, 0)}
    for days, other in began.items():
        manager.keep({**join(app, other, "manage", "Phone"), **manager.cookies})
        ago = clock.now() - timedelta(days=days)
        execute(database, update(clubs).where(clubs.c.id == other).values(made_at=ago))
    manager.get("/")
    names = re.findall(r'href="/\?club=[^"]+"[^>]*><bdi>([^<]+)', manager.page.html)
    assert f"{called}, since today" in names
    assert f"{called}, since today (2)" in names
    assert len(set(names)) == 4
