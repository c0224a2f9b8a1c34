"""What a sheet adds to the tables of results, and when a difference is more than luck."""

from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from itertools import accumulate
from math import comb
from typing import get_args

import pytest

from scorer.rules.entries import Buy, End, Sitter, TakeSeat
from scorer.rules.fold import read_sheet
from scorer.rules.start import Start
from scorer.rules.types import Unit
from scorer.rules.words import WORDS
from scorer.services.statistics.luck import is_beyond_luck
from scorer.services.statistics.meanings import every_meaning
from scorer.storage.sheet_results import Pair, deal_results, feats_of, pair_results
from tests.rules.books import book_of

ANN, BEN, CAT, DAN, EVE = (
    Sitter(name.lower(), name) for name in ("Ann", "Ben", "Cat", "Dan", "Eve")
)
PARTNERS = {"wins": "highest", "sides": "two", "length": "target", "target": 100}
FOUR = Start("red-nines", (ANN, BEN, CAT, DAN))
OLD = Start("red-nines-1881", (ANN, BEN, CAT))


@dataclass
class Tally:
    games: int = 0
    wins: int = 0
    deals: int = 0
    outs: int = 0
    red_outs: int = 0
    noted: int = 0
    red_nine: int = 0
    red_nines: int = 0
    score: int = 0
    apart: int = 0


@dataclass(frozen=True)
class Lead:
    deals: int = 0
    eldest_out: int = 0


@dataclass(frozen=True)
class Counted:
    """What a sheet adds to the tables, summed up as pages sum it up."""

    lead: Lead
    tallies: dict[str, Tally]
    pairs: dict[tuple[str, str], Pair]


def counted(start, *bodies):
    return count_sheet(read_sheet(start, book_of(*bodies)))


def count_sheet(sheet):
    tallies, keys = defaultdict(Tally), Counter()
    for result in deal_results(sheet):
        tally = tallies[result["player"]]
        tally.deals += 1
        tally.score += result["score"]
        tally.apart += result["apart"]
    for _, player, feat in feats_of(sheet):
        keys[feat.key] += 1
        tally = tallies[player]
        tally.outs += feat.key == "went_out"
        tally.red_outs += feat.key == "out_on_red_nine"
        tally.noted += feat.key == "caught"
        tally.red_nine += feat.key == "red_nines_held"
        tally.red_nines += feat.key == "several_red_nines_held"
    if sheet.finished:
        for seat, sitter in enumerate(sheet.sitters):
            tallies[sitter.player].games += 1
            tallies[sitter.player].wins += sheet.won(seat)
    lead = Lead(keys["went_out"], keys["led_and_went_out"])
    return Counted(lead, dict(tallies), pair_results(sheet))


def points(out, *held, on_red_nine=False):
    hands = [{"points": number, "red_nines": nines} for number, nines in held]
    hands.insert(out, [])
    return {"out": out, "on_red_nine": on_red_nine, "hands": hands}


def cards(out, *held, **more):
    hands = [{"cards": number, "red_nines": nines} for number, nines in held]
    hands.insert(out, [])
    return {"out": out, "hands": hands, **more}


def test_a_deal_is_counted_for_everybody_who_sat_there():
    found = counted(FOUR, points(1, (10, 0), (21, 0), (30, 2)))
    assert found.lead == Lead(deals=1, eldest_out=1)
    assert found.tallies == {
        # The others have 0, 21 and 120: 47 on the average.
        "ann": Tally(deals=1, noted=1, score=10, apart=-37_000),
        "ben": Tally(deals=1, outs=1, apart=-50_333),
        "cat": Tally(deals=1, noted=1, score=21, apart=-22_333),
        "dan": Tally(deals=1, noted=1, red_nine=1, red_nines=1, score=120, apart=109_667),
    }
    assert found.pairs["cat", "dan"] == Pair(deals=1, better=1)
    assert found.pairs["dan", "ben"] == Pair(deals=1, worse=1, feats=1, cost=120)


def test_the_win_and_the_place_belong_to_who_sits_there_at_the_end():
    deals = [points(0, (10, 0), (20, 0), (20, 0))] * 3
    found = counted(FOUR, *deals, TakeSeat(0, EVE), deals[0])
    assert found.tallies["ann"] == Tally(deals=3, outs=3, apart=-50_001)
    assert found.tallies["eve"] == Tally(games=1, wins=1, deals=1, outs=1, apart=-16_667)
    assert found.pairs["eve", "ben"] == Pair(deals=1, better=1, games=1, ahead=1)
    assert found.pairs["ben", "eve"] == Pair(deals=1, worse=1, games=1, behind=1, feats=1, cost=10)
    assert found.pairs["cat", "dan"] == Pair(deals=4, games=1)
    assert ("ann", "eve") not in found.pairs


def test_an_unfinished_game_has_deals_and_no_games():
    found = counted(FOUR, points(0, (10, 0), (20, 0), (20, 0)))
    assert {tally.games for tally in found.tallies.values()} == {0}
    assert {tally.deals for tally in found.tallies.values()} == {1}


