"""A deal that is answered one by one equals one written whole, in whatever order, in every game."""

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorer.rules.entries import Answer, Entry, Withdraw
from scorer.rules.fold import read_sheet
from tests.examples import examples
from tests.made_up_game import added
from tests.rules.every_game import EVERY_GAME
from tests.rules.strategies import book_of

settings.register_profile("one by one", deadline=None, max_examples=examples(10))
settings.load_profile("one by one")
pytestmark = pytest.mark.soak

every_game = pytest.mark.parametrize("game", EVERY_GAME)


@pytest.fixture(autouse=True, scope="module")
def _made_up():
    with added():
        yield


def answers_of(sheet, record, after):
    """The answers that a deal comes to: all that is told of it, one by one."""
    table, bodies = sheet.opening.table, []
    for ask in sheet.start.asks:
        of_group = record.get(ask.group, {}) if ask.group else record
        if ask.key not in of_group:
            continue
        value = of_group[ask.key]
        if ask.many:
            bodies += [Answer(after, ask.key, None, one) for one in value or ()]
        elif ask.of == "deal":
            if value is not None or not ask.required:
                bodies.append(Answer(after, ask.key, None, value))
        else:
            but = of_group.get(ask.but) if ask.but else None
            for at, one in enumerate(value):
                sits_out = ask.of == "seat" and at < table.players and at not in table.plays
                if at != but and not sits_out and (one is not None or not ask.required):
                    bodies.append(Answer(after, ask.key, at, one))
    given_keys = {body.key for body in bodies}
    for key, at in sheet.opening.missing:
        # What nobody told has to be said as such: a bid that was never shown.
        ask = next(ask for ask in sheet.start.asks if ask.key == key)
        if key not in given_keys and not ask.required:
            bodies.append(Answer(after, key, at, None))
    return bodies


def completed(start, entries, bodies):
    """The book with these answers, and with what is missing after them answered as nothing."""
    book = [*entries]
    for body in bodies:
        book.append(Entry(len(book) + 1, f"a{len(book) + 1}", body, len(book), stored=True))
    sheet = read_sheet(start, book)
    after = bodies[0].after if bodies else None
    before = len(read_sheet(start, entries).deals)
    while sheet.opening and sheet.opening.missing and len(sheet.deals) == before:
        key, at = sheet.opening.missing[0]
        ask = next(ask for ask in sheet.start.asks if ask.key == key)
        assert not ask.required, (key, at)
        body = Answer(after, key, at, None)
        book.append(Entry(len(book) + 1, f"a{len(book) + 1}", body, len(book), stored=True))
        sheet = read_sheet(start, book)
    return book, sheet


def many_in_order(sheet, bodies, record):
    """The bodies with the answers to an ask of many in the order in which the record has them."""
    many = {ask.key: iter(record.get(ask.key) or ()) for ask in sheet.start.asks if ask.many}
    return [
        dataclasses.replace(body, value=next(many[body.key])) if body.key in many else body
        for body in bodies
    ]


def without_names(sheet):
    """All that a sheet says, without what entries are called and how deals were written."""
    deals = [
        dataclasses.replace(deal, id="", entry=0, answers=(), open_questions=())
        for deal in sheet.deals
    ]
    opening = sheet.opening and dataclasses.replace(sheet.opening, answers=())
    return dataclasses.replace(sheet, deals=tuple(deals), opening=opening)


@every_game
@given(data=st.data())
def test_a_deal_answered_one_by_one_equals_one_written_whole(game, data):
    _, start, deals = data.draw(game.played())
    if not deals:
        return
    at = data.draw(st.integers(0, len(deals) - 1))
    before = book_of(deals[:at])
    sheet = read_sheet(start, before)
    record = read_sheet(start, book_of(deals[: at + 1])).deals[-1].record
    if record.get("void") or record.get("dealer") is not None:
        return
    after = before[-1].name if before else None
    bodies = data.draw(st.permutations(answers_of(sheet, record, after)))
    if not bodies:
        return
    book, read = completed(start, before, many_in_order(sheet, bodies, record))
    assert without_names(read) == without_names(read_sheet(start, book_of(deals[: at + 1])))
    assert read.deals[-1].id == book[len(before)].name
    # It goes on, and what was written behind it knows it by that name.
    follower = Entry(len(book) + 1, "next", Withdraw(read.deals[-1].id, whole=True), len(book))
    taken = read_sheet(start, [*book, follower])
    assert without_names(taken) == without_names(sheet)
    restored = [*book, follower, Entry(len(book) + 2, "again", Withdraw("next"), len(book) + 1)]
    assert read_sheet(start, restored).deals == read.deals
