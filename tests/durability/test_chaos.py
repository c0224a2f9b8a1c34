"""Five phones write, correct, take back and answer at random, out of order and more than once."""

import json
import re
import subprocess
import sys
import time
from collections import Counter
from contextlib import ExitStack

import pytest

from scorer.rules.fold import read_sheet
from scorer.rules.variants import newest_variants
from scorer.services.games.read import read_game
from scorer.services.games.start import NewGame, start_game
from tests.durability.wild_phone import is_new
from tests.examples import SOAKING
from tests.postgres import DATABASES
from tests.serving import PATIENCE, ROOT, Phone
from tests.tables import NAMES, new_id, people

PHONES = 5
# So many sit at the table where five cannot.
PLAYERS = {"ninety-nine": 3, "oxford-whist": 3, "nine-five": 4}
# Longer games than usual, so that there is room for many entries.
RULES = {
    "red-nines": {"circuits": 3},
    "red-nines-1881": {"circuits": 3},
    "pink-nines": {"circuits": 3},
    "ninety-nine": {"target": 1000},
    "nine-five": {"target": 500},
}
# What each form has of its own: a token, and the id of what it would write.
OF_FORMS = re.compile(r'name="(csrf_token|id|payment|game)" value="[^"]*"')


class Wild:
    """A wild phone in a process of its own."""

    def __init__(self, house, number):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.durability.wild_phone"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        invitation = house.server.invitation()
        self.tell({"address": house.server.address, "invitation": invitation, "number": number})

    def tell(self, what):
        """Tell it what to do."""
        assert self.process.stdin
        self.process.stdin.write(f"{json.dumps(what)}\n")
        self.process.stdin.flush()

    def hear(self):
        """What came of it."""
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert line, "the phone is dead"
        return json.loads(line)

    def __enter__(self):
        return self

    def __exit__(self, *fault):
        if any(fault):
            self.process.kill()
        self.process.communicate(timeout=60)


@pytest.fixture
def phones(house):
    """Five phones, and a sixth that writes nothing: it has only the news."""
    with ExitStack() as stack:
        yield [stack.enter_context(Wild(house, number)) for number in range(PHONES + 1)]


def begin(house, variant):
    return start_game(
        house.database,
        house.club,
        NewGame(
            device=None,
            id=new_id(),
            variant=variant,
            players=people(*NAMES[: PLAYERS.get(variant, PHONES)]),
            first_dealer=0,
            house_rules=RULES.get(variant, {}),
        ),
    )


def one(told):
    """What all have told alike."""
    first, *others = told
    assert all(other == first for other in others)
    return first


def settle(phones):
    """What all phones show once the server has done what nobody waited for any more."""
    until, before = time.monotonic() + PATIENCE, set[str]()
    while True:
        for phone in phones:
            phone.tell(None)
        finals = [phone.hear() for phone in phones]
        tags = {final["data"]["tag"] for final in finals}
        if (len(tags) == 1 and tags == before) or time.monotonic() > until:
            return finals
        before = tags


