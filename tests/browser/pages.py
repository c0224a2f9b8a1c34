"""Every page of the app, with something on it, for tests that look at them all."""

from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

from playwright.sync_api import Page, expect

from scorer.services.club.devices import list_devices
from scorer.services.games.seats_held import hold_seat
from scorer.services.money.ledger import read_ledger, record_payment
from scorer.services.nights import bin
from tests.browser.pad_page import PAD, PadPage, wait_for_forms
from tests.tables import begin, new_id


@dataclass(frozen=True)
class PageState:
    """A page, and what to tap there first."""

    name: str
    address: str
    prepare: Callable[[Page], None] = lambda page: None
    # Left to the long run: another state shows the same template, or few open it at a table.
    rare: bool = False

    def show(self, page):
        """Go there, without anything typed before."""
        if page.url.startswith("http"):
            # The page that is left keeps what is typed on it until the next one is there.
            page.evaluate("localStorage.clear(); Storage.prototype.setItem = () => {}")
        page.goto(self.address)
        self.prepare(page)


@contextmanager
def in_dark(page):
    """A page that is open in light, seen in dark: at once where nothing moves."""
    page.emulate_media(color_scheme="dark")
    try:
        yield
    finally:
        page.emulate_media(color_scheme="light")


def play(server, club, *names):
    """A game in progress with a correction, and one that is over."""
    over = begin(server.database, club, *names, first_dealer=1)
    others = len(over.read().sheet.sitters) - 1
    over.deal(0, *range(2, 2 + others))
    over.write("end", {"why": "it got late", "leftover": None})
    table = begin(server.database, club, *names, house_rules={"values": "american"})
    hands = [["K", "9r", "4"], *({"points": n, "red_nines": 0} for n in range(10, 9 + others))]
    first = {"out": 0, "on_red_nine": True, "hands": [[], *hands]}
    table.write("deal", {"after": None, "facts": first})
    table.deal(1, *range(12, 12 + others))
    again = {**first, "hands": [[], {"points": 25, "red_nines": 0}, *hands[1:]]}
    table.write("correct", {"deal": table.deals[0], "set": again})
    sitter = {"id": None, "name": "Zoe"}
    table.write("take_seat", {"seat": 2, "player": sitter})
    table.deal(2, *range(22, 22 + others))
    return table, over


def open_pad(page):
    """The pad with digits, a red nine and another hand still blank."""
    pad_page = PadPage(page)
    pad_page.out(0)
    pad_page.type(41)
    pad_page.nine(1)
    pad_page.next()


def open_pad_by_cards(page):
    """The pad with cards."""
    pad_page = PadPage(page)
    pad_page.out(0)
    switch = page.locator(f"{PAD} [data-by-cards]")
    if switch.get_attribute("aria-pressed") != "true":
        pad_page.tap(switch)
    if not page.locator(f"{PAD} [data-held]").count():
        pad_page.cards("K 9r 4 A 10")


def open_correction(page):
    """The pad over a deal that is told again."""
    pad_page = PadPage(page)
    pad_page.tap("[data-correct] >> nth=0")
    pad_page.hand(1)
    pad_page.type(3)


def open_why(page):
    """The reasons of a number."""
    PadPage(page).tap("[data-deals] [data-why] >> nth=1")
    expect(page.get_by_role("dialog")).to_be_visible()


def open_folds(page):
    """All that is folded away on a page."""
    page.evaluate("document.querySelectorAll('details').forEach(one => (one.open = true))")


def fill_table(page):
    """Everybody known sits down."""
    pad_page = PadPage(page)
    known = page.locator("[data-known]:visible")
    for at in range(min(4, known.count())):
        pad_page.tap(known.nth(at))
    page.get_by_text("House rules", exact=True).tap()
    page.get_by_text("How to build the pack", exact=True).tap()


def type_names(page, *names):
    """Type people who sit down, one after the other."""
    for name in names:
        expect(page.locator("[data-new-name]")).to_have_value("")
        page.locator("[data-new-name]").fill(name)
        page.get_by_role("button", name="Add", exact=True).tap()


def lift_a_seat(page):
    """A full table, and somebody lifted."""
    page.evaluate("sessionStorage.clear()")
    page.goto("/games/new")
    type_names(page, "Nan", "Oda", "Pia", "Quin", "Alexandrina Featherstonehaugh")
    type_names(page, "Jürgen 🐈", "شهرزاد")
    page.locator("[data-sits]").nth(4).tap()


