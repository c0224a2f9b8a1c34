"""Charts: the numbers of the sheet as lines, told apart without colours, that run nothing."""

import re
import sys
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from scorer.services.nights.night_list import read_night
from scorer.services.nights.standings import sheets_by_game
from scorer.storage.database import Database
from scorer.web.drawing.charts import chart_of_game, charts_of_night
from scorer.web.drawing.lines import Chart, Line, draw_lines, spread, ticks_for
from scorer.web.letters import pieces_of, shortened, wide, with_gaps
from tests.tables import NAMES, Statements, Table, begin
from tests.web.counters import begin_counters, cards, play
from tests.web.phones import Phone

SVG = "{http://www.w3.org/2000/svg}"
FAMILY = "👩‍👩‍👧‍👦"
LONG = "Wolfeschlegelsteinhausenbergerdorffxyzab"


def lines(count: int, steps: int, *names: str) -> Chart:
    """Lines that all rise, each a little faster than the one before."""
    called = [*names, *NAMES][:count]
    drawn = [
        Line(name, tuple(step * (at + 1) for step in range(steps)))
        for at, name in enumerate(called)
    ]
    return Chart("A chart", "Deal", tuple(map(str, range(steps))), tuple(drawn))


def test_the_lines_are_the_running_totals_of_the_sheet(table: Table) -> None:
    table.deal(0, 7, 23, 32)
    table.deal(1, 4, 5, 6)
    chart = chart_of_game(table.read())
    assert chart.labels == ("0", "1", "2")
    assert {line.name: line.values for line in chart.lines} == {
        "Ann": (0, 0, 4),
        "Ben": (0, 7, 7),
        "Cat": (0, 23, 28),
        "Dan": (0, 32, 38),
    }


def test_a_game_of_counters_ends_with_what_everybody_held_after_sharing(
    database: Database, club: str
) -> None:
    table = begin_counters(database, club)
    play(table, *(cards(out, 1, 2, 3) for out in (0, 0, 1, 3)))
    read = table.read()
    chart = chart_of_game(read)
    assert chart.labels == ("0", "1", "2", "3", "4", "End")
    assert tuple(line.last for line in chart.lines) == read.sheet.settled
    assert {line.values[0] for line in chart.lines} == {36}


def test_the_page_of_a_chart_says_the_same_in_a_table(phone: Phone, table: Table) -> None:
    table.deal(0, 7, 23, 32)
    table.deal(1, 4, 5, 6)
    phone.get(f"/games/{table.id}/chart")
    assert "Start 0 0 0 0" in phone.page.text
    assert "2 4 7 28 38" in phone.page.text
    pictures = [said["src"] for tag, said in phone.page.tags if tag == "img"]
    assert pictures == [f"/games/{table.id}/chart.svg"]
    answer = phone.get(pictures[0])
    assert (answer.status_code, answer.mimetype) == (200, "image/svg+xml")


def test_nothing_is_drawn_before_a_deal_was_scored(phone: Phone, table: Table) -> None:
    phone.get(f"/games/{table.id}/chart")
    assert "nothing to draw" in phone.page.text
    assert phone.get(f"/games/{table.id}/chart.svg").status_code == 404


def test_the_picture_is_no_page_it_runs_nothing_and_fetches_nothing(
    phone: Phone, table: Table
) -> None:
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


