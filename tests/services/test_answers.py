"""The deal in play: answers by several phones, what they replace, and the deal that they make."""

import pytest

from scorer.rules.errors import BadEntry, GameIsOver, ImpossibleDeal, Refused
from scorer.services.errors import Conflict, InTheBin, NotAllowed, NotFound
from scorer.services.games.answers import set_answers
from scorer.services.games.seats_held import hold_seat
from scorer.services.nights import bin
from scorer.services.projections import check
from tests.tables import NAMES, begin, facts, new_id

ANN, BEN, CAT, DAN = range(4)
OF_DEAL = -1
OUT = ("out", OF_DEAL, ANN)


def hand(seat, points):
    return "hands", seat, {"points": points, "red_nines": 0}


def kept(table):
    return {(row.ask, row.place): row.value for row in table.read().answers}


@pytest.fixture
def phones(table):
    """A phone at each seat, none of which keeps the score."""
    return [table.seat_phone(seat, "play") for seat in range(4)]


def play(table, phones, *points):
    """Ann is out, and everybody else types their own hand."""
    saved = table.answer(OUT, device=phones[ANN])
    for seat, held in enumerate(points, start=1):
        saved = table.answer(hand(seat, held), device=phones[seat])
    return saved


def test_the_last_answer_writes_one_deal(table, phones):
    assert play(table, phones, 7, 23).game_read.version == 0
    assert table.read().answers_version == 3
    id = new_id()
    saved = table.answer(hand(DAN, 32), device=phones[DAN], id=id)
    assert (saved.number, saved.game_read.sheet.totals) == (1, (0, 7, 23, 32))
    [entry] = table.read().entries
    assert (entry.id, entry.device, entry.body.content()["after"]) == (id, phones[DAN].id, None)
    assert check(table.database) == []


def test_what_is_answered_already_is_no_news(table, phones):
    play(table, phones, 7)
    again = table.answer(hand(BEN, 7), device=phones[BEN])
    assert again.repeated and again.game_read.answers_version == 2
    nothing = table.answer(device=phones[CAT], clear=[("hands", CAT)])
    assert nothing.repeated and table.read().answers_version == 2


def test_an_answer_that_is_sent_again_is_answered_as_it_was(table, phones):
    play(table, phones, 7, 23)
    last = {"device": phones[DAN], "id": new_id(), "after": None}
    table.answer(hand(DAN, 32), **last)
    again = table.answer(hand(DAN, 32), **last)
    assert (again.number, again.repeated) == (1, True)
    # An earlier one, whose answer was lost, is in the deal.
    assert table.answer(hand(BEN, 7), device=phones[BEN], after=None).repeated
    with pytest.raises(Conflict, match="id_taken"):
        table.answer(hand(BEN, 7), device=phones[BEN], id=last["id"])
    assert table.read().version == 1


def test_an_answer_to_a_deal_that_is_there_is_compared(table, phones):
    table.deal(ANN, 7, 23, 32)
    assert table.answer(OUT, hand(BEN, 7), device=phones[BEN], after=None).repeated
    with pytest.raises(Conflict, match="deal_is_there") as there:
        table.answer(hand(BEN, 8), device=phones[BEN], after=None)
    assert there.value.params["deal"] == table.deals[0]
    with pytest.raises(Conflict, match="deal_is_there"):
        table.answer(clear=[("out", OF_DEAL)], device=phones[BEN], after=None)
    # What was cleared and is nothing there is saved too.
    cleared = {"clear": [("on_red_nine", OF_DEAL)], "device": phones[BEN], "after": None}
    assert table.answer(**cleared).repeated
    for key, place in (("nothing", 0), ("hands", 99), ("out", 2)):
        with pytest.raises(Refused):
            table.answer((key, place, 1), clear=[("out", OF_DEAL)], device=phones[BEN], after=None)
    table.write("end", {"why": "late"})
    for unknown in (new_id(), "", table.read().entries[-1].id):
        with pytest.raises(BadEntry, match="no such deal"):
            table.answer(OUT, after=unknown)
    with pytest.raises(GameIsOver):
        table.answer(OUT)
    assert table.answer(OUT, after=None).repeated


