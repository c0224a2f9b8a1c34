"""Skat: who rests as people come and go, deals that are dealt again, feats, ties and remarks."""

import pytest

from scorer.rules.entries import ChangeTable, CorrectDeal, Join, Sitter
from scorer.rules.errors import Refused
from scorer.rules.fold import read_sheet, read_strictly
from scorer.rules.in_play import OF_DEAL, Answer, DealInPlay
from scorer.rules.start import Start
from tests.rules.books import book_of, write

NAMES = ("Ann", "Ben", "Cat", "Dan")
PASSED = {"passed": True}


def start(players=3, **house_rules):
    people = tuple(Sitter(name.lower(), name) for name in NAMES[:players])
    return Start("skat", people, house_rules=house_rules)


def sheet_of(*bodies, players=3, **house_rules):
    return read_strictly(start(players, **house_rules), book_of(*bodies))


def game(declarer, took="to_89", **more):
    """A game in hearts with or without one: 20, or 40 lost."""
    return {"declarer": declarer, "game": "hearts", "matadors": 1, "took": took, **more}


def feats_of(*deals, **rules):
    sheet = sheet_of(*deals, **rules)
    feats = sheet.feats_of(sheet.deals[-1])
    return {(feat.seat, feat.key): feat.number for feat in feats}


def remarks_of(deal):
    [scored] = sheet_of(deal).deals
    return [remark.key for remark in scored.remarks]


def test_a_fourth_who_joins_makes_the_dealer_rest():
    change = ChangeTable((0, 1, 2, 3), (Join(3, Sitter("dan", "Dan"), 0),), "e1")
    sheet = write(start(list="seeger_fabian"), book_of(game(1), change))
    assert (sheet.opening.table.dealer, sheet.opening.table.resting) == (1, (1,))
    sheet = write(start(list="seeger_fabian"), book_of(game(1), change, game(3, "to_60")))
    assert sheet.deals[-1].scores == (30, 30, 30, -90)


def test_what_is_dealt_again_counts_in_no_round():
    sheet = sheet_of(game(0), PASSED, PASSED, all_pass="again", rounds=1)
    assert (sheet.played, sheet.left, sheet.opening.table.dealer) == (1, 2, 1)
    # It stays what was noted, and can be corrected into a game.
    assert [deal.record for deal in sheet.deals[1:]] == [PASSED, PASSED]
    right = CorrectDeal("e2", {"passed": None, **game(2)})
    assert sheet_of(game(0), PASSED, right, all_pass="again", rounds=1).totals == (20, 0, 20)


def in_play(*answers, **house_rules):
    rows = [Answer(ask, place, value, "phone") for ask, place, value in answers]
    return DealInPlay(read_sheet(start(4, **house_rules), []), rows)


def test_a_deal_in_play_asks_what_its_game_asks():
    null = in_play(("declarer", OF_DEAL, 1), ("game", OF_DEAL, "null"))
    assert null.missing == [("took", OF_DEAL)]
    assert null.put(Answer("took", OF_DEAL, "some", "phone")).is_deal
    ramsch = in_play(("passed", OF_DEAL, True), all_pass="ramsch")
    assert ramsch.missing == [("ramsch", seat) for seat in (1, 2, 3)]


def test_who_had_no_trick_in_a_ramsch_has_no_points():
    with pytest.raises(Refused) as fault:
        sheet_of({"ramsch": [60, 60, 0], "virgins": 2}, all_pass="ramsch")
    assert fault.value.code == "virgins_have_nothing"


def test_feats_are_what_a_declarer_did_and_what_others_have_for_it():
    grand = game(1, "to_120", game="grand", hand=True)
    done = {"declared": 1, "won_a_game": 96, "played_grand": 1, "from_the_hand": 1}
    expected = {(1, key): number for key, number in {**done, "made_schneider": 1}.items()}
    waits = {(seat, "without_a_game"): 1 for seat in (0, 2)}
    assert feats_of(grand) == expected | waits
    lost = feats_of(game(0, bid=24), list="seeger_fabian")
    assert (lost[0, "lost_a_game"], lost[0, "overbid"]) == (30, 1)
    assert (lost[1, "defended"], lost[2, "defended"]) == (40, 40)
    assert feats_of(PASSED, game(1), PASSED)[0, "without_a_game"] == 3
    # Who rests has not waited for a game.
    assert feats_of(PASSED, PASSED, players=4)[0, "without_a_game"] == 1


@pytest.mark.parametrize(("ties", "winners"), [("won_games", (1,)), ("shared", (0, 1))])
def test_who_is_level_wins_by_games_won(ties, winners):
    deals = game(0), game(1), game(1, "to_60"), game(1), game(1), PASSED
    sheet = sheet_of(*deals, rounds=2, ties=ties)
    assert (sheet.totals, sheet.winners) == ((20, 20, 0), winners)


def test_of_as_many_games_won_those_lost_decide():
    deals = game(0), game(0, matadors=5), game(0, "to_60"), game(1), game(1), PASSED
    sheet = sheet_of(*deals, rounds=2)
    assert (sheet.totals, sheet.winners) == ((40, 40, 0), (1,))


@pytest.mark.parametrize(
    ("deal", "keys"),
    [
        (game(0), []),
        (game(0, matadors=5), ["rare_matadors"]),
        (game(0, bid=25), ["no_such_bid"]),
        (game(0, matadors=4, bid=20), ["bid_far_below"]),
        (game(0, bid=24), []),
        (game(0, "all", game="grand", matadors=4, hand=True, ouvert=True), ["rare_value"]),
        (PASSED, []),
    ],
)
def test_what_hardly_anybody_holds_or_bids_is_flagged(deal, keys):
    assert remarks_of(deal) == keys