def test_the_picture_comes_again_only_when_something_changed(phone: Phone, table: Table) -> None:
    table.deal()
    address, zipped = f"/games/{table.id}/chart.svg", {"Accept-Encoding": "gzip"}
    first = phone.get(address, headers=zipped)
    assert first.headers["Content-Encoding"] == "gzip"
    assert first.headers["Cache-Control"] == "private, no-cache"
    tag = first.headers["ETag"]
    assert phone.get(address, headers={"If-None-Match": tag, **zipped}).status_code == 304
    assert phone.get(address, headers={"If-None-Match": tag}).status_code == 304
    assert phone.get(f"{address}?wide=1", headers={"If-None-Match": tag}).status_code == 200
    table.deal(1)
    assert phone.get(address, headers={"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize("wide", [False, True])
def test_twelve_lines_differ_without_their_colours(wide: bool) -> None:
    svg = draw_lines(lines(12, 5), wide=wide)
    dashes = re.findall(r"\.serie-(\d+) \.line\{stroke:(#\w+);stroke-dasharray:([^}]*)\}", svg)
    assert len({(stroke, dash) for _, stroke, dash in dashes}) == 12
    root = ElementTree.fromstring(svg)
    groups = [one for one in root.iter(f"{SVG}g") if "marks" in one.get("class", "")]
    marks = {(one.get("class"), one.find(f"{SVG}path").get("d")) for one in groups}  # type: ignore[union-attr]
    hollow = {("hollow" in (kind or ""), mark) for kind, mark in marks}
    assert len(hollow) == 12


def test_every_line_is_named_at_its_end_and_no_name_covers_another() -> None:
    root = ElementTree.fromstring(draw_lines(lines(12, 30)))
    names = [one for one in root.iter(f"{SVG}text") if one.get("class") == "name"]
    assert sorted(one.text or "" for one in names) == sorted(NAMES)
    heights = sorted(float(one.get("y", "")) for one in names)
    assert all(lower - upper > 15 for upper, lower in pairwise(heights))


def test_names_are_never_taken_for_markup() -> None:
    root = ElementTree.fromstring(draw_lines(lines(4, 3, "<b>&amp;", "a\u202eb\x07c"), wide=True))
    names = [one.text for one in root.iter(f"{SVG}text") if one.get("class") == "name"]
    assert {"<b>&amp;", "abc"} <= set(names)


def test_long_names_are_cut_between_letters_that_belong_together() -> None:
    assert shortened("Ann", 10) == "Ann"
    assert shortened(LONG, 6) == "Wolfeschl…"
    assert pieces_of(f"{FAMILY}🇩🇪e\u0301") == [FAMILY, "🇩🇪", "e\u0301"]
    assert shortened(FAMILY * 5, 4) == f"{FAMILY * 2}…"


def test_the_same_chart_gives_the_same_bytes() -> None:
    assert draw_lines(lines(4, 9)) == draw_lines(lines(4, 9))


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
def test_the_numbers_at_the_side_are_round(numbers: list[int], ticks: list[int]) -> None:
    assert ticks_for(numbers) == ticks


def test_names_are_moved_apart_and_stay_in_the_picture() -> None:
    assert spread([10, 50], 16, 100) == [10, 50]
    assert spread([98, 99, 100], 16, 100) == [68, 84, 100]
    assert spread([1, 1, 1], 16, 100) == [1, 17, 33]


def test_a_night_has_one_chart_for_each_kind_of_game_that_was_finished(
    phone: Phone, database: Database, club: str
) -> None:
    first, second = begin(database, club), begin(database, club, "Ann", "Ben", "Cat", "Eve")
    for table in (first, second):
        table.deal(0, 7, 23, 32)
        table.write("end", {"why": "late", "leftover": None})
    pink = begin_counters(database, club, variant="pink-nines")
    play(pink, *({"out": out} for out in (0, 1, 2, 3)))
    night = first.read().night
    assert {one.read().night for one in (second, pink)} == {night}
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


def test_all_that_is_not_play_stands_on_one_page(phone: Phone, table: Table) -> None:
    table.deal()
    phone.get(f"/games/{table.id}")
    assert f"/games/{table.id}/more" in phone.page.links
    phone.get(f"/games/{table.id}/more")
    for page in ("chart", "book"):
        assert f"/games/{table.id}/{page}" in phone.page.links


def test_one_line_that_falls_below_nothing_is_drawn_with_real_minus_signs() -> None:
    form = Chart("Form", "Game", ("1", "2", "3"), (Line("Ann", (12, -30, -4)),))
    root = ElementTree.fromstring(draw_lines(form))
    said = [one.text for one in root.iter(f"{SVG}text")]
    assert {"−30", "0", "−4", "Ann"} <= set(said)
    assert not any("-" in (one or "") for one in said)


def test_drawing_leaves_nothing_in_the_way_of_later_imports() -> None:
    draw_lines(lines(2, 3))
    assert not [one for one in sys.meta_path if "pygal" in type(one).__module__]


def test_nothing_right_of_the_last_deal_looks_like_one_more_deal() -> None:
    chart = lines(4, 3)
    root = ElementTree.fromstring(draw_lines(chart))
    put = [one.get("transform", "") for one in root.iter(f"{SVG}path") if one.get("transform")]
    at = [(one, float(one[10:].split(" ")[0])) for one in put if one.startswith("translate(")]
    on_lines = [x for one, x in at if "scale" not in one]
    beside_names = [x for one, x in at if "scale" in one]
    numbers = [one for one in root.iter(f"{SVG}text") if one.get("class") == "end"]
    assert len(on_lines) == 12
    assert len(beside_names) == len(numbers) == 4
    assert min(beside_names) > max(float(one.get("x", "")) for one in numbers) > max(on_lines) + 40


def test_a_night_of_counters_starts_at_nothing_and_ends_with_what_was_won_and_lost(
    database: Database, club: str
) -> None:
    for _ in range(2):
        table = begin_counters(database, club)
        play(table, cards(0, 1, 2, 3), {"void": True})
        table.write("buy", {"after": table.deals[-1], "seat": 1, "counters": 36})
        play(table, *(cards(out, 1, 2, 3) for out in (1, 2, 3)))
    night = read_night(database, club, table.read().night)
    sheets = sheets_by_game(database, club, [game.id for game in night.games])
    [one] = charts_of_night(night.games, sheets)
    lines = {line.name: line.values for line in one.chart.lines}
    assert one.chart.breaks[0] == (0, "Game 1")
    assert {values[0] for values in lines.values()} == {0}
    assert "2" in one.chart.labels  # the void deal is a step like any other
    assert one.chart.breaks[1][1] == "Game 2"
    [standings] = night.standings
    assert {row.name: row.sum for row in standings.rows} == {
        name: values[-1] for name, values in lines.items()
    }


def test_the_charts_of_a_night_ask_as_often_for_three_games_as_for_one(
    database: Database, club: str
) -> None:
    tables = [begin(database, club) for _ in range(3)]
    for table in tables:
        table.deal(0, 7, 23, 32)
    ids = [table.id for table in tables]
    with Statements(database) as for_one:
        sheets_by_game(database, club, ids[:1])
    with Statements(database) as for_three:
        assert set(sheets_by_game(database, club, ids)) == set(ids)
    assert for_three.count == for_one.count


def labels_of(svg: str) -> list[tuple[float, str]]:
    """What is written below a chart, and where."""
    axis = next(
        one
        for one in ElementTree.fromstring(svg).iter(f"{SVG}g")
        if one.get("class", "").startswith("axis x")
    )
    texts = [one for one in axis.iter(f"{SVG}text") if one.text]
    return [(float(one.get("x", "")), one.text or "") for one in texts]


def test_labels_below_a_chart_keep_off_each_other() -> None:
    steps = ("0", *map(str, range(1, 4)), "End", *map(str, range(4, 7)), "End")
    for wide_picture in (False, True):
        chart = Chart("A chart", "Deal", steps, (Line("Ann", tuple(range(9))),))
        labels = labels_of(draw_lines(chart, wide=wide_picture))
        assert labels[-1][1] == "End"
        for (left, one), (right, other) in pairwise(labels):
            assert right - left >= (wide(one) + wide(other)) / 2 * 12
    assert with_gaps(("6", "End", "7", "8"), 1.2) == ["6", "", "7", "8"]
    assert with_gaps(("7", "End"), 1.0) == ["", "End"]


def test_a_chart_with_short_names_is_drawn_over_the_whole_width() -> None:
    def end(*names: str) -> float:
        return max(at for at, _ in labels_of(draw_lines(lines(4, 4, *names))))

    assert end("Al", "Bo", "Cy", "Di") > end(LONG) + 36


def test_a_name_ends_before_the_edge_of_the_picture() -> None:
    [name] = [
        one
        for one in ElementTree.fromstring(draw_lines(lines(1, 4, "=SUM(A1:A9)"))).iter(f"{SVG}text")
        if one.get("class") == "name"
    ]
    # Signs and digits are wider than most letters.
    assert float(name.get("x", "")) + 12 * wide(name.text or "") < 354