def test_an_answer_of_another_phone_is_replaced_once_asked(table, phones):
    table.answer(OUT, device=phones[ANN])
    with pytest.raises(Conflict, match="replaces") as asked:
        table.answer(("out", OF_DEAL, BEN), device=phones[BEN])
    assert asked.value.params["places"] == [("out", OF_DEAL)]
    with pytest.raises(Conflict, match="replaces"):
        table.answer(clear=[("out", OF_DEAL)], device=phones[BEN])
    table.answer(("out", OF_DEAL, BEN), device=phones[BEN], replace=True)
    [row] = table.read().answers
    assert (row.value, row.device) == (BEN, phones[BEN].id)
    # The same again is nothing to ask about, and who said it first has said it.
    table.answer(("out", OF_DEAL, BEN), device=phones[CAT])
    assert table.read().answers[0].device == phones[BEN].id


def test_a_red_nine_is_not_told_of_whoever_is_out_instead(table, phones):
    table.answer(OUT, ("on_red_nine", OF_DEAL, True), device=phones[ANN])
    table.answer(("out", OF_DEAL, BEN), device=phones[ANN])
    assert kept(table) == {("out", OF_DEAL): BEN}


def test_each_answer_is_checked_alone_and_all_of_them_together(table, phones):
    table.answer(OUT, device=phones[ANN])
    with pytest.raises(ImpossibleDeal):
        table.answer(hand(BEN, 1), device=phones[BEN])
    nines = "hands", BEN, {"points": 40, "red_nines": 2}
    for refused in (("gift", OF_DEAL, 1), ("hands", 9, []), ("out", 2, 1), ("out", OF_DEAL, 9)):
        with pytest.raises(Refused):
            table.answer(refused)
    table.answer(nines, device=phones[BEN])
    table.answer(("hands", CAT, nines[2]), device=phones[CAT])
    saved = table.answer(hand(DAN, 5), device=phones[DAN])
    # Impossible and complete: nothing is written or shown, and only the host can do anything.
    read = saved.game_read
    assert read.version == 0 and read.in_play.does_not_fit
    assert [row.ask for row in read.answers if read.in_play.is_shown(row, None)] == ["out"]
    for write in ({"answers": [hand(DAN, 6)]}, {"clear": [("hands", DAN)]}, {"finish": "open"}):
        with pytest.raises(NotAllowed, match=r"all_are_in|host_opens"):
            table.answer(*write.pop("answers", ()), device=phones[DAN], **write)
    opened = table.answer(finish="open").game_read
    assert opened.in_play.fault is not None and all(row.opened for row in opened.answers)
    with pytest.raises(NotAllowed, match="was_seen"):
        table.answer(hand(CAT, 23), device=phones[CAT])
    table.answer(hand(CAT, 23), replace=True)
    assert table.read().version == 1


def test_undo_brings_the_answers_back_and_composes_nothing(table, phones):
    play(table, phones, 7, 23, 32)
    table.seen = 1
    table.undo()
    # All have seen them: the host alone changes one, and all see what it was.
    assert len(kept(table)) == 4 and all(row.opened for row in table.read().answers)
    for write in ({}, {"finish": "save"}):
        with pytest.raises(NotAllowed, match="all_are_in"):
            table.answer(hand(DAN, 33), device=phones[DAN], **write)
    for held in (34, 33):
        table.answer(hand(DAN, held), replace=True)
    [dans] = [row for row in table.read().answers if row.place == DAN]
    assert (dans.opened, dans.was) == (True, ({"points": 34, "red_nines": 0},))
    assert table.read().sheet.deals == ()
    table.answer(finish="save")
    assert table.read().sheet.totals == (0, 7, 23, 33)
    # What it clears is answered anew by its seat, hidden again.
    table.seen = table.read().version
    table.undo()
    table.answer(clear=[("hands", BEN)], replace=True)
    assert table.read().in_play.standing["hands", BEN].was
    assert table.read().redo is not None  # nothing was answered since
    table.answer(hand(BEN, 8), device=phones[BEN])
    assert table.read().sheet.totals == (0, 8, 23, 33)
    # They go once the deal behind theirs is written.
    table.seen, table.deals = table.read().version, [table.read().sheet.last_deal]
    table.deal()
    table.undo()
    table.undo()
    assert kept(table) == {}


