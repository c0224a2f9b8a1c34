"""Charts: the numbers of the sheet as lines, in pictures that run nothing."""

from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from scorer.web.drawing.looks import INKS, look_of
from scorer.web.drawing.plot import SIZES, Chart, ChartLine, draw, ticks_for
from scorer.web.games.sheet_view import SheetView
from tests.tables import NAMES, begin, facts, name_player
from tests.web.counters import begin_counters, cards

SVG = "{http://www.w3.org/2000/svg}"


def test_the_page_of_a_chart_says_the_same_in_a_table(phone, table):
    table.deal(0, 7, 23, 32)
    table.deal(1, 4, 5, 6)
    assert "Start 0 0 0 0" in phone.read(f"/games/{table.id}/chart")
    assert "2 4 7 28 38" in phone.page.text
    pictures = [said["src"] for tag, said in phone.page.tags if tag == "img"]
    assert pictures == [f"/games/{table.id}/chart.svg"]
    answer = phone.get(pictures[0])
    assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")


def test_the_chart_of_counters_shows_what_was_won_and_lost(phone, database, club):
    table = begin_counters(database, club, "Ann", "Ben", "Cat")
    table.score(cards(1, 2, 1))
    assert "Start 0 0 0 1 −11 3 −1" in phone.read(f"/games/{table.id}/chart")


def test_the_picture_runs_and_fetches_nothing(phone, table):
    table.deal()
    answer = phone.get(f"/games/{table.id}/chart.svg")
    policy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
    assert answer.headers["Content-Security-Policy"] == policy
    svg = ElementTree.fromstring(answer.text)
    tags = {one.tag.removeprefix(SVG) for one in svg.iter()}
    assert tags <= {"svg", "title", "style", "g", "rect", "path", "text"}
    without_names = answer.text.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert "http" not in without_names
    assert "url(" not in without_names


def test_the_picture_comes_again_only_when_something_changed(phone, table):
    table.deal()
    address, zipped = f"/games/{table.id}/chart.svg", {"Accept-Encoding": "gzip"}
    first = phone.get(address, headers=zipped)
    assert first.headers["Content-Encoding"] == "gzip"
    assert first.headers["Cache-Control"] == "private, no-cache"
    tag = first.headers["ETag"]
    assert phone.get(address, headers={"If-None-Match": tag, **zipped}).status_code == 304
    assert phone.get(address, headers={"If-None-Match": tag}).status_code == 304
    assert phone.get(f"{address}?size=wide", headers={"If-None-Match": tag}).status_code == 200
    table.deal(1)
    assert phone.get(address, headers={"If-None-Match": tag}).status_code == 200


def test_a_night_has_a_chart_for_each_kind_of_game(phone, database, club):
    first, second = begin(database, club), begin(database, club, "Ann", "Ben", "Cat", "Eve")
    for table in (first, second):
        table.deal(0, 7, 23, 32)
        table.write("end", {"why": "late", "leftover": None})
    pink = begin_counters(database, club, variant="pink-nines")
    pink.score(*({"out": out} for out in (0, 1, 2, 3)))
    night = first.night
    assert {one.night for one in (second, pink)} == {night}
    phone.get(f"/nights/{night}")
    pictures = [said["src"] or "" for tag, said in phone.page.tags if tag == "img"]
    kinds = ("red-nines", "pink-nines")
    assert pictures == [f"/nights/{night}/chart.svg?of={kind}" for kind in kinds]
    assert "Game 2 2 0 14 46 32 32" in phone.page.text  # Dan sat the second one out
    svg = phone.get(pictures[0])
    assert svg.mimetype == "image/svg+xml"
    assert ">Eve<" in svg.text
    assert ">Game 2<" in svg.text
    assert ">Game" not in phone.get(pictures[1]).text
    assert phone.get(f"/nights/{night}/chart.svg").status_code == 404


