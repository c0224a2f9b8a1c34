"""The deal in play: answers by several phones, what they replace, and the deal that they make."""

import pytest

from scorer.rules.errors import BadEntry, GameIsOver, ImpossibleDeal, Refused
from scorer.services.errors import AnswerReplaces, Conflict, DealIsThere, InTheBin, NotFound
from scorer.services.games.answers import set_answers
from scorer.services.nights import bin
from scorer.services.projections import check
from tests.tables import new_id

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
    last = {"device": phones[DAN], "id": new_id(), "deal": 1}
    table.answer(hand(DAN, 32), **last)
    again = table.answer(hand(DAN, 32), **last)
    assert (again.number, again.repeated) == (1, True)
    # An earlier one, whose answer was lost, is in the deal.
    assert table.answer(hand(BEN, 7), device=phones[BEN], deal=1).repeated
    with pytest.raises(Conflict, match="id_taken"):
        table.answer(hand(BEN, 7), device=phones[BEN], id=last["id"], deal=2)
    assert table.read().version == 1


def test_an_answer_to_a_deal_that_is_there_is_saved_or_refused_with_it(table, phones):
    table.deal(ANN, 7, 23, 32)
    assert table.answer(OUT, hand(BEN, 7), device=phones[BEN], deal=1).repeated
    with pytest.raises(DealIsThere) as there:
        table.answer(hand(BEN, 8), device=phones[BEN], deal=1)
    assert there.value.deal.id == table.deals[0]
    with pytest.raises(DealIsThere):
        table.answer(clear=[("out", OF_DEAL)], device=phones[BEN], deal=1)
    for key, place in (("nothing", 0), ("hands", 99), ("out", 2)):
        with pytest.raises(Refused):
            table.answer((key, place, 1), clear=[("out", OF_DEAL)], device=phones[BEN], deal=1)
    for number in (0, 3):
        with pytest.raises(BadEntry):
            table.answer(OUT, deal=number)
    table.write("end", {"why": "late"})
    with pytest.raises(GameIsOver):
        table.answer(OUT, deal=2)
    assert table.answer(OUT, deal=1).repeated


def test_what_another_phone_answered_is_replaced_after_a_question(table, phones):
    table.answer(OUT, device=phones[ANN])
    with pytest.raises(AnswerReplaces) as asked:
        table.answer(("out", OF_DEAL, BEN), device=phones[BEN])
    [row] = asked.value.answers
    assert (row.ask, row.value, row.device) == ("out", ANN, phones[ANN].id)
    with pytest.raises(AnswerReplaces):
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
    # Impossible and complete: nothing is written, and everything is shown to everybody.
    assert saved.game_read.version == 0
    in_play = table.read().in_play
    assert in_play is not None and in_play.is_complete and in_play.fault() is not None
    assert all(in_play.is_shown(row, None) for row in table.read().answers)
    table.answer(hand(CAT, 23), device=phones[CAT])
    assert table.read().version == 1


def test_undo_brings_the_answers_back_and_nothing_composes_by_itself(table, phones):
    play(table, phones, 7, 23, 32)
    table.seen = 1
    table.undo()
    assert len(kept(table)) == 4
    table.answer(hand(DAN, 33), device=phones[DAN])
    assert table.read().sheet.deals == ()
    in_play = table.read().in_play
    assert in_play is not None
    table.score(in_play.facts())
    assert table.read().sheet.totals == (0, 7, 23, 33)
    # They go once the deal behind theirs is written.
    table.deal()
    table.undo()
    table.undo()
    assert kept(table) == {}


def test_nothing_is_answered_in_the_bin_or_elsewhere_or_without_end(table):
    for game in (new_id(), "x"):
        with pytest.raises(NotFound):
            set_answers(table.database, table.phone, game, deal=1, id=new_id(), answers=[OUT])
    for answers in ([], [OUT] * 101, [("out", OF_DEAL, "x" * 2000)]):
        with pytest.raises(Refused):
            table.answer(*answers)
    with pytest.raises(BadEntry):
        table.answer(OUT, id="x")
    bin.delete(table.database, table.club, "game", table.id, device=None)
    with pytest.raises(InTheBin):
        set_answers(table.database, table.phone, table.id, deal=1, id=new_id(), answers=[OUT])
