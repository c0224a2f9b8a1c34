"""The right of a phone to write to a game: the whole of it, or its own seat."""

from collections.abc import Collection, Mapping

from scorer.rules.entries import Body, CorrectDeal, Deal, EntryBody, Withdraw
from scorer.rules.in_play import DealInPlay, Place, asks_to_correct, own_asks, own_place
from scorer.services.club import RIGHTS
from scorer.services.club.devices import Device
from scorer.services.errors import NotAllowed
from scorer.services.games.read import GameRead


def keeps_score(phone: Device) -> bool:
    """Whether a phone may write everything."""
    return RIGHTS.index(phone.right) >= RIGHTS.index("score")


def check_may_write(phone: Device, read: GameRead, new: Body | Collection[Place]) -> None:
    """Raise NotAllowed where a phone may not write an entry or answers.

    `new` is the body of the entry, or the places of the answers. A phone at play answers what is
    asked of its own seat, until that is closed, and what anybody may answer. It corrects its own
    hand in the newest deal, and undoes a deal that its answer completed while nothing is newer.
    """
    if keeps_score(phone):
        return
    if phone.right != "play":
        raise NotAllowed
    if isinstance(new, EntryBody) and not isinstance(new, CorrectDeal | Withdraw):
        raise NotAllowed("keeps_no_score")
    if phone.seat is None:
        raise NotAllowed("no_seat_held")
    match new:
        case CorrectDeal():
            _check_correction(phone.seat, read, new)
        case Withdraw(entry=about):
            newest = [entry for entry in read.entries[-1:] if isinstance(entry.body, Deal)]
            if [(deal.id, deal.device) for deal in newest] != [(about, phone.id)]:
                raise NotAllowed("only_own_seat")
        case _ if read.in_play is None:
            raise NotAllowed("only_last_deal")
        case _:
            for place in new:
                _check_answer(phone.seat, read.in_play, place)


def _check_correction(seat: int, read: GameRead, new: CorrectDeal) -> None:
    if new.deal != read.sheet.last_deal:
        raise NotAllowed("only_last_deal")
    start = read.sheet.start
    asks = {ask.key: ask for ask in asks_to_correct(start, read.sheet.deals[-1], seat)}
    for key, value in new.answers.items():
        place = str(own_place(start, asks[key], seat)) if key in asks else None
        if not isinstance(value, Mapping) or set(value) != {place}:
            raise NotAllowed("only_own_seat")


def _check_answer(seat: int, in_play: DealInPlay, place: Place) -> None:
    key, at = place
    ask = in_play.asks.get(key)
    openers = {own.open_with for own in own_asks(in_play.start)}
    if ask is None or ask.of == "deal" or (ask.by != "seat" and key not in openers):
        return
    stand_ins = ask.number_of_answers(in_play.table) - ask.stand_ins
    if at != own_place(in_play.start, ask, seat) and at < stand_ins:
        raise NotAllowed("only_own_seat")
    if place in in_play.values and in_play.is_closed(ask):
        raise NotAllowed("all_are_in")
