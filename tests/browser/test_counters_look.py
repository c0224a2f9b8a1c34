"""The pages of the counter games: axe, narrow phones, awkward names, text of twice the size."""

from collections.abc import Iterator

from playwright.sync_api import Page, expect

from tests.browser.conftest import Join
from tests.browser.fingers import PAD, Fingers
from tests.browser.live_server import LiveServer
from tests.browser.pages import Look
from tests.browser.test_accessibility import knows_axe, violations_in_both
from tests.browser.test_names import AWKWARD
from tests.browser.test_small_screen import out_of_reach, twice_as_large
from tests.tables import NAMES, Table, begin


def play(server: LiveServer, club: str, *names: str, **other: object) -> Table:
    """A game for counters: a void deal, a red nine, counters bought and lent, aces swept."""
    table = begin(server.database, club, *names, **other)
    players = len(table.read().sheet.sitters)
    table.write("deal", {"after": None, "facts": {"void": True}})
    hands = [{"cards": 1 + at % 4, "red_nines": int(at == 2)} for at in range(players)]
    facts = {"out": 1, "on_red_nine": True, "hands": [*hands[:1], [], *hands[2:]]}
    table.write("deal", {"after": table.deals[-1], "facts": facts})
    last = table.deals[-1]
    table.write("buy", {"after": last, "seat": 0, "counters": 20})
    table.write("lend", {"after": last, "seat": 2, "lender": 1, "counters": 5})
    if table.read().sheet.start.variant.key == "red-nines-1881":
        table.write("answers", {"after": last, "facts": {"aces_swept_by": 2}})
    return table


def count_two(page: Page) -> None:
    """The pad with two hands counted."""
    fingers = Fingers(page)
    fingers.out(0)
    fingers.count(3)
    fingers.count(1)


def count_cards(page: Page) -> None:
    """The pad with cards."""
    fingers = Fingers(page)
    fingers.out(0)
    fingers.tap(f"{PAD} [data-by-cards]")
    fingers.cards("K 9 4")


def type_one(page: Page) -> None:
    """The pad with digits."""
    fingers = Fingers(page)
    fingers.out(0)
    fingers.type(3)


def correct(page: Page) -> None:
    """A deal told again."""
    fingers = Fingers(page)
    fingers.tap("[data-deals] [data-correct] >> nth=1")
    fingers.hand(3)
    fingers.count(3)


def explain(page: Page) -> None:
    """Why a number is what it is."""
    Fingers(page).tap("[data-deals] [data-why] >> nth=-1")
    expect(page.get_by_role("dialog")).to_be_visible()


def pages(server: LiveServer, club: str, names: tuple[str, ...]) -> Iterator[Look]:
    """The pages of four games: 1881 with many, with four, Pink Nines, and one that is over."""
    old = {"variant": "red-nines-1881", "house_rules": {"counters": 12}}
    worth = {"counter_value": {"counters": 1, "pays": 5}}
    many = play(server, club, *names, **old)
    few = play(server, club, *names[:4], **old)
    pink = play(server, club, *names, variant="pink-nines", house_rules={"counters": 1})
    over = play(server, club, *names, **{**old, "house_rules": worth})
    over.write("end", {"why": "late", "leftover": "level_the_dealing"})
    game = f"/games/{many.id}"
    yield Look("game", game)
    yield Look("pad", game, count_two)
    yield Look("pad by cards", game, count_cards)
    yield Look("correction", game, correct)
    yield Look("reasons", game, explain)
    yield Look("pad with digits", f"/games/{few.id}", type_one)
    yield Look("pink nines", f"/games/{pink.id}")
    yield Look("pad of pink nines", f"/games/{pink.id}", lambda page: Fingers(page).out(0))
    yield Look("over", f"/games/{over.id}")
    yield Look("plain form", f"{game}/deals/new?out=1")
    yield Look("deal", f"{game}/deals/{many.deals[-1]}")
    yield Look("counters", f"{game}/counters")
    yield Look("end", f"{game}/end")
    yield Look("new game", "/games/new?variant=red-nines-1881")
    yield Look("rules", "/rules/red-nines-1881")
    yield Look("rules of pink nines", "/rules/pink-nines")


def test_axe_finds_nothing_on_any_page_of_a_counter_game(
    join: Join, server: LiveServer, club: str
) -> None:
    page = knows_axe(join("manage"))
    found = []
    for look in pages(server, club, NAMES[:8]):
        look.show(page)
        found += [f"{look.name}: {one}" for one in violations_in_both(page)]
    assert not found, "\n".join(found)


def test_no_page_of_a_counter_game_is_wider_than_a_narrow_phone(
    join: Join, server: LiveServer, club: str
) -> None:
    page = join("manage", viewport=(360, 560))
    found = {}
    for look in pages(server, club, AWKWARD):
        look.show(page)
        width = page.evaluate("document.documentElement.scrollWidth")
        for place in page.locator("dialog[open]").all():
            width = max(width, place.evaluate("one => one.scrollWidth"))
        if width > 360:
            found[look.name] = width
    assert not found


def test_with_text_of_twice_the_size_all_of_a_counter_game_is_reached(
    join: Join, server: LiveServer, club: str
) -> None:
    page = join("manage", viewport=(390, 844))
    found = []
    for look in pages(server, club, NAMES[:8]):
        look.show(page, twice_as_large)
        if page.evaluate("document.documentElement.scrollWidth") > 390:
            found.append(f"{look.name} is too wide")
        found += [f"{look.name}: {fault}" for fault in out_of_reach(page)]
    assert not found, "\n".join(found)