def test_the_line_of_who_comes_later_begins_there(phone, table):
    table.deal(0, 7, 23, 32)
    table.change([0, 1, 2, 3, 4], (4, "Eve", 16))
    hands = facts(0, 2, 3, 4, 5)
    table.write("deal", {"after": table.read().sheet.after, "facts": hands})
    # Who comes after the last deal has one point.
    table.change([0, 1, 2, 3, 4, 5], (5, "Fay", 9))
    table.write("end", {"why": "late", "leftover": None})
    for page in (f"/games/{table.id}/chart", f"/nights/{table.night}"):
        numbers = "Start 0 0 0 0 · · 1 0 7 23 32 16 · 2 0 9 26 36 21 9"
        assert numbers in phone.read(page)
        [picture] = [said["src"] or "" for tag, said in phone.page.tags if tag == "img"]
        assert {"Eve", "Fay"} <= named(phone.get(picture).text)


def seen_look(svg, name):
    """The ink and the mark of the line that ends at this name."""
    groups = list(ElementTree.fromstring(svg).iter())
    at = next(at for at, one in enumerate(groups) if one.text == name)
    marks = next(one for one in reversed(groups[:at]) if "marks" in one.get("class", ""))
    return marks.get("class", ""), marks.findall(f"{SVG}path")[0].get("d", "")


def test_everybody_looks_the_same_in_every_chart(phone, database, club):
    for name in ("Gus", "Ann", "Hal", "Cat"):
        name_player(database, club, name)
    first = begin(database, club, "Hal", "Ann", "Gus", "Cat")
    second = begin(database, club, "Cat", "Ida", "Gus", "Hal")
    for table in (first, second):
        table.play_out()
    games = [phone.get(f"/games/{table.id}/chart.svg").text for table in (first, second)]
    night = phone.get(f"/nights/{first.night}/chart.svg?of=red-nines").text
    for name in ("Gus", "Hal", "Cat"):
        assert len({seen_look(svg, name) for svg in (*games, night)}) == 1
    assert len({seen_look(night, name) for name in ("Gus", "Ann", "Hal", "Cat", "Ida")}) == 5
    ink = INKS[int(seen_look(night, "Hal")[0][-1])]
    for page in (f"/nights/{first.night}", "/"):
        phone.get(page)
        fills = [said.get("fill") for tag, said in phone.page.tags if tag == "path"]
        assert f"light-dark({', '.join(ink)})" in fills
    cat = next(seat.player for seat in second.read().sheet.sitters if seat.name == "Cat")
    form = phone.get(f"/players/{cat}/form.svg").text
    marks = (one for one in ElementTree.fromstring(form).iter() if "marks" in one.get("class", ""))
    assert next(marks).get("class") == seen_look(night, "Cat")[0]


def test_a_side_has_the_colour_that_its_first_has_on_the_sheet(phone, database, club):
    for name in NAMES:
        name_player(database, club, name)
    rules = {"length": "deals", "deals": 2, "sides": "two"}
    # The ninth of the club plays with the first, whose colour is the same.
    seats = (NAMES[8], NAMES[1], NAMES[0], NAMES[3])
    table = begin(database, club, *seats, variant="points", house_rules=rules)
    table.score({"points": [3, 4]}, {"points": [3, 4]})
    game, (look, *_) = f"/games/{table.id}", SheetView(table.read()).looks
    assert f'd="{look.mark}" fill="{look.paper}"' in phone.get(f"{game}/picture.svg").text
    assert f"marks ink-{look.ink}" in phone.get(f"{game}/chart.svg").text


def test_partners_of_a_whole_night_have_one_line(phone, database, club):
    rules = {"title": "Whist", "wins": "highest", "length": "deals", "deals": 1, "sides": "two"}

    def play_whist(*names):
        table = begin(database, club, *names, variant="points", house_rules=rules)
        table.score({"points": [7, 5]})
        return table.night

    night = play_whist()
    play_whist()
    phone.get(f"/nights/{night}")
    assert "Deal Ann & Cat Ben & Dan Start 0 0 Game 1 1 7 5 Game 2 2 14 10" in phone.page.text
    play_whist("Ann", "Cat", "Ben", "Dan")
    assert "Deal Ann Ben Cat Dan Start" in phone.read(f"/nights/{night}")
    assert "Game 3 3 21 17 19 15" in phone.page.text


