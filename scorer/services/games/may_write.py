"""The right of a phone to write to a game: the whole of it, or its own seat."""

from collections.abc import Mapping, Sequence

from scorer.rules.entries import Body, CorrectDeal, Deal, Withdraw
from scorer.rules.in_play import (
    Answer,
    DealInPlay,
    asks_to_correct,
    own_place,
    seats_at,
    seats_typed,
    standing,
)
from scorer.services.club.devices import Device
from scorer.services.errors import NotAllowed
from scorer.services.games.read import GameRead


def check_may_write(phone: Device, read: GameRead, new: Body) -> None:
    """Raise NotAllowed where a phone may not write an entry.

    A phone at play corrects its own hand in the newest deal, and undoes a deal that its answer
    completed while nothing is newer. By the answers to that deal it corrects for the seat that it
    played for, and undoes nothing that others had hidden.
    """
    if phone.keeps_score:
        return
    if phone.right == "play" and not isinstance(new, CorrectDeal | Withdraw):
        raise NotAllowed("keeps_no_score")
    seat = _seat_of(phone)
    rows = standing(read.answered.get(len(read.sheet.deals), ())).values()
    if isinstance(new, CorrectDeal):
        _check_seats(seat, seats_typed(read.sheet.table, rows, phone.id), read)
        _check_correction(seat, read, new)
    elif isinstance(new, Withdraw):
        newest = [entry for entry in read.entries[-1:] if isinstance(entry.body, Deal)]
        if [(deal.id, deal.device) for deal in newest] != [(new.entry, phone.id)]:
            raise NotAllowed("only_own_seat")
        hidden = {ask.key for ask in read.sheet.table.asks if ask.shown != "at_once"}
        theirs = [row for row in rows if row.device != phone.id and row.ask in hidden]
        if not all(row.cleared for row in theirs):
            raise NotAllowed("others_are_in")


def check_may_answer(
    phone: Device, read: GameRead, now: DealInPlay, changes: Sequence[Answer], *, unattended: bool
) -> None:
    """Raise NotAllowed where a phone may not make these changes, after which it is as in `now`.

    A phone at play answers what is asked of its own seat, until that is closed, and what anybody
    may answer, for one seat a deal. What all have seen is changed by who keeps the score; while no
    such phone is heard of, `unattended`, by its seat.
    """
    if phone.keeps_score or not changes:
        return
    was = read.in_play
    if phone.right != "play":
        raise NotAllowed
    if was is None or was.is_all_in:
        raise NotAllowed("all_are_in")
    # What is impossible is not forbidden.
    known = [(change, was.asks[change.ask]) for change in changes if change.ask in was.asks]
    is_of_seat = any(seats_at(was.table, ask, change.place) for change, ask in known)
    seat = _seat_of(phone) if is_of_seat else None
    for change, ask in known:
        place, seats = (change.ask, change.place), seats_at(was.table, ask, change.place)
        there, last = was.answers.get(place), was.standing.get(place)
        is_own = last is not None and last.device == phone.id
        if seats and seat not in seats and not (change.cleared and is_own):
            raise NotAllowed("only_own_seat")
        if there is not None and there.opened and not (unattended and seats):
            raise NotAllowed("was_seen")
        if there is not None and seats and was.is_closed(ask):
            raise NotAllowed("all_are_in")
        answered = [was.asks[key] for key, _ in was.values]
        if not is_own and any(ask.key in (other.but, *other.unless) for other in answered):
            raise NotAllowed("depends_on_it")
        missing = {was.asks[key].when for key, at in now.missing if seats and at == change.place}
        if ask.when == "after" and "before" in missing and not change.cleared:
            raise NotAllowed("bid_first")
    if seat is not None:
        _check_seats(seat, seats_typed(was.table, now.answers.values(), phone.id), read)


def _seat_of(phone: Device) -> int:
    if phone.right != "play":
        raise NotAllowed
    if phone.seat is None:
        raise NotAllowed("no_seat_held")
    return phone.seat


def _check_seats(seat: int, typed: set[int], read: GameRead) -> None:
    if others := typed - {seat}:
        raise NotAllowed("plays_for", name=read.name_of(read.sheet.sitters[min(others)]))


def _check_correction(seat: int, read: GameRead, new: CorrectDeal) -> None:
    if new.deal != read.sheet.last_deal:
        raise NotAllowed("only_last_deal")
    deal = read.sheet.deals[-1]
    asks = {ask.key: ask for ask in asks_to_correct(deal, seat)}
    for key, value in new.answers.items():
        place = str(own_place(deal.table, asks[key], seat)) if key in asks else None
        if not isinstance(value, Mapping) or set(value) != {place}:
            raise NotAllowed("only_own_seat")
