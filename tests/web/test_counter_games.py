"""Games of counters on a phone without JavaScript, by nothing but links and plain forms."""

from tests.web.counters import PINK_NINES, begin_counters, cards


def test_one_pool_is_one_and_a_void_deal_is_counted_apart(phone, database, club):
    game = begin_counters(database, club, "Ann", "Ben", "Cat", variant=PINK_NINES, circuits=2)
    game.score({"out": 0}, {"out": 1}, {"void": True})
    game.write("end", {"why": "it got late"})
    assert "2 of 6 deals, 1 void" in phone.read(f"/games/{game.id}")
    assert "From the pool" in phone.page.text
    assert "pools" not in phone.page.text
    phone.get(f"/games/{game.id}/deals/{game.read().sheet.deals[0].id}")
    assert "In the pool after this deal" in phone.page.text


def test_a_noted_sweep_moves_its_pool_at_once(phone, circuit):
    game = f"/games/{circuit.id}"
    assert phone.read(game).count("Who swept the aces?") == 1
    circuit.answer(("aces_swept_by", -1, 2))
    assert "Red Ace pool 0" in phone.read(game)
    assert "swept A A" in phone.page.text
    assert "Who swept the aces?" not in phone.page.text
    assert "Noted: Cat swept the red aces. Undo" in phone.page.text
    assert "Undo deal" not in phone.page.text
    deal = circuit.read().in_play
    assert deal and deal.on_sheet().now.totals == (27, 36, 39, 36)
    phone.get(f"{game}/deals/new?out=0")
    assert phone.page.form(f"{game}/deals/new")["aces_swept_by"] == ["2"]
    circuit.answer(clear=[("aces_swept_by", -1)])
    assert "Red Ace pool 3" in phone.read(game)


def test_a_late_claim_is_offered_beside_the_deal_that_was_saved(phone, circuit):
    circuit.score(cards(0, 1, 2, 3))
    address = f"/games/{circuit.id}/deals/{circuit.deals[0]}/correct"
    assert "Red aces swept? Add who" in phone.read(f"/games/{circuit.id}")
    assert f"{address}#aces_swept_by" in phone.page.links
    assert "Who swept the red aces?" in phone.read(address)
    phone.send(address, aces_swept_by="3")
    assert circuit.read().sheet.deals[0].carry.pools["red_ace"] == 0
    sentence = "corrected deal 1: who swept the red aces: nobody → Dan; Dan −3 → 0"
    assert sentence in phone.read_next()


def test_a_void_deal_is_one_tap_and_the_dress_stays(phone, circuit):
    game = f"/games/{circuit.id}"
    phone.fill(f"{game}/deals/new", on=game)
    says = (
        "Saved: deal 1, void, dealt again; the counters stay in the pools, and swept ones go back."
    )
    assert says in phone.read_next()
    assert "Deal 2 of 5, 1 void" in phone.page.text
    assert "Ann deals" in phone.page.text
    assert "Red Nine pool 6" in phone.page.text
    assert "data-put-in" not in phone.page.html
    phone.send(f"{game}/undo")
    assert "Deal 1 of 4" in phone.read_next()


def test_what_a_dealer_bought_and_put_in_are_two_rows(phone, database, club):
    """Ben has 32 for a dress of 35 and buys 30 more; the rows add up to his total."""
    rules = {"counters": 30, "red_nine_pool": 32, "red_ace_pool": 3, "short": "buy_in"}
    table = begin_counters(database, club, "Ann", "Ben", "Cat", **rules)
    table.score(cards(1, 1, 1))
    assert "put in 35 bought 30" in phone.read(f"/games/{table.id}")
    assert "Bought for deal 2 · +30 ·" in phone.page.text
    assert "Put in for deal 2 · −35 ·" in phone.page.text
    table.score(cards(0, 1, 1))
    assert "−1 , put in −35 , bought +30" in phone.read(f"/games/{table.id}")
    assert "Saved: deal 2, Ann out +2." in phone.page.text
    why = phone.read(f"/games/{table.id}/deals/{table.deals[1]}")
    assert "Ben −1" in why
    assert "By the play −1, with what was put in or bought −6" in why


def test_stakes_are_due_once_more_after_a_void_deal(phone, database, club):
    table = begin_counters(database, club, "Ann", "Ben", variant=PINK_NINES, ante=2)
    table.score({"void": True})
    game = f"/games/{table.id}"
    says = "oid, dealt again; the stakes stay in the pool, and everyone stakes 2 once more."
    assert f"v{says}" in phone.read(game)
    assert "Dealt again: everybody put in 2 once more." in phone.page.text
    (void,) = phone.get(f"{game}/news").json["data"]["deals"]
    assert void["notes"] == [f"V{says}"] * 2
    why = phone.read(f"{game}/deals/{table.deals[0]}")
    assert f"V{says}" in why


def test_a_late_sweep_is_offered_where_it_moves_something(phone, database, club):
    for pool in (3, 0):
        table = begin_counters(database, club, red_ace_pool=pool)
        table.score(cards(1, 1, 1, 1))
        is_offered = "Red aces swept? Add who" in phone.read(f"/games/{table.id}")
        assert is_offered == bool(pool)
