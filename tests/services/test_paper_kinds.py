"""Games of a paper book that have no rules of their own here, and games by sides."""

import pytest

from scorer.services.exchange.faults import BadFile
from scorer.services.exchange.preview import SAME
from scorer.storage.database import Database
from tests.services.imports import import_file, preview
from tests.services.paper_book import lines
from tests.tables import begin

Scored = dict[str, tuple[int, bool]]


def book(game: str, *rows: str) -> bytes:
    """A paper book of one evening of this game."""
    written = (f"2024-05-03,{game},{row}\n" for row in rows)
    return ("date,game,player,total\n" + "".join(written)).encode()


def scored(database: Database, club: str) -> tuple[str, Scored]:
    """What the only game of the club is, and what everybody has and who won."""
    [line] = lines(database, club)
    return line.kind.key, {seat.name: (seat.total, seat.won) for seat in line.seats}


@pytest.mark.parametrize(
    ("game", "kind", "winner"),
    [
        ("Hearts", "points/penalties/hearts", "Ben"),
        ("hearts", "points/penalties/hearts", "Ben"),
        ("Hearts (highest wins)", "points/points/hearts", "Cat"),
        ("Mau Mau", "points/points/maumau", "Cat"),
        ("Mau-Mau (Lowest wins)", "points/penalties/mau-mau", "Ben"),
        ("Canasta", "points/points/canasta", "Cat"),
    ],
)
def test_a_title_is_a_game_of_points(
    database: Database, club: str, game: str, kind: str, winner: str
) -> None:
    import_file(database, club, book(game, "Ann,40", "Ben,12", "Cat,71"))
    assert scored(database, club) == (
        kind,
        {name: (total, name == winner) for name, total in (("Ann", 40), ("Ben", 12), ("Cat", 71))},
    )


PARTNERS = {"Ann": (54, True), "Cat": (54, True), "Ben": (31, False), "Dan": (31, False)}


@pytest.mark.parametrize("game", ["Nine-Five", "Spades"])
@pytest.mark.parametrize(
    "rows",
    [
        ("Ann,54", "Ben,31", "Cat,54", "Dan,31"),
        ("Ann,54", "Cat,54", "Ben,31", "Dan,31"),
        ("Ann,54", "Ben,31", "Cat,", "Dan,"),
        ("Ann,54", "Cat,", "Ben,31", "Dan,"),
        ("Ann and Cat,54", "Ben & Dan,31"),
        ("Ann+Cat,54", "Ben + Dan,31"),
    ],
)
def test_partners_are_written_one_a_line_or_together(
    database: Database, club: str, game: str, rows: tuple[str, ...]
) -> None:
    data = book(game, *rows)
    import_file(database, club, data)
    assert scored(database, club)[1] == PARTNERS
    assert import_file(database, club, data).games == {SAME: 1}


def test_lines_of_two_make_sides_of_any_game_that_can_be_played_so(
    database: Database, club: str
) -> None:
    import_file(database, club, book("Whist", "Ann & Cat,54", "Ben & Dan,31"))
    assert scored(database, club) == ("points/points/whist", PARTNERS)


def test_a_name_is_not_taken_apart_where_nobody_has_a_partner(
    database: Database, club: str
) -> None:
    rows = ("Tom & Jerry,54", "Ben,31", "Cat,4", "Dan,5")
    import_file(database, club, book("Red Nines", *rows))
    assert "Tom & Jerry" in scored(database, club)[1]


@pytest.mark.parametrize(
    ("game", "rows", "says"),
    [
        ("Nine-Five", ("Ann,54", "Ben,31", "Cat,52", "Dan,31"), "who played with whom"),
        ("Nine-Five", ("Ann & Cat,54", "Ben,31", "Dan,31"), "one line for each side"),
        ("Nine-Five", ("Ann,54", "Ben,31", "Cat,", "Dan,52"), "who played with whom"),
        ("Hearts", ("Ann,54", "Ben,", "Cat,54"), "Ben has no total."),
    ],
)
def test_sides_that_cannot_be_seen_are_told_with_what_to_write(
    database: Database, club: str, game: str, rows: tuple[str, ...], says: str
) -> None:
    with pytest.raises(BadFile) as fault:
        preview(database, club, book(game, *rows))
    [only] = fault.value.faults
    assert only.where == f"Lines 2 to {1 + len(rows)}"
    assert says in only.says


def test_games_of_other_titles_are_others_though_totals_and_people_are_the_same(
    database: Database, club: str
) -> None:
    begin(database, club, "Ann", "Ben", variant="points", house_rules={"title": "Rummy"})
    rows = ("Ann,5", "Ben,7")
    import_file(database, club, book("Skip", *rows))
    import_file(database, club, book("Hop", *rows))
    import_file(database, club, book("Skip", *rows))
    titles = [line.kind.title for line in lines(database, club)]
    assert sorted(titles) == ["Hop", "Rummy", "Skip"]
