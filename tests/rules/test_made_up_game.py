"""What only the made-up game asks, read, scored by hand and told."""

import pytest

from scorer.rules.entries import Sitter
from scorer.rules.errors import ImpossibleDeal, Refused
from scorer.rules.fold import read_strictly
from scorer.rules.in_play import OF_DEAL, Answer, DealInPlay
from scorer.rules.start import Start
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
    return read_strictly(start(players, **house_rules), book_of(*bodies))


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


def test_only_a_fault_of_a_seat_names_the_seat():
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
    moved = [(line.side, line.points) for line in read.opening.moved if line.key == "plims"]
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


def test_an_answer_is_opened_by_a_call_of_the_same_phone():
    bids = ("vex", 0, ["F", "M"]), ("vex", 1, 3), ("vex", 2, 2)
    assert "vex" not in in_play(*bids).noted()
    opened = in_play(*bids, ("miv", 0, "lo"), ("miv", 2, "hi"))
    assert opened.noted() == {"miv": ("lo", None, "hi"), "vex": (("F", "M"), None, 2)}
    back = opened.put(Answer("miv", 0, None, "ann", cleared=True)).noted()
    assert back == {"miv": (None, None, "hi"), "vex": (None, None, 2)}
