"""What if: the page that reads a game's deals again under other house rules."""

from tests.tables import begin, facts


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


def test_the_rule_that_changes_the_winner_stands_first(phone, database, club):
    table = example(database, club)
    before = table.read()
    winner = before.sheet.winners
    phone.get(f"/games/{table.id}/what-if")
    assert phone.answer.status_code == 200
    sentence = "If J Q K had counted 10 and an ace 11, Ann would have won."
    assert f"<b>{sentence}</b>" in phone.page.html
    assert "Nothing would have changed if each red nine" not in phone.page.text
    assert (table.read().version, table.read().sheet.winners) == (before.version, winner)


def test_card_values_cannot_be_told_of_hands_that_are_sums(phone, database, club):
    table = begin(database, club)
    table.score(facts(0, 7, 23, 32))
    phone.get(f"/games/{table.id}/what-if")
    assert "no result. Deal 1: Card values can change only" in phone.page.text


def test_a_tables_own_values_are_read_by_those_of_the_sources_and_never_tried(
    phone, database, club
):
    table = begin(database, club, house_rules={"values": "own", "king": 25})
    table.score(by_cards(1, "A", "K K", "Q J 2"))
    phone.get(f"/games/{table.id}/what-if")
    assert "if a king had counted 13 and an ace 20" in phone.page.text.lower()
    other = begin(database, club)
    other.score(by_cards(1, "A", "K K", "Q J 2"))
    phone.get(f"/games/{other.id}/what-if")
    assert "a king" not in phone.page.text and "our own" not in phone.page.text