def start_another(page):
    """A game that has just begun."""
    page.evaluate("sessionStorage.clear()")
    page.goto("/games/new")
    page.locator("[data-same]").tap()
    page.get_by_role("button", name="Start", exact=True).tap()
    expect(page.get_by_text("Deal 1 of")).to_be_visible()


def make_invitation(page):
    """An invitation on the screen."""
    page.get_by_role("button", name="Invite", exact=True).tap()
    expect(page.get_by_role("heading", name="Invitation")).to_be_visible()
    # The machine's own name leads no other phone here, a name at home does.
    expect(page.get_by_text("Other phones cannot reach this address")).to_be_visible()
    cookies = [{**cookie, "domain": "cards.test"} for cookie in page.context.cookies()]
    page.context.add_cookies(cookies)
    page.goto(page.url.replace("127.0.0.1", "cards.test"))
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()


def choose_paper_book(page, day=""):
    """A table of totals: the question about its days, or what it would do once that is clear."""
    book = "date,game,Ann,Rosa\n5/7/2024,Pink Nines,-3,3\n2024-05-04,Skat (lowest wins),10,20\n"
    file = {"name": "paper.csv", "mimeType": "text/csv", "buffer": book.encode()}
    page.get_by_label("A file of games").set_input_files(file)
    page.get_by_role("button", name="Preview").tap()
    expect(page.get_by_role("heading", name="Which day is 5/7/2024?")).to_be_visible()
    if day:
        page.get_by_role("button", name=day).tap()
        expect(page.get_by_role("heading", name="Preview")).to_be_visible()


def count_hands(server, club, over):
    """A game in which hands come in, and one in which bids do; a phone holds the first seat."""
    names = [sitter.name for sitter in over.read().sheet.sitters]
    counted = begin(server.database, club, *names)
    bid = begin(server.database, club, *names[:3], variant="ninety-nine")
    looking = (one for one in list_devices(server.database, club) if one.name != "Host")
    device = next(looking)
    for table in (counted, bid):
        hold_seat(server.database, device, table.id, 0)
    counted.answer(("out", -1, 0), ("hands", 2, {"points": 7, "red_nines": 0}))
    bid.answer(("bids", 0, 3))
    return counted, bid


def play_for_counters(server, club, *names):
    """A game for counters with a void deal, a loan and a sweep, and one that is over."""
    rules = {"counters": 12, "counter_value": {"counters": 1, "pays": 5}}
    table, over = (
        begin(server.database, club, *names, variant="red-nines-1881", house_rules=rules)
        for _ in range(2)
    )
    hands = [{"cards": 1 + at % 4, "red_nines": int(at == 2)} for at in range(len(names))]
    facts = {"out": 1, "on_red_nine": True, "hands": [*hands[:1], [], *hands[2:]]}
    for game in (table, over):
        game.write("deal", {"after": None, "facts": {"void": True}})
        game.write("deal", {"after": game.deals[-1], "facts": facts})
    table.write("buy", {"seat": 0, "counters": 20})
    table.write("lend", {"seat": 2, "lender": 1, "counters": 5})
    table.answer(("aces_swept_by", -1, 2))
    over.write("end", {"why": "late", "leftover": "level_the_dealing"})
    return table, over


def open_counters_dialog(page):
    """What asks who gets counters, and where from."""
    wait_for_forms(page)
    page.get_by_role("button", name="Counters", exact=True).tap()
    page.get_by_role("dialog", name="Lend or buy counters").wait_for()


def open_penalty_dialog(page):
    """What asks for a penalty."""
    wait_for_forms(page)
    PadPage(page).tap_more(page.get_by_role("button", name="Add a penalty"))
    page.get_by_role("dialog", name="Add a penalty").wait_for()


def open_counters_pad(page):
    """The pad of a game for counters with a hand typed."""
    pad_page = PadPage(page)
    pad_page.out(0)
    if page.locator(f"{PAD} [data-digits]").is_visible():
        pad_page.type(3)
    else:
        pad_page.count(3)


