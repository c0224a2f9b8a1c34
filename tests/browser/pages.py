"""Every page of the app, with something on it, for tests that look at them all."""

from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from scorer.services.club.devices import list_devices
from scorer.services.games.seats_held import hold_seat
from scorer.services.money.ledger import read_ledger, record_payment
from scorer.services.nights import bin
from tests.browser.fingers import PAD, Fingers, wait_for_forms
from tests.tables import begin, new_id


@dataclass(frozen=True)
class Look:
    """A page, and what to tap there first."""

    name: str
    address: str
    then: Callable[[Page], None] = lambda page: None

    def show(self, page):
        """Go there, without anything typed before."""
        if page.url.startswith("http"):
            # The page that is left keeps what is typed on it until the next one is there.
            page.evaluate("localStorage.clear(); Storage.prototype.setItem = () => {}")
        page.goto(self.address)
        self.then(page)


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
    fingers = Fingers(page)
    fingers.out(0)
    fingers.type(41)
    fingers.nine(1)
    fingers.next()


def open_pad_by_cards(page):
    """The pad with cards."""
    fingers = Fingers(page)
    fingers.out(0)
    switch = page.locator(f"{PAD} [data-by-cards]")
    if switch.get_attribute("aria-pressed") != "true":
        fingers.tap(switch)
    if not page.locator(f"{PAD} [data-held]").count():
        fingers.cards("K 9r 4 A 10")


def open_correction(page):
    """The pad over a deal that is told again."""
    fingers = Fingers(page)
    fingers.tap("[data-correct] >> nth=0")
    fingers.hand(1)
    fingers.type(3)


def open_why(page):
    """The reasons of a number."""
    Fingers(page).tap("[data-deals] [data-why] >> nth=1")
    expect(page.get_by_role("dialog")).to_be_visible()


def open_folds(page):
    """All that is folded away on a page."""
    page.evaluate("document.querySelectorAll('details').forEach(one => (one.open = true))")


def fill_table(page):
    """Everybody known sits down."""
    fingers = Fingers(page)
    known = page.locator("[data-known]:visible")
    for at in range(min(4, known.count())):
        fingers.tap(known.nth(at))
    page.get_by_text("House rules", exact=True).tap()
    page.get_by_text("How to build the pack", exact=True).tap()


def lift_a_seat(page):
    """A full table, and somebody lifted."""
    page.evaluate("sessionStorage.clear()")
    page.goto("/games/new")
    for name in (
        "Nan",
        "Oda",
        "Pia",
        "Quin",
        "Alexandrina Featherstonehaugh",
        "Jürgen 🐈",
        "شهرزاد",
    ):
        page.locator("[data-new-name]").fill(name)
        page.get_by_role("button", name="Add", exact=True).tap()
    page.locator("[data-sits]").nth(4).tap()


def start_another(page):
    """A game that has just begun, and could belong to another night."""
    page.evaluate("sessionStorage.clear()")
    page.goto("/games/new")
    page.locator("[data-same]").tap()
    page.get_by_role("button", name="Start", exact=True).tap()
    page.get_by_text("Change", exact=True).tap()


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


def choose_paper_book(page):
    """A table of totals, and what it would do."""
    book = "date,game,Ann,Rosa\n2024-05-03,Pink Nines,-3,3\n2024-05-04,Skat (lowest wins),10,20\n"
    file = {"name": "paper.csv", "mimeType": "text/csv", "buffer": book.encode()}
    page.get_by_label("A file of games").set_input_files(file)
    page.get_by_role("button", name="Preview").tap()
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
    page.get_by_role("button", name="Lend or buy counters").tap()
    page.get_by_role("dialog", name="Buy or lend counters").wait_for()


def open_counters_pad(page):
    """The pad of a game for counters with a hand typed."""
    fingers = Fingers(page)
    fingers.out(0)
    if page.locator(f"{PAD} [data-digits]").is_visible():
        fingers.type(3)
    else:
        fingers.count(3)


