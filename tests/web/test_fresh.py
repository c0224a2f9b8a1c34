"""Pages that keep themselves fresh: what they show has a mark, and nothing new is a 304."""

import re

import pytest

from scorer.services.club import devices
from scorer.services.club.invitations import show_table
from tests.tables import Statements, Table, add_phone, begin
from tests.web.conftest import SECRET


def mark_of(phone, path):
    """The mark on a page as it is now."""
    (mark,) = re.findall('data-fresh="([0-9a-f]+)"', phone.get(path).text)
    return str(mark)


def is_fresh(phone, path, mark):
    """Whether a page with this mark shows what is so."""
    answer = phone.get(path, headers={"If-None-Match": f'W/"{mark}"'})
    assert answer.status_code in (200, 304)
    assert int(answer.headers["Ask-Again"]) in (2, 5)
    assert answer.headers["Cache-Control"].startswith("private")
    return answer.status_code == 304


def pages(table):
    return {
        "front": "/",
        "night": f"/nights/{table.night}",
        "phones": f"/games/{table.id}/phones",
        "code": f"/games/{table.id}/code",
    }


def name_the_night(table):
    table.describe_night(name="Ann’s birthday")


def begin_another(table):
    begin(table.database, table.club)


@pytest.mark.parametrize("deed", [Table.deal, begin_another, name_the_night])
@pytest.mark.parametrize("page", ["front", "night"])
def test_a_page_about_nights_hears_of_what_was_done(phone, table, page, deed):
    path = pages(table)[page]
    mark = mark_of(phone, path)
    assert is_fresh(phone, path, mark)
    deed(table)
    assert not is_fresh(phone, path, mark)
    assert is_fresh(phone, path, mark_of(phone, path))


@pytest.mark.parametrize("page", ["phones", "code"])
def test_the_pages_of_phones_hear_of_who_comes_and_goes(phone, seated, table, database, page):
    path = pages(table)[page]
    mark = mark_of(phone, path)
    assert is_fresh(phone, path, mark)
    guest = seated(None)
    assert not is_fresh(phone, path, mark)
    mark = mark_of(phone, path)
    guest.post(f"/games/{table.id}/seats/1/hold")
    assert not is_fresh(phone, path, mark)
    mark = mark_of(phone, path)
    phone.post(f"/games/{table.id}/seats/1/free")
    assert not is_fresh(phone, path, mark)
    mark = mark_of(phone, path)
    me = next(one for one in devices.list_devices(database, table.club) if one.guest)
    phone.post(f"/games/{table.id}/phones/{me.id}/revoke")
    assert not is_fresh(phone, path, mark)


def test_nothing_new_reads_no_book(phone, table):
    table.deal()
    for path in pages(table).values():
        mark = mark_of(phone, path)
        with Statements(table.database) as asked:
            assert is_fresh(phone, path, mark)
        assert asked.count <= 4, path


def test_the_page_of_seats_behind_a_code_is_fresh(stranger, seated, table, database):
    host = add_phone(database, table.club, "Host", "manage")
    code = f"/join/{show_table(database, SECRET, host, table.night).link_code}"
    mark = mark_of(stranger, code)
    assert is_fresh(stranger, code, mark)
    with Statements(table.database) as asked:
        assert is_fresh(stranger, code, mark)
    assert asked.count <= 4
    for deed in (lambda: seated(1), table.deal):
        deed()
        assert not is_fresh(stranger, code, mark)
        mark = mark_of(stranger, code)


def test_one_phones_mark_says_nothing_to_another(phone, manager):
    assert not is_fresh(manager, "/", mark_of(phone, "/"))


def test_no_header_tells_a_browser_to_ask_by_itself(phone, table):
    for path in pages(table).values():
        assert "ETag" not in phone.get(path).headers, path
