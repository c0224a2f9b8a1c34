"""Bad input is answered by a clear sentence beside its field, and what was typed stays."""

from scorer.services.nights.front import read_front
from tests.tables import begin
from tests.web.counters import cards


def send_deal(phone, table, **fields):
    address = f"/games/{table.id}/deals/new"
    return phone.fill(address, on=f"{address}?out=0", **fields).status_code


OTHERS = {"hands__1": "7", "hands__2": "8", "hands__3": "9"}
IMPOSSIBLE = [
    ({"hands__1": "7", "hands__2": "8"}, "Dan: Only the player who went out has no cards"),
    *(({**OTHERS, "hands__1": text}, "in digits") for text in ("x", "-5", "2.5")),
    *(({**OTHERS, "hands__1": text}, "This number is too large.") for text in (10**7, "1" * 50)),
    ({**OTHERS, "hands__0": "9"}, "no cards left"),
    (
        {"hands__1__cards": "11", "hands__2": "8", "hands__3": "9"},
        'There is no card "11"',
    ),
    ({**OTHERS, "out": ""}, "Who went out: this is missing."),
    ({**OTHERS, "out": "7"}, "there are only 4 seats"),
]


def test_an_impossible_deal_is_refused_beside_its_hand(phone, table):
    for fields, says in IMPOSSIBLE:
        assert send_deal(phone, table, **fields) == 422, fields
        assert says in phone.page.text
        form = phone.page.form(f"/games/{table.id}/deals/new")
        for key, value in fields.items():
            if key != "out":
                assert form[key.replace("__", "-")] == [str(value)]
    assert table.read().version == 0


def test_a_doubtful_deal_is_asked_about_before_it_is_saved(phone, table, database, club):
    held = {"hands__1": "82", "hands__1__red_nines": "1", "hands__2": "7", "hands__3": "8"}
    assert send_deal(phone, table, **held) == 422
    doubt = "Ben: 82 is even, with a red nine. Already doubled? Then it is 41."
    assert doubt in phone.page.text
    assert "Save anyway" in phone.page.text
    assert table.read().version == 0
    # Another number is looked at again.
    assert phone.send(f"/games/{table.id}/deals/new", hands__1="41").status_code == 303
    of_26 = begin(database, club, variant="points", house_rules={"adds_to": 26})
    points = {f"points__{seat}": number for seat, number in enumerate(("0", "5", "11", "14"))}
    address = f"/games/{of_26.id}/deals/new"
    assert phone.fill(address, **points).status_code == 422
    assert "4 too many: that adds up to 30, not 26." in phone.page.text
    assert phone.send(address, sure="1").status_code == 303
    # What was saved anyway says so.
    assert "4 too many" in phone.read(f"/games/{of_26.id}")
    address = f"/games/{of_26.id}/deals/{of_26.read().sheet.last_deal}/correct"
    assert phone.fill(address, points__0="1").status_code == 422
    assert "5 too many: that adds up to 31, not 26." in phone.page.text
    assert phone.send(address, sure="1").status_code == 303
    assert of_26.read().sheet.totals == (1, 5, 11, 14)


def set_up(phone, names, **fields):
    phone.get("/games/new")
    rows = names + [""] * (12 - len(names))
    return phone.send("/games/new", player=rows, **fields).status_code


def test_a_table_that_cannot_play_is_told_why(phone):
    for names, says in (
        ([], "Nobody is here yet. This game is for 4 to 12 people."),
        (["Ann", "Ben", "Cat"], "3 names are here. This game is for 4 to 12 people."),
        (["Ann", "Ben", "Cat", "x" * 41], "A name can have 40 letters at most."),
    ):
        assert set_up(phone, names) == 422
        assert says in phone.page.text
        assert phone.page.form("/games/new")["player"][: len(names)] == names


def test_empty_rows_between_people_do_no_harm(phone, database):
    assert set_up(phone, ["", "Ann", "", "Ben", "Cat", "", "Dan"], first_dealer="4") == 303
    assert "Cat deals" in phone.read_next()


def test_a_name_sits_once_at_a_table_however_it_is_written(phone, table):
    assert set_up(phone, ["Ann", " ann ", "Zoe", "ZOE"]) == 422
    for name in ("ann", "ZOE"):
        assert f"{name} already sits here." in phone.page.text
    invalid = [said["value"] for _, said in phone.page.tags if said.get("aria-invalid")]
    assert invalid == ["ann", "ZOE"]


def test_a_game_that_nobody_knows_is_not_started_as_another(phone, database, club):
    people = ["Ann", "Ben", "Cat", *[""] * 9]
    assert phone.fill("/games/new", variant="whist", player=people).status_code == 422
    assert 'There is no game called "whist".' in phone.page.text
    form = phone.page.form("/games/new")
    assert form["variant"] == ["red-nines"]
    assert form["player"] == people
    assert not read_front(database, club).in_progress


def test_nothing_is_written_where_a_field_did_not_arrive(phone, circuit):
    circuit.score(cards(0, 1, 2, 3))
    for page in ("/end", "/undo", "/redo", "/start", "/seats/0"):
        sent = {"before": ""} if page == "/seats/0" else {}
        assert phone.post(f"/games/{circuit.id}{page}", **sent).status_code in (400, 409, 422)
    assert circuit.read().version == 1


def test_a_way_to_end_that_there_is_not_ends_no_game(phone, table):
    assert phone.fill(f"/games/{table.id}/end", leftover="burnt").status_code == 422
    assert table.read().version == 0
