"""What each seat is asked of itself and who is out: the same on the phone as on the server."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from scorer.rules.asks import Ask
from scorer.rules.errors import Refused
from scorer.rules.own_answers import (
    asked_of,
    asks_of_who_is_out,
    changeable,
    is_counted,
    missing_of,
    own_asks,
)
from scorer.rules.sheet import Sheet
from scorer.rules.variants import newest_variants
from scorer.services import demo_deals
from scorer.services.errors import ServiceError
from tests.browser.conftest import Join, Seat
from tests.browser.live_server import LiveServer
from tests.chromium import NewPhone
from tests.made_up_game import added, serve_twin
from tests.tables import NAMES, Table

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


@pytest.fixture(autouse=True)
def _made_up() -> Iterator[None]:
    with added():
        yield


def asked_by_the_server(sheet: Sheet) -> dict[str, list[list[str]]]:
    """The keys of what every seat is asked now, as Python reads it."""
    start, opening = sheet.start, sheet.opening
    assert opening is not None
    seats = range(len(sheet.sitters))
    missing = [missing_of(start, opening, seat) for seat in seats]
    after = {ask.key for ask in own_asks(start) if ask.when != "before"}
    out = {ask.key for ask in asks_of_who_is_out(start)}
    is_open = any(question.key in out for question in opening.open_questions)
    counts = is_counted(start, opening) and not is_open
    told: dict[str, list[Any]] = {
        "play": [
            [*places, *changeable(start, opening, seat)] for seat, places in enumerate(missing)
        ],
        "score": [asked_of(start, opening, seat) for seat in seats],
        "missing": missing,
        "count": [
            [place for place in places if counts and place[0] in after] for places in missing
        ],
    }
    order = [ask.key for ask in own_asks(start)]
    return {
        name: [sorted((key for key, _ in places), key=order.index) for places in lists]
        for name, lists in told.items()
    }


def steps(sheet: Sheet, dice: random.Random) -> list[tuple[str, Ask[Any], int | None, Any]]:
    """A deal answered one by one, in any order, and some of it twice."""
    facts = demo_deals.deal(sheet, [1] * len(sheet.sitters), dice) or {}
    own, found = own_asks(sheet.start), []
    for ask in sheet.start.asks:
        value = facts.get(ask.key)
        if ask in own and value is not None:
            found += [("answer", ask, seat, one) for seat, one in enumerate(value)]
        elif value is not None:
            found.append(("answers", ask, None, value))
    dice.shuffle(found)
    return [*found, *dice.sample(found, min(2, len(found)))]


def say(table: Table, kind: str, ask: Ask[Any], seat: int | None, value: Any, **seen: int) -> None:
    """Write one of these, unless it cannot be told just now."""
    after = table.read().sheet.last_deal
    content: dict[str, Any] = {"after": after, "facts": {ask.key: value}}
    if kind == "answer":
        content = {"after": after, "key": ask.key, "seat": seat, "value": value}
    try:
        table.write(kind, content, **seen)
    except (Refused, ServiceError):
        table.seen = table.read().version


def test_every_game_asks_each_seat_on_the_phone_as_on_the_server(
    join: Join, new_phone: NewPhone, seat: Seat, server: LiveServer, club: str
) -> None:
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
                say(table, *step, **({"seen": 0} if dice.random() < 0.1 else {}))
                sheet = table.read().sheet
                if sheet.opening is None:
                    break
                compared += compare(page, variant, sheet)
                if dice.random() < 0.2:
                    table.undo()
                    table.seen = table.read().version
        page.context.close()
    assert compared > 60


def compare(page: Page, variant: str, sheet: Sheet) -> int:
    """Ask the phone and the server."""
    assert sheet.opening is not None
    phone = page.evaluate(ASKED, list(range(len(sheet.sitters))))
    told = [(answer.key, answer.seat, answer.value) for answer in sheet.opening.answered]
    assert phone.pop("painted") == (f"{out}." if (out := phone.pop("out")) else ""), told
    assert phone == asked_by_the_server(sheet), (variant, told)
    return 1
