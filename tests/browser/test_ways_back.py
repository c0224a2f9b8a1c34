"""Two phones send random outboxes over a bad connection and end with the same book."""

import json
import random
from dataclasses import dataclass
from typing import Any

import pytest

from scorer.rules.entries import CorrectDeal, Deal, apply_correction, changed_answers
from tests.chromium import excuse
from tests.examples import SOAKING
from tests.tables import facts, new_id

PROVOKED = r"40[09]|422|ERR_CONNECTION|ERR_EMPTY_RESPONSE|Failed to load"
# The outbox of a phone without its sheet. What it sends gets lost on the way there or back, is
# answered late or by 503, and is tried again at each glimpse of a signal.
PREPARE = """async (js) => {
  const names = ["outbox/queue", "outbox/send", "store"];
  const [{ edit, load, remove, waiting }, , { update }] = await Promise.all(
    names.map((name) => import(`${js}/${name}.js`)),
  );
  const sleep = (most) => new Promise((done) => setTimeout(done, most * Math.random()));
  const send = window.fetch;
  window.fetch = async (...asked) => {
    const luck = Math.random();
    if (luck < 0.1) throw new TypeError("cut");
    if (luck < 0.15) return Response.json({ error: { message: "Busy." } }, { status: 503 });
    const answer = await send(...asked);
    if (luck < 0.25) throw new TypeError("lost");
    if (luck < 0.35) await sleep(30);
    return answer;
  };
  window.keep = (items) => Promise.all(items.map((item) => edit((kept) => [...kept, item])));
  window.comeBack = async () => {
    await load();
    const dropped = [];
    while (waiting().length) {
      await sleep(60);
      // What the other phone has written is taken.
      for (const { id } of waiting().filter(({ isStuck }) => isStuck)) {
        dropped.push(id);
        await remove(id);
      }
      dispatchEvent(new Event("online"));
    }
    update({ pending: [] });
    return dropped;
  };
  window.booksOf = (games) => Promise.all(games.map(async (game) => {
    const { data } = await (await send(`/games/${game}/news`)).json();
    return JSON.stringify([data.version, data.totals, data.deals]);
  }));
}"""

# So many games are played at once.
GAMES = 6 if SOAKING else 3


@dataclass(frozen=True)
class Item:
    """What waits in an outbox."""

    id: str
    kind: str
    content: dict[str, Any]


def facts_of_deal(number, dan):
    """The deal of this number as somebody tells it; Dan’s hand is where they may differ."""
    return facts(number % 3, 7 + number, 23 - number, dan)


def outbox(dice):
    """What one phone tells of a game: mostly what the other tells too."""
    items = []
    # Its deals that stand: (id, Dan’s hand).
    deals = []
    for _ in range(3):
        deed = dice.random()
        if deals and deed < 0.15:
            items.append(Item(new_id(), "withdraw", {"entry": deals.pop()[0]}))
        elif deals and deed < 0.3:
            (id, dan), number = deals[-1], len(deals) - 1
            changed = changed_answers(facts_of_deal(number, dan), facts_of_deal(number, dan + 1))
            items.append(Item(new_id(), "correct", {"deal": id, "set": changed}))
            deals[-1] = id, dan + 1
        else:
            dan, after = dice.choice((12, 12, 12, 13, 14)), deals[-1][0] if deals else None
            content = {"after": after, "facts": facts_of_deal(len(deals), dan)}
            items.append(Item(new_id(), "deal", content))
            deals.append((items[-1].id, dan))
    return items


@pytest.fixture
def rounds(soaking):
    """How many rounds of twelve ways are played: one, or hundreds."""
    return 300 if soaking else 1


def every_version(entries):
    """The facts that any deal has had, and could have had without some of its corrections."""
    versions = {}
    for entry in entries:
        if isinstance(entry.body, Deal):
            versions[entry.id] = [entry.body.facts]
        elif isinstance(entry.body, CorrectDeal):
            known = versions[entry.body.deal]
            known += [apply_correction(facts, entry.body.answers) for facts in known]
    return [facts for known in versions.values() for facts in known]


def answer_blank(route):
    """A page at the app's address without anything of the app."""
    route.fulfill(content_type="text/html", body="<!doctype html><title>Blank</title>")


def open_outbox(page, server):
    """Load the outbox alone."""
    page.goto(f"{server.url}/blank")
    page.evaluate(PREPARE, f"/static/{server._app.extensions['release']}/js")


def mixed(dice, queues):
    """What waits of each game, in any order but for its own."""
    games = [game for game, queue in queues.items() for _ in queue]
    dice.shuffle(games)
    left = {game: iter(queue) for game, queue in queues.items()}
    rows = [(game, next(left[game])) for game in games]
    return [{"game": game, "seen": 0, "at": 0, **vars(item)} for game, item in rows]


@pytest.mark.soak
def test_phones_that_come_back_in_any_way_end_with_one_book(
    server, join, seat, rounds, page_problems
):
    phones = [join("manage"), join()]
    for phone in phones:
        phone.context.route("**/blank", answer_blank)
    # The second phone has two tabs, which send the same.
    pages = [*phones, phones[1].context.new_page()]
    for page in pages:
        open_outbox(page, server)
    for seed in range(rounds):
        dice = random.Random(seed)
        tables = [seat() for _ in range(GAMES)]
        queues = [{table.id: outbox(dice) for table in tables} for _ in phones]
        for page, queue in zip(phones, queues, strict=True):
            page.evaluate("(items) => keep(items)", mixed(dice, queue))
        # Closed and opened again.
        open_outbox(dice.choice(phones), server)
        for page in pages:
            page.evaluate("void (window.isBack = comeBack())")
        server.stop()
        server.start()
        dropped = {id for page in pages for id in page.evaluate("isBack")}
        for table in tables:
            table.database = server.database
            read = table.read()
            written = [entry.id for entry in read.entries]
            assert len(set(written)) == len(written)
            deals = every_version(read.entries)
            for queue in queues:
                mine = {item.id: item for item in queue[table.id]}
                assert [id for id in mine if id in written] == [id for id in written if id in mine]
                # What was neither written nor dropped, the other phone had saved already; an Undo
                # of that went with it.
                for id in mine.keys() - set(written) - dropped:
                    undone = mine[id].content.get("entry")
                    if undone is None:
                        assert mine[id].content.get("facts") in deals, seed
                    else:
                        assert undone in mine.keys() - set(written), seed
        games = [table.id for table in tables]
        shown = [page.evaluate("(games) => booksOf(games)", games) for page in phones]
        assert shown[0] == shown[1]
        read = [[version, totals] for version, totals, _ in map(json.loads, shown[0])]
        assert read == [[one.version, list(one.sheet.totals)] for one in (t.read() for t in tables)]
    excuse(page_problems, PROVOKED)