def test_a_game_stopped_before_a_deal_was_scored_is_no_game():
    found = counted(FOUR, End("late"))
    assert (found.tallies, found.pairs, found.lead) == ({}, {}, Lead())


def test_void_deals_do_not_count():
    found = counted(OLD, {"void": True}, cards(0, (2, 0), (3, 1)))
    assert found.lead.deals == 1
    assert found.tallies["ben"].deals == 1


def test_counters_bought_or_lent_are_nobodys_doing():
    deal = cards(0, (2, 0), (3, 1), on_red_nine=False)
    plain, bought = counted(OLD, deal), counted(OLD, Buy(1, 50), deal)
    assert bought == plain
    # Ann deals, so she pays the dress of nine; Ben pays two, Cat three and one more.
    assert [plain.tallies[player].score for player in ("ann", "ben", "cat")] == [-3, -2, -4]


def test_going_out_costs_what_was_paid_for_it_and_no_dress():
    found = counted(OLD, cards(1, (2, 0), (3, 1), on_red_nine=True))
    assert found.tallies["ann"].score == -13
    assert found.pairs["ann", "ben"] == Pair(deals=1, worse=1, feats=1, cost=4)
    assert found.pairs["cat", "ben"].cost == 8
    assert found.tallies["ben"].red_outs == 1


def test_hands_that_were_left_out_are_not_noted():
    start = Start("pink-nines", (ANN, BEN, CAT))
    found = counted(start, {"out": 0}, cards(1, (2, 1), (3, 0)))
    assert found.tallies["ann"] == replace(
        found.tallies["ann"], deals=2, noted=1, red_nine=1, outs=1
    )
    assert found.tallies["cat"].noted == 1


def test_what_the_words_say_of_feats_fits_together():
    meanings = {meaning.key: meaning for meaning in every_meaning()}
    for meaning in meanings.values():
        assert meaning.summed in ("count", "sum", "largest", "smallest")
        assert meaning.of is None or meaning.of in meanings
        if meaning.person is not None:
            told = (meaning.person.says, meaning.person.part, meaning.person.each)
            assert sum(map(bool, told)) == 1, meaning.key
        if meaning.highlight is not None and meaning.highlight.limit is not None:
            assert set(meaning.highlight.limit) == set(get_args(Unit))
    for words in WORDS["variants"].values():
        assert set(words.get("shared_feats", ())) <= meanings.keys()


def test_partners_are_counted_as_such_and_never_compared():
    start = Start("points", (ANN, BEN, CAT, DAN), house_rules=PARTNERS)
    found = counted(start, {"points": [30, 10]}, {"points": [10, 20]}, {"points": [100, 50]})
    assert found.tallies["ann"] == found.tallies["cat"]
    assert found.tallies["ann"] == Tally(games=1, wins=1, deals=3, score=140, apart=60_000)
    assert found.tallies["ben"] == Tally(games=1, deals=3, score=80, apart=-60_000)
    assert found.pairs["ann", "cat"] == Pair(games_with=1, won_with=1)
    assert found.pairs["dan", "ben"] == Pair(games_with=1)
    assert found.pairs["ann", "ben"] == Pair(deals=3, better=2, worse=1, games=1, ahead=1)
    assert found.pairs["dan", "cat"] == Pair(deals=3, better=1, worse=2, games=1, behind=1)
    unfinished = counted(start, {"points": [30, 10]})
    assert ("ann", "cat") not in unfinished.pairs


@pytest.mark.parametrize(
    ("better", "worse", "beyond"),
    [(0, 0, False), (7, 0, False), (8, 0, True), (0, 8, True), (15, 10, False), (30, 10, True)],
)
def test_a_difference_is_more_than_luck_once_a_coin_would_hardly_do_it(better, worse, beyond):
    assert is_beyond_luck(better, worse) is beyond


def as_one_sided(deals):
    """In how many of 2 ** deals cases a coin is as one-sided as each number of fewer heads."""
    return [2 * ways for ways in accumulate(comb(deals, heads) for heads in range(deals // 2 + 1))]


@pytest.mark.parametrize("deals", [1, 10, 25, 60, 333, 500])
def test_the_coin_is_tossed_exactly(deals):
    for fewer, cases in enumerate(as_one_sided(deals)):
        assert is_beyond_luck(fewer, deals - fewer) == (100 * cases < 2**deals)
        assert is_beyond_luck(fewer, deals - fewer, 11) == (1100 * cases < 2**deals)


@pytest.mark.parametrize("among", [1, 12])
@pytest.mark.parametrize("deals", [501, 1000, 3000])
def test_the_bell_curve_goes_on_where_the_coin_stops(deals, among):
    exactly = sum(100 * among * cases < 2**deals for cases in as_one_sided(deals))
    found = sum(is_beyond_luck(fewer, deals - fewer, among) for fewer in range(deals // 2 + 1))
    assert abs(found - exactly) <= 1


def test_millions_of_deals_take_no_time():
    assert is_beyond_luck(2_000_000, 3_000_000)
