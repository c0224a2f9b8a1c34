"""People of the same name: each has a number of their own, the same on every page."""

import re

from scorer.services.people.merge import merge_people
from tests.tables import begin, name_player
from tests.web.test_table_code import at_home, code_of

__all__ = ["at_home"]

PAID = {"counter_value": {"counters": 2, "pays": 1}}


def seated(player):
    return {"id": player.id, "name": player.name}


def test_namesakes_have_one_number_on_every_page(phone, database, club):
    ben, *anns = (name_player(database, club, name) for name in ("Ben", "Ann", "ANN", "Ann"))
    players = [*map(seated, (anns[2], ben, anns[1]))]
    table = begin(database, club, variant="pink-nines", players=players, house_rules=PAID)
    table.score(*({"out": out} for out in (0, 0, 0)))
    pages = {
        f"/games/{table.id}": {"Ann (3)", "ANN (2)"},
        f"/nights/{table.night}": {"Ann (3)", "ANN (2)"},
        "/": {"Ann (3)", "ANN (2)"},
        "/settle-up": {"Ann (3)", "ANN (2)"},
        "/players/": {"Ann", "Ann (3)", "ANN (2)"},
        "/games/new": {"Ann", "Ann (3)", "ANN (2)"},
        f"/players/{ben.id}": {"Ann (3)", "ANN (2)"},
        f"/players/{ben.id}/merge": {"Ann", "Ann (3)", "ANN (2)"},
        f"/games/{table.id}/table.csv": {"Ann (3)", "ANN (2)"},
    }
    for path, names in pages.items():
        # What is sent and what is found by typing is the name alone.
        text = re.sub(r"(value=|called\":)\"[^\"]*\"", "", phone.get(path).text)
        assert set(re.findall(r"\bann\b(?: \(\d\))?", text, re.I)) == names, path
    merge_people(database, club, anns[1].id, anns[0].id)
    assert "Ann (2)" in phone.get("/settle-up").text
    assert "Ann (3)" not in phone.get("/settle-up").text


def test_whose_phone_joins_a_table_reads_the_same_numbers(phone, stranger, database, club, at_home):
    anns = [name_player(database, club, "Ann") for _ in range(3)]
    table = begin(database, club, variant="pink-nines", players=[*map(seated, anns[1:])])
    text = stranger.get(code_of(phone, table)).text
    assert "Ann (2)" in text and "Ann (3)" in text
