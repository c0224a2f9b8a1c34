"""Games of counters on a phone without JavaScript, by nothing but links and plain forms."""

import pytest

from scorer.storage.database import Database
from tests.tables import Table
from tests.web.counters import (
    PINK_NINES,
    RED_NINES_1881,
    begin_counters,
    cards,
    play,
    score,
    set_up,
)
from tests.web.phones import Phone


@pytest.fixture
def circuit(database: Database, club: str) -> Table:
    """Four people at Red Nines 1881, ten cards each; Ann has dealt and put down 9."""
    return begin_counters(database, club)


def test_a_whole_circuit_of_1881_from_setting_up_to_paying(phone: Phone) -> None:
    names = ("Ann", "Ben", "Cat", "Dan")
    rate = {"rule__counter_value__counters": "2", "rule__counter_value__pays": "1"}
    game = set_up(phone, RED_NINES_1881, *names, **rate)
    assert "Deal 1 of 4" in phone.page.text
    assert "Red Nine pool 6" in phone.page.text
    assert "Red Ace pool 3" in phone.page.text
    assert "Ann has put down 9." in phone.page.text
    assert "144 counters ✓ all there" in phone.page.text
    score(phone, game, 1, "3", "2", "1")
    assert "Saved: deal 1, Ben out +6, Cat −2, Dan −1, Ann −12." in phone.page.text
    assert "Red Nine pool 12" in phone.page.text
    score(phone, game, 2, "1", "1r", "4", on_red_nine="1")
    assert "Red Nine pool 6" in phone.page.text
    score(phone, game, 3, "1", "2", "3")
    score(phone, game, 0, "1", "2", "3")
    assert "Cat won" in phone.page.text
    assert "Shared what was left in the pools" in phone.page.text
    assert "Paying up" in phone.page.text
    assert "coins" in phone.page.text


def test_the_aces_are_swept_with_one_tap_and_taken_back(phone: Phone, circuit: Table) -> None:
    game = f"/games/{circuit.id}"
    phone.get(game)
    assert phone.page.html.count('class="note"') == 4
    answer = phone.send(f"{game}/notes", aces_swept_by="2")
    assert answer.status_code == 303
    phone.follow()
    assert "Saved: Cat swept the red aces." in phone.page.text
    assert "Red Ace pool 0" in phone.page.text
    assert circuit.read().sheet.opening.carry.totals == (27, 36, 39, 36)
    phone.get(f"{game}/deals/new?out=0")
    assert phone.page.form(f"{game}/deals/new")["aces_swept_by"] == ["2"]
    phone.get(game)
    assert "swept the aces" in phone.page.text
    assert "Take back that Cat swept the red aces" in phone.page.html
    phone.send(f"{game}/undo")
    phone.follow()
    assert "Took back that Cat swept the red aces." in phone.page.text
    assert "Red Ace pool 3" in phone.page.text


def test_a_sweep_of_a_deal_that_is_scored_by_now_is_not_noted_of_the_next(
    phone: Phone, circuit: Table
) -> None:
    phone.get(f"/games/{circuit.id}")
    play(circuit, cards(0, 1, 2, 3))
    assert phone.send(f"/games/{circuit.id}/notes", aces_swept_by="2").status_code == 409
    assert circuit.read().version == 1


def test_a_sweep_noted_while_the_form_was_open_is_taken_over_and_saved_the_second_time(
    phone: Phone, circuit: Table
) -> None:
    form = f"/games/{circuit.id}/deals/new"
    phone.get(f"{form}?out=0")
    circuit.write("note", {"after": None, "facts": {"aces_swept_by": 2}})
    hands = {"count__1": "3", "count__2": "4", "count__3": "5"}
    assert phone.send(form, **hands).status_code == 409
    assert "Somebody noted meanwhile that Cat swept the red aces" in phone.page.text
    sent = phone.page.form(form)
    assert (sent["aces_swept_by"], sent["count-2"]) == (["2"], ["4"])
    assert phone.send(form).status_code == 303
    assert circuit.read().sheet.deals[0].told["aces_swept_by"] == 2


@pytest.mark.parametrize("seat", ["9", "x", "-1", "٣"])
def test_a_sweep_by_nobody_is_refused(phone: Phone, circuit: Table, seat: str) -> None:
    phone.get(f"/games/{circuit.id}")
    assert phone.send(f"/games/{circuit.id}/notes", aces_swept_by=seat).status_code == 422
    assert circuit.read().version == 0


