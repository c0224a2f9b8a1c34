"""What each seat is asked of itself and who is out: the same on the phone as on the server."""

import random
from contextlib import suppress

import pytest

from scorer.rules.errors import Refused
from scorer.rules.in_play import OF_DEAL, own_asks
from scorer.rules.variants import newest_variants
from scorer.services import demo_deals
from scorer.services.errors import ServiceError
from tests.made_up_game import serve_twin
from tests.tables import NAMES

pytestmark = pytest.mark.usefixtures("made_up_game")

DEALS = 2
# What the phone makes of the data that the next news would bring, and what the server has painted.
ASKED = """async (seats) => {
  const there = performance.getEntriesByType("resource").map(({ name }) => name);
  const game = there.find((name) => name.endsWith("/js/game.js"));
  const { asksOf, missingOf, toCount, whoIsOut } = await import(
    game.replace("game.js", "asked.js")
  );
  const headers = { accept: "application/json" };
  const answer = await fetch(`${location.pathname}/news`, { cache: "no-store", headers });
  const { data, html } = await answer.json();
  const sheet = new DOMParser().parseFromString(html, "text/html");
  const keys = (asks) => asks.map(({ key }) => key);
  const asked = (right) => seats.map((seat) => keys(asksOf(seat, { ...data, right })));
  return {
    play: asked("play"),
    score: asked("score"),
    missing: seats.map((seat) => keys(missingOf(seat, { ...data, right: "play" }))),
    count: seats.map((seat) => keys(toCount(seat, { ...data, right: "play" }))),
    out: whoIsOut(data),
    painted: sheet.querySelector(".own > .own-says:not([role]) b")?.textContent ?? "",
  };
}"""


def asked_by_the_server(deal):
    """The keys of what every seat is asked now, as Python reads it."""
    seats = range(deal.table.players)
    missing = [deal.missing_of(seat) for seat in seats]
    own = own_asks(deal.start)
    after = {ask.key for ask in own if ask.when != "before"}
    asked = {
        "play": [[*places, *deal.changeable(seat)] for seat, places in enumerate(missing)],
        "score": [deal.asked_of(seat) for seat in seats],
        "missing": missing,
        "count": [
            [place for place in places if deal.is_counted and place[0] in after]
            for places in missing
        ],
    }
    order = [ask.key for ask in own]
    return {
        name: [sorted((key for key, _ in places), key=order.index) for places in lists]
        for name, lists in asked.items()
    }


def steps(sheet, dice):
    """A deal answered one by one, in any order, and some of it twice."""
    facts = demo_deals.deal(sheet, [1] * len(sheet.sitters), dice) or {}
    found = []
    for ask in sheet.start.asks:
        group = facts.get(ask.group, {}) if ask.group else facts
        value = group.get(ask.key)
        if value is not None and ask.of == "deal":
            found.append((ask.key, OF_DEAL, value))
        elif value is not None:
            found += [(ask.key, at, one) for at, one in enumerate(value) if one not in (None, [])]
    dice.shuffle(found)
    return [*found, *dice.sample(found, min(2, len(found)))]


def test_every_game_asks_each_seat_on_the_phone_as_on_the_server(
    join, new_phone, seat, server, club
):
    join("manage")
    dice, compared = random.Random(13), 0
    for variant, game in newest_variants().items():
        most = max(number for number in game.players if number <= 4)
        table = seat(*NAMES[:most], variant=variant, night="new")
        if not own_asks(table.read().sheet.start):
            continue
        page = new_phone(base_url=server.url)
        serve_twin(page.context)
        page.goto(server.table_code(club, table.read().night))
        page.get_by_role("button", name=NAMES[0]).tap()
        page.wait_for_url(f"**/games/{table.id}")
        for _ in range(DEALS):
            for step in steps(table.read().sheet, dice):
                with suppress(Refused, ServiceError):
                    table.answer(step, replace=True)
                deal = table.read().in_play
                if deal is None or not deal.answers:
                    break
                compared += compare(page, variant, deal)
        page.context.close()
    assert compared > 60


def compare(page, variant, deal):
    """Ask the phone and the server."""
    phone = page.evaluate(ASKED, list(range(deal.table.players)))
    assert phone.pop("painted") == (f"{out}." if (out := phone.pop("out")) else ""), deal.answers
    assert phone == asked_by_the_server(deal), (variant, deal.answers)
    return 1
