"""The phone's rules and Python's, side by side in one page of Chromium, for every game.

Both read the worked examples and random books, and refuse the same impossible deals.
"""

import contextlib
import json
import random
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import chain, product, zip_longest
from pathlib import Path
from threading import Thread

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

from scorer.rules.asks import Cards, Choice, Flag, Hands, Number, read_facts
from scorer.rules.cards import CARDS, RED_NINE
from scorer.rules.entries import Adjust, Buy, ChangeTable, CorrectStart, End, Entry, Sitter
from scorer.rules.errors import ImpossibleDeal
from scorer.rules.fold import read_sheet
from scorer.rules.numbers import write_number
from scorer.rules.packages import PACKAGES
from scorer.rules.record import read_record
from scorer.rules.start import Start, resolve_start
from scorer.rules.types import Over
from scorer.rules.variants import every_variant, find_variant
from scorer.rules.variants.nine_five import VARIANT as NINE_FIVE
from scorer.rules.variants.nine_five import WORTH
from scorer.rules.variants.red_nines import VARIANT as RED_NINES
from scorer.rules.words import WORDS, fill, reason, words_in, working
from tests.browser.test_worked_examples import RECORDS, read_file
from tests.chromium import watch
from tests.examples import examples, usual_and_long
from tests.made_up_game import KEY, OF_BIDS
from tests.rules.books import book_of
from tests.rules.every_game import EVERY_GAME
from tests.rules.strategies import counter_games
from tests.rules.test_changed_tables import KEYS, change, evenings, people, table_of

pytestmark = pytest.mark.usefixtures("made_up_game")

MODULES = Path(__file__).parents[2] / "static" / "js"
# A game to a target that nobody comes near is told no longer.
MAX_ROUNDS = 4

FOLD = """async ([url, variant, games, words]) => {
  const { seatPeople } = await import(`${url}/rules/seating.js`);
  const rules = seatPeople({ ...(await import(`${url}/rules/${variant}.js`)) });
  const table = await import(`${url}/rules/table.js`);
  const { reason, working, words: known } = await import(`${url}/words.js`);
  Object.assign(known, words);
  return games.map(({ data, told, moved, names, noted }) => {
    const start = table.beginning(rules, data);
    const folded = table.foldDeals(rules, start, told, moved);
    const stands = table.standsAfter(rules, folded, moved, start);
    return {
      before: start.follows,
      behind: folded.filter(({ behind }) => behind).length,
      deals: folded.filter(({ behind }) => !behind).map((deal, at) => ({
        lines: deal.lines,
        says: deal.lines.map((line) => [reason(line, names), working(line)]),
        scores: deal.scores,
        carry: deal.carry,
        dealer: deal.table.dealer,
        resting: deal.facts.unread ? [] : deal.table.resting,
        asks: rules.asked && !deal.facts.unread ? deal.table.asks : null,
        follows: deal.follows,
        fault: deal.facts.void || deal.facts.unread
          ? null : (rules.check?.(told[at], deal.table, deal.laid)?.code ?? null),
        remarks: deal.facts.void || deal.facts.unread
          ? [] : (rules.remarks?.(told[at], deal.table, deal.before) ?? []),
      })),
      stands: stands.carry,
      opening: stands.follows.over
        ? null : table.openNext(rules, stands, noted).carry.totals,
    };
  });
}"""

CHECK = """async ([url, variant, deals, words]) => {
  const rules = await import(`${url}/rules/${variant}.js`);
  const { say, words: known } = await import(`${url}/words.js`);
  Object.assign(known, words);
  return deals.map(({ told, table, carry }) => {
    const fault = rules.check?.(told, table, carry) ?? null;
    return fault && { ...fault, message: say(words.errors[fault.code], fault) };
  });
}"""

# What a game says in its own words.
OF_GAME = ("reasons", "errors", "what")

# What JSON has no word for is not lost: what is missing comes as nothing, what is no number as a
# text that no number is equal to.
AS_TEXT = """async (asked) => JSON.stringify(await (%s)(JSON.parse(asked)), (_, value) =>
  value === undefined ? null
    : typeof value === "number" && !Number.isFinite(value) ? String(value) : value)"""


