"""Finding nights: by who played, what, where, and by words of the note."""

import random
from datetime import date

import pytest
from sqlalchemy import update

from scorer.services.nights.night_list import list_nights
from scorer.services.people.players import rename_player
from scorer.storage.schema import players
from scorer.storage.search import words_of
from tests.services.test_nights import pages
from tests.tables import begin, new_id, people


def find(database, club, words):
    return [one.id for one in list_nights(database, club, words=words)[0]]


@pytest.fixture
def nights(database, club):
    """Three nights with different people, games and texts."""
    one = begin(database, club, "Ann", "Ben", "Cat", "Zoë Müller", night="new")
    two = begin(database, club, "Ann", "Eve", "Cat", "Dan", night="new", variant="pink-nines")
    three = begin(database, club, "Gus", "Hal", "Ida", "Øystein", night="new")
    return {
        "one": one.describe_night(
            day=date(2025, 5, 1), place="In the garden", note="Ben's birthday 🎂, cake!"
        ),
        "two": two.describe_night(day=date(2025, 5, 2), name="Wedding eve", place="Café Zoë"),
        "three": three.describe_night(day=date(2025, 5, 3), note="雨の夜 שלום עולם"),
    }


def test_a_night_is_found_by_its_month_and_year(database, club):
    table = begin(database, club)
    night = table.describe_night(day=date(2024, 10, 31))
    for words in ("october", "Octo", "2024", "ann october 2024"):
        assert find(database, club, words) == [night]
    for words in ("may", "2025", "may 2024"):
        assert find(database, club, words) == []
    table.describe_night(day=date(2025, 5, 3))
    assert find(database, club, "may 2025") == [night]
    assert find(database, club, "october") == find(database, club, "2024") == []


# The nights that are found, the newest first, by each of these.
FOUND = {
    "three two one": ["nines"],
    "two one": ["ann", "ANN cat", "zoe"],
    "three one": ["red", "red nines"],
    "one": ["ann ben", "zoë mül", "muller", "gard", "garden birthday cake ben", "🎂", "b"],
    "two": ["pink ann", "eve", "cafe"],
    "three": ["夜", "שלום"],
    "": ["ann gus", "arden"],
}


def test_every_word_has_to_be_found_in_a_night(database, club, nights):
    for found, searches in FOUND.items():
        for words in searches:
            assert find(database, club, words) == [nights[one] for one in found.split()], words


def test_what_holds_no_word_finds_nothing(database, club, nights):
    assert find(database, club, "?!") == []
    assert find(database, club, "   ") == list(nights.values())[::-1]


def test_a_renamed_player_is_found_by_the_new_name(database, club):
    table = begin(database, club)
    rename_player(database, club, table.read().sheet.sitters[0].player, "Josephine")
    assert find(database, club, "josephine") == [table.night]
    assert find(database, club, "ann") == []


@pytest.mark.every_database
def test_one_person_under_two_names_is_found_by_both(database, club):
    first = begin(database, club, "Ann", "Ben", "Cat", "Dan", night="new").read()
    second = begin(database, club, "Annette", "Eve", "Fay", "Gus", night="new").read()
    ann, annette = (read.sheet.sitters[0].player for read in (first, second))
    with database.writing() as connection:
        mine = (players.c.club == club, players.c.id == annette)
        connection.execute(update(players).where(*mine).values(person=ann, name="Netty"))
    for name in ("ann", "netty"):
        assert set(find(database, club, name)) == {first.night, second.night}


def test_whoever_sat_there_is_found_by_name(database, table):
    club, night = table.club, table.night
    table.deal()
    table.take_seat(1, "Eve")
    table.deal()
    table.take_seat(1, "Fay")
    for name in ("ben", "eve", "fay"):
        assert find(database, club, name) == [night]
    table.undo()
    assert find(database, club, "fay") == []
    now = [{"id": one.player, "name": one.name} for one in table.read().book.start.sitters]
    table.write("correct_start", {"players": [*people("Kim"), *now[1:]]})
    assert find(database, club, "kim") == [night]
    assert find(database, club, "ann") == []


def test_another_club_is_not_searched(database, club, nights):
    assert find(database, new_id(), "red") == []


def test_found_nights_come_page_by_page_by_their_days(database, club, fake_clock):
    dice = random.Random(4)
    days = set()
    for _ in range(9):
        # Found nights of one day and one second come in any order.
        fake_clock.advance(minutes=1)
        days.add(
            begin(database, club, night="new").describe_night(
                day=date(2024, 1, dice.randrange(1, 29))
            )
        )
    listed = [one.id for one in list_nights(database, club)[0]]
    assert set(listed) == days
    found = pages(database, club, 2, words="ann red")
    assert [night for page in found for night in page] == listed


@pytest.mark.every_database
def test_both_databases_find_a_word_by_its_beginning(table):
    for typed, note in (
        *(("strasse", "Straße"), ("STRASSE", "straße"), ("cafe", "CAFÉ"), ("牌", "打牌")),
        *(("🎂", "cake🎂!"), ("øy", "Øystein"), ("12", "12a"), ("ann", "Ａnn"), ("s", "Zoë's")),
    ):
        night = table.describe_night(note=note)
        assert find(table.database, table.club, typed) == [night], typed
        assert find(table.database, table.club, f"{typed}x") == [], typed


def test_words_are_folded():
    assert words_of("Zoë's CAFÉ, straße 12a") == ["zoe", "s", "cafe", "strasse", "12a"]
    assert words_of("Ａnn ann ANN") == ["ann"]
    assert words_of("打牌🎂") == ["打", "牌", "🎂"]
    assert words_of("x" * 99) == ["x" * 15]
    assert words_of("\0\u202e") == []