def test_a_late_repeat_of_an_older_answer_changes_nothing(table, phones):
    table.answer(OUT, device=phones[ANN], turn=5)
    ben = {"device": phones[BEN]}
    table.answer(hand(BEN, 7), turn=8, **ben)
    table.answer(hand(BEN, 9), turn=9, **ben)
    assert table.answer(hand(BEN, 7), turn=8, **ben).repeated
    with pytest.raises(BadEntry, match="Something else"):
        table.answer(hand(BEN, 8), turn=9, **ben)
    # Also where another phone wrote since, or it was cleared.
    table.answer(hand(BEN, 12), replace=True)
    assert table.answer(hand(BEN, 9), turn=9, **ben).repeated
    table.answer(clear=[("hands", BEN)], replace=True, turn=10, **ben)
    assert table.answer(hand(BEN, 9), turn=9, **ben).repeated
    assert kept(table) == {("out", OF_DEAL): ANN}
    # What says the same counts as its newest.
    table.answer(hand(BEN, 7), turn=11, **ben)
    assert table.answer(hand(BEN, 7), turn=13, **ben).repeated
    table.answer(hand(BEN, 8), turn=12, **ben)
    assert kept(table)["hands", BEN]["points"] == 7


def test_a_phone_answers_for_one_seat_a_deal(table, phones):
    table.answer(OUT, device=phones[ANN])
    dan = {"device": phones[DAN]}
    table.answer(hand(DAN, 7), **dan)
    assert hold_seat(table.database, phones[DAN], table.id, CAT, instead_of=phones[CAT].id)
    with pytest.raises(NotAllowed, match="plays_for") as refused:
        table.answer(hand(CAT, 9), **dan)
    assert refused.value.message == "You play for Dan in this deal: ask the host"
    table.answer(hand(CAT, 9), clear=[("hands", DAN)], **dan)
    assert kept(table) == {("out", OF_DEAL): ANN, ("hands", CAT): hand(CAT, 9)[2]}
    # What the phone of a seat wrote that another one has taken since makes no deal by itself.
    table.answer(hand(BEN, 5), device=phones[BEN])
    assert hold_seat(table.database, phones[CAT], table.id, BEN, instead_of=phones[BEN].id)
    assert hold_seat(table.database, phones[BEN], table.id, DAN)
    with pytest.raises(NotAllowed, match="plays_for"):
        table.answer(hand(DAN, 4), device=phones[BEN])
    assert hold_seat(table.database, phones[ANN], table.id, DAN, instead_of=phones[BEN].id)
    assert table.answer(hand(DAN, 4), device=phones[ANN]).game_read.in_play.is_deal
    assert table.answer(finish="save").game_read.sheet.totals == (0, 5, 9, 4)


# Honest tables get stuck nowhere.


def test_hands_that_do_not_fit_are_opened_without_a_host(fake_clock, table, phones):
    # The host holds no seat; and sometimes has the wrong hand.
    aces = "hands", BEN, ["A"] * 3
    table.answer(OUT, ("hands", CAT, ["A"] * 2), aces)
    assert table.answer(hand(DAN, 5), device=phones[DAN]).game_read.in_play.does_not_fit
    with pytest.raises(NotAllowed, match="host_opens"):
        table.answer(finish="open", device=phones[DAN])
    fake_clock.advance(minutes=2)
    with pytest.raises(NotAllowed, match="host_opens"):
        table.answer(finish="open", device=phones[ANN])
    opens = {"finish": "open", "device": phones[DAN], "id": new_id(), "turn": 9}
    assert table.answer(**opens).game_read.in_play.fault
    # The host is back: what is open already is opened again.
    hold_seat(table.database, table.phone, table.id, CAT, instead_of=phones[CAT].id)
    assert table.answer(**opens).repeated
    hold_seat(table.database, phones[CAT], table.id, CAT, instead_of=table.phone.id)
    mended = table.answer(hand(BEN, 7), device=phones[BEN], replace=True)
    assert mended.game_read.sheet.played == 1


