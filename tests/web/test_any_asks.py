"""Whatever a game asks is asked by the plain form, said in the book and taken along."""

import pytest

from tests.tables import begin

RULES = {"plid": "sets", "ghasp": True, "stoom": 400, "spod": 0}


@pytest.fixture
def game(made_up_game, database, club):
    """Ann and Cat against Ben and Dan at a game that asks something of every kind."""
    return begin(database, club, variant=made_up_game, house_rules=RULES)


def fields(**more):
    """What has to be typed for a deal that has an answer to everything."""
    return {
        "tov": "de",
        "hob": "ZK",
        "vex__0": "3",
        "vex__1": "F M",
        "vex__3": "0",
        "vex__4": "2",
        "plu__0": "1",
        "plu__1": "2",
        "plu__2": "2",
        "plu__3": "1",
        "plu__4": "1",
        "dro": "2",
        "ith": "1",
        "orm": "none",
        "yar": "0",
        "bra__1": "-7",
        "fle__1": "1",
        "miv__1": "lo",
        "miv__3": "hi",
        **more,
    }


def new(phone, table, **typed):
    address = f"/games/{table.id}/deals/new"
    return phone.fill(address, **typed).status_code


def wrong(phone):
    """The fields that the page calls wrong, and what it says beside each."""
    faults = {}
    for _, attributes in phone.page.tags:
        if attributes.get("aria-invalid") == "true":
            name, fault = str(attributes["name"]), attributes["aria-describedby"]
            text = phone.page.html.split(f'id="{fault}"')[1].split("</p>")[0]
            faults[name] = text.split("</span>")[1].strip()
    return faults


def record(table):
    return table.read().sheet.deals[0].record


def test_a_deal_is_said_ask_by_ask(phone, game):
    assert new(phone, game, **fields()) == 303, phone.page.text
    says = phone.read(f"/games/{game.id}/deals/{game.read().sheet.last_deal}")
    assert "Fled: 4 off. Took 1 plu, times 2. Counted −7." in says


@pytest.mark.parametrize(
    ("typed", "told"),
    [("F M", ["F", "M"]), ("fm", ["F", "M"]), ("w, o", ["W", "O"]), ("٣", 3), ("2 + 3 − 1", 4)],
)
def test_a_number_is_told_by_digits_of_any_script_or_by_cards(phone, game, typed, told):
    assert new(phone, game, **fields(vex__0=typed)) == 303, phone.page.text
    assert record(game)["vex"][0] == told


def test_all_that_is_wrong_is_said_at_once_beside_its_field(phone, game):
    typed = fields(
        vex__0="F",
        vex__1="Q",
        vex__3="1.5",
        vex__4="",
        plu__0="-1",
        plu__2="",
        plu__4="",
        ith="",
        bra__1="²",
    )
    assert new(phone, game, **typed) == 422
    assert wrong(phone) == {
        "vex-0": "The vexes: this takes two cards, not one.",
        "vex-1": "There is no card &#34;Q&#34;.",
        "vex-3": "There is no card &#34;1.5&#34;.",
        "plu-0": "The plu: type a number from 0 to 7.",
        "bra-1": "Write a whole number, or a sum such as 10 + 5.",
    }
    form = phone.page.form(f"/games/{game.id}/deals/new")
    for name, value in typed.items():
        if name != "ith":
            assert form[name.replace("__", "-")] == [value]
    assert game.read().version == 0


def test_what_excludes_all_others_stands_alone(phone, game):
    assert new(phone, game, mux="1", vex__2="1") == 422
    assert "The vexes and a mux do not go together." in phone.page.text
    assert new(phone, game, mux="1") == 303
    assert record(game) == {"mux": True}


def test_whoever_has_the_rest_answers_nothing(phone, game):
    assert new(phone, game, **fields(bra__0="4")) == 422
    assert "The bra: not needed here." in phone.page.text
    assert new(phone, game, **fields(yar="")) == 422
    assert "The bra: this is missing." in phone.page.text


def test_what_was_noted_is_asked_no_more(phone, game):
    address = f"/games/{game.id}"
    assert "Who plimmed?" in phone.read(address)
    game.answer(("dro", -1, 2))
    assert "Who plimmed?" not in phone.read(address)
    assert "plimmed" in phone.page.text
    assert phone.open_form(f"{address}/deals/new")["dro"] == ["2"]