class Modules(SimpleHTTPRequestHandler):
    """Serves static/js, twins of packages, and at / an empty page to load it into."""

    extensions_map = {".js": "text/javascript"}  # noqa: RUF012 - the base class has it so

    def do_GET(self):
        if self.path != "/":
            super().do_GET()
            return
        page = b'<!doctype html><link rel="icon" href="data:,"><title>Twins</title>'
        page += b'<script type="application/json" id="words">{"language":"en-GB"}</script>'
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.send_header("content-length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def translate_path(self, path):
        file = Path(path)
        package = PACKAGES.get(file.stem) if file.parent.name == "rules" else None
        return str(package / file.name) if package else super().translate_path(path)

    def log_message(self, *_):
        pass


def test_every_game_has_its_twin_on_the_phone():
    for key, edition in every_variant():
        name = f"{key}.js" if edition == 1 else f"{key}-{edition}.js"
        assert (PACKAGES.get(key, MODULES / "rules") / name).is_file()


@pytest.fixture(scope="module")
def phone_page(chromium):
    """A page that can load the phone's modules."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Modules, directory=str(MODULES)))
    thread = Thread(target=server.serve_forever, name="modules")
    thread.start()
    context = chromium.new_context()
    problems = []
    watch(context, problems)
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{server.server_port}/")
    yield page
    context.close()
    server.shutdown()
    thread.join()
    server.server_close()
    assert not problems


def evaluate(page, script, variant, what):
    """What a script makes of all this on the phone, each way as one text of JSON.

    Playwright looks at every value of a list by itself, which takes ten times as long as the games.
    """
    name = variant.key if variant.edition == 1 else f"{variant.key}-{variant.edition}"
    of_game = {section: dict(words_in(section, variant.key)) for section in OF_GAME}
    asked = [page.url.rstrip("/"), name, what, {**WORDS, **of_game}]
    return json.loads(page.evaluate(AS_TEXT % script, json.dumps(asked, default=fields_of)))


def fields_of(value):
    """The fields of what JSON has no word for, as the page of a game writes them."""
    fields = value if isinstance(value, Mapping) else vars(value)
    return {name: field for name, field in fields.items() if name != "pool" or field is not None}


def game_on_the_phone(start):
    """What the phone is told of a game when it begins."""
    data = {**vars(start.table(0)), "first_dealer": start.first_dealer, "start": start.carry}
    del data["dealer"]
    tables = {many: start.changed_table(tuple(range(many)), 0, many) for many in start.changes_to}
    return {
        **data,
        **asked_on_the_phone(start),
        "tables": {many: asked_on_the_phone(table) for many, table in tables.items()},
    }


def asked_on_the_phone(table):
    """What a deal asks of so many people."""
    asks = [ask.as_data() for ask in table.asks if ask.asked]
    return {"asks": asks, "pack": table.pack}


def sheet_of(start, *bodies):
    """The sheet of a book of these; its deals behind the end are kept."""
    entries = book_of(*bodies)
    # What was written before a change of the start may lie behind the end.
    return read_sheet(start, [*entries, Entry(len(entries) + 1, "start", CorrectStart())])


def moved_on_the_phone(sheet, contents):
    """What moved before each deal, as the phone is given it."""
    moved = [*(deal.movements for deal in sheet.deals), sheet.since]
    return [
        [{**contents.get(move.id, {}), **move_on_the_phone(move)} for move in each]
        for each in moved
    ]


def move_on_the_phone(move):
    """The lines of a move; those of who comes back the phone works out."""
    if [line.key for line in move.lines] == ["back_in"]:
        return {"kind": move.kind, "seat": move.lines[0].side}
    return {"lines": move.lines}


def follows_on_the_phone(follows):
    """What comes next, as the phone says it; of what is shown it knows the name of the deal."""
    if isinstance(follows, Over):
        return {"over": True, "winners": follows.winners}
    known = {key: value for key, value in vars(follows).items() if key != "shows"}
    names = [shown.numbers["name"] for shown in follows.shows if shown.key == "deal_name"]
    return {"over": False, "name": names[0] if names else None, **known}


def as_on_the_phone(sheet):
    """What Python says of a game, in the form the phone gives it."""
    variant, start = sheet.start.variant, sheet.start
    opening = sheet.opening
    table = start.table(start.first_dealer)
    names = [sitter.name for sitter in sheet.sitters]
    shown = {
        "before": follows_on_the_phone(variant.after(table, None, start.carry, 0)),
        "behind": len(sheet.behind_the_end),
        "deals": [_deal_on_the_phone(deal, start, names) for deal in sheet.deals],
        "stands": sheet.carry,
        "opening": opening and opening.carry.totals,
    }
    return json.loads(json.dumps(shown, default=fields_of))


def _deal_on_the_phone(deal, start, names):
    reasons, is_read = start.words("reasons"), not deal.facts.unread
    # What a deal asks is said only of a game that asks each its own.
    has_own = start.variant.asks_by_deal and is_read
    return {
        "lines": deal.lines,
        "says": [
            [
                reason(reasons, line.key, line.numbers, names),
                working(reasons, line.key, line.numbers),
            ]
            for line in deal.lines
        ],
        "scores": deal.scores_of_play,
        "carry": deal.carry,
        "dealer": deal.table.dealer,
        "resting": deal.table.resting if is_read else (),
        "asks": asked_on_the_phone(deal.table)["asks"] if has_own else None,
        "follows": follows_on_the_phone(deal.follows),
        "fault": deal.fault.code if deal.fault and deal.facts.known else None,
        "remarks": deal.remarks,
    }


def until_over(start, told):
    """The sheet of these deals over and over, as often as they can be, and one behind the end."""
    deals = told * (1 + MAX_ROUNDS)
    behind = len(sheet_of(start, *deals).behind_the_end)
    return sheet_of(start, *deals[: len(deals) - behind + 1])


def compare(page, variant, sheets, contents=()):
    """Read these games on the phone; `contents` has their changes of the table, by id."""
    asked = []
    for sheet, changed in zip_longest(sheets, contents, fillvalue={}):
        data = {
            "data": game_on_the_phone(sheet.start),
            "told": [
                {"unread": True} if deal.facts.unread else deal.record
                for deal in (*sheet.deals, *sheet.behind_the_end)
            ],
            "moved": moved_on_the_phone(sheet, changed),
            "names": [sitter.name for sitter in sheet.sitters],
            "noted": {},
        }
        asked.append(data)
    found = evaluate(page, FOLD, variant, asked)
    for sheet, data, phone in zip(sheets, asked, found, strict=True):
        python = as_on_the_phone(sheet)
        for facts, deal, other in zip(data["told"], python["deals"], phone["deals"], strict=False):
            assert other == deal, f"{sheet.start.rules} {facts}"
        assert phone == python, sheet.start.rules


class First:
    """The first deal of a game, which both are asked about over and over."""

    def __init__(self, start):
        self.game, self.ready = start.variant, resolve_start(start)
        self.table = self.ready.table(self.ready.first_dealer)
        opening = self.ready.variant.opening(self.table, self.ready.carry)
        self.carry = self.ready.carry.scored(opening)
        self.on_the_phone = {"table": self.table, "carry": self.ready.carry}

    def read(self, told):
        """The facts of a deal as a record tells it."""
        return read_facts(self.ready.asks, told, self.table)

    def fault_of(self, told):
        """What Python says is wrong with it, in the form the phone says it."""
        try:
            self.ready.variant.check(self.read(told), self.table, self.carry)
        except ImpossibleDeal as fault:
            fault.game = self.game
            return {"code": fault.code, "message": fault.message, "seat": fault.seat}
        return None


# House rules under which what is rare is not.
RARE = {
    "nine-five": [{"overtricks": "bid_only"}, {"target": 20, "both_out": "bidders"}],
    "ninety-nine": [
        {"length": "match"},
        {"version": "classic", "length": "match", "fewest_players": 3, "most_players": 3},
    ],
    "points": [
        {"deal_names": ["One", "Two"]},
        {"adds_to": [26], "winner": "typed"},
        {"zero_sum": True, "winner": "takes_all"},
        {"length": "target", "target": 40, "out": "buy_in", "winner": "typed"},
    ],
    "red-nines-1881": [{"counters": 1, "short": rule} for rule in ("pay_what_you_have", "buy_in")],
    "skat": [
        {"list": "seeger_fabian", "all_pass": "ramsch", "bock": "stack", "kontra": "kontra_re"},
        {"list": "seeger", "all_pass": "again", "bock": "queue"},
    ],
    KEY: [{"krel": "buy_in"}],
}
# What both have to come to in some of the books.
LINES = {
    "nine-five": {"made_bid_only", "not_below_zero", "others_reneged", "bidders_win"},
    "ninety-nine": {
        "game_bonus",
        "bonuses",
        "no_trump_yet",
        "nobody_made_it",
        "declared_and_made",
        "bonuses_and_points",
        "share_bonuses_and_points",
    },
    "oxford-whist": {"exact_bid", "stock"},
    "pink-nines": {"sweeps_pool", "receives_by_the_card_doubled", "buys", "lends"},
    "points": {
        *("takes_all", "deal_name", "ends_at", "needs", "plays_on"),
        *("pays_winner", "out_at", "goes_out_at", "back_in", "was_out"),
    },
    "red-nines": {"out_on_red_nine_doubles", "caught_with_only_red_nine", "red_nines_multiply"},
    "red-nines-1881": {
        *("sweeps_red_aces", "sweeps_red_nine_pool", "buys_in", "dresses_red_nine_pool_in_part"),
        *("pays_by_the_card_in_part", "pays_by_the_card_doubled_in_part", "is_lent"),
    },
}


def drawn(strategy, number):
    """So many random values, always the same ones."""
    found = []

    @seed(9)
    @settings(
        max_examples=examples(number),
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def draw(value):
        found.append(value)

    draw()
    return found


SITTERS = tuple(Sitter(name, name) for name in ("Ann", "Ben", "Cat", "Dan"))


def matches():
    """Matches of Ninety-Nine in which one or several have three bonuses, and one or several win."""
    wins = {"bids": [9, None, None], "tricks": [9, 0, 0], "premiums": ["revealed", None, None]}
    both = {"bids": [3, 3, None], "tricks": [3, 3, 3]}
    last = {"bids": [0, 0, None], "tricks": [0, 0, 9]}
    start = Start("ninety-nine", SITTERS[:3], 0, {"length": "match", "game_bonus": "always"})
    shared, late = [*[both] * 4, wins] * 3, [*[both] * 13, last, last, last]
    for told in ([wins] * 6, [both] * 15, shared, late):
        yield until_over(start, told)


def void_after_penalty():
    """A penalty that reaches the target, which a void deal behind it does not make the end."""
    start = Start("points", SITTERS[:3], 0, {"length": "target", "target": 40})
    deal, void = {"points": [1, 2, 3]}, {"void": True}
    return sheet_of(start, deal, Adjust(0, 60, "late"), void, void, deal)


def level_at_the_target():
    """Two who are level at the target, and play on."""
    rules = {"length": "target", "target": 40, "wins": "highest", "ties": "play_on"}
    return sheet_of(Start("points", SITTERS[:3], 0, rules), {"points": [40, 40, 3]})


def out_and_back():
    """One who is out buys in again, and then two go out at once."""
    rules = {"length": "target", "target": 40, "out": "buy_in_above"}
    start = Start("points", SITTERS[:3], 0, rules)
    out, deal = {"points": [41, 10, 20]}, {"points": [None, 5, 5]}
    return sheet_of(start, out, deal, Buy(0), {"points": [30, 1, 30]}, deal)


def records_of(key):
    """The worked examples of a game."""
    return [record for record in map(read_file, RECORDS) if record["variant"] == key]


def worked_examples(key):
    """The deals of the worked examples of a game that can be read."""
    for read in map(read_record, records_of(key)):
        sheet = read_sheet(read.start, read.entries)
        yield sheet_of(read.start, *(dict(deal.record) for deal in sheet.deals))


def ways_to_play(game):
    """By any house rules, by some that end it soon, and by some that make what is rare likely."""
    rare = [replace(game, rules={**rules, **game.rules}) for rules in RARE.get(game.key, ())]
    return [game, game.to_a_target(), *rare]


# The random games of each game: to draw them takes longer than all that is done with them.
DRAWN = {}


def random_games(game):
    """Random games by each way to play, each as its start and its deals."""
    if (name := repr(game)) not in DRAWN:
        DRAWN[name] = [
            [(start, told) for _, start, told in drawn(way.played(most_deals=4), 4 if at else 8)]
            for at, way in enumerate(ways_to_play(game))
        ]
    return DRAWN[name]


def random_books(game):
    """Random deals told until the game is over, and books with counters bought and lent."""
    dice = random.Random(5)
    for way, games in zip(ways_to_play(game), random_games(game), strict=True):
        for at, (start, told) in enumerate(games):
            # Every second one with a deal that cannot be read.
            yield until_over(start, [*told, *[{"frobnicated": 1}] * (at % 2)])
            yield until_over(start, [spoil(dice, resolve_start(start), deal) for deal in told])
        if game.key in counter_games():
            for start, entries in drawn(way.counters(), len(games)):
                kept = [entry for entry in entries if not isinstance(entry.body, End)]
                yield read_sheet(start, kept)


@pytest.mark.soak
@pytest.mark.parametrize("game", EVERY_GAME)
def test_the_phone_reads_books_as_python_does(phone_page, game):
    sheets = [*worked_examples(game.key), *random_books(game)]
    if game.key == "ninety-nine":
        sheets += matches()
    if game.key == "points":
        sheets += [void_after_penalty(), level_at_the_target(), out_and_back()]
    seen = set()
    compare(phone_page, find_variant(game.key, game.edition), sheets)
    for sheet in sheets:
        moved = [line for deal in sheet.deals for one in deal.movements for line in one.lines]
        seen |= {line.key for line in moved}
        seen |= {line.key for deal in sheet.deals for line in deal.lines}
        seen |= {shown.key for deal in sheet.deals for shown in deal.follows.shows}
    assert seen >= LINES.get(game.key, set())


def who_comes_back():
    """Who deals next leaves and comes back: at once, and after the others have dealt."""
    hand = {"points": 12, "red_nines": 0}
    all_five, four = ({"out": 0, "hands": [[], other, hand, hand, hand]} for other in (hand, None))
    for others in ([], [four], [four] * 4, [four] * 5):
        bodies = [change((0, 2, 3, 4)), *others, change((0, 1, 2, 3, 4))]
        yield table_of(*bodies, sitters=people(5), circuits=2)
        yield table_of(all_five, *bodies, all_five, sitters=people(5), circuits=2)


def hands_without_payment():
    """Hands that nobody was asked for, at a table that somebody has left."""
    hand = {"cards": 5, "red_nines": 0}
    deal = {"out": 1, "hands": [None, [], hand, hand]}
    yield table_of(change((1, 2, 3)), deal, key="pink-nines")


def out_where_one_has_left():
    """Who is out rests, at a table that somebody has left."""
    rules = {"length": "target", "target": 19, "out": "buy_in_above"}
    bodies = [{"points": [8, 4, 44, 3]}, change((1, 2, 3)), {"points": [None, 2, None, 3]}]
    yield table_of(*bodies, key="points", **rules)


OTHER_TABLES = {
    "red-nines": who_comes_back,
    "pink-nines": hands_without_payment,
    "points": out_where_one_has_left,
}


@pytest.mark.soak
@pytest.mark.parametrize("key", [*KEYS, OF_BIDS])
def test_the_phone_reads_tables_that_change_as_python_does(phone_page, key):
    books = [*drawn(evenings([key], most=14), 16), *OTHER_TABLES.get(key, tuple)()]
    sheets = [evening.sheet for evening in books]
    changes = [
        {it.id: it.body.content() for it in evening.entries if isinstance(it.body, ChangeTable)}
        for evening in books
    ]
    compare(phone_page, find_variant(key), sheets, changes)
    movements = [move for sheet in sheets for move in sheet.movements]
    assert any(move.kind == ChangeTable.kind for move in movements)


# What the phone refuses in the words of the server.
FAULTS = {
    *("winner_has_cards", "no_cards", "too_many_cards", "more_red_nines_than_cards"),
    *("too_many_red_nines", "too_many_red_nines_after_out", "too_many_of_rank"),
    *("too_many_black_nines", "one_point", "one_point_beside_red_nines", "rank_not_in_pack"),
    *("less_than_its_red_nine", "less_than_its_red_nines", "dearer_than_any_hand"),
    *("dearer_than_the_pack", "swept_and_held_too_many", "aces_swept_and_held"),
    *("tricks_add_up", "no_reveal_for_two", "two_premiums", "joker_turned_up", "two_jokers"),
    *("too_many_of_suit",),
}


def any_hand(dice, counted, dealt):
    """A hand of cards, or as it is counted, which most packs cannot give."""
    number = dice.choice([0, 1, 5, 8, 10, 19, dealt, dealt + 1, 180, 180, 260, dice.randrange(60)])
    return dice.choice(
        [
            {counted: number, "red_nines": 0},
            {counted: number, "red_nines": dice.choice([1, 1, 2, 3, 20])},
            [dice.choice([*CARDS, *"AAA9"])] * dice.randrange(1, 6),
            dice.choices(CARDS, k=dice.randrange(dealt + 2)),
            [RED_NINE] * dice.randrange(1, 4),
        ]
    )


def any_answer(dice, ask, start):
    """An answer that a record may give, whatever else it says."""
    match ask:
        case Hands():
            assert start.pack
            return any_hand(dice, ask.counted, start.pack.hand)
        case Number() if ask.cards and dice.random() < 0.7:
            cards = sorted(ask.cards)
            return dice.choice([dice.choices(cards, k=3), [dice.choice(cards)] * 3])
        case Number():
            return dice.randint(ask.least, min(ask.most, 30))
        case Choice():
            return dice.choice(ask.values)
        case Cards():
            return dice.choice([dice.choice(ask.values), ask.values[-1]])
        case Flag():
            return dice.random() < 0.5
    return dice.randrange(len(start.sitters) if ask.kind == "seat" else start.number_of_sides)


def spoil(dice, start, facts):
    """The deal with some answers replaced: of one or two seats, of each, or the same of all."""
    facts = {key: value for key, value in facts.items() if key != "dealer"}
    for ask in dice.sample(start.asks, dice.randint(1, min(3, len(start.asks)))):
        if ask.of == "deal" and not ask.group:
            facts[ask.key] = any_answer(dice, ask, start)
        elif ask.of != "deal" and (ask.key in facts or ask.kind == "choice"):
            often, same = dice.choice([0.2, 1]), dice.random() < 0.3
            answer = any_answer(dice, ask, start)
            number = ask.number_of_answers(start.table(0))
            facts[ask.key] = [
                (answer if same else any_answer(dice, ask, start))
                if (value not in (None, []) or ask.kind == "choice") and dice.random() < often
                else value
                for value in facts.get(ask.key) or [None] * number
            ]
    return facts


def impossible(dice, game):
    """First deals of this game which can be read, and most of which cannot have happened."""
    deals = []
    for start, (told, *_) in chain.from_iterable(random_games(game)):
        if not told.get("void"):
            first = First(start)
            deals += [(first, spoil(dice, first.ready, told)) for _ in range(60)]
    for record in records_of(game.key):
        if not record["deals"][0].get("void"):
            deals.append((First(read_record(record).start), record["deals"][0]))
    for first, deal in deals:
        with contextlib.suppress(ImpossibleDeal):
            first.read(deal)
            yield first, deal


@pytest.mark.soak
def test_the_phone_refuses_impossible_deals_with_the_same_words(phone_page):
    dice, codes = random.Random(9), set()
    for game in (param.values[0] for param in EVERY_GAME):
        spoiled = list(impossible(dice, game))
        asked = [{"told": deal, **first.on_the_phone} for first, deal in spoiled]
        found = evaluate(phone_page, CHECK, find_variant(game.key, game.edition), asked)
        for (first, deal), phone in zip(spoiled, found, strict=True):
            shown = phone and {key: phone.get(key) for key in ("code", "message", "seat")}
            assert shown == first.fault_of(deal), deal
            codes.add(shown and shown["code"])
    assert codes >= FAULTS


def test_the_phone_writes_numbers_in_a_sentence_as_python_does(phone_page):
    numbers = [0, -5, 5000, -9999, 10_000, -100_000, 1_234_567]
    script = """async ([url, _, numbers]) => {
      const { say } = await import(`${url}/words.js`);
      return numbers.map((number) => say("{number}", { number }));
    }"""
    assert evaluate(phone_page, script, RED_NINES, numbers) == [*map(write_number, numbers)]


def test_the_phone_fills_in_plurals_and_lists_as_python_does(phone_page):
    names = ["Ann", "Ben", "$& {} Cat"]
    by_cards = {
        "by": "cards",
        "0": "nothing",
        "one": "{name}: {cards|cards_in_hand}{red_nines|nines_in_hand}",
        "other": "{} of {cards|count}{red_nines|nines_in_hand}",
    }
    templates = [
        ({**by_cards}, {"name": "$& Ann", "cards": cards, "red_nines": nines})
        for cards in (0, 1, -1, 2, 5, 40, 12_000)
        for nines in (0, 1, 2)
    ]
    lists = [0, [0], [2, 0], [0, 1, 2]]
    templates += [("{to|names} won {times|times}", {"to": to, "times": 1}) for to in lists]
    script = """async ([url, _, told, words]) => {
      const { fill, words: known } = await import(`${url}/words.js`);
      Object.assign(known, words);
      return told.map(([template, numbers, names]) => fill(template, numbers, names));
    }"""
    with_names = [(template, numbers, names) for template, numbers in templates]
    filled = [fill(template, numbers, names) for template, numbers in templates]
    assert evaluate(phone_page, script, RED_NINES, with_names) == filled
    assert {"nothing", "$& Ann: 1 card (2 red nines)", "$& {} Cat and Ann won once"} <= {*filled}


SO_FAR = """async ([url, variant, asked]) => {
  const { soFar } = await import(`${url}/rules/${variant}.js`);
  return asked.map(({ told, table }) => soFar(told, table)?.key ?? null);
}"""


@pytest.mark.parametrize("bid", usual_and_long(10, 9, 14, 18))
def test_what_is_known_so_far_of_a_bid_holds_whatever_comes(phone_page, bid):
    """Made and set stay so in every way to complete a deal; with “needs” both can still be."""
    start = resolve_start(Start("nine-five", SITTERS))
    table = start.table(0)
    ways = {key: (0, 1) if key in ("high", "low") else (0, 1, None) for key in WORTH}
    known_facts = [{"passed": True}, {"bidder": 1, "taken": {}}, {"bid": 9}]
    wanted = [None] * len(known_facts)
    for known in range(len(WORTH) + 1):
        for said in product(*(ways[key] for key in list(WORTH)[::-1][:known])):
            taken = dict(zip(list(WORTH)[::-1], said, strict=False))
            known_facts.append({"bidder": 2, "bid": bid, "taken": taken})
            # The bidders take all that is open, or nothing of it: what lies between lies between.
            results = set()
            for side in (0, 1):
                facts = {**known_facts[-1], "taken": {**dict.fromkeys(WORTH, side), **taken}}
                lines = NINE_FIVE.score(read_facts(start.asks, facts, table), table, start.carry)
                results.add("set" if lines.lines[0].key == "set" else "made")
            wanted.append(results.pop() if len(results) == 1 else "needs")
    asked = [{"told": known, "table": table} for known in known_facts]
    assert evaluate(phone_page, SO_FAR, NINE_FIVE, asked) == wanted
    assert {*wanted} == {None, "made", "set", "needs"}
