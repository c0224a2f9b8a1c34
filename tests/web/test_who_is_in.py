"""Who is in: an answer that changes nothing else on a sheet brings no new sheet."""

import random
import re
from contextlib import suppress

import pytest

from scorer.rules.errors import Refused
from scorer.rules.in_play import DealInPlay, own_asks
from scorer.services.demo_deals import deal
from scorer.services.errors import Conflict, NotAllowed
from tests.examples import SOAKING
from tests.tables import NAMES, Statements, begin
from tests.web.test_every_game import FIRST_OF_EACH, seats_of
from tests.web.test_news import ask, rename, tag_of

ANN, BEN, CAT, DAN = range(4)
HIDDEN = 97
GAMES = [pytest.param(recipe, id=recipe.variant) for recipe in FIRST_OF_EACH]
# So many deals of so many writes at most, and how often what is written is taken back.
DEALS, WRITES, CLEARED = (4, 40, 0.15) if SOAKING else (1, 14, 0.15)
ID = r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"


@pytest.fixture
def table(request, database, club):
    """A game that has just begun: of four at Red Nines unless another recipe is named."""
    recipe = getattr(request, "param", None)
    if recipe is None:
        return begin(database, club)
    rules = {"variant": recipe.variant, "house_rules": dict(recipe.rules)}
    return begin(database, club, *NAMES[: seats_of(recipe)], **rules)


def element(html, id):
    """The element of this id, as it is written; "" where there is none."""
    found = re.search(rf'<(\w+)[^>]* id="{id}"|<(\w+) id="{id}"', html)
    if found is None:
        return ""
    depth, start = 0, found.start()
    for tag in re.finditer(rf"<(/?){found[1] or found[2]}\b", html[start:]):
        depth += -1 if tag[1] else 1
        if not depth:
            return html[start : html.index(">", start + tag.end()) + 1]
    raise AssertionError(id)


def put_in(sheet, news):
    """The sheet with the news put in, as static/js/live.js does."""
    html, data = sheet["html"], sheet["data"]
    for id in re.findall(r'<[^>]* id="([^"]+)"', news["html"]):
        if there := element(html, id):
            html = html.replace(there, element(news["html"], id))
    following = {**data["next"], **news["data"]["next"]}
    if data["right"] == "score":
        following["asked"] = data["next"]["asked"]
    data = {**data, **news["data"], "next": following}
    data["tag"] = re.sub(r"\d+$", str(data["answers_version"]), data["tag"])
    return {"html": html, "data": data, "release": news["release"]}


def as_read(sheet):
    """The sheet, but for ids of what may be written and for white space."""
    return {**sheet, "html": re.sub(ID, "ID", " ".join(sheet["html"].split()))}


def write_deals(table, phones, dice):
    """Write whole deals in any order, each answer by the phone of its seat or the host's.

    Some are taken back again.
    """
    for _ in range(DEALS):
        sheet = table.read().sheet
        if sheet.over:
            return
        facts = deal(sheet, [1] * len(sheet.sitters), dice)
        places = list(DealInPlay(sheet, ()).answers_of(facts).items())
        for _ in range(WRITES):
            (key, at), value = dice.choice(places)
            is_cleared = dice.random() < CLEARED
            sent = {"clear": [(key, at)]} if is_cleared else {}
            device = phones[at] if 0 <= at < len(phones) else None
            with suppress(Refused, NotAllowed, Conflict):
                table.answer(*(() if is_cleared else [(key, at, value)]), device=device, **sent)
                yield
            if table.read().sheet.after != sheet.after:
                break


