"""What if: the page that reads a game's deals again under other house rules."""

from tests.tables import begin, facts
from tests.web.counters import begin_counters, cards


def by_cards(out, *hands):
    hands_in_cards = [hand.split() for hand in hands]
    hands_in_cards.insert(out, [])
    return {"out": out, "hands": hands_in_cards}


def example(database, club):
    """Worked example RA-12: Ben wins by the standard values, Ann by the American ones."""
    table = begin(database, club)
    table.score(
        by_cards(1, "A", "K K", "Q J 2"),
        by_cards(0, "8 9", "2", "3"),
        by_cards(2, "4", "5", "K"),
        by_cards(3, "6", "6", "7"),
    )
    return table


def test_the_rule_that_would_have_changed_the_winner_stands_first(phone, database, club):
    table = example(database, club)
    before = table.read()
    winner = before.sheet.winners
    phone.get(f"/games/{table.id}/what-if")
    assert phone.answer.status_code == 200
    sentence = "If J Q K had counted 10 and an ace 11, Ann would have won."
    assert f"<b>{sentence}</b>" in phone.page.html
    assert "Nothing would have changed if each red nine" not in phone.page.text
    assert "As played" in phone.read(f"/games/{table.id}/what-if?rule-values=american")
    assert (table.read().version, table.read().sheet.winners) == (before.version, winner)


def test_rules_of_ones_own_are_read_and_shown_side_by_side(phone, database, club):
    table = begin_counters(database, club)
    table.score(cards(1, 3, 2, 1), cards(2, 1, 1, 4), cards(3, 1, 2, 3), cards(0, 1, 2, 3))
    page = phone.read(f"/games/{table.id}/what-if?rule-red_nine_pool=20&rule-dress=top_up")
    assert "As played" in page
    form = phone.page.form(None)
    assert form["rule-red_nine_pool"] == ["20"]
    assert form["rule-dress"] == ["top_up"]
    assert "rule-circuits" not in form


def test_a_rule_that_takes_no_such_number_is_said_and_nothing_else_happens(watcher, database, club):
    table = begin_counters(database, club)
    answer = watcher.get(f"/games/{table.id}/what-if?rule-counters=many")
    assert answer.status_code == 422
    assert "a whole number from 1 to 1000" in watcher.page.text


def test_card_values_cannot_be_told_of_hands_that_are_sums(phone, database, club):
    table = begin(database, club)
    table.score(facts(0, 7, 23, 32))
    phone.get(f"/games/{table.id}/what-if")
    assert "no result. Deal 1: Card values can change only" in phone.page.text
    answer = phone.get(f"/games/{table.id}/what-if?rule-values=american")
    assert answer.status_code == 422
    assert "Card values can change only" in phone.page.text
