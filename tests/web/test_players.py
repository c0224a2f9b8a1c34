"""The page of a person: what it says, and what it rests on."""

import re

from scorer.services.ratings import rate_due
from tests.services.finished_games import player, win
from tests.tables import begin

FOUR = ("Ann", "Ben", "Cat", "Dan")


def read_person_page(phone, database, name):
    assert phone.get(f"/players/{player(database, name)}").status_code == 200
    return phone.page.text


def test_a_page_says_how_many_bids_were_made(watcher, database, club):
    whist = begin(database, club, *FOUR[:3], variant="oxford-whist")
    for bid in (3, 3, 0):
        whist.score({"bids": [bid, 2, None], "tricks": [3, 2, 4]})
    ids = [{"id": sitter.player, "name": sitter.name} for sitter in whist.read().sheet.sitters]
    dan = {"id": None, "name": "Dan"}
    partners = begin(database, club, variant="nine-five", players=[*ids, dan])
    taken = {"high": 0, "low": 0, "jack": None, "game": None, "nine": 0, "five": 1}
    for bid in (9, 12):
        partners.score({"bidder": 0, "bid": bid, "taken": taken})
    text = read_person_page(watcher, database, "Ann")
    assert "Made the bid in 2 of 3 deals." in text
    assert "Won the bidding in 2 of 2 deals, made the bid once, was set once." in text
    assert "Made the bid in 0 of 3 deals." in read_person_page(watcher, database, "Cat")


def test_somebody_who_has_only_sat_down_has_done_nothing_yet(watcher, table, database):
    text = read_person_page(watcher, database, "Ann")
    assert "No deal was played yet." in text
    assert "0" not in text


def test_who_has_left_has_deals_and_no_game(watcher, table, database):
    table.deal(0, 7, 23, 32)
    table.change([0, 4, 1, 2], (4, "Eve", 0))
    hand = {"points": 5, "red_nines": 0}
    while not table.read().sheet.over:
        after = table.read().sheet.after
        facts = {"out": 0, "hands": [[], hand, hand, None, hand]}
        table.write("deal", {"after": after, "facts": facts})
    assert "Cat 1 0 0 % Dan" in watcher.read("/players/")
    assert "Dan 0" not in watcher.page.text
    read_person_page(watcher, database, "Dan")
    assert re.findall(r"<span><b>(.*?)</b> (.*?)</span>", watcher.page.html) == [("1", "deal")]


def test_a_page_says_what_was_played_and_on_how_much_it_rests(watcher, database, club):
    for out in (0, 0, 1):
        win(database, club, out)
    begin(database, club, *FOUR).deal(1, 5, 6, 8)
    rate_due(database, club)
    text = read_person_page(watcher, database, "Ann")
    assert "game" in text
    assert re.findall(r"<span><b>(.*?)</b>", watcher.page.html) == ["3", "2", "13"]
    assert "Red Nines: 13 deals are too few to say what a deal costs Ann." in text
    assert "Went out in 8 of 13 deals." in text
    assert "Was caught with a red nine in 0 of the 5 deals that others won." in text
    assert "Longest run: won 2 in a row, of 3 games." in text
    assert "The last 3 games" in text
    assert "1st of 4" in text
    assert "2nd of 4" in text
    assert "Better in 8 and worse in 5 of 13 deals." in text
    assert "Ahead in 2 and behind in 1 of 3 games." in text
    assert "Nobody has gone out often enough yet to say." in text


def test_luck_is_explained_only_where_there_was_more(watcher, database, club):
    for out in (0, 1) * 4:
        win(database, club, out)
    text = read_person_page(watcher, database, "Ann")
    assert text.count("more than luck: 16") == 0
    # As many deals won as lost reach the middle, whoever else sat there.
    assert 'rect width="50"' in watcher.page.html
    assert "✓" not in watcher.page.html
    assert text.count("More than luck: by luck alone") == 1
    for out in (0, 1) * 2:
        win(database, club, out, "Ann", "Ben", "Eve", "Fay")
    text = read_person_page(watcher, database, "Ann")
    assert "less than once in 100 times, even with three to compare." in text
    assert "Fewer than 25 deals together are mostly luck." in read_person_page(
        watcher, database, "Eve"
    )


def test_somebody_who_was_only_a_partner_is_no_opponent(watcher, database, club):
    taken = dict.fromkeys(("high", "low", "jack", "game", "nine", "five"), 0)
    table = begin(database, club, *FOUR, variant="nine-five", house_rules={"target": 30})
    for _ in range(2):
        table.score({"bidder": 0, "bid": 9, "taken": taken})
    text = read_person_page(watcher, database, "Ann")
    assert "As partners, won their only game." in text
    assert "Opponents and partners" in text
    assert "All opponents" not in text