def all_pages(server, club, table, over):
    """Every page that a phone with all rights can open."""
    game, first = f"/games/{table.id}", table.deals[0]
    night = table.read().night
    yield Look("join", f"/join/{server.invite(club).link_code}")
    yield Look("code", "/code")
    yield Look("new game", "/games/new")
    yield Look("new game filled", "/games/new", fill_table)
    yield Look("new game, a seat lifted", "/games/new", lift_a_seat)
    yield Look("phones", f"{game}/phones")
    yield Look("code of a table", f"{game}/code")
    yield Look("seats of a table", server.table_code(club, over.read().night))
    yield Look("just begun", "/games/new", start_another)
    yield Look("go on with others", f"/games/new?follows={over.id}")
    yield Look("game", game)
    yield Look("pad", game, open_pad)
    yield Look("pad by cards", game, open_pad_by_cards)
    yield Look("correction", game, open_correction)
    yield Look("reasons", game, open_why)
    counted, bid = count_hands(server, club, over)
    yield Look("hands come in", f"/games/{counted.id}")
    yield Look("bids come in", f"/games/{bid.id}")
    yield Look("table view while hands come in", f"/games/{counted.id}/table?way=flat")
    yield Look("finished game", f"/games/{over.id}")
    yield Look("deal", f"{game}/deals/{first}")
    yield Look("plain form", f"{game}/deals/new?out=1")
    yield Look("plain correction", f"{game}/deals/{first}/correct")
    yield Look("export", f"{game}/export")
    yield Look("table view, lying flat", f"{game}/table?way=flat")
    yield Look("table view of a finished game", f"/games/{over.id}/table?way=standing")
    yield Look("chart", f"{game}/chart", open_folds)
    yield Look("what if tried", f"/games/{over.id}/what-if?rule-red_nine_doubling=per_nine")
    yield Look("share", f"/games/{over.id}/share")
    yield Look("paper", f"/games/{over.id}/paper")
    yield Look("book", f"{game}/book")
    yield Look("seat", f"{game}/seats/1")
    yield Look("start", f"{game}/start")
    yield Look("end", f"{game}/end")
    yield Look("penalty", f"{game}/penalty")
    names = [sitter.name for sitter in over.read().sheet.sitters]
    counters, settled = play_for_counters(server, club, *names[:10])
    game = f"/games/{counters.id}"
    yield Look("game for counters", game)
    yield Look("pad for counters", game, open_counters_pad)
    yield Look("counters", game, open_counters_dialog)
    yield Look("end of a game for counters", f"{game}/end")
    yield Look("finished game for counters", f"/games/{settled.id}")
    yield Look("new game for counters", "/games/new?variant=red-nines-1881")
    due = read_ledger(server.database, club).due
    paid = {"payer": due[0].payer, "payee": due[0].payee, "amount": due[0].amount}
    record_payment(server.database, club, device=None, payment=new_id(), **paid)
    yield Look("settle up", "/settle-up")
    yield Look("front page", "/")
    yield Look("nights", "/nights/", open_folds)
    yield Look("nothing found", "/nights/?q=xyzzy")
    yield Look("night", f"/nights/{night}", open_folds)
    yield Look("share night", f"/nights/{night}/share")
    yield Look("edit night", f"/nights/{night}/edit")
    yield Look("move to another night", f"{game}/night")
    gone = begin(server.database, club)
    bin.delete(server.database, club, "game", gone.id, device=None)
    yield Look("just deleted", f"/nights/?deleted={gone.id}")
    yield Look("bin", "/bin")
    player = f"/players/{over.read().sheet.sitters[0].player}"
    yield Look("players", "/players/", open_folds)
    yield Look("player", player, open_folds)
    yield Look("another name", f"{player}/rename")
    yield Look("the same person", f"{player}/merge")
    yield Look("a name forgotten", f"{player}/anonymise")
    yield Look("rules", "/rules/")
    yield Look("rules of red nines", "/rules/red-nines")
    yield Look("club", "/club/")
    yield Look("invitation", "/club/", make_invitation)
    yield Look("bring in", "/club/import")
    yield Look("bring in, looked at", "/club/import", choose_paper_book)
    yield Look("outbox", "/outbox")
