"""The deal in play: answers are set and cleared, and make an entry once they are a deal."""

from collections.abc import Sequence
from dataclasses import replace as changed
from typing import Any

from scorer.rules.entries import Deal, Entry
from scorer.rules.errors import BadEntry, GameIsOver, faults_of
from scorer.rules.in_play import (
    OF_DEAL,
    Answer,
    DealInPlay,
    Place,
    asks_of_who_is_out,
    flags_of_deal,
    is_in_deal,
)
from scorer.services import clock
from scorer.services.club.devices import Device, load_in_night
from scorer.services.errors import AnswerReplaces, Conflict, DealIsThere
from scorer.services.games.may_write import check_may_write
from scorer.services.games.read import GameRead, build_game, load_book
from scorer.services.games.write import Saved, append_entry, check_ids
from scorer.storage.book import bump_answers_version, clear_answers, put_answers
from scorer.storage.database import Database

# So many answers can be set and cleared at a time.
MAX_ANSWERS = 100


def set_answers(
    database: Database,
    device: Device,
    game: str,
    *,
    deal: int,
    id: str,
    answers: Sequence[tuple[str, int, Any]] = (),
    clear: Sequence[Place] = (),
    replace: bool = False,
) -> Saved:
    """Answer the deal of this number, or take answers away; each is of an ask at a place.

    Once they make a deal that is possible, and did not before, it is written as an entry of this
    id. Raises NotFound, InTheBin, NotAllowed, Refused, DealIsThere where the book has that deal
    otherwise, and, unless with `replace`, AnswerReplaces for what another phone has answered.
    """
    check_ids(game, id)
    new = [Answer(ask, place, value, device.id) for ask, place, value in answers]
    if not 0 < len(new) + len(clear) <= MAX_ANSWERS:
        raise BadEntry("entry_shape", what="answers")
    now = clock.now()
    with database.writing() as connection:
        book = load_book(connection, device.club, game, lock=True)
        read = build_game(connection, book)
        known = book.find(id)
        if known is not None and known.device == device.id:
            return Saved(known.number, read, repeated=True)
        if known is not None:
            raise Conflict("id_taken", (known,))
        phone = load_in_night(connection, device.club, device.id, book.game.night, "watch", game)
        in_play = read.in_play
        if in_play is None or in_play.opening.number != deal:
            return _find_in_book(read, deal, new, clear)
        check_may_write(phone, read, [*((answer.ask, answer.place) for answer in new), *clear])
        new = [answer for answer in new if not in_play.has(answer)]
        clear = [place for place in clear if place in in_play.answers]
        clear += _outdated_flags(in_play, new)
        if not new and not clear:
            return Saved(read.version, read, repeated=True)
        answered = in_play.without(clear)
        for answer in new:
            answered.check(answer)
            answered = answered.put(answer)
        replaced = filter(None, map(in_play.replaced_by, new))
        cleared = [in_play.answers[place] for place in clear]
        asked = [*replaced, *(answer for answer in cleared if answer.device != device.id)]
        if asked and not replace:
            raise AnswerReplaces([in_play.as_shown(answer, device.id) for answer in asked])
        put_answers(connection, book.game, deal, new, now)
        clear_answers(connection, book.game, deal, clear)
        bump_answers_version(connection, book.game)
        rows, version = tuple(answered.answers.values()), read.answers_version + 1
        if answered.becomes_deal(in_play):
            body = Deal(answered.facts(), read.sheet.last_deal)
            entry = Entry(len(book.entries) + 1, id, body, device.id)
            read = append_entry(connection, book, build_game(connection, book.add(entry)), now)
            return Saved(entry.number, changed(read, answers_version=version))
    return Saved(
        read.version, changed(read, answers=rows, answered_at=now, answers_version=version)
    )


def _find_in_book(
    read: GameRead, number: int, new: Sequence[Answer], clear: Sequence[Place]
) -> Saved:
    """Answers to a deal that is not in play: they are saved where that deal says the same."""
    deals = [*read.sheet.deals, *read.sheet.behind_the_end]
    if not 0 < number <= len(deals):
        if read.sheet.over:
            raise GameIsOver(deals=read.sheet.played)
        raise BadEntry("unknown_deal")
    deal = deals[number - 1]
    # Each of them, so that one that is no answer is refused first.
    with faults_of(read.variant):
        are_there = [is_in_deal(read.sheet.start, deal, answer) for answer in new]
    if clear or not all(are_there):
        raise DealIsThere(deal)
    return Saved(deal.entry, read, repeated=True)


def _outdated_flags(in_play: DealInPlay, new: Sequence[Answer]) -> list[Place]:
    """The flags about the seat that was out, where another one is out now."""
    values = {(answer.ask, answer.place): answer.value for answer in new}
    known = in_play.values
    out = {(ask.key, OF_DEAL) for ask in asks_of_who_is_out(in_play.start)}
    if not any(known[place] != values[place] for place in out & known.keys() & values.keys()):
        return []
    flags = [(ask.key, OF_DEAL) for ask in flags_of_deal(in_play.start)]
    return [place for place in flags if place in known and place not in values]
