"""What only the made-up game asks, read, scored by hand and told."""

from dataclasses import replace

import pytest

from scorer.commands.sheet_text import sheet_as_json, sheet_as_text
from scorer.rules.asks import Number
from scorer.rules.entries import Buy, CorrectStart, End, Lend, Sitter
from scorer.rules.errors import BadEntry, BadRecord, ImpossibleDeal, Refused
from scorer.rules.fold import read_sheet
from scorer.rules.in_play import OF_DEAL, Answer, DealInPlay
from scorer.rules.start import Start, resolve_start
from scorer.rules.types import Part, Shown
from tests.made_up_game import KEY
from tests.rules.books import book_of

pytestmark = pytest.mark.usefixtures("made_up_game")

NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus")


def start(players=3, **house_rules):
    sitters = tuple(Sitter(name.lower(), name) for name in NAMES[:players])
    return Start(KEY, sitters, house_rules={"stoom": 400, **house_rules})


def deal(**answers):
    """A deal of three in which nobody made a bid, and Ben has the ith."""
    usual = {"vex": [7, 7, 7], "plu": [2, 2, 3], "quim": {"ith": 1, "orm": None}, "bra": [0, 0, 0]}
    return {**usual, **answers}


def sheet(*bodies, players=3, **house_rules):
    return read_sheet(start(players, **house_rules), book_of(*bodies))


def in_play(*answers, deals=(), **house_rules):
    """The deal in play, with answers as (ask, place, value) by the phones of the seats."""
    rows = [Answer(ask, place, value, f"phone-{place}") for ask, place, value in answers]
    return DealInPlay(sheet(*deals, **house_rules), rows)


def code_of(raw, players=3, **house_rules):
    """The code and the seat with which a deal is refused."""
    with pytest.raises(ImpossibleDeal) as fault:
        sheet(raw, players=players, **house_rules)
    assert fault.value.deal == 1
    return fault.value.code, fault.value.seat


def lines(read, at=-1):
    return [(line.side, line.points, line.key) for line in read.deals[at].lines]


def test_a_deal_is_scored_line_by_line():
    read = sheet(deal(tov="de", fle=[False, True, False], vex=[2, None, ["W", "M"]]), spod=1)
    assert lines(read) == [
        *((0, -1, "stumps_urm"), (0, -2, "stumps_ilk")),
        *((1, -1, "stumps_oon"), (2, -1, "stumps_oon"), (0, -1, "stumps_oon")),
        (1, 1, "sweeps_urm"),
        *((0, 4, "took_plu"), (0, 10, "made_vex")),
        *((1, 4, "took_plu"), (1, -4, "fle")),
        *((2, 6, "took_plu"), (2, 10, "made_vex")),
        *((side, 0, "counted_bra") for side in range(3)),
    ]
    assert (read.totals, dict(read.carry.pools)) == ((10, 0, 15), {"urm": 0, "ilk": 2, "oon": 3})


def test_sides_are_of_unequal_size_and_the_lines_are_theirs():
    four = deal(vex=[7] * 4, plu=[1, 2, 3, 1], bra=[5, -5], quim={"ith": 1, "orm": 0})
    read = sheet(four, players=4, plid="sets", spod=0)
    assert read.start.sides == (0, 1, 0, 1)
    assert read.totals == (1 + 3 + 5, 2 + 1 - 5)
    five = {**four, "vex": [7] * 5, "plu": [1, 2, 3, 1, 0]}
    read = sheet(five, players=5, plid="sets", spod=0)
    assert [read.start.seats_of(side) for side in range(2)] == [(0, 2, 4), (1, 3)]
    answer = sheet_as_json(read)
    assert answer["sides"] == [[0, 2, 4], [1, 3]]
    assert (answer["totals"], len(answer["deals"][0]["scores"])) == ([9, -2], 2)
    assert all("side" in line and "seat" not in line for line in answer["deals"][0]["lines"])
    assert "settled" not in answer
    assert "Ann and Cat and Eve +3: took 3 plu, times 1" in sheet_as_text(read)


def test_partners_sit_so_that_the_sides_take_turns():
    partners = start(4, plid="sets")
    read_sheet(replace(partners, order=(0, 3, 2, 1)), [])
    with pytest.raises(BadRecord) as fault:
        read_sheet(replace(partners, order=(0, 2, 1, 3)), [])
    assert fault.value.code == "partners_apart"