def all_pages(server, club, table, over):
    """Every page that a phone with all rights can open."""
    game, first = f"/games/{table.id}", table.deals[0]
    night = table.read().night
    yield PageState("join", f"/join/{server.invite(club).link_code}")
    yield PageState("code", "/code", rare=True)
    yield PageState("new game", "/games/new", rare=True)
    yield PageState("new game filled", "/games/new", fill_table)
    yield PageState("new game, a seat lifted", "/games/new", lift_a_seat, rare=True)
    yield PageState("phones", f"{game}/phones")
    yield PageState("code of a table", f"{game}/code")
    yield PageState("seats of a table", server.table_code(club, over.read().night))
    yield PageState("just begun", "/games/new", start_another, rare=True)
    yield PageState("go on with others", f"/games/new?follows={over.id}", rare=True)
    yield PageState("game", game)
    yield PageState("pad", game, open_pad)
    yield PageState("pad by cards", game, open_pad_by_cards)
    yield PageState("correction", game, open_correction, rare=True)
    yield PageState("reasons", game, open_why)
    counted, bid = count_hands(server, club, over)
    yield PageState("hands come in", f"/games/{counted.id}")
    yield PageState("bids come in", f"/games/{bid.id}", rare=True)
    yield PageState(
        "table view while hands come in", f"/games/{counted.id}/table?way=flat", rare=True
    )
    yield PageState("finished game", f"/games/{over.id}")
    yield PageState("deal", f"{game}/deals/{first}")
    yield PageState("plain form", f"{game}/deals/new?out=1")
    yield PageState("plain correction", f"{game}/deals/{first}/correct", rare=True)
    yield PageState("export", f"{game}/export", rare=True)
    yield PageState("table view, lying flat", f"{game}/table?way=flat")
    yield PageState(
        "table view of a finished game", f"/games/{over.id}/table?way=standing", rare=True
    )
    yield PageState("chart", f"{game}/chart", open_folds, rare=True)
    yield PageState("what if", f"/games/{over.id}/what-if", rare=True)
    yield PageState("share", f"/games/{over.id}/share", rare=True)
    yield PageState("paper", f"/games/{over.id}/paper", rare=True)
    yield PageState("book", f"{game}/book", rare=True)
    yield PageState("seat", f"{game}/seats/1", rare=True)
    yield PageState("who is at the table", f"{game}/people?player=Ottilie")
    yield PageState("start", f"{game}/start", rare=True)
    yield PageState("end", f"{game}/end", rare=True)
    yield PageState("penalty", game, open_penalty_dialog)
    names = [sitter.name for sitter in over.read().sheet.sitters]
    counters, settled = play_for_counters(server, club, *names[:10])
    game = f"/games/{counters.id}"
    yield PageState("game for counters", game)
    yield PageState("pad for counters", game, open_counters_pad, rare=True)
    yield PageState("counters", game, open_counters_dialog)
    yield PageState("end of a game for counters", f"{game}/end", rare=True)
    yield PageState("finished game for counters", f"/games/{settled.id}", rare=True)
    yield PageState("new game for counters", "/games/new?variant=red-nines-1881", rare=True)
    due = read_ledger(server.database, club).due
    paid = {"payer": due[0].payer, "payee": due[0].payee, "amount": due[0].amount}
    record_payment(server.database, club, device=None, payment=new_id(), **paid)
    yield PageState("settle up", "/settle-up")
    yield PageState("front page", "/")
    yield PageState("nights", "/nights/", open_folds, rare=True)
    yield PageState("nothing found", "/nights/?q=xyzzy", rare=True)
    yield PageState("night", f"/nights/{night}", open_folds)
    yield PageState("share night", f"/nights/{night}/share", rare=True)
    yield PageState("edit night", f"/nights/{night}/edit", rare=True)
    yield PageState("move to another night", f"{game}/night", rare=True)
    gone = begin(server.database, club)
    bin.delete(server.database, club, "game", gone.id, device=None)
    yield PageState("just deleted", f"/nights/?deleted={gone.id}", rare=True)
    yield PageState("bin", "/bin", rare=True)
    player = f"/players/{over.read().sheet.sitters[0].player}"
    yield PageState("players", "/players/", open_folds)
    yield PageState("player", player, open_folds)
    yield PageState("another name", f"{player}/rename", rare=True)
    yield PageState("the same person", f"{player}/merge", rare=True)
    yield PageState("a name forgotten", f"{player}/anonymise", rare=True)
    yield PageState("rules", "/rules/", rare=True)
    yield PageState("rules of red nines", "/rules/red-nines")
    yield PageState("club", "/club/", open_folds, rare=True)
    yield PageState("invitation", "/club/", make_invitation, rare=True)
    yield PageState("way back", "/club/way-back", rare=True)
    yield PageState("delete the club", "/club/delete", rare=True)
    yield PageState("bring in", "/club/import", rare=True)
    yield PageState("bring in, asked", "/club/import", choose_paper_book, rare=True)
    yield PageState(
        "bring in, looked at", "/club/import", partial(choose_paper_book, day="7 May"), rare=True
    )
    yield PageState("outbox", "/outbox", rare=True)
