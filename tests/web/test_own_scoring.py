"""A game that only counted points and is a game of its own by now: what is to be played next?"""

from tests.tables import begin, new_id

ONE_DEAL = {"length": "deals", "deals": 1}


def again(phone, game, **more):
    """Send Same again as the page has it; the game that it leads to."""
    phone.get(f"/games/{game}")
    (token,) = {form["fields"]["csrf_token"][0] for form in phone.page.forms if form["fields"]}
    sent = {"csrf_token": token, "game": new_id(), **more}
    phone.post(f"/games/{game}/again", **sent)
    return phone.answer.headers.get("Location", "").rpartition("/")[2]


def test_same_again_asks_once_where_the_game_knows_its_own_scoring(phone, database, club):
    rules = {"title": "Red  nines", **ONE_DEAL}
    table = begin(database, club, variant="points", house_rules=rules)
    table.score({"points": [1, 2, 3, 4]})
    phone.get(f"/games/{table.id}")
    assert "Red nines (only points)" in phone.page.text
    assert "data-again" not in phone.page.html
    assert again(phone, table.id) == ""
    assert "Red Nines knows its own scoring now" in phone.page.text
    use_it = f"/games/new?variant=red-nines&follows={table.id}"
    assert use_it in phone.page.links
    assert phone.get(use_it).status_code == 200
    assert {"Ann", "Ben", "Cat", "Dan"} <= set(phone.page.form("/games/new")["player"])
    after = again(phone, table.id, points="1")
    phone.get(f"/games/{after}")
    phone.fill(f"/games/{after}/deals/new", **{f"points__{seat}": "3" for seat in range(4)})
    # Whoever has chosen is not asked again.
    phone.get(f"/games/{after}")
    assert "data-again" in phone.page.html and again(phone, after)


def test_no_other_game_of_points_is_asked_about(phone, database, club):
    for rules in (ONE_DEAL, {"title": "Skyjo", **ONE_DEAL}):
        table = begin(database, club, variant="points", house_rules=rules)
        table.score({"points": [1, 2, 3, 4]})
        assert again(phone, table.id)
