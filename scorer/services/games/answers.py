"""The deal in play: answers are set and cleared, and make an entry once they are a deal."""

from collections.abc import Mapping, Sequence
from dataclasses import replace as changed
from datetime import timedelta
from typing import Any, Literal

from scorer.rules.entries import ChangeTable, Deal, Entry, Withdraw
from scorer.rules.errors import BadEntry, GameIsOver, ImpossibleDeal, faults_of
from scorer.rules.fold import check_newest, read_deal, withdrawn
from scorer.rules.in_play import (
    OF_DEAL,
    Answer,
    DealInPlay,
    Place,
    asks_of_who_is_out,
    flags_of_deal,
    is_in_deal,
    seats_at,
)
from scorer.rules.types import SheetDeal
from scorer.services import clock
from scorer.services.club.devices import SILENT, Device, load_in_night, load_keepers
from scorer.services.errors import Conflict, NotAllowed
from scorer.services.games.may_write import check_may_answer
from scorer.services.games.read import GameRead, add_entry, load_game
from scorer.services.games.seats_held import list_held
from scorer.services.games.write import Saved, append_entry
from scorer.storage.book import bump_answers_version, put_answers
from scorer.storage.database import Database

# So many answers can be set and cleared at a time.
MAX_ANSWERS = 100
TICK = timedelta(microseconds=1)
Finish = Literal["save", "open"]


def set_answers(
    database: Database,
    device: Device,
    game: str,
    *,
    after: str | None,
    id: str,
    turn: int,
    answers: Sequence[tuple[str, int, Any]] = (),
    clear: Sequence[Place] = (),
    replace: Sequence[Any] = (),
    finish: Finish | None = None,
) -> Saved:
    """Answer the deal after this one, or take answers away; each is of an ask at a place.

    Once they make a deal that is possible, and did not before, it is written as an entry of this
    id. To `finish` is to save what waits since an undo, or to open what does not fit. What has no
    higher `turn` than this phone has written at a place changes nothing. Raises NotFound, InTheBin,
    NotAllowed, Refused, and Conflict: `deal_is_there` where the book has that deal otherwise,
    `withdrawn` where the one before it was, and `replaces` at which `places` another phone has
    answered, unless `replace` has the `key` of that answer.
    """
    if not (answers or clear or finish) or len(answers) + len(clear) > MAX_ANSWERS:
        raise BadEntry("entry_shape", what="answers")
    with database.writing() as connection:
        read = load_game(connection, device.club, game, lock=True)
        known = read.find(id)
        if known is not None and known.device == device.id:
            return Saved(known.number, read, repeated=True)
        if known is not None:
            raise Conflict("id_taken", (known,))
        night = read.night
        phone = load_in_night(connection, device, night, "watch", game)
        keepers = [] if phone.keeps_score else load_keepers(connection, phone.club, night)
        deal, withdrawals = _find_number(read, after)
        rows = read.answered.get(deal, ())
        # What is written later is newer, whatever the clock says.
        now = max([clock.now(), *(row.written_at + TICK for row in rows[-1:])])
        mine = {(row.ask, row.place): row for row in rows if row.device == device.id}
        blank = Answer("", OF_DEAL, None, device.id, turn, written_at=now)
        sent = [changed(blank, ask=ask, place=place, cleared=True) for ask, place in clear]
        sent += [changed(blank, ask=ask, place=at, value=value) for ask, at, value in answers]
        newer = [answer for answer in sent if _is_newer(answer, mine)]
        if sent and not newer:
            return Saved(read.version, read, repeated=True)
        if withdrawals:
            raise Conflict("withdrawn", withdrawals)
        in_play = read.in_play
        if in_play is None or in_play.opening.number != deal:
            return _find_in_book(read, deal, newer)

        new = [answer for answer in newer if not in_play.has(answer)]
        flags = [changed(blank, ask=ask, cleared=True) for ask in _outdated_flags(in_play, new)]
        written = [_as_seen(answer, in_play) for answer in (*new, *flags)]
        answered = in_play.put(*written)
        is_unattended = all(now - keeper.seen_at >= SILENT for keeper in keepers)
        check_may_answer(phone, read, answered, new, unattended=is_unattended)
        for answer in new:
            if not answer.cleared:
                answered.check(answer)
        there = [in_play.answers.get((answer.ask, answer.place)) for answer in written]
        theirs = [known for known in there if known is not None and known.device != device.id]
        if any(known.key not in replace for known in theirs):
            raise Conflict("replaces", places=[(known.ask, known.place) for known in theirs])
        opened = answered.newly_opened()
        if finish is not None:
            _check_may_finish(phone, in_play, answered, finish, unattended=is_unattended)
        if finish == "open" and answered.does_not_fit:
            opened = [changed(row, opened=True) for row in answered.answers.values()]
        makes_deal = answered.is_deal and (finish == "save" or not in_play.is_deal)
        if makes_deal and not phone.keeps_score:
            makes_deal = _are_own(answered, phone, list_held(connection, phone.club, game), keepers)

        # What says the same is no news, but counts as the newest of its phone.
        again = [(mine.get((it.ask, it.place)), it) for it in newer if it not in new]
        same = [
            changed(was, value=it.value, cleared=it.cleared, turn=turn) for was, it in again if was
        ]
        put = {(row.ask, row.place, row.device): row for row in (*rows, *same, *written, *opened)}
        put_answers(connection, read.row, deal, [row for row in put.values() if row not in rows])
        if not (written or opened or makes_deal):
            return Saved(read.version, read, repeated=True)
        bump_answers_version(connection, read.row)
        version = read.answers_version + 1
        if makes_deal:
            body = Deal(answered.facts(), read.sheet.after)
            entry = Entry(read.version + 1, id, body, device.id)
            added = changed(add_entry(connection, read, entry), answers_version=version)
            check_newest(None, added.sheet, added.entries)
            return Saved(entry.number, append_entry(connection, read, added, now))
    by_time = tuple(sorted(put.values(), key=lambda row: (row.written_at, row.device)))
    return Saved(read.version, changed(read, answered={deal: by_time}, answers_version=version))


