"""write_entry: a deal that another has overtaken, people who come back, and the end of a game."""

import pytest
from sqlalchemy import select

from scorer.rules.errors import BadEntry, GameIsOver
from scorer.services.errors import Conflict, NotAllowed
from scorer.services.games.read import read_game
from scorer.services.games.seats_held import hold_seat
from scorer.services.games.start import same_again
from scorer.services.people.players import known_players
from scorer.services.projections import check
from scorer.storage.schema import results
from tests.tables import add_phone, facts, new_id, people


def test_the_people_can_be_corrected_and_new_ones_become_known(table):
    table.deal()
    sitters = table.read().sheet.sitters
    players = [{"id": one.player, "name": one.name} for one in sitters]
    players[1] = {"id": None, "name": "  Bénédicte\u202e "}
    name = new_id()
    saved = table.write("correct_start", {"players": players}, id=name)
    assert [one.name for one in saved.game_read.sheet.sitters] == ["Ann", "Bénédicte", "Cat", "Dan"]
    assert saved.game_read.sheet.deals[0].sitters[1].name == "Bénédicte"
    again = table.write("correct_start", {"players": players}, id=name)
    assert again.repeated
    assert len(known_players(table.database, table.club)) == 5


def test_whoever_comes_back_is_the_same_person(table):
    ben = table.read().sheet.sitters[1].player
    for name, seat in (("Eve", 1), ("Ben", 2)):
        table.write("take_seat", {"seat": seat, "player": people(name)[0]})
    assert table.read().sheet.sitters[2].player == ben


def test_a_game_that_was_played_to_its_end_is_not_stopped(table):
    table.play_out()
    with pytest.raises(GameIsOver):
        table.write("end", {"why": "late"})


def test_answers_follow_their_deal_and_end_a_redo(table):
    table.score(facts(0, 7, 23, 32), facts(0, 7, 23, 32))
    table.answer(("out", -1, 0))
    table.write("end", {"why": "late"})
    table.undo()
    first, last = table.deals
    forgotten = {"after": last, "facts": facts(1, 2, 3, 4), "before": first}
    undo = ("withdraw", {"entry": last})
    for (kind, content), number, kept in (
        (("deal", forgotten), 4, 1),
        (("withdraw", {"entry": first}), 3, 1),
        (undo, 2, 0),
        ((None, None), 3, 1),
        (undo, 2, 0),
    ):
        now = (table.write(kind, content) if kind else table.redo()).game_read
        assert (now.sheet.opening.number, len(table.read().answers)) == (number, kept)
    undone = table.read().redo
    table.answer(("out", -1, 0))
    assert table.read().redo is None
    with pytest.raises(Conflict, match="redo_over"):
        table.write("withdraw", {"entry": undone.id})


def change(sheet, seats, *joins):
    """A change of the table, behind what counts by now."""
    return {"seats": seats, "joins": list(joins), "after": sheet.after}


def join(seat, name, total=0):
    return {"seat": seat, "player": people(name)[0], "total": total}


@pytest.mark.every_database
def test_who_left_has_no_place_and_who_joined_only_deals_of_their_own(table):
    table.score(facts(0, 7, 23, 32))
    eve = join(4, "Eve", 20)
    table.write("change_table", change(table.read().sheet, [0, 4, 1, 3], eve))
    hands = [[], {"points": 5, "red_nines": 0}, None, {"points": 6, "red_nines": 0}, {"points": 7}]
    hands[4]["red_nines"] = 0
    for _ in range(3):
        after = table.read().sheet.after
        table.write("deal", {"facts": {"out": 0, "hands": hands}, "after": after})
    columns = [results.c[name] for name in ("total", "place", "won", "finished", "deals")]
    with table.database.reading() as connection:
        rows = connection.execute(select(results.c.seat, *columns)).all()
    assert {seat: tuple(row) for seat, *row in rows} == {
        0: (0, 1, True, True, 4),
        1: (22, 2, False, True, 4),
        2: (23, 0, False, False, 1),
        3: (50, 4, False, True, 4),
        4: (41, 3, False, True, 3),
    }
    assert check(table.database) == []


def test_a_change_asks_before_it_clears_what_was_answered(table):
    table.score(facts(0, 7, 23, 32))
    ben = add_phone(table.database, table.club, "Ben", "score")
    hold_seat(table.database, ben, table.id, 1)
    table.answer(("out", -1, 0))
    table.answer(("hands", 1, {"points": 5, "red_nines": 0}), device=ben)
    leaves = change(table.read().sheet, [0, 1, 2, 4], join(4, "Eve"))
    with pytest.raises(Conflict, match="clears") as asked:
        table.write("change_table", leaves)
    assert asked.value.params["seats"] == (1,)
    confirmed = {"answers_seen": table.read().answers_version}
    read = table.write("change_table", leaves, **confirmed).game_read
    assert not read.answers
    assert not table.read().answers
    assert read.sheet.table.order == (0, 1, 2, 4)


def test_nobody_joins_twice_and_a_guest_changes_nothing(table):
    sheet = table.read().sheet
    with pytest.raises(BadEntry, match="sits"):
        again = {"seat": 4, "player": {"id": sheet.sitters[1].player, "name": "Ben"}, "total": 0}
        table.write("change_table", change(sheet, [0, 1, 2, 3, 4], again))
    guest = add_phone(table.database, table.club, "Gus", "play", table.read().night)
    with pytest.raises(NotAllowed):
        table.write("change_table", change(sheet, [0, 2, 1, 3]), device=guest)


def test_same_again_is_for_those_who_are_there(table):
    table.score(facts(0, 7, 23, 32))
    table.write("change_table", change(table.read().sheet, [4, 0, 2, 3], join(4, "Eve")))
    table.write("end", {"why": "late"})
    game = new_id()
    same_again(table.database, table.club, table.id, device=table.phone.id, game_id=game)
    sheet = read_game(table.database, table.club, game).sheet
    assert [sitter.name for sitter in sheet.sitters] == ["Eve", "Ann", "Cat", "Dan"]
