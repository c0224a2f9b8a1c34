"""What a phone that does not keep score may write: about its own seat, and what anybody may say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import Connection, select

from scorer.rules.asks import Ask, read_facts
from scorer.rules.book import sort_entries
from scorer.rules.entries import Answer, CorrectDeal, Decide, Entry, Withdraw, parse_body
from scorer.rules.fold import SheetHistory, read_sheet
from scorer.rules.own_answers import (
    asks_of_who_is_out,
    asks_to_correct,
    is_final,
    names_seat,
    own_asks,
    own_place,
)
from scorer.rules.sheet import Sheet
from scorer.rules.start import ResolvedStart, Start, resolve_start
from scorer.services.club import RIGHTS
from scorer.services.club.devices import Device
from scorer.services.errors import NotAllowed
from scorer.storage.book import OpenBook, written_by
from scorer.storage.schema import entries as written

# So often a phone may say one thing of a deal, each time otherwise.
MOST_CHANGES = 30
MAY_WRITE = (Answer.kind, Withdraw.kind, CorrectDeal.kind, Decide.kind)


def check_may_write(
    connection: Connection,
    book: OpenBook,
    start: Start,
    device: Device,
    name: str,
    seen: int,
    kind: str,
    content: Mapping[str, Any],
) -> None:
    """Raise NotAllowed where this phone may not write such an entry.

    Whoever keeps the score may write anything. A phone that holds a seat answers what is asked of
    that seat and what anybody may say, takes back what it has answered itself, and that its own
    seat is out, corrects its own hand in the last deal, and says which of two answers is right
    that it could have given. It decides between no two deals, and leaves as it is what is older
    than the last one. A bid that is in stays once all are in. The content is that of one
    entry, of a phone that has `seen` so many.
    """
    if RIGHTS.index(device.right) >= RIGHTS.index("score"):
        return
    if device.right != "play":
        raise NotAllowed
    if device.seat is None:
        raise NotAllowed("no_seat_held" if kind in MAY_WRITE else "keeps_no_score")
    if book.find(name) is not None:
        return  # sent again: it is compared with what was written then
    if kind not in MAY_WRITE:
        raise NotAllowed("keeps_no_score")
    match parse_body(kind, dict(content)):
        case Answer() as answer:
            now = resolve_start(sort_entries(start, book.entries).start)
            allowed = _may_answer(now, device.seat, answer)
            if allowed:
                _check_answer(connection, book, start, device, seen, answer)
        case Withdraw() as withdraw:
            allowed = _may_take_back(connection, book, start, device, device.seat, withdraw)
        case CorrectDeal() as correction:
            allowed = _corrects_only_own(book, start, device.seat, seen, correction)
            own = written_by(connection, book, device.id, 0)
            bodies = [book.entries[number - 1].body for number in own]
            _check_not_often(isinstance(body, CorrectDeal) for body in bodies)
        case Decide() as decision:
            allowed = _may_decide(book, start, device.seat, decision)
        case _:
            allowed = False
    if not allowed:
        raise NotAllowed("only_own_seat")


def check_keeps_deals(device: Device, before: Sheet, now: Sheet) -> None:
    """Raise NotAllowed where a phone that keeps no score leaves a deal without all its answers."""
    if RIGHTS.index(device.right) < RIGHTS.index("score") and len(now.deals) < len(before.deals):
        raise NotAllowed("only_own_seat")


def _last_places(start: Start, book: OpenBook) -> range:
    """The places after which an answer is about the last deal; behind them it is in play."""
    places, deals = sort_entries(start, book.entries).places, read_sheet(start, book.entries).deals
    last, before = (deals[-1].id if deals else None), (deals[-2].id if deals[1:] else None)
    return range(places[before], places[last])


def _is_old(start: Start, book: OpenBook, answer: Answer) -> bool:
    """Whether an answer is about a deal before the last one."""
    place = sort_entries(start, book.entries).places.get(answer.after)
    return place is not None and place < _last_places(start, book).start


def _may_answer(start: ResolvedStart, seat: int, answer: Answer) -> bool:
    """Whether a seat may answer this; nobody else answers for a stand-in, so anybody may.

    What opens an answer of a seat to all is for that seat to say, as is the answer.
    """
    ask = next((ask for ask in start.asks if ask.key == answer.key), None)
    openers = {ask.open_with for ask in own_asks(start)}
    if ask is None or ask.of == "deal" or (ask.by != "seat" and ask.key not in openers):
        return True
    stands_in = ask.number_of_answers(start.table(start.first_dealer)) - ask.stand_ins
    own = own_place(start, ask, seat)
    return answer.seat is None or answer.seat == own or answer.seat >= stands_in


def _is_own(start: ResolvedStart, seat: int, answer: Answer) -> bool:
    """Whether this is what a seat answers of itself."""
    asks = {ask.key: ask for ask in own_asks(start)}
    return answer.key in asks and answer.seat == own_place(start, asks[answer.key], seat)


def _check_answer(
    connection: Connection,
    book: OpenBook,
    start: Start,
    device: Device,
    seen: int,
    answer: Answer,
) -> None:
    """Raise NotAllowed where a deal is older than the last one, or somebody answers all the time.

    Neither is a bid changed once all are in.
    """
    if _is_old(start, book, answer):
        raise NotAllowed("only_last_deal")
    _check_not_final(connection, book, start, device, seen, answer)
    places = sort_entries(start, book.entries).places
    last = _last_places(start, book)
    in_play = places.get(answer.after, 0) >= last.stop
    own = [book.entries[one - 1].body for one in written_by(connection, book, device.id, 0)]
    _check_not_often(
        (body.key, body.seat) == (answer.key, answer.seat)
        and (places[body.after] >= last.stop if in_play else places[body.after] in last)
        for body in own
        if isinstance(body, Answer)
    )


def _check_not_often(same: Iterable[bool]) -> None:
    """Raise NotAllowed where a phone has said the same thing otherwise again and again."""
    if sum(same) >= MOST_CHANGES:
        raise NotAllowed("changed_often", most=MOST_CHANGES)


def _check_not_final(
    connection: Connection,
    book: OpenBook,
    start: Start,
    device: Device,
    seen: int,
    answer: Answer,
) -> None:
    """Raise NotAllowed where a seat's bid is changed, or taken back, though all are in.

    What somebody else has told of the seat, unseen, does not stand in the way: both are kept.
    """
    sheet = read_sheet(start, book.entries)
    opening, seat = sheet.opening, device.seat or 0
    if opening is None or not _is_own(sheet.start, seat, answer):
        return
    ask = next(ask for ask in own_asks(sheet.start) if ask.key == answer.key)
    if not is_final(sheet.start, opening, ask):
        return
    for entry in book.entries:
        body = entry.body
        if not isinstance(body, Answer) or entry.name not in opening.answers:
            continue
        is_known = entry.number <= seen or _writer_of(connection, book, entry) == device.id
        if (body.key, body.seat) == (answer.key, answer.seat) and is_known:
            raise NotAllowed("all_are_in")


def _may_take_back(
    connection: Connection,
    book: OpenBook,
    start: Start,
    device: Device,
    seat: int,
    withdraw: Withdraw,
) -> bool:
    """Whether it is an answer of the deal in play, by this phone, or that its own seat is out."""
    entries = book.entries
    entry = next((entry for entry in entries if entry.name == withdraw.entry), None)
    if entry is None or not isinstance(entry.body, Answer):
        return False
    sheet = read_sheet(start, entries)
    if _is_old(start, book, entry.body) or any(entry.name in one.answers for one in sheet.deals):
        return False
    is_out = any(
        ask.key == entry.body.key and names_seat(sheet.start, ask, entry.body.value, seat)
        for ask in asks_of_who_is_out(sheet.start)
    )
    if is_out:
        return True
    if _writer_of(connection, book, entry) != device.id:
        return False
    _check_not_final(connection, book, start, device, len(entries), entry.body)
    return True


def _may_decide(book: OpenBook, start: Start, seat: int, decision: Decide) -> bool:
    """Whether it chooses an answer that the seat may give, of no old deal, and not a whole deal."""
    body = next((entry.body for entry in book.entries if entry.name == decision.entry), None)
    sheet = read_sheet(start, book.entries)
    if decision.apart or not isinstance(body, Answer) or not _may_answer(sheet.start, seat, body):
        return False
    if any(
        decision.entry in (deal.id, *(rival.id for rival in deal.rivals))
        for deal in sheet.deals
        if deal.rivals
    ):
        return False
    return not _is_old(start, book, body)


def _writer_of(connection: Connection, book: OpenBook, entry: Entry) -> str | None:
    query = select(written.c.device).where(
        written.c.club == book.game.club,
        written.c.game == book.game.id,
        written.c.number == entry.number,
    )
    return connection.scalar(query)


def _corrects_only_own(
    book: OpenBook, start: Start, seat: int, seen: int, correction: CorrectDeal
) -> bool:
    """Whether the last deal stays as it was seen but for what this seat answered of itself.

    What others have corrected since does not stand in the way: both count, or somebody decides.
    """
    sheet = read_sheet(start, book.entries)
    if not sheet.deals or not sheet.deals[-1].goes_by(correction.deal):
        return False
    seen_then = SheetHistory(start, book.entries).sheet(seen)
    known = [deal for deal in seen_then.deals if deal.goes_by(correction.deal)] if seen_then else []
    stands = (known or sheet.deals)[-1]
    facts = read_facts(sheet.start.asks, correction.facts, stands.table)
    same_dealer = correction.facts.get("dealer") == stands.record.get("dealer")
    if stands.facts.void or facts.void or not same_dealer:
        return False
    own = {
        ask.key: own_place(sheet.start, ask, seat)
        for ask in asks_to_correct(sheet.start, stands, seat)
    }
    return all(
        _all_but(ask, stands.facts[ask], own.get(ask.key))
        == _all_but(ask, facts[ask], own.get(ask.key))
        for ask in sheet.start.asks
    )


def _all_but(ask: Ask[Any], answer: Any, place: int | None) -> Any:
    """What was answered, as a record has it, but for one place."""
    if place is None or not answer:
        return ask.write(answer)
    return [ask.write_one(value) for at, value in enumerate(answer) if at != place]