@pytest.mark.parametrize("table", GAMES, indirect=True)
def test_a_sheet_with_news_put_in_is_the_one_that_is_painted(unlimited, joined, seated, table):
    phones = [table.seat_phone(seat, "play") for seat in range(len(table.read().sheet.sitters) - 1)]
    readers, dice, small = (joined("score"), seated()), random.Random(5), 0
    shown = [ask(reader, table) for reader in readers]
    for _ in write_deals(table, phones, dice):
        for at, reader in enumerate(readers):
            news, painted = ask(reader, table, shown[at].headers["ETag"]), ask(reader, table)
            if news.status_code == 200 and "parts" in news.json:
                small += 1
                assert as_read(put_in(shown[at].json, news.json)) == as_read(painted.json)
            shown[at] = painted
    # In every game that asks seats anything.
    assert small or not own_asks(table.read().sheet.table)


def hand(points):
    return {"points": points, "red_nines": 0}


def write_hand(phone, table, points, tag=""):
    """Answer for Ben with the hand of so many points, as the modules of a page do."""
    content = {"after": None, "set": [["hands", BEN, hand(points)]], "clear": [], "replace": []}
    return phone.send_answers(table.id, {**content, "finish": None}, **{"If-None-Match": tag})


@pytest.fixture
def counted(table):
    """Red Nines in which Ann is out and Cat's hand is in, so that all wait for Ben and Dan."""
    table.seat_phone(CAT, "play")
    table.answer(("out", -1, ANN), ("hands", CAT, hand(5)))
    return table


@pytest.mark.every_database
def test_an_answer_brings_who_is_in_to_all_phones_and_no_sheet(joined, seated, counted, database):
    ben, dan, host, watcher = seated(BEN), seated(DAN), joined("score"), joined("watch")
    tags = {phone: tag_of(phone, counted) for phone in (ben, dan, host, watcher)}
    saved = write_hand(ben, counted, HIDDEN, tags[ben])
    assert (
        saved.json["version"]
        == saved.json["data"]["answers_version"]
        == counted.read().answers_version
    )
    for phone, tag in tags.items():
        with Statements(database) as statements:
            news = ask(phone, counted, tag)
        # It is painted once for all.
        assert not any("entries" in text for text in statements.texts)
        assert news.json == saved.json | {"version": news.json["version"]}
        assert "2 of 3 done" in news.json["html"] and "data-seats" not in news.text
        assert ["hands", BEN] in [it[:2] for it in news.json["data"]["next"]["in"]]
        assert len(news.data) < len(ask(phone, counted).data) / 3
        assert ask(phone, counted, news.headers["ETag"]).status_code == 304
        for sent in (saved, news):
            assert str(HIDDEN) not in re.sub(ID, "", sent.text)


OTHERS = {
    "who is out": lambda table: table.answer(("out", -1, DAN), replace=True),
    "what it was won on": lambda table: table.answer(("on_red_nine", -1, True)),
    "a name": rename,
    "a phone": lambda table: table.seat_phone(DAN, "play"),
    "a deal": lambda table: table.deal(ANN, 7, 5, 32),
}


@pytest.mark.every_database
@pytest.mark.parametrize("change", OTHERS)
def test_what_changes_anything_else_brings_a_whole_sheet(seated, counted, change):
    ben = seated(BEN)
    tag = tag_of(ben, counted)
    OTHERS[change](counted)
    news = ask(ben, counted, tag)
    assert "parts" not in news.json and "data-seats" in news.json["html"]
    # A phone that has not seen that yet is answered so too.
    if change != "a deal":
        saved = write_hand(ben, counted, 7, tag)
        assert "parts" not in saved.json and "data-seats" in saved.json["html"]


def test_a_phone_that_says_no_tag_or_another_is_sent_the_whole_sheet(seated, counted):
    ben, dan = seated(BEN), seated(DAN)
    known = tag_of(ben, counted)
    tags = ("", 'W/""', known[:-8], known.replace("_", "0_"))
    for points, tag in enumerate(tags, start=3):
        for answer in (write_hand(ben, counted, points, tag), ask(ben, counted, tag)):
            assert "parts" not in answer.json and "data-seats" in answer.json["html"]
    # So is who has the sheet for another seat.
    assert "parts" not in ask(dan, counted, known).json
