"""Pages of games that their tables have named, and of feats that no game had until now."""

import pytest

from scorer.rules.kinds import Kind, parse_kind
from scorer.rules.words import WORDS
from scorer.services.statistics.club import ENOUGH_GAMES
from scorer.services.statistics.highlights import HighlightRead
from scorer.services.statistics.person import FeatSum, PersonRead, Tally
from scorer.web.names import titles_of
from scorer.web.nights.highlights import highlight_sentence
from scorer.web.people.player_view import person_view
from tests.services.test_kinds import HEARTS, WHIST, play

MADE_UP = "points"


def test_titles_that_are_the_same_say_how_each_is_won():
    lowest = Kind("points/penalties/hearts", "points", "penalties", "Hearts")
    highest = Kind("points/points/hearts", "points", "points", "HEARTS")
    red = parse_kind("red-nines")
    assert titles_of((lowest, highest, red, red)) == {
        lowest.key: "Hearts (lowest wins)",
        highest.key: "HEARTS (highest wins)",
        "red-nines": "Red Nines",
    }


def test_a_night_and_the_records_name_each_kind(watcher, database, club):
    table = play(database, club, HEARTS, [5, 6, 7, 8], [0, 0, 0, 0])
    play(database, club, {**HEARTS, "wins": "highest"}, [5, 6, 7, 8], [0, 0, 0, 0])
    play(database, club, WHIST, [10, 8], [5, 6])
    play(database, club, HEARTS, [5, 6, 7, 8], [0, 0, 0, 0])
    play(database, club, WHIST, [10, 8], [5, 6])
    assert "Hearts (lowest wins): 2 games" in watcher.read(f"/nights/{table.night}")
    assert "Hearts (highest wins): " not in watcher.page.text
    assert "Whist: 2 games" in watcher.page.text
    assert "Closest finish: Ann and Cat won by 1 point · Whist" in watcher.page.text
    for _ in range(ENOUGH_GAMES):
        play(database, club, WHIST, [10, 8], [5, 0])
    assert "Closest finish: Ann and Cat won by 1 point" in watcher.read("/players/")
    assert "Does leading help?" not in watcher.page.text
    assert "Ann and Cat" not in watcher.read("/nights/")
    assert "Whist" in watcher.page.text


def person(kinds, *tallies):
    by_kind = {kind.key: tally for kind, tally in zip(kinds, tallies, strict=True)}
    return PersonRead(
        id="a person",
        name="Kim",
        number=0,
        anonymous=False,
        ids=(),
        other_names=(),
        merged={},
        kinds={kind.key: kind for kind in kinds},
        by_kind=by_kind,
        by_year={2025: tallies[0]},
        companions=(),
        form=(),
        streak=0,
        longest=0,
    )


@pytest.fixture
def made_up_feats(monkeypatch):
    """Feats of a game that nobody has played."""
    feats = {
        "flew": {
            "title": "Flew",
            "summed": "sum",
            "person": {
                "says": "Flew {number} miles in {count} of {deals}{parts}.",
                "label": "Miles",
            },
        },
        "flew_home": {
            "title": "Flew home",
            "summed": "largest",
            "of": "flew",
            "person": {"part": ", {times} home and {number} at most"},
            "highlight": {"says": "Farthest home: {name}, {number} miles"},
        },
    }
    monkeypatch.setitem(WORDS["variants"][MADE_UP], "feats", feats)
    for key, words in feats.items():
        monkeypatch.setitem(WORDS["feats"], key, words)


@pytest.mark.usefixtures("made_up_feats")
def test_what_a_page_says_of_feats_stands_in_the_words():
    flown = {"flew": FeatSum(2, 1700), "flew_home": FeatSum(1, 200)}
    kinds = [parse_kind(MADE_UP), parse_kind("red-nines")]
    view = person_view(person(kinds, Tally(deals=3, feats=flown), Tally(deals=4)))
    assert "Flew 1,700 miles in 2 of 3 deals, once home and 200 at most." in view["sentences"]
    assert "Went out in 0 of 4 deals." in view["sentences"]
    # Of a game in which nobody goes out, nothing is said of it.
    assert [(row.title, row.counts, row.feats) for row in view["by_game"]] == [
        ("Points", (0, 0, 3), (("Miles", 1700),)),
        ("Red Nines", (0, 0, 4), (("Out", 0),)),
    ]
    alone = person_view(person(kinds[:1], Tally(deals=3)))
    assert alone["sentences"][1:] == ["Flew 0 miles in 0 of 3 deals."]
    assert [row.feats for row in alone["by_game"]] == [(("Miles", 0),)]
    assert alone["against"] == []


@pytest.mark.usefixtures("made_up_feats")
def test_a_highlight_is_told_as_its_words_say():
    told = {"kind": parse_kind(MADE_UP), "game": "a game", "name": "Kim"}
    flown = HighlightRead("flew_home", 0, "a person", 200, deal=1, **told)
    assert highlight_sentence(flown) == "Farthest home: Kim, 200 miles"