def test_a_fault_of_a_seat_names_it_and_one_of_a_side_a_sum_or_a_stand_in_names_none():
    assert code_of(deal(vex=[7, 7, 8])) == ("number_not_between", 2)
    assert code_of(deal(miv=[None, "mid", None])) == ("not_a_choice", 1)
    assert code_of(deal(bra=[0, 51, 0])) == ("number_not_between", None)
    assert code_of(deal(bra=[0, 1])) == ("missing_answer", None)
    assert code_of(deal(plu=[1, 1, 1])) == ("plu_come_to", None)
    assert code_of(deal(quim={"ith": 3, "orm": None})) == ("no_such_side", None)
    four = {"vex": [7, 7, 7, 8], "plu": [1, 2, 3, 1]}
    assert code_of(deal(**four), ghasp=True) == ("number_not_between", None)
    assert code_of(deal(**four), ghasp=False) == ("too_many_answers", None)
    assert code_of(deal(plu=[1, 2, 3]), ghasp=True) == ("missing_answer", None)


def test_a_hand_that_nobody_holds_has_tricks_and_no_score():
    read = sheet(deal(vex=[7, 7, 7, 4], plu=[1, 1, 1, 4]), ghasp=True, spod=0)
    assert read.totals == (1, 1, 1)


def test_a_flag_that_stands_alone_lets_nothing_stand_beside_it():
    assert sheet({"mux": True}, spod=0).totals == (0, 0, 0)
    assert code_of({"mux": True, "plu": [2, 2, 3]}) == ("not_beside", None)
    assert code_of({"mux": True, "quim": {"ith": 1, "orm": 0}}) == ("not_beside", None)
    assert code_of({}) == ("missing", None)
    nothing = {"plu": None, "vex": None, "quim": None, "tov": None, "dro": None, "fle": None}
    assert sheet({"mux": True, **nothing}, spod=0).deals[0].record == {"mux": True}


def test_a_group_has_all_of_its_keys_and_no_other():
    assert code_of(deal(quim={"ith": 1})) == ("missing", None)
    assert code_of(deal(quim={"ith": 1, "orm": None, "eck": 2})) == ("unknown_key", None)
    assert code_of(deal(quim={"ith": None, "orm": None})) == ("missing", None)
    assert code_of(deal(quim=[1, 0])) == ("not_a_group", None)
    assert code_of({**deal(), "ith": 1}) == ("unknown_key", None)


def test_whoever_is_named_gives_no_number():
    read = sheet(deal(yar=2, bra=[4, -4, None], nup=9), spod=0)
    assert (2, 9, "left_over") in lines(read)
    assert code_of(deal(yar=2, bra=[4, -4, 0])) == ("no_answer_here", None)
    assert code_of(deal(yar=2, bra=[4, None, None])) == ("missing_answer", None)


COUNTERS = {"gleb": "counters", "spod": 1}


def test_a_note_moves_counters_before_the_deal_is_over():
    read = in_play(("dro", OF_DEAL, 1), **COUNTERS).on_sheet()
    assert read.opening.noted == {"dro": 1}
    moved = [(line.side, line.points) for line in read.opening.lines if line.key == "plims"]
    assert moved == [(1, 1)]
    assert sum(read.now.totals) + sum(read.now.pools.values()) == 150
    played = sheet(deal(dro=1), **COUNTERS)
    assert [line.side for line in played.deals[0].lines if line.key == "plims"] == [1]
    with pytest.raises(Refused) as fault:
        in_play(**COUNTERS).check(Answer("dro", OF_DEAL, [1], "phone"))
    assert fault.value.code == "not_a_seat"


def test_a_note_that_cannot_be_is_refused_and_says_of_whom():
    for noted, new, seat in (("lo", "hu", 2), ("hi", "hi", 0)):
        at = 2 if new == "hu" else 1
        with pytest.raises(Refused) as fault:
            in_play(("miv", 1 - at % 2, noted)).check(Answer("miv", at, new, f"phone-{at}"))
        code = "not_a_choice" if new == "hu" else "more_than_one_hi"
        assert (fault.value.code, fault.value.seat) == (code, seat)


def test_an_answer_is_open_once_what_opens_it_was_answered_by_the_same_phone():
    bids = ("vex", 0, ["F", "M"]), ("vex", 1, 3), ("vex", 2, 2)
    assert "vex" not in in_play(*bids).noted()
    opened = in_play(*bids, ("miv", 0, "lo"), ("miv", 2, "hi"))
    assert opened.noted() == {"miv": ("lo", None, "hi"), "vex": (("F", "M"), None, 2)}
    back = opened.without([("miv", 0)]).noted()
    assert back == {"miv": (None, None, "hi"), "vex": (None, None, 2)}


