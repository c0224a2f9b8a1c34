"""What can be said of a person: another name, the same as somebody, forgotten."""

from tests.services.finished_games import finish, player
from tests.tables import begin, name_player, new_id


def test_somebody_is_called_by_another_name_from_now_on(phone, watcher, database, table):
    ann = player(database, "Ann")
    phone.get(f"/players/{ann}")
    assert f"/players/{ann}/rename" in phone.page.links
    assert phone.open_form(f"/players/{ann}/rename")["name"] == ["Ann"]
    assert phone.send(f"/players/{ann}/rename", name=" ").status_code == 422
    assert "Every player needs a name." in phone.page.text
    phone.send(f"/players/{ann}/rename", name="<b>Anna</b>")
    assert "<b>Anna</b>" in phone.read_next()
    assert table.read().names[ann] == "<b>Anna</b>"
    assert watcher.get(f"/players/{ann}/rename").status_code == 403
    assert watcher.get(f"/players/{ann}").status_code == 200
    assert f"/players/{ann}/rename" not in watcher.page.links
    assert phone.get(f"/players/{new_id()}").status_code == 404


def test_somebody_who_never_played_is_removed(phone, watcher, database, club):
    eve = name_player(database, club, "Eve").id
    path = f"/players/{eve}/remove"
    assert phone.fill(path, on=f"/players/{eve}").status_code == 303
    assert "Eve" not in phone.read_next()
    ann = begin(database, club).read().sheet.sitters[0].player
    assert phone.fill(f"/players/{ann}/remove", on=f"/players/{ann}").status_code == 409
    assert watcher.post(path).status_code == 403


def test_two_names_are_put_together_and_taken_apart(phone, database, club):
    finish(database, club)
    finish(database, club, "Annie", "Ben", "Cat", "Dan")
    ann, annie, ben = (player(database, name) for name in ("Ann", "Annie", "Ben"))
    path = f"/players/{annie}/merge"
    assert phone.fill(path).status_code == 422
    assert "Say who it is." in phone.page.text
    assert phone.send(path, other=ben).status_code == 409
    assert "These two played in the same deal, so they are two people." in phone.page.text
    assert phone.page.form(path)["other"] == [ben]
    form = phone.page
    for _ in range(2):
        phone.page = form
        assert phone.send(path, other=ann).status_code == 303
        assert phone.answer.location == f"/players/{ann}?merged="
    assert "Annie is the same person." in phone.read_next()
    assert "Ann 2 2" in phone.read("/players/")
    assert "Annie" not in phone.page.text
    phone.get(f"/players/{ann}")
    (undo,) = [one["action"] for one in phone.page.forms]
    assert phone.send(undo).headers["Location"] == f"/players/{annie}"
    assert "Annie 1 1" in phone.read("/players/")


def test_a_name_is_forgotten_by_who_looks_after_the_club_alone(manager, phone, database, club):
    (table,) = finish(database, club)
    ann = player(database, "Ann")
    assert phone.get(f"/players/{ann}/anonymise").status_code == 403
    assert "This cannot be undone." in manager.read(f"/players/{ann}/anonymise")
    manager.send(f"/players/{ann}/anonymise")
    assert "Anon 1" in manager.read_next()
    assert f"/players/{ann}/anonymise" not in manager.page.links
    assert "Anon 1" in manager.read(f"/games/{table.id}")
    assert "Ann" not in manager.page.html
    assert "already forgotten" in manager.read(f"/players/{ann}/anonymise")
    assert manager.post(f"/players/{ann}/rename", name="Ann").status_code == 409
    assert "Anon 1 1 1" in manager.read("/players/")
