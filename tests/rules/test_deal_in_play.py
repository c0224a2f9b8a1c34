"""The deal in play: who is asked what, what is hidden from whom, and when answers make a deal."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.rules.entries import Sitter
from scorer.rules.errors import ImpossibleDeal, Refused
from scorer.rules.fold import read_sheet, score_deal
from scorer.rules.in_play import (
    OF_DEAL,
    Answer,
    DealInPlay,
    asks_to_correct,
    is_in_deal,
    own_asks,
)
from scorer.rules.start import Start
from scorer.rules.variants import oxford_whist
from tests.examples import examples
from tests.rules.books import book_of
from tests.rules.every_game import every_game
from tests.rules.strategies import facts

pytestmark = pytest.mark.usefixtures("made_up_game")

random_deals = settings(deadline=None, max_examples=examples(4))

ANN, BEN, CAT, DAN = range(4)
PEOPLE = tuple(Sitter(name.lower(), name) for name in ("Ann", "Ben", "Cat", "Dan"))
SEATS = ("ann", "ben", "cat", "dan")


def play(variant, *answers, players=4, deals=(), **rules):
    """The deal in play of a game, with answers as (ask, place, value) or with another device."""
    start = Start(variant, PEOPLE[:players], house_rules=rules)
    rows = [
        Answer(*one) if len(one) == 4 else Answer(*one, SEATS[max(one[1], 0) % 4])
        for one in answers
    ]
    return DealInPlay(read_sheet(start, book_of(*deals)), rows)


def hand(seat, points, *device):
    value = points if isinstance(points, list) else {"points": points, "red_nines": 0}
    return ("hands", seat, value, *device)


def out(seat):
    return ("out", OF_DEAL, seat)


WHOLE = (out(ANN), hand(BEN, 7), hand(CAT, 23), hand(DAN, 32))
BIDS = (("bids", ANN, 3), ("bids", BEN, 2), ("bids", CAT, 4))


def tricks(*numbers):
    return [("tricks", seat, number) for seat, number in enumerate(numbers)]


# Who is asked what, and until when.


@pytest.mark.parametrize("variant", ["ninety-nine", "oxford-whist"])
def test_bids_are_asked_from_the_start_until_each_is_in(variant):
    assert play(variant, players=3).waiting_seats() == (ANN, BEN, CAT)
    deal = play(variant, ("bids", BEN, 3), players=3)
    assert (deal.waiting_seats(), deal.is_play_over) == ((ANN, CAT), False)
    deal = play(variant, ("bids", BEN, 3), *tricks(3, 3, 3), ("bids", CAT, None), players=3)
    assert deal.waiting_seats() == (ANN,)


def test_hands_are_asked_clockwise_once_somebody_is_out():
    assert play("red-nines").waiting_seats() == ()
    assert play("red-nines", out(BEN)).waiting_seats() == (ANN, CAT, DAN)
    deal = play("red-nines", out(BEN), hand(CAT, 5))
    assert (deal.waiting_seats(), deal.is_play_over) == ((ANN, DAN), True)
    assert deal.missing_of(BEN) == [] and deal.asked_of(CAT) == [("hands", CAT)]


def test_where_nothing_is_held_no_seat_is_asked():
    assert play("nine-five").waiting_seats() == () == own_asks(play("nine-five").table)
    assert play("pink-nines").waiting_seats() == ()
    assert play("pink-nines", out(ANN), per_card=1).waiting_seats() == (BEN, CAT, DAN)


def test_a_bid_is_closed_once_all_are_in_or_tricks_were_told():
    bid, _ = own_asks(play("ninety-nine", players=3).table)
    mine, taken = ("bids", ANN), ("tricks", ANN)
    for answers, closed, changeable, missing, waiting in (
        (BIDS[1:], False, [], [mine], (ANN,)),
        (BIDS[:2], False, [mine], [], (CAT,)),
        # Tricks are asked then, and nobody waits for them before the first are in.
        (BIDS, True, [], [taken], ()),
        ((*BIDS, tricks(3)[0]), True, [taken], [], (BEN, CAT)),
        ((BIDS[0], tricks(3)[0]), True, [taken], [], (BEN, CAT)),
    ):
        deal = play("ninety-nine", *answers, players=3)
        assert deal.is_closed(bid) is closed
        assert (deal.changeable(ANN), deal.missing_of(ANN)) == (changeable, missing)
        assert deal.waiting_seats() == waiting
    # The dummy's bid is nobody's own.
    two = play("ninety-nine", *BIDS[:2], players=2)
    assert two.is_closed(bid) and two.waiting_seats() == ()


def test_a_hand_may_change_until_all_are_in():
    assert play("red-nines", *WHOLE[:3]).changeable(BEN) == [("hands", BEN)]
    assert play("red-nines", *WHOLE).changeable(BEN) == []
    facts = play("red-nines", *WHOLE).facts()
    start = play("red-nines", deals=[facts]).sheet
    asks = [asks_to_correct(start.deals[0], seat) for seat in range(4)]
    assert [[ask.key for ask in one] for one in asks] == [[], ["hands"], ["hands"], ["hands"]]
    whist = play("oxford-whist", *BIDS, *tricks(3, 2, 4), players=3)
    sheet = play("oxford-whist", players=3, deals=[whist.facts()]).sheet
    assert asks_to_correct(sheet.deals[0], BEN) == ()


# When answers make a deal.


TAKEN = [(key, OF_DEAL, at % 2) for at, key in enumerate(("high", "low", "game", "nine"))]
BIDDING = [("bidder", OF_DEAL, ANN), ("bid", OF_DEAL, 9), *TAKEN, ("jack", OF_DEAL, None)]


@pytest.mark.parametrize(
    ("variant", "players", "answers", "last", "made"),
    [
        # Whoever is out has no hand, whatever was typed for it.
        (
            "red-nines",
            4,
            [*WHOLE[:3], hand(ANN, 40)],
            hand(DAN, 32),
            lambda it: not it["hands"][ANN],
        ),
        # A hidden bid may be missed, and has to be answered.
        (
            *("oxford-whist", 3, [*BIDS[:2], *tricks(3, 2, 4)], ("bids", CAT, None)),
            lambda it: it["bids"] == [3, 2, None],
        ),
        # With two the dummy's bid is waited for.
        ("ninety-nine", 2, [*BIDS[:2], *tricks(3, 2, 4)], ("bids", 2, 4), lambda it: True),
        # Each of a group is answered, though it was nobody.
        ("nine-five", 4, BIDDING, ("five", OF_DEAL, None), lambda it: it["taken"]["five"] is None),
    ],
)
def test_a_deal_is_complete_with_all_that_it_must_have(variant, players, answers, last, made):
    assert play(variant, *answers, players=players).missing == [last[:2]]
    deal = play(variant, *answers, last, players=players)
    assert deal.is_complete and deal.is_deal and made(deal.facts())


def test_once_all_passed_nothing_else_is_waited_for():
    answers = [("bidder", OF_DEAL, ANN), ("passed", OF_DEAL, True)]
    deal = play("nine-five", *answers)
    assert deal.is_complete and deal.facts() == {"passed": True}
    assert not play("nine-five", ("passed", OF_DEAL, False)).is_complete


def test_who_takes_all_gives_no_number():
    rules = {"winner": "takes_all", "wins": "highest"}
    answers = [("winner", OF_DEAL, BEN), *(("points", seat, 10) for seat in (ANN, CAT, DAN))]
    deal = play("points", *answers, **rules)
    assert deal.facts() == {"winner": BEN, "points": [10, None, 10, 10]}
    assert deal.is_deal
    assert play("points", *answers[1:], **rules).waiting_seats() == ()


@every_game
@given(data=st.data())
@random_deals
def test_the_answers_of_any_deal_make_that_deal(game, data):
    variant, start, deals = data.draw(game.played(most_deals=3, most_players=5))
    sheet = read_sheet(start, book_of(*deals))
    if sheet.over:
        return
    table = sheet.opening.table
    raw = data.draw(facts(variant, start, table, sheet.carry))
    try:
        whole = score_deal(sheet.start, raw, table, sheet.carry)
    except ImpossibleDeal:
        return
    rows = []
    for ask in sheet.start.asks:
        answers = raw.get(ask.group) or {} if ask.group else raw
        if ask.key not in answers:
            continue
        value = answers[ask.key]
        if ask.of == "deal":
            places = {OF_DEAL: value} if value is not None or not ask.required else {}
        else:
            places = dict(enumerate(value or ()))
        rows += [Answer(ask.key, place, value, "ann") for place, value in places.items()]
    deal = DealInPlay(sheet, data.draw(st.permutations(rows)))
    read = score_deal(sheet.start, deal.facts(), table, sheet.carry)
    assert read.lines == whole.lines
    assert all(ask.same(read.facts[ask], whole.facts[ask]) for ask in sheet.start.asks)
    # And back: the answers of its facts are all that it needs.
    made = DealInPlay(sheet, ()).answers_of(raw)
    again = DealInPlay(sheet, [Answer(*place, value, "ann") for place, value in made.items()])
    assert again.is_deal == bool(made)
    if made:
        read = score_deal(sheet.start, again.facts(), table, sheet.carry)
        assert (read.lines, read.record) == (whole.lines, whole.record)


def test_what_does_not_fit_says_whose_hands():
    aces = (out(ANN), hand(BEN, ["A", "A", "A"]), hand(CAT, ["A", "A"]), hand(DAN, 32))
    deal = play("red-nines", *aces)
    # While they are hidden all that is said is that they do not fit.
    assert deal.does_not_fit and (deal.fault, deal.suspect_seats()) == (None, ())
    opened = deal.put(*(replace(answer, opened=True) for answer in deal.answers.values()))
    assert (opened.fault.code, opened.fault.deal) == ("too_many_of_rank", 1)
    assert opened.suspect_seats() == (BEN, CAT) and not opened.does_not_fit
    assert opened.put(Answer(*hand(CAT, ["A", "K"], "cat"))).is_deal
    assert not play("red-nines", *aces[:3]).does_not_fit


def test_tricks_that_do_not_add_up_are_said_at_once():
    for bids in (BIDS, BIDS[:2]):
        deal = play("oxford-whist", *bids, *tricks(3, 3, 4), players=3)
        assert (deal.fault.code, deal.fault.params["tricks"]) == ("tricks_add_up", 10)
        assert deal.changeable(BEN) == [("tricks", BEN)]
        assert deal.newly_opened() == []
    two = play("ninety-nine", *BIDS[:2], *tricks(3, 3, 4), players=2)
    assert two.fault.code == "tricks_add_up"


def test_what_is_shown_when_all_answered_is_opened_by_the_last(monkeypatch):
    monkeypatch.setattr(oxford_whist, "BID", replace(oxford_whist.BID, shown="when_answered"))
    assert play("oxford-whist", *BIDS[:2], players=3).newly_opened() == []
    opened = play("oxford-whist", *BIDS, players=3).newly_opened()
    assert [row.place for row in opened] == [ANN, BEN, CAT] and all(row.opened for row in opened)


def test_an_answer_is_checked_alone_whatever_the_others_hold():
    def refused(deal, ask, place, value):
        with pytest.raises(Refused) as fault:
            deal.check(Answer(ask, place, value, "ben"))
        return fault.value.code

    deal = play("red-nines", out(ANN))
    deal.check(Answer(*hand(BEN, 7, "ben")))
    assert refused(deal, *hand(BEN, ["A"] * 5)) == "too_many_of_rank"
    assert refused(deal, *hand(BEN, 1)) == "one_point"
    assert refused(deal, *hand(4, 7)) == "entry_shape"
    assert refused(deal, "hands", OF_DEAL, []) == "entry_shape"
    assert refused(deal, "bids", BEN, 3) == "unknown_key"
    assert refused(deal, "out", OF_DEAL, None) == "missing_answer"
    # What others hold is theirs to mend.
    aces = play("red-nines", out(ANN), hand(CAT, ["A", "A", "A"]))
    aces.check(Answer(*hand(BEN, ["A", "A"], "ben")))
    whist = play("oxford-whist", deals=[whist_deal("C")] * 4, players=3)
    assert refused(whist, "trump", OF_DEAL, "C") == "suit_used_up"


def whist_deal(trump):
    return {"bids": [3, 3, 3], "tricks": [3, 3, 3], "trump": trump}


def test_answers_that_are_none_by_now_are_left_out():
    deal = play("red-nines", out(ANN), ("bids", BEN, 3), ("hands", 9, []), hand(BEN, 7))
    assert set(deal.answers) == {("out", OF_DEAL), ("hands", BEN)}
    used_up = play(
        *("oxford-whist", ("trump", OF_DEAL, "C")), deals=[whist_deal("C")] * 4, players=3
    )
    assert used_up.on_sheet().opening.noted == {}


# What is hidden from whom.


def shown(deal, device):
    return {place for place, one in deal.answers.items() if deal.is_shown(one, device)}


def test_a_hidden_answer_is_sent_to_its_own_device_alone():
    deal = play("red-nines", *WHOLE[:3])
    assert shown(deal, "ben") == {("out", OF_DEAL), ("hands", BEN)}
    assert shown(deal, "dan") == shown(deal, None) == {("out", OF_DEAL)}
    # Whoever keeps the score sees what that phone has typed, and no seat makes a difference.
    typed = play("red-nines", out(ANN), hand(BEN, 7, "host"), hand(CAT, 9))
    assert shown(typed, "host") == {("out", OF_DEAL), ("hands", BEN)}
    assert shown(typed, "ben") == {("out", OF_DEAL)}
    for deal in (play("red-nines", *WHOLE), play("red-nines", *WHOLE[:3], hand(DAN, ["A"] * 5))):
        assert shown(deal, "nobody") == {("out", OF_DEAL)}
        opened = deal.put(*(replace(row, opened=True) for row in deal.answers.values()))
        assert shown(opened, "nobody") == set(deal.answers)


def declared(*calls, bids=BIDS, dealer=ANN):
    deal = play("ninety-nine", *bids, *calls, players=3)
    start = Start("ninety-nine", PEOPLE[:3], first_dealer=dealer)
    return DealInPlay(read_sheet(start, []), tuple(deal.answers.values()))


def test_a_call_opens_the_bid_that_the_same_phone_wrote():
    deal = declared(("premiums", BEN, "declared"))
    assert shown(deal, "cat") == {("bids", BEN), ("bids", CAT), ("premiums", BEN)}
    assert deal.noted() == {"premiums": (None, "declared", None), "bids": (None, 2, None)}
    host = declared(("premiums", BEN, "declared", "host"))
    assert ("bids", BEN) not in shown(host, "cat")
    # From another phone it brings the bid along.
    along = host.put(Answer("bids", BEN, 2, "host"))
    assert ("bids", BEN) in shown(along, "cat")


@pytest.mark.parametrize("calls", [("declared", "revealed"), ("revealed", "declared")])
def test_revealing_beats_declaring_and_one_call_counts(calls):
    deal = declared(("premiums", ANN, calls[0]), ("premiums", CAT, calls[1]))
    seat = 2 * calls.index("revealed")
    assert [at for at, one in enumerate(deal.noted()["premiums"]) if one] == [seat]
    assert [at for at, one in enumerate(deal.noted()["bids"]) if one is not None] == [seat]
    whole = deal.put(*(Answer(*one, "host") for one in tricks(3, 2, 4)))
    assert [at for at, one in enumerate(whole.facts()["premiums"]) if one] == [seat]
    # A call that was beaten counts once the other is cleared.
    cleared = deal.put(Answer("premiums", seat, None, "host", cleared=True)).noted()["premiums"]
    assert cleared[CAT - seat] == "declared"


@pytest.mark.parametrize(("dealer", "counts"), [(ANN, BEN), (BEN, CAT), (CAT, ANN)])
def test_of_equal_calls_that_nearest_to_the_dealers_left_counts(dealer, counts):
    deal = declared(*(("premiums", seat, "declared") for seat in (CAT, ANN, BEN)), dealer=dealer)
    assert [at for at, one in enumerate(deal.noted()["premiums"]) if one] == [counts]


def test_with_two_players_both_may_declare():
    calls = [("premiums", seat, "declared") for seat in (ANN, BEN)]
    assert play("ninety-nine", *calls, players=2).noted() == {"premiums": ("declared",) * 2}


# What is open to all.


def test_the_same_answer_to_a_deal_that_is_there_is_saved():
    deal = play("red-nines", deals=[play("red-nines", *WHOLE).facts()]).sheet
    (done,) = deal.deals

    def is_in(*answer):
        return is_in_deal(done, Answer(*answer, "host"))

    assert is_in(*out(ANN)) and not is_in(*out(BEN))
    assert is_in(*hand(BEN, 7)) and not is_in(*hand(BEN, 8)) and is_in("hands", ANN, [])
    void = play("red-nines-1881", deals=[{"void": True}], players=3).sheet
    assert not is_in_deal(void.deals[0], Answer("aces_swept_by", OF_DEAL, None, "a"))
    bids = play("oxford-whist", players=3, deals=[whist_deal("C")]).sheet
    answers = [("bids", ANN, 3), ("bids", ANN, None), ("trump", OF_DEAL, "C"), ("tricks", BEN, 4)]
    same = [is_in_deal(bids.deals[0], Answer(*one, "a")) for one in answers]
    assert same == [True, False, True, False]
