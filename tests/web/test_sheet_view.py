"""The view of a sheet: each part is worked out once, and only for a page that shows it."""

from collections.abc import Callable
from typing import Any

import pytest

from scorer.storage.database import Database
from scorer.web.games import book_view, for_all, sheet_view
from scorer.web.games.sheet_view import SheetView
from tests.tables import Statements, Table, facts, new_id
from tests.web.counters import begin_counters, cards
from tests.web.phones import Phone


@pytest.fixture
def no_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody build the rows of a sheet, its deals or its counters."""

    def build(view: SheetView) -> Any:
        raise AssertionError("this page shows no sheet")

    for part in ("rows", "deals", "counters", "rules"):
        monkeypatch.setattr(SheetView, part, property(build))
    monkeypatch.setattr(for_all, "notice_of", build)


def calls_of(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> list[Any]:
    """What a function of a module is called with from here on."""
    calls: list[Any] = []
    function: Callable[..., Any] = getattr(module, name)

    def counted(*given: Any, **more: Any) -> Any:
        calls.append(given)
        return function(*given, **more)

    monkeypatch.setattr(module, name, counted)
    return calls


@pytest.mark.usefixtures("no_rows")
def test_a_fault_builds_no_rows(phone: Phone, table: Table) -> None:
    table.deal()
    game = f"/games/{table.id}"
    assert phone.get(f"/games/{new_id()}").status_code == 404
    assert phone.get(f"{game}/seats/9").status_code == 404
    assert phone.post(f"{game}/end", leftover="nonsense").status_code == 400
    phone.get(f"{game}/deals/new?out=1")
    form = phone.page.form(f"{game}/deals/new")
    assert phone.send(f"{game}/deals/new", out="").status_code == 422
    undone = table.deals[0]
    table.write("correct_deal", {"deal": undone, "facts": facts(0, 7, 8, 9)})
    table.deal(1)
    assert phone.post(f"{game}/undo", entry=undone, seen="1").status_code == 409
    told = {"out": "2", "hands-0": "4", "hands-1": "12", "hands-3": "13"}
    answer = phone.client.post(f"{game}/deals/new", data={**form, **told, "hands-0": "1"})
    assert answer.status_code == 422
    content = {"after": undone, "facts": facts(2, 1, 12, 13)}
    assert phone.write(table.id, "deal", content, 1).status_code == 422
    content = {"deal": undone, "facts": facts(2, 1, 12, 13)}
    assert phone.write(table.id, "correct_deal", content, 1).status_code == 422


@pytest.mark.usefixtures("no_rows")
def test_forms_the_book_and_redirects_build_no_rows(phone: Phone, table: Table) -> None:
    table.deal()
    game = f"/games/{table.id}"
    for page in ("deals/new", f"deals/{table.deals[0]}/correct", "seats/1", "start", "book"):
        assert phone.get(f"{game}/{page}").status_code == 200
    phone.get(f"{game}/deals/{table.deals[0]}")
    assert phone.answer.status_code == 200
    phone.get(f"{game}/start")
    assert phone.send(f"{game}/start", look="1", first_dealer="1").status_code == 200
    assert phone.post(f"{game}/end", why="it got late", other="").status_code == 303


def test_the_page_and_the_phones_data_come_from_one_view(
    monkeypatch: pytest.MonkeyPatch, phone: Phone, table: Table
) -> None:
    for out in range(3):
        table.deal(out)
    named = calls_of(monkeypatch, book_view, "shown_names")
    undone = calls_of(monkeypatch, sheet_view, "to_undo")
    redone = calls_of(monkeypatch, sheet_view, "to_redo")
    answer = phone.write(
        table.id, "deal", {"after": table.deals[-1], "facts": facts(1, 7, 23, 32)}, table.seen
    )
    assert answer.json is not None
    assert answer.json["data"]["undo"]["kind"] == "deal"
    assert len(undone) == len(redone) == 1
    # Of the sheet, and of what its deals have made of it, which is kept for longer.
    assert len(named) == 2
    table.seen += 1
    eve = {"id": None, "name": "Eve"}
    table.write("take_seat", {"after": table.deals[1], "seat": 1, "player": eve})
    named.clear()
    assert phone.get(f"/games/{table.id}").status_code == 200
    assert len(named) == 2 * len(("those who sat there first", "those who sit there now"))


@pytest.mark.parametrize("counters", [False, True])
def test_a_saved_deal_is_answered_without_reading_the_club(
    phone: Phone, database: Database, club: str, table: Table, *, counters: bool
) -> None:
    game, told = table, facts(1, 7, 23, 32)
    if counters:
        game, told = begin_counters(database, club), cards(1, 3, 2, 1)
    with Statements(database) as statements:
        answer = phone.write(game.id, "deal", {"after": None, "facts": told}, 0)
    assert answer.status_code == 200
    assert not [text for text in statements.texts if "FROM clubs" in text]