def test_a_host_with_the_wrong_hand_opens_and_mends_it(table):
    host, cat, dan = (table.seat_phone(*it) for it in ((BEN,), (CAT, "play"), (DAN, "play")))
    table.answer(OUT, ("hands", BEN, ["A"] * 3), device=host)
    table.answer(("hands", CAT, ["A"] * 2), device=cat)
    table.answer(hand(DAN, 5), device=dan)
    table.answer(finish="open", device=host)
    assert table.answer(hand(BEN, 7), device=host).game_read.sheet.played == 1


@pytest.mark.parametrize(("players", "bids"), [(3, (3, 2, 4)), (2, (3, 2, 4))])
def test_bids_and_tricks_are_typed_together_after_the_play(database, club, players, bids):
    """With two also the dummy's, by any phone."""
    table = begin(database, club, *NAMES[:players], variant="ninety-nine")
    phones = [table.seat_phone(seat, "play") for seat in range(players)]
    for seat, number in enumerate(bids):
        both = [("bids", seat, number), ("tricks", seat, number)]
        table.answer(*both, device=phones[min(seat, players - 1)])
    assert table.read().sheet.played == 1


def test_nothing_is_answered_in_the_bin_or_elsewhere(table):
    sent = {"after": None, "id": new_id(), "turn": 1, "answers": [OUT]}
    for game in (new_id(), "x"):
        with pytest.raises(NotFound):
            set_answers(table.database, table.phone, game, **sent)
    for answers in ([], [OUT] * 101, [("out", OF_DEAL, "x" * 2000)]):
        with pytest.raises(Refused):
            table.answer(*answers)
    bin.delete(table.database, table.club, "game", table.id, device=None)
    with pytest.raises(InTheBin):
        set_answers(table.database, table.phone, table.id, **sent)


# An answer that was lost is sent again, however late.


def resend(table, phones):
    """What Ben answers with one id and turn, to send more than once."""
    lost = {"device": phones[BEN], "id": new_id(), "turn": 7, "after": table.read().sheet.last_deal}
    return lambda: table.answer(hand(BEN, 7), **lost)


def test_what_was_written_is_saved_again_whatever_became_of_it(table, phones):
    table.deal()
    ben = resend(table, phones)
    table.answer(OUT, device=phones[ANN])
    assert not ben().repeated
    # Another phone has replaced it, has made the deal, and has corrected that.
    table.answer(hand(BEN, 9), replace=True)
    assert ben().repeated
    table.answer(hand(CAT, 23), hand(DAN, 32))
    read = table.read()
    assert read.sheet.played == 2 and ben().repeated
    table.seen, table.deals = read.version, [deal.id for deal in read.sheet.deals]
    table.correct(table.deals[-1], facts(ANN, 8, 23, 32))
    assert ben().repeated
    # It counts no more, nor does the one before, and the game has been stopped.
    for act in (*[table.undo] * 3, lambda: table.write("end", {"why": "late"})):
        act()
        assert ben().repeated
    assert kept(table) == {}


def test_what_is_in_any_version_of_a_deal_is_saved_deals_later(table, phones):
    ben = resend(table, phones)
    table.answer(OUT, device=phones[ANN])
    ben()
    table.answer(hand(CAT, 23), hand(DAN, 32))
    table.seen, table.deals = 1, [table.read().sheet.last_deal]
    table.correct(table.deals[0], facts(ANN, 9, 23, 32))
    table.deal()
    table.deal()
    assert ben().repeated


def test_an_answer_behind_a_withdrawn_deal_is_asked_about(table, phones):
    table.deal()
    gone = table.deals[-1]
    table.undo()
    for sent in ({}, {"finish": "save"}):
        with pytest.raises(Conflict, match="withdrawn") as asked:
            table.answer(OUT, after=gone, **sent)
        assert [entry.body.kind for entry in asked.value.entries] == ["withdraw"]
    assert not table.answer(OUT).repeated
