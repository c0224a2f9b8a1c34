"""The right of a phone to write to a game: the whole of it, or its own seat."""

from collections.abc import Collection, Mapping, Sequence

from scorer.rules.entries import Body, CorrectDeal, Deal, Entry, EntryBody, Withdraw
from scorer.rules.in_play import DealInPlay, Place, asks_to_correct, own_asks, own_place
from scorer.rules.sheet import Sheet
from scorer.services.club import RIGHTS, Right

# How often a phone that does not keep score may correct deals of one game.
MAX_CORRECTIONS = 30


def keeps_score(right: Right) -> bool:
    """Whether a phone may write everything."""
    return RIGHTS.index(right) >= RIGHTS.index("score")


def may_write(
    right: Right,
    seat: int | None,
    device: str,
    new: Body | Collection[Place],
    *,
    sheet: Sheet,
    in_play: DealInPlay | None,
    entries: Sequence[Entry],
) -> str | None:
    """Why a phone of this right and seat may not write an entry or answers; None where it may.

    `new` is the body of the entry, or the places of the answers. A phone at play answers what is
    asked of its own seat, until that is closed, and what anybody may answer. It corrects its own
    hand in the newest deal, and undoes a deal that its answer completed while nothing is newer.
    """
    if keeps_score(right):
        return None
    if right != "play":
        return "not_allowed"
    if isinstance(new, EntryBody) and not isinstance(new, CorrectDeal | Withdraw):
        return "keeps_no_score"
    if seat is None:
        return "no_seat_held"
    match new:
        case CorrectDeal():
            return _may_correct(seat, device, new, sheet, entries)
        case Withdraw(entry=entry):
            deals = [newest for newest in entries[-1:] if isinstance(newest.body, Deal)]
            is_own = [(deal.id, deal.device) for deal in deals] == [(entry, device)]
            return None if is_own else "only_own_seat"
        case _ if in_play is not None:
            reasons = (_may_answer(seat, place, in_play) for place in new)
            return next(filter(None, reasons), None)
    return "only_last_deal"


def _may_correct(
    seat: int, device: str, new: CorrectDeal, sheet: Sheet, entries: Sequence[Entry]
) -> str | None:
    if new.deal != sheet.last_deal:
        return "only_last_deal"
    start, place = sheet.start, None
    for key, value in new.answers.items():
        own = [ask for ask in asks_to_correct(start, sheet.deals[-1], seat) if ask.key == key]
        place = str(own_place(start, own[0], seat)) if own else None
        if not isinstance(value, Mapping) or set(value) != {place}:
            return "only_own_seat"
    written = [entry for entry in entries if entry.device == device]
    corrections = sum(isinstance(entry.body, CorrectDeal) for entry in written)
    return "changed_often" if corrections >= MAX_CORRECTIONS else None


def _may_answer(seat: int, place: Place, in_play: DealInPlay) -> str | None:
    key, at = place
    ask = in_play.asks.get(key)
    openers = {own.open_with for own in own_asks(in_play.start)}
    if ask is None or ask.of == "deal" or (ask.by != "seat" and key not in openers):
        return None
    stand_ins = ask.number_of_answers(in_play.table) - ask.stand_ins
    if at != own_place(in_play.start, ask, seat) and at < stand_ins:
        return "only_own_seat"
    return "all_are_in" if place in in_play.values and in_play.is_closed(ask) else None