def test_what_the_sheet_shows_in_play_goes_by_what_was_noted():
    played = deal(tov="de")
    last, plim = Shown("last_tov", None, {"tov": "de"}), Shown("has_plimmed")
    plain = sheet(played, spod=0).opening.shows
    assert last in plain and plim not in plain
    noted = in_play(("dro", OF_DEAL, 2), deals=[played], spod=0).on_sheet()
    assert plim in noted.opening.shows and last not in noted.opening.shows
    # What follows the deal before is as it was.
    assert noted.deals[0].follows.shows == plain


def test_partners_hold_their_counters_together():
    rules = {"players": 5, "plid": "sets", "gleb": "counters", "spod": 0}
    read = sheet(Buy(4, 20), Lend(2, 3, 5), **rules)
    assert read.start.by_sides
    assert read.totals == (50 + 20 + 5, 50 - 5)
    assert [(loan.seat, loan.lender, loan.counters) for loan in read.loans] == [(0, 1, 5)]
    assert "lent Ann and Cat and Eve 5" in sheet_as_text(read)
    back = sheet(Lend(2, 3, 5), Lend(1, 4, 5), **rules)
    assert (back.totals, back.loans) == ((50, 50), ())
    with pytest.raises(BadEntry) as fault:
        sheet(Lend(0, 2, 5), **rules)
    assert fault.value.code == "lends_to_itself"
    over = sheet(Buy(4, 20), Lend(2, 3, 5), End("late"), **rules)
    assert over.settled == (70, 50)


def test_what_the_sheet_shows_and_the_game_of_a_match_come_with_each_deal():
    rich = deal(bra=[0, 50, 0], tov="ba", vex=[2, 2, 2])
    read = sheet(rich, fump="match", stoom=40, spod=0)
    assert read.deals[0].follows.shows == (
        Shown("bonuses", 1, {"bonuses": 1}),
        Shown("last_tov", None, {"tov": "ba"}),
    )
    assert read.follows.part == Part(2, (0, 0, 0))
    assert read.totals == (2 + 10, 2 + 10 + 50 + 30, 3)
    over = sheet(rich, rich, fump="match", stoom=40, spod=0)
    assert (over.over, over.winners, over.left) == (True, (1,), 0)
    assert over.follows.part == Part(3, (0, 0, 0))


def test_cards_are_the_same_in_any_order():
    ask = Number("vex", of="seat", cards={"F": 3, "J": None}, card_count=2)
    told = (("J", "F"), 3)
    assert ask.same(told, (("F", "J"), 3))
    assert not ask.same(told, (("F", "F"), 3))
    assert not ask.same(told, (4, 4))
    assert not ask.same(told, (None, 3))
    assert not ask.same(told, (("F", "J"), ("F", "F")))


def test_the_phone_is_told_who_answers_and_when_others_may_see_it():
    asks = {ask.key: ask.as_data() for ask in resolve_start(start()).asks}
    told = {name: asks["vex"][name] for name in ("of", "when", "by", "shown")}
    assert told == {"of": "seat", "when": "before", "by": "seat", "shown": "when_complete"}
    assert (asks["plu"]["by"], asks["plu"]["shown"]) == ("anybody", "at_once")


def test_house_rules_of_every_kind_are_kept_and_told():
    rules = {"nabe": "Our own", "wurd": ["one", "two"], "zolt": {"counters": 2, "pays": 1}}
    told = sheet_as_text(sheet(deal(), ghasp=False, pelf=3, **rules))
    for sentence in (
        "The nabe: Our own",
        "The wurds: One, two",
        "What counters are worth: 2 counters pay 1",
        "Pelf: At most 3 deals",
        "The stoom: To 400",
    ):
        assert sentence in told
    for wrong in (
        {"nabe": "x" * 21},
        {"nabe": 3},
        {"wurd": ["x" * 13]},
        {"wurd": "one"},
        {"wurd": [" "]},
    ):
        with pytest.raises(BadRecord) as fault:
            sheet(**wrong)
        assert fault.value.code == "house_rule_value"
    with pytest.raises(BadRecord) as fault:
        sheet(players=6, ghasp=True)
    assert fault.value.code == "ghasp_at_a_full_table"


def test_a_correction_of_the_rules_that_needs_what_was_never_noted_is_refused():
    other = CorrectStart(house_rules={"stoom": 400, "spod": 5})
    assert sheet(deal(), other).played == 1
    with pytest.raises(ImpossibleDeal) as fault:
        sheet(deal(dro=1), other)
    assert (fault.value.code, fault.value.deal) == ("spod_needs_no_dro", 1)
