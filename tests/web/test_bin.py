"""The bin as phones see it: games and nights deleted, and brought back."""

from tests.tables import NAMES, begin
from tests.web.night_links import night_of, nights_listed


def test_a_game_is_deleted_and_brought_back_by_one_tap(phone, pair):
    game = f"/games/{pair[0].id}"
    pair[0].deal()
    assert phone.post(f"{game}/delete").status_code == 303
    assert "Ann, Ben, Cat and Dan was deleted" in phone.read_next()
    assert game not in phone.page.links
    for page in ("", "/book", "/start", "/deals/new?out=1"):
        assert phone.get(f"{game}{page}").status_code == 404
        assert "This game is in the bin" in phone.page.text
    undo = phone.page.forms[0]["action"]
    assert phone.send(undo).status_code == 303
    assert phone.follow().status_code == 200
    assert phone.answer.request.path == game


def test_the_night_of_the_only_game_that_was_deleted_is_in_the_bin(phone, manager, pair):
    night = night_of(pair[0])
    edit = manager.open_form(f"{night}/edit")
    for table in pair:
        phone.post(f"/games/{table.id}/delete")
    assert phone.get(night).status_code == 404
    assert "This night is in the bin" in phone.page.text and "was deleted" in phone.page.text
    assert phone.page.forms[0]["action"] == f"/games/{pair[1].id}/restore"
    # What was typed for it meanwhile leads there too.
    assert manager.post(f"{night}/edit", **{**edit, "place": "Brno"}).status_code == 409
    assert "This night is in the bin" in manager.page.text
    assert manager.send(manager.page.forms[0]["action"]).status_code == 303
    assert "Brno" not in manager.read(night)


def test_the_bin_is_read_a_page_at_a_time(phone, database, club, monkeypatch):
    monkeypatch.setattr("scorer.web.nights.bin.PAGE_SIZE", 2)
    for name in ("Kim", "Leo", "Max", "Nan", "Oda"):
        gone = begin(database, club, name, *NAMES[:3], night="new")
        phone.post(f"/games/{gone.id}/delete")
    said, address = [], "/bin"
    while address:
        phone.get(address)
        said += [form["action"] for form in phone.page.forms]
        address = next((link for link in phone.page.links if "skip=" in link), "")
    assert len(said) == len(set(said)) == 5
    assert phone.get("/bin?skip=x").status_code == 200


def test_a_night_is_deleted_and_restored_by_a_manager(manager, phone, pair):
    night = night_of(pair[0])
    phone.get(night)
    assert f"{night}/delete" not in [form["action"] for form in phone.page.forms]
    assert phone.post(f"{night}/delete").status_code == 403
    manager.fill(f"{night}/delete", on=night)
    manager.follow()
    assert nights_listed(manager) == []
    assert manager.get(night).status_code == 404
    assert "This night is in the bin" in manager.page.text
    assert manager.get(f"/games/{pair[1].id}").status_code == 404
    phone.get("/bin")
    assert phone.page.forms == []
    assert "was deleted" in phone.page.text
    deed = manager.page.forms[0]["action"]
    assert phone.post(deed).status_code == 403
    assert manager.send(deed).status_code == 303
    assert manager.follow().status_code == 200
