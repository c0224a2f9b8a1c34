"""The faces of pictures: all letters are written, or left out and named on the page."""

import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec

import pytest
from flask import Flask, render_template
from markupsafe import escape

from scorer.storage.database import Database
from scorer.web.drawing import fonts
from scorer.web.drawing.fonts import left_out, runs
from scorer.web.drawing.images import draw_png
from scorer.web.sharing.pictures import Picture, PictureStanding
from tests.tables import Table, begin
from tests.web.phones import Phone
from tests.web.test_pictures import AWKWARD, FAMILY, ODD, SIZE, finish, size_of

WRITTEN = (
    *("Ann Ünsal-Österreicher", "Nağme Łukasz Ő", "Ελένη", "Ђорђе Юлия", "Nguyễn Thị"),
    *("שָׂרָה", "عبد الرحمن", "王小明", "山田ひろし", "김철수", "देवनागरी", "বাংলা", "ไทย"),
    *("ქართული", "Հայ", "አማርኛ", "தமிழ்", "ગુજરાતી", FAMILY, "🎉🇩🇪❤️👍🏽"),
)


@pytest.mark.parametrize("name", (*WRITTEN, *AWKWARD, *ODD, "Ann ♠♡ 1\u0338 — ₹ zł", "नमस्\u200dते"))
def test_our_own_fonts_write_every_letter_that_is_not_left_out(
    name: str, capfd: pytest.CaptureFixture[str]
) -> None:
    import resvg_py

    from scorer.web.drawing.fonts import font_files

    assert name in ODD or not left_out(name)
    for family, piece in runs(name):
        svg = (
            '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="60">'
            f'<text y="40" font-size="30" font-family="{family}">{escape(piece)}</text></svg>'
        )
        resvg_py.svg_to_bytes(
            svg_string=svg,
            skip_system_fonts=True,
            font_files=font_files({family}),
            log_information=True,
        )
        said = capfd.readouterr()
        assert "No fonts with" not in said.out + said.err, (name, family)
        assert "Fallback" not in said.out + said.err, (name, family)


def test_a_text_is_cut_into_runs_of_one_font(plain: None) -> None:
    assert runs("Ann 12") == [("Noto Sans", "Ann 12")]
    assert runs(f"{FAMILY} Nağme!") == [("Noto Emoji", FAMILY), ("Noto Sans", " Nağme!")]
    assert runs("王 (2)") == [("Noto Sans CJK JP", "王 "), ("Noto Sans", "(2)")]
    assert runs("") == []


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine without coloured emoji."""
    monkeypatch.setattr(fonts, "COLOURED_FILES", ())
    fonts.faces.cache_clear()
    yield
    fonts.faces.cache_clear()


def test_emoji_are_coloured_where_the_machine_has_such_and_other_signs_stay_text(
    plain: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert runs("Ann 🎉") == [("Noto Sans", "Ann "), ("Noto Emoji", "🎉")]
    monkeypatch.setattr(fonts, "COLOURED_FILES", (fonts.faces()["Noto Emoji"].file,))
    fonts.faces.cache_clear()
    for emoji in ("🎉", FAMILY, "🇩🇪", "👍🏽", "\u2764\ufe0f"):
        assert runs(emoji) == [("Noto Color Emoji", emoji)]
    assert runs("12 \u2660") == [("Noto Sans", "12 "), ("Noto Emoji", "\u2660")]
    assert left_out("🎉 Ann") == ""


@pytest.mark.parametrize("coloured", [True, False])
@pytest.mark.parametrize(
    "emoji", ["🎉", FAMILY, "🐈\u200d⬛", "🇩🇪", "👍🏽", "\u2764\ufe0f", "1\ufe0f\u20e3"]
)
def test_emoji_are_drawn_wherever_they_stand_in_a_name(
    app: Flask, monkeypatch: pytest.MonkeyPatch, emoji: str, coloured: bool
) -> None:
    """The renderer panics over them in the middle of a text."""
    if not coloured:
        monkeypatch.setattr(fonts, "COLOURED_FILES", ())
    fonts.faces.cache_clear()
    names = (
        f"Kitty {emoji}",
        f"{emoji} Bo",
        f"A{emoji}B {emoji}",
        f"{emoji}{emoji}",
        "شهرزاد " + emoji,
    )
    standings = tuple(PictureStanding(name, "", "1", won=True, says=name) for name in names)
    picture = Picture(names[0], "today", names[2], standings, names[1], names[2])
    with app.app_context():
        svg = render_template("pictures/podium.svg", picture=picture)
    assert size_of(draw_png(svg)) == SIZE
    fonts.faces.cache_clear()


def test_emoji_have_a_place_of_their_own_in_a_line(plain: None) -> None:
    line = fonts.placed("Ann 🎉 Bo", 100, 10)
    assert [piece for _, piece, _ in line.runs] == ["Ann ", "🎉", " Bo"]
    places = [at for _, _, at in line.runs]
    assert places == sorted(places)
    assert places[0] == 100
    assert places[2] - places[1] == pytest.approx(12.7, abs=0.2)
    at_the_end = fonts.placed("Ann 🎉", 100, 10, "end")
    assert at_the_end.anchor == "start"
    assert at_the_end.x < 100 - 12
    assert fonts.placed("Ann", 100, 10, "end") == fonts.Placed(
        100, "end", (("Noto Sans", "Ann", 100),)
    )


def test_a_letter_that_no_font_has_is_left_out() -> None:
    assert runs("Ann \U00013000 B") == [("Noto Sans", "Ann  B")]
    assert left_out("Ann \U00013000\U00013000 王 שָׂרָה 12!? \u200f\u2764\ufe0f") == "\U00013000"


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Make a package of the pictures be missing."""

    def lose(package: str) -> None:
        monkeypatch.setitem(sys.modules, package, None)
        monkeypatch.setattr(
            fonts, "find_spec", lambda name: None if name == package else find_spec(name)
        )
        fonts.faces.cache_clear()

    fonts.faces.cache_clear()
    yield lose
    fonts.faces.cache_clear()


