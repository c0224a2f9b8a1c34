"""Names that are cut are told apart, on the phone and on paper."""

from tests.tables import NAMES
from tests.web.counters import begin_counters

WOMAN, MAN = "Maximiliane-Friederike von Hohenlohe", "Maximilian-Ferdinand von Hohenstaufen"
LONG = "Wolfeschlegelsteinhausenbergerdorffxyzab"
FAMILY = "👩‍👩‍👧‍👦"
TWELVE = (WOMAN, MAN, LONG, f"{LONG[:-1]}c", *NAMES[:6], "عبد الرحمن بن محمد", FAMILY)

SEEN = """names => names.map(name => {
    const short = name.querySelector("[aria-hidden]") ?? name;
    const [narrow, wide] = [short, name].map(one => one.getBoundingClientRect().width);
    return [short.textContent, name.textContent, narrow <= wide];
})"""
CUT = """names => names.filter(name => name.scrollWidth > name.clientWidth + 1
    || name.scrollHeight > name.clientHeight + 1).map(name => name.textContent)"""


def told_short(page, names):
    """What is seen of those who were told apart; their whole names are heard."""
    shown_names = page.locator(names).evaluate_all(SEEN)
    some = [one for one in shown_names if one[0] != one[1]]
    for short, heard, fits in some:
        assert fits, short
        assert heard.endswith((WOMAN, MAN, LONG, f"{LONG[:-1]}c"))
    return [short for short, *_ in some]


def test_those_who_begin_alike_are_told_apart_wherever_names_are_cut(join, seat):
    table = seat(*TWELVE)
    table.deal(0, *range(2, 13))
    small = join(viewport=(360, 640))
    for page, names in (
        (f"/games/{table.id}", ".deals-name"),
        (f"/games/{table.id}/chart", ".figures-name"),
        ("/", ".go-on bdi"),
        (f"/nights/{table.read().night}", ".line-seat bdi"),
        ("/nights/", ".line-seat bdi"),
    ):
        small.goto(page)
        short = told_short(small, names)
        assert len(short) == len(set(short)) == 4, (page, short)


def test_paper_cuts_no_name_while_there_is_room(phone, server, club, seat):
    of_two = begin_counters(server.database, club, WOMAN, MAN, "Cat", "Dan", "Eve", "Fay")
    phone.set_viewport_size({"width": 718, "height": 1047})
    phone.emulate_media(media="print")
    for table in (of_two, seat(WOMAN, MAN, "Cat", "Dan"), seat(*TWELVE)):
        phone.goto(f"/games/{table.id}/paper")
        assert phone.locator(".paper-name").evaluate_all(CUT) == []
        assert phone.evaluate("document.documentElement.scrollWidth") <= 718
    phone.goto(f"/games/{of_two.id}/paper")
    assert "Red Nine pool" in phone.locator(".paper-name").all_inner_texts()