@pytest.mark.timeout(0)
@pytest.mark.parametrize("shared_database_url", DATABASES if SOAKING else ["sqlite"], indirect=True)
def test_whatever_phones_write_and_however_it_arrives_all_show_what_the_book_says(
    house, phones, soaking, measured
):
    # Five phones resend and overtake one another within six entries of each game.
    wanted, each = (10_000, 125) if soaking else (18, 6)
    variants, counted, began = sorted(newest_variants()), Counter[str](), time.monotonic()
    if not soaking:
        variants = variants[1::2]
    games = 0
    while games < len(variants) or counted["entries"] < wanted:
        variant = variants[games % len(variants)]
        games += 1
        game = begin(house, variant)
        for phone in phones:
            only_watch = phone is phones[-1]
            phone.tell({"game": game, "until": each, "only_watch": only_watch})
        came = [phone.hear() for phone in phones]
        finals = settle(phones)
        book = house.check_numbers(game)
        check_book(book, came)
        read = read_game(house.database, house.club, game)
        check_sheets(read, finals)
        check_newcomer(house, game, finals[0])
        counted["entries"] += len(book)
        counted["deals"] += len(read.sheet.deals)
        count(counted, came)
    house.check_results()
    on = "SQLite" if house.database.is_sqlite else "PostgreSQL"
    measured(
        f"Entries lost or doubled, and sheets unlike the book, where {PHONES} phones write at "
        f"random, {on}",
        "0",
        f"{counted['entries']:,} entries in {games} games, {counted['requests']:,} requests, of "
        f"which {counted['unheard']:,} were not heard and sent again; {counted['again']:,} came "
        f"again, {counted['refused']:,} were refused; {counted['deals']:,} deals stood in the end; "
        f"{time.monotonic() - began:.0f} s",
    )
    assert counted["deals"]
    assert counted["again"]
    assert counted["unheard"]


def check_book(book, came):
    """All that was answered as written is in the book, once, as it was sent, and nothing else."""
    sent = {}
    for phone in came:
        sent |= phone["sent"]
        for id, answers in phone["answers"].items():
            assert sum(map(is_new, answers)) <= 1, "an entry was new twice"
            for status, told in answers:
                assert status in (200, 400, 409, 422), told
                if status == 200 and "kind" in sent[id]:
                    assert book[id].number == told["number"], f"gone: {sent[id]}"
    for id, written in book.items():
        assert id in sent, "nobody has sent this"
        if "kind" in sent[id]:
            assert (written.kind, written.content) == (sent[id]["kind"], sent[id]["content"])
        else:
            # The answer with which a deal was there.
            assert written.kind == "deal"


def check_sheets(read, finals):
    """All phones show one sheet, and that is what a single reading of the book gives."""
    data = one([final["data"] for final in finals])
    one([OF_FORMS.sub("", final["html"]) for final in finals])
    sheet = read_sheet(read.start, read.entries)
    assert data["version"] == len(read.entries)
    assert data["totals"] == list(sheet.totals)
    shown = [(deal["id"], deal["scores"], deal["totals"], deal["facts"]) for deal in data["deals"]]
    assert shown == [
        (deal.id, list(deal.scores), list(deal.carry.totals), json.loads(json.dumps(deal.record)))
        for deal in sheet.deals
    ]
    behind = [deal["id"] for deal in data["behind_the_end"]]
    assert behind == [deal.id for deal in sheet.behind_the_end]
    assert data["over"] == sheet.over
    following = data["next"]
    assert (following is None) == (read.in_play is None)
    if following is not None and read.in_play is not None:
        assert following["after"] == sheet.last_deal
        if "missing" in following:
            assert following["missing"] == [list(place) for place in read.in_play.missing]


def check_newcomer(house, game, final):
    """A phone that comes now is shown the very same."""
    with Phone(house.server.address).join(house.server.invitation()) as phone:
        told = phone.get(f"/games/{game}/news", Accept="application/json").json
    # That it joined is news as well; on a slow machine, so is that the others are silent.
    shown = [
        {**data, "tag": "", "next": {**(data["next"] or {}), "silent": []}}
        for data in (told["data"], final["data"])
    ]
    assert shown[0] == shown[1]
    if (told["data"]["next"] or {}).get("silent") != (final["data"]["next"] or {}).get("silent"):
        return
    assert OF_FORMS.sub("", told["html"]) == OF_FORMS.sub("", final["html"])


def count(counted, came):
    """Add up what happened on the way."""
    for phone in came:
        counted["requests"] += phone["requests"]
        counted["unheard"] += phone["unheard"]
        for answers in phone["answers"].values():
            counted["refused"] += all(status != 200 for status, _ in answers)
            counted["again"] += sum(
                status == 200 and told.get("repeated", False) for status, told in answers
            )