def test_without_the_large_font_its_letters_are_left_out_and_the_page_says_so(
    phone: Phone, database: Database, club: str, without: Callable[[str], None]
) -> None:
    table = begin(database, club, "Ann", "王小明", "Cat", "Dan")
    finish(table)
    phone.get(f"/games/{table.id}/share")
    assert "Letters missing" not in phone.page.text
    whole = phone.get(f"/games/{table.id}/picture.png").data
    without("manimgx_fonts_cjk")
    phone.get(f"/games/{table.id}/share")
    assert "Letters missing from the picture: 王小明" in phone.page.text
    assert "Chinese, Japanese and Korean need an extra font" in phone.page.text
    answer = phone.get(f"/games/{table.id}/picture.png")
    assert size_of(answer.data) == SIZE
    assert answer.data != whole
    assert all("王" not in piece for _, piece in runs("Ann 王"))


def test_letters_that_even_the_large_font_lacks_are_said_without_naming_it(
    phone: Phone, database: Database, club: str
) -> None:
    table = begin(database, club, "\U00013000", "Ben", "Cat", "Dan")
    finish(table)
    phone.get(f"/games/{table.id}/share")
    assert "Letters missing from the picture: \U00013000" in phone.page.text
    assert "extra font" not in phone.page.text


@pytest.mark.parametrize("package", ["resvg_py", "fontTools", "manimgx_fonts"])
def test_without_what_draws_pictures_the_text_can_still_be_shared(
    phone: Phone, table: Table, without: Callable[[str], None], package: str
) -> None:
    finish(table)
    without(package)
    page = phone.get(f"/games/{table.id}/share")
    assert "No picture: the part that draws it is not installed." in phone.page.text
    assert "picture.png" not in page.text
    assert "♛ Ann 0" in page.text
    assert phone.get(f"/games/{table.id}/picture.png").status_code == 404
    assert phone.get(f"/games/{table.id}/chart.svg").status_code == 200
    night = table.read().night
    assert "No picture" in phone.get(f"/nights/{night}/share").text
    assert phone.get(f"/nights/{night}/picture.png").status_code == 404