def test_a_late_claim_is_offered_beside_the_deal_that_was_saved(
    phone: Phone, circuit: Table
) -> None:
    play(circuit, cards(0, 1, 2, 3))
    address = f"/games/{circuit.id}/deals/{circuit.deals[0]}/correct"
    phone.get(f"/games/{circuit.id}")
    assert "Were the red aces swept in this deal?" in phone.page.text
    assert f"{address}#aces_swept_by" in phone.page.links
    phone.get(address)
    assert "Who swept the red aces?" in phone.page.text
    phone.send(address, aces_swept_by="3", look="1")
    assert "Red Ace pool 3 0" in phone.page.text
    phone.send(address)
    assert circuit.read().sheet.deals[0].carry.pools["red_ace"] == 0
    phone.follow()
    assert "corrected deal 1: Dan −3 → 0" in phone.page.text


def test_a_void_deal_is_one_tap_and_the_dress_stays(phone: Phone, circuit: Table) -> None:
    game = f"/games/{circuit.id}"
    phone.get(game)
    phone.send(f"{game}/deals/new")
    phone.follow()
    assert "Saved: deal 1, void, dealt again; the dress stays in the pools." in phone.page.text
    assert "Deal 2 of 5" in phone.page.text
    assert "Ann deals" in phone.page.text
    assert "Red Nine pool 6" in phone.page.text
    assert "has put down" not in phone.page.text
    phone.send(f"{game}/undo")
    phone.follow()
    assert "Deal 1 of 4" in phone.page.text


def test_a_seat_buys_counters_and_is_lent_some(phone: Phone, circuit: Table) -> None:
    play(circuit, cards(0, 1, 2, 3))
    game = f"/games/{circuit.id}"
    phone.get(game)
    assert f"{game}/counters?seat=1" in phone.page.links
    phone.get(f"{game}/counters?seat=1")
    assert phone.page.form(f"{game}/counters")["seat"] == ["1"]
    phone.send(f"{game}/counters", seat="1", counters="20")
    phone.follow()
    assert "Saved: Ben bought 20 counters." in phone.page.text
    assert "bought 20" in phone.page.text
    assert "164 counters ✓ all there" in phone.page.text
    phone.get(f"{game}/counters")
    phone.send(f"{game}/counters", seat="1", counters="5", source="2")
    phone.follow()
    assert "Saved: Cat lent Ben 5." in phone.page.text
    assert circuit.read().sheet.totals == (33, 60, 29, 33)
    phone.send(f"{game}/undo")
    phone.follow()
    assert "Took back that Cat lent Ben 5." in phone.page.text
    phone.get(f"{game}/book")
    assert "Ben bought 20 counters" in phone.page.text


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"seat": "", "counters": "5"}, "Say who gets the counters."),
        ({"seat": "7", "counters": "5"}, "Say who gets the counters."),
        ({"seat": "1", "counters": "0"}, "Write a whole number from 1 to 10,000."),
        ({"seat": "1", "counters": "2.5"}, "Write a whole number"),
        ({"seat": "1", "counters": "99999999999999999999"}, "Write a whole number"),
        ({"seat": "1", "counters": "5", "source": "1"}, "Nobody lends counters to themselves."),
        ({"seat": "1", "counters": "5", "source": "x"}, "Say where they come from."),
        ({"seat": "1", "counters": "5", "after": "nowhere"}, "The book holds no such deal."),
    ],
)
def test_counters_that_cannot_be_had_are_refused_in_place(
    phone: Phone, circuit: Table, fields: dict[str, str], says: str
) -> None:
    address = f"/games/{circuit.id}/counters"
    phone.get(address)
    assert phone.send(address, **fields).status_code == 422
    assert says in phone.page.text
    assert phone.page.form(address)["counters"] == [fields["counters"]]
    assert circuit.read().version == 0


def test_penalty_games_have_no_counters(phone: Phone, table: Table) -> None:
    assert phone.get(f"/games/{table.id}/counters").status_code == 404
    phone.get(f"/games/{table.id}")
    assert "Buy or lend" not in phone.page.text


def test_owing_is_said_in_words(phone: Phone, database: Database, club: str) -> None:
    table = begin_counters(database, club, counters=10)
    play(table, cards(1, 10, 3, 3))
    phone.get(f"/games/{table.id}")
    assert "owes 9" in phone.page.text
    assert "40 counters ✓ all there" in phone.page.text


def test_stopping_early_offers_to_level_the_dealing(phone: Phone, circuit: Table) -> None:
    play(circuit, cards(0, 1, 2, 3))
    address = f"/games/{circuit.id}/end"
    phone.get(address)
    assert "first pays a full dress for each deal that was spared." in phone.page.text
    # Ann 36 - 9 + 6 = 33, the pools hold 9: three, two, two and two from Ben's seat on.
    assert "Ann 35 42" in phone.page.text
    phone.send(address, leftover="level_the_dealing")
    phone.follow()
    assert "Stopped the game: it got late, the dealing levelled." in phone.page.text.replace(
        "Saved: s", "S"
    )
    told = "Ben: Dealt less often than others, and paid a full dress for each deal spared: 9 −9"
    assert told in phone.page.text
    assert sum(circuit.read().sheet.settled or ()) == 144