def _find_number(read: GameRead, after: str | None) -> tuple[int, Sequence[Entry]]:
    """The number of the deal after this deal or change; where that was withdrawn, by what."""
    there = read.book.deals_and_changes
    ids = [None, *(entry.id for entry in there)]
    if after in ids:
        behind = there[: ids.index(after)]
        return sum(isinstance(entry.body, Deal) for entry in behind) + 1, ()
    known = read.find(after or "")
    if known is None or not isinstance(known.body, Deal | ChangeTable):
        raise BadEntry("unknown_deal")
    then, gone = read.book.until(known.number).sheet, withdrawn(read.entries)
    withdrawals = [entry for entry in read.entries if entry.body == Withdraw(known.id)]
    return len(then.deals) + 1, [entry for entry in withdrawals if entry.id not in gone]


def _is_newer(answer: Answer, mine: Mapping[Place, Answer]) -> bool:
    known = mine.get((answer.ask, answer.place))
    if known is None or answer.turn > known.turn:
        return True
    is_other = changed(known, value=answer.value, cleared=answer.cleared) != known
    if answer.turn == known.turn and is_other:
        raise BadEntry("turn_taken")
    return False


def _check_may_finish(
    phone: Device, was: DealInPlay, now: DealInPlay, finish: Finish, *, unattended: bool
) -> None:
    is_opened = bool(was.answers) and all(row.opened for row in was.answers.values())
    if phone.keeps_score or (finish == "open" and is_opened):
        return
    has_answered = any(row.device == phone.id for row in now.answers.values())
    if finish == "save" or not has_answered or not unattended:
        raise NotAllowed("host_opens")


def _as_seen(answer: Answer, in_play: DealInPlay) -> Answer:
    there = in_play.answers.get((answer.ask, answer.place))
    if there is None or not there.opened:
        return answer
    return changed(answer, opened=not answer.cleared, was=(there.value,))


def _are_own(
    answered: DealInPlay, phone: Device, held: Mapping[int, Device], keepers: Sequence[Device]
) -> bool:
    """Whether all other seats' answers came from their own phones, or from one that keeps score."""
    for row in answered.answers.values():
        ask = answered.asks[row.ask]
        seats = seats_at(answered.table, ask, row.place) if ask.by == "seat" else ()
        own = {held[seat].id for seat in seats if seat in held} | {it.id for it in keepers}
        if seats and phone.seat not in seats and row.device not in own:
            return False
    return True


def _find_in_book(read: GameRead, number: int, new: Sequence[Answer]) -> Saved:
    """Answers to a deal that is not in play: saved where it says the same, or once has."""
    deals = [*read.sheet.deals, *read.sheet.behind_the_end]
    if number > len(deals):
        raise GameIsOver(deals=read.sheet.played)
    deal, start = deals[number - 1], read.sheet.start
    versions = [
        changed(deal, **read_deal(start, facts, deal.table, deal.before)._asdict())
        for _, facts in read.book.versions[deal.id]
    ]
    # Each of them, so that one that is no answer is refused first.
    with faults_of(read.variant):
        are_there = [[_is_in(it, answer) for it in versions] for answer in new]
    if not all(map(any, are_there)):
        raise Conflict("deal_is_there", number=number, deal=deal.id)
    return Saved(deal.entry, read, repeated=True)


def _is_in(deal: SheetDeal, answer: Answer) -> bool:
    try:
        return is_in_deal(deal, answer)
    except ImpossibleDeal:
        if answer.cleared:  # and needed
            return False
        raise


def _outdated_flags(in_play: DealInPlay, new: Sequence[Answer]) -> list[str]:
    values = {(answer.ask, answer.place): answer.value for answer in new if not answer.cleared}
    known = in_play.values
    out = {(ask.key, OF_DEAL) for ask in asks_of_who_is_out(in_play.table)}
    if not any(known[place] != values[place] for place in out & known.keys() & values.keys()):
        return []
    flags = [ask.key for ask in flags_of_deal(in_play.table)]
    said = {answer.ask for answer in new}
    return [key for key in flags if (key, OF_DEAL) in known and key not in said]
