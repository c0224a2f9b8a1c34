"""What people do at the table: scored, corrected, ended, taken over."""

import pytest

from scorer.rules.errors import BadEntry, BadRecord, GameIsOver, ImpossibleDeal
from scorer.services.errors import Conflict, NotFound
from scorer.services.people.players import known_players, rename_player
from scorer.services.projections import check
from tests.services.imports import second_club
from tests.tables import Table, add_phone, facts, new_id, people

# Always the same: tests that run side by side have to agree on their names.
AN_ID = "749277eb-9f4c-4e6c-bb76-6b7d3215ff9c"


def test_a_deal_sent_again_is_answered_with_its_number_and_changes_nothing(table):
    name = new_id()
    table.deal(id=name)
    table.deal()
    table.deals.clear()
    before = table.read()
    again = table.deal(id=name)
    assert (again.number, again.game_read.version, again.repeated) == (1, 2, True)
    assert again.game_read == before == table.read()


def test_a_deal_on_its_way_with_the_next_one_is_no_conflict(table):
    first = new_id()
    table.deal(id=first, seen=0)
    table.write("deal", {"after": first, "facts": facts(1, 2, 3, 4)}, seen=0)
    assert len(table.read().sheet.deals) == 2


def test_the_start_can_be_corrected(table):
    table.deal()
    saved = table.write("correct_start", {"order": [0, 2, 1, 3], "first_dealer": 3})
    sheet = saved.game_read.sheet
    assert (sheet.start.order, sheet.start.first_dealer) == ((0, 2, 1, 3), 3)
    assert sheet.opening is not None
    assert sheet.opening.table.dealer == 0
    with pytest.raises(ImpossibleDeal):
        table.write("correct_start", {"house_rules": {"values": "american"}})


def test_the_people_can_be_corrected_and_new_ones_become_known(table):
    table.deal()
    sitters = table.read().sheet.sitters
    told = [{"id": one.player, "name": one.name} for one in sitters]
    told[1] = {"id": None, "name": "  Bénédicte\u202e "}
    name = new_id()
    saved = table.write("correct_start", {"players": told}, id=name)
    assert [one.name for one in saved.game_read.sheet.sitters] == ["Ann", "Bénédicte", "Cat", "Dan"]
    assert saved.game_read.sheet.deals[0].sitters[1].name == "Bénédicte"
    again = table.write("correct_start", {"players": told}, id=name)
    assert again.repeated
    assert len(known_players(table.database, table.club)) == 5


def test_a_seat_is_taken_over_and_the_total_stays_with_it(table):
    table.deal()
    name = new_id()
    content = {"seat": 1, "player": people("Eve")[0]}
    for repeated in (False, True):
        saved = table.write("take_seat", content, id=name)
        assert saved.repeated is repeated
    sheet = table.deal().game_read.sheet
    assert sheet.totals == (0, 14, 46, 64)
    assert [deal.sitters[1].name for deal in sheet.deals] == ["Ben", "Eve"]
    assert [one.name for one in sheet.sitters] == ["Ann", "Eve", "Cat", "Dan"]
    assert check(table.database) == []


def test_a_seat_taken_by_two_phones_is_a_conflict(table):
    table.write("take_seat", {"seat": 1, "player": people("Eve")[0]})
    other = table.seat_phone(2)
    with pytest.raises(Conflict, match="written_since"):
        table.write("take_seat", {"seat": 1, "player": people("Fay")[0]}, device=other, seen=0)
    fay = {"seat": 1, "player": people("Fay")[0]}
    assert table.write("take_seat", fay, device=other, seen=1).number == 2


def test_whoever_comes_back_is_the_same_person(table):
    ben = table.read().sheet.sitters[1].player
    for name, seat in (("Eve", 1), ("Ben", 2)):
        table.write("take_seat", {"seat": seat, "player": people(name)[0]})
    assert table.read().sheet.sitters[2].player == ben


def test_nobody_sits_in_two_seats(table):
    ann = table.read().sheet.sitters[0]
    with pytest.raises(BadEntry, match="Ann already sits on Dan’s left"):
        table.write("take_seat", {"seat": 1, "player": {"id": ann.player, "name": "Ann"}})
    other = table.write("take_seat", {"seat": 1, "player": people("Ann")[0]})
    sitters = other.game_read.sheet.sitters
    assert sitters[1].name == "Ann"
    assert sitters[1].player != ann.player


@pytest.mark.parametrize(
    "player",
    [None, {}, "Eve", {"id": "1", "name": "Eve"}, {"id": None, "name": " "}, {"name": "x" * 41}],
)
def test_a_seat_is_not_taken_by_what_is_nobody(table, player):
    with pytest.raises((BadRecord, BadEntry)):
        table.write("take_seat", {"seat": 1, "player": player})
    with pytest.raises((BadRecord, BadEntry)):
        table.write("correct_start", {"players": [player] * 4})
    assert table.read().version == 0
    assert len(known_players(table.database, table.club)) == 4


def test_a_game_can_be_stopped_and_gone_on_with(table):
    table.deal()
    name = new_id()
    saved = table.write("end", {"why": "it got late", "leftover": None}, id=name)
    assert (saved.game_read.sheet.over, saved.game_read.sheet.winners) == (True, (0,))
    with pytest.raises(GameIsOver) as over:
        table.deal()
    assert over.value.numbers["end"] == name
    assert not table.write("withdraw", {"entry": name}).game_read.sheet.over
    table.deal()
    assert check(table.database) == []


def test_a_game_that_was_played_to_its_end_is_not_stopped(table):
    table.play_out()
    with pytest.raises(GameIsOver):
        table.write("end", {"why": "late"})


def test_another_clubs_game_is_not_found(database, table):
    for game in (new_id(), "x\0"):
        with pytest.raises(NotFound):
            Table(database, table.club, game, table.phone).deal()
    theirs = add_phone(database, second_club(database), "Theirs")
    with pytest.raises(NotFound):
        table.deal(device=theirs)


@pytest.mark.parametrize("seen", [-1, 2**31, True, 1.0, None])
def test_what_was_seen_is_the_number_of_an_entry(table, seen):
    with pytest.raises(BadEntry):
        table.deal(seen=seen)


@pytest.mark.parametrize("name", ["", "deal-1", AN_ID.upper(), None, 7, f"{AN_ID}\n"])
def test_the_name_of_an_entry_is_a_uuid(table, name):
    with pytest.raises(BadEntry):
        table.deal(id=name)


def test_people_go_by_todays_name_in_a_game_of_the_past(table):
    table.deal()
    ann = table.read().sheet.sitters[0].player
    rename_player(table.database, table.club, ann, "Anna")
    read = table.read()
    assert (read.names[ann], read.sheet.sitters[0].name) == ("Anna", "Ann")