@pytest.mark.parametrize(
    ("dress", "told"),
    [
        ("top_up", "spared, even where topping up the pools would have cost less."),
        ("when_empty", "spared, even where the pools were not empty and no dress was due."),
    ],
)
def test_levelling_says_where_it_costs_more_than_the_deal_would_have(
    phone: Phone, database: Database, club: str, dress: str, told: str
) -> None:
    table = begin_counters(database, club, dress=dress)
    play(table, cards(0, 1, 2, 3))
    phone.get(f"/games/{table.id}/end")
    assert told in phone.page.text


def test_where_all_have_dealt_equally_often_there_is_nothing_to_level(
    phone: Phone, circuit: Table, table: Table
) -> None:
    phone.get(f"/games/{circuit.id}/end")
    assert "dealt less often" not in phone.page.text
    phone.get(f"/games/{table.id}/end")
    assert "dealt less often" not in phone.page.text


def test_a_leftover_that_is_none_is_refused(phone: Phone, circuit: Table) -> None:
    answer = phone.post(f"/games/{circuit.id}/end", why="late", leftover="burn it")
    assert answer.status_code == 400
    assert circuit.read().version == 0


def test_pink_nines_needs_who_went_out_and_nothing_else(phone: Phone) -> None:
    game = set_up(phone, PINK_NINES, "Ann", "Ben", "Cat", "Dan", rule__ante="2")
    assert "Pool 8" in phone.page.text
    assert "Everybody has put down 2." in phone.page.text
    score(phone, game, 0)
    assert "Saved: deal 1, Ann out +6, Ben −2, Cat −2, Dan −2." in phone.page.text
    score(phone, game, 0)
    score(phone, game, 2)
    score(phone, game, 1)
    assert "Ann won by 8: 28 counters against 20 for Ben and Cat." in phone.page.text


def test_pink_nines_paid_by_the_card_asks_for_every_hand(phone: Phone) -> None:
    game = set_up(phone, PINK_NINES, "Ann", "Ben", rule__per_card="1")
    phone.get(f"{game}/deals/new?out=0")
    assert phone.send(f"{game}/deals/new").status_code == 422
    assert "! This hand is missing." in phone.page.text
    score(phone, game, 0, "5")
    assert "Ann out +6, Ben −6" in phone.page.text


def test_the_reasons_of_a_deal_name_people(phone: Phone, circuit: Table) -> None:
    play(circuit, cards(1, 3, 2, 1, aces_swept_by=3))
    phone.get(f"/games/{circuit.id}/deals/{circuit.deals[0]}")
    for says in (
        "Dealt, and dressed the Red Nine pool with 6",
        "Held three cards and paid Ben 3",
        "Received 3 from Ann",
        "Played both red aces and swept the Red Ace pool: 3",
        "Red Nine pool 6, Red Ace pool 0.",
    ):
        assert says in phone.page.text


def test_where_nothing_is_paid_by_the_card_only_who_went_out_is_asked(
    phone: Phone, database: Database, club: str
) -> None:
    for rules, asked, not_asked in (
        ({}, (), ("on_red_nine", "count-1")),
        ({"per_card": 1}, ("count-1",), ("on_red_nine",)),
        ({"out_on_red_nine_doubles": True}, (), ("on_red_nine", "count-1")),
        ({"per_card": 1, "out_on_red_nine_doubles": True}, ("on_red_nine", "count-1"), ()),
    ):
        table = begin_counters(database, club, variant=PINK_NINES, **rules)
        phone.get(f"/games/{table.id}/deals/new")
        for field in asked:
            assert f'name="{field}"' in phone.page.html, rules
        for field in not_asked:
            assert f'name="{field}"' not in phone.page.html, rules


def test_what_was_noted_though_it_costs_nothing_stays_while_the_same_one_is_out(
    phone: Phone, database: Database, club: str
) -> None:
    table = begin_counters(database, club, variant=PINK_NINES)
    play(table, cards(0, 1, 2, 3, on_red_nine=True))
    address = f"/games/{table.id}/deals/{table.deals[0]}/correct"
    phone.get(address)
    phone.send(address, dealer="2")
    told = table.read().sheet.deals[0].told
    assert told == {**cards(0, 1, 2, 3, on_red_nine=True), "dealer": 2}
    phone.get(address)
    phone.send(address, out="1")
    assert table.read().sheet.deals[0].told == {"out": 1, "dealer": 2}