def test_of_seven_three_are_drawn_and_others_by_a_link(phone, database, club):
    table = begin(database, club, *NAMES[:7])
    for _ in range(2):
        table.deal(0, 12, 3, 44, 5, 60, 7)
    table.write("end", {"why": "late", "leftover": None})
    for page in (f"/games/{table.id}/chart", f"/nights/{table.night}"):
        phone.get(page)
        links = [link for link in phone.page.links if link.startswith("?line=")]
        assert len(links) == 7
        current = [said for _, said in phone.page.tags if said.get("aria-current") == "true"]
        assert len(current) == 3
        [picture] = [said["src"] or "" for tag, said in phone.page.tags if tag == "img"]
        assert named(phone.get(picture).text) == {"Ann", "Cat", "Eve"}
        phone.get(f"{page}{links[5].removesuffix('#charts')}")
        [picture] = [said["src"] or "" for tag, said in phone.page.tags if tag == "img"]
        assert named(phone.get(picture).text) == {"Ann", "Cat", "Eve", "Fay"}
        assert "Start 0 0 0 0 0 0 0" in phone.read(page)
    assert "The first three." in phone.read(f"/games/{table.id}")
    for odd in ("x", "-1", "9" * 40, "٣"):
        assert phone.get(f"/games/{table.id}/chart.svg?line={odd}").status_code == 200


def named(svg):
    """Whose lines are drawn."""
    texts = ElementTree.fromstring(svg).iter(f"{SVG}text")
    return {one.text or "" for one in texts if one.get("class") == "name"}


@pytest.mark.parametrize("size", SIZES)
def test_every_line_is_named_and_no_name_covers_another(app, size):
    lines = [
        ChartLine(name, tuple(step * at for step in range(30)), at, look_of(at))
        for at, name in enumerate(NAMES[:6], 1)
    ]
    # Where there are more people than inks, two of one ink are told apart.
    lines[5] = replace(lines[5], look=lines[0].look)
    with app.app_context():
        root = ElementTree.fromstring(draw(Chart("A chart", [*map(str, range(30))], lines), size))
    drawn = [one.get("class", "") for one in root.iter(f"{SVG}path")]
    assert len({one for one in drawn if one.startswith("line")}) == 6
    assert (int(root.get("width", "")), int(root.get("height", ""))) == SIZES[size][:2]
    names = [one for one in root.iter(f"{SVG}text") if one.get("class") == "name"]
    assert sorted(one.text or "" for one in names) == sorted(NAMES[:6])
    heights = sorted(float(one.get("y", "")) for one in names)
    assert all(lower - upper > 15 for upper, lower in pairwise(heights))


def test_lines_of_the_same_values_are_seen_beside_each_other(app):
    lines = [ChartLine(name, (0, -1, -2), 1, look_of(1)) for name in NAMES[:3]]
    with app.app_context():
        root = ElementTree.fromstring(draw(Chart("A chart", ["0", "1", "2"], lines)))
    ways = [one for one in root.iter(f"{SVG}path") if "line" in one.get("class", "").split()]
    assert len({one.get("d") for one in ways}) == 3


def test_a_long_name_is_written_whole_on_a_phone(app):
    names = [
        "Anna-Magdalena Bach & Christopher Robin",
        "Bartholomew",
        "Wilhelmina-Charlotte of Kent",
    ]
    lines = [ChartLine(name, (0, at), at, look_of(at)) for at, name in enumerate(names, 1)]
    with app.app_context():
        root = ElementTree.fromstring(draw(Chart("A chart", ["0", "1"], lines)))
    rows = [one for one in root.iter(f"{SVG}text") if one.get("class") == "name"]
    assert "".join(one.text or "" for one in rows).replace(" ", "") == "".join(names[::-1]).replace(
        " ", ""
    )
    heights = [float(one.get("y", "")) for one in rows]
    assert all(lower - upper > 15 for upper, lower in pairwise(heights))
    assert heights[-1] < float(root.get("height", ""))


@pytest.mark.parametrize(
    ("numbers", "ticks"),
    [
        ([0, 7], [0, 2, 4, 6, 8]),
        ([0], [0, 1]),
        ([], [0, 1]),
        ([-13, 40], [-20, -10, 0, 10, 20, 30, 40]),
        ([5000], [0, 1000, 2000, 3000, 4000, 5000]),
        ([-7, -1], [-8, -6, -4, -2, 0]),
    ],
)
def test_the_numbers_at_the_side_are_round(numbers, ticks):
    assert ticks_for(numbers) == ticks