def test_a_house_rule_of_ours_is_marked_once_beside_its_title(phone: Phone) -> None:
    phone.get("/games/new?variant=red-nines-1881")
    assert "Who has run out house rule owes" in phone.page.text
    assert "Red Nine pool house rule" not in phone.page.text
    phone.get("/rules/red-nines-1881")
    assert "When pools are still full house rule the next dealer adds" in phone.page.text
    phone.get("/rules/red-nines")
    assert "Level at the end house rule they share the win" in phone.page.text
    assert "everyone deals twice house rule" in phone.page.text
    assert "at most ×4 house rule" in phone.page.text
    assert "American: J Q K 10, ace 11 house rule" not in phone.page.text


def test_the_rules_say_what_is_asked(phone: Phone) -> None:
    phone.get("/rules/red-nines-1881")
    assert "After a deal it asks who swept the red aces, who went out," in phone.page.text
    phone.get("/rules/pink-nines")
    assert (
        "After a deal it asks who went out; where a house rule makes it matter, also "
        "whether a red nine was the last card and what everybody else has left."
    ) in phone.page.text


def test_a_correction_shown_first_says_whether_the_pools_are_shared(
    phone: Phone, database: Database, club: str
) -> None:
    table = begin_counters(database, club, "Ann", "Ben", "Cat")
    play(table, cards(0, 1, 2), cards(1, 1, 2))
    address = f"/games/{table.id}/deals/{table.deals[0]}/correct"
    phone.get(address)
    phone.send(address, count__1="4", look="1")
    assert "After deal 2" in phone.page.text
    assert "before sharing" not in phone.page.text
    # Ann 36 − 9 + 3 − 1 = 29, and 3 more from Ben, who pays 4 instead of 1.
    assert "Ann 29 32" in phone.page.text
    play(table, cards(2, 1, 2))
    phone.get(address)
    phone.send(address, count__1="4", look="1")
    assert "What everybody holds in the end" in phone.page.text
    held = table.read().sheet.settled
    assert held and f"Ann {held[0]} {held[0] + 3}" in phone.page.text
    assert "Red Nine pool 0 0" in phone.page.text
    # A void deal is dealt again, so that game would go on.
    phone.get(address)
    phone.send(address, void="1", look="1")
    assert "After deal 3, before sharing" in phone.page.text


def test_who_pays_whom_is_shown_before_a_deal_is_saved(phone: Phone, circuit: Table) -> None:
    form = f"/games/{circuit.id}/deals/new"
    phone.get(f"{form}?out=1")
    hands = {"count__0": "3", "count__2": "4", "red_nines__2": "1", "count__3": "1"}
    assert phone.send(form, look="1", aces_swept_by="3", **hands).status_code == 200
    told = phone.page.text.replace("→pays", "→")
    for one in ("Ann → Red Nine pool 6", "Red Ace pool → Dan 3", "Ann → Ben 3", "Cat → Ben 5"):
        assert one in told
    assert "Before and after deal 1" in told
    assert "Ann 36 24" in told
    assert "Red Nine pool 0 6" in told
    assert circuit.read().version == 0
    assert phone.send(form).status_code == 303
    assert circuit.read().sheet.totals == (24, 45, 31, 38)


def test_a_deal_that_cannot_be_shows_what_is_wrong_instead(phone: Phone, circuit: Table) -> None:
    form = f"/games/{circuit.id}/deals/new"
    phone.get(f"{form}?out=1")
    hands = {"count__0": "3", "count__2": "4", "count__3": "11"}
    assert phone.send(form, look="1", **hands).status_code == 422
    assert "11 cards in a hand, but only 10 are dealt" in phone.page.text.replace("Eleven", "11")


def test_red_nines_are_asked_only_where_they_cost_more(
    phone: Phone, database: Database, club: str
) -> None:
    for counts_two in (False, True):
        rules = {"per_card": 1, "red_nine_counts_two": counts_two}
        table = begin_counters(database, club, variant=PINK_NINES, **rules)
        phone.get(f"/games/{table.id}/deals/new")
        assert ("say how many of them are red nines" in phone.page.text) == counts_two
        assert ("Red nines of Ann" in phone.page.text) == counts_two


def test_scores_that_were_corrected_keep_their_sign(phone: Phone, circuit: Table) -> None:
    play(circuit, cards(0, 1, 2, 3))
    again = {"deal": circuit.deals[0], "facts": cards(0, 1, 2, 4)}
    circuit.write("correct_deal", again)
    phone.get(f"/games/{circuit.id}")
    assert "<del>−3</del>" in phone.page.html
    assert "<del>-3</del>" not in phone.page.html


def test_how_long_says_what_it_counts(phone: Phone) -> None:
    for variant in (RED_NINES_1881, PINK_NINES):
        phone.get(f"/games/new?variant={variant}")
        assert "times everyone deals" in phone.page.text
        assert 'aria-describedby="rule-circuits-unit"' in phone.page.html
