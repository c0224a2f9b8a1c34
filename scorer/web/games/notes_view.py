"""What is noted while the cards are still being played, as the screen shows it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scorer.rules.answers import AnswerWords, is_answered, template_of, words_of
from scorer.rules.asks import Ask, Number, Seat, Side, opened_in_play
from scorer.rules.book import withdrawn
from scorer.rules.entries import WITHHELD, Answer, Entry
from scorer.rules.own_answers import asks_of_who_is_out
from scorer.rules.sheet import Sheet, SheetDeal
from scorer.rules.words import fill, list_names
from scorer.services.games.detect_conflicts import read_noted
from scorer.services.games.read import GameRead
from scorer.web.names import in_a_sentence, listed


@dataclass(frozen=True)
class NoteView:
    """An answer that one tap notes of the deal in play, and what can be taken back of it.

    `at` is the seat in whose row it stands, and `seat` what the tap answers: that seat, or its
    side, whose `name` the button has. It is `offered` while it would move anything. `entry` names
    the newest note of it that stands, where there is one, and `times` how many there are.
    """

    ask: str
    name: str
    sentence: str
    mark: str
    at: int
    seat: int
    offered: bool
    entry: str = ""
    times: int = 0


@dataclass(frozen=True)
class NoteQuestion:
    """What the sheet asks of the deal in play with one button, and the answers it opens."""

    ask: str
    asks: str
    answers: tuple[NoteView, ...]


def asks_in_play(sheet: Sheet) -> list[Ask[Any]]:
    """What can be noted while the cards are still being played."""
    return [ask for ask in sheet.start.asks if ask.during and ask.asked]


def asks_without_row(sheet: Sheet) -> list[Ask[Any]]:
    """What can be noted in play though no name on the sheet says it, such as a trump."""
    return [ask for ask in asks_in_play(sheet) if not _is_named(ask)]


def _is_named(ask: Ask[Any]) -> bool:
    names_one = isinstance(ask, Seat | Side) and ask.of == "deal"
    return names_one and "asks" in words_of(ask).get("in_play", {})


def forgotten_asks(deal: SheetDeal, sheet: Sheet) -> dict[str, str]:
    """What may have been forgotten in a deal: asks of play that nobody answered, in words."""
    late = {ask.key: words_of(ask).get("in_play", {}).get("late") for ask in asks_in_play(sheet)}
    return {
        ask.key: str(late[ask.key])
        for ask in asks_in_play(sheet)
        if late[ask.key] and not deal.facts.void
        if not is_answered(ask, deal.facts.answers[ask.key])
    }


def answer_sentence(entry: Entry, entries: Sequence[Entry], words: AnswerWords) -> str:
    """What was answered, and with it in one tap: "Dan swept the red aces", "Ann bid 10"."""
    told = [
        other.body
        for other in entries
        if isinstance(other.body, Answer) and entry.name in (other.name, other.body.given_with)
    ]
    start, opened = words.start, {ask.key for ask in opened_in_play(words.start.asks)}
    asks = {ask.key: ask for ask in start.asks}
    table = start.table(start.first_dealer)
    in_play: dict[str, Any] = {}
    others: list[str] = []
    for body in told:
        ask, value = asks.get(body.key), read_noted(body, start)
        if ask is None:
            continue
        goes_with_opener = body.key in opened and ask.open_with in in_play
        if value is WITHHELD or not (ask.during or goes_with_opener):
            others.append(_answered(ask, body, value, words))
        elif ask.of == "deal" or ask.many:
            in_play[body.key] = value
        else:
            each = in_play.get(body.key, (ask.nothing,) * ask.number_of_answers(table))
            seat = body.seat or 0
            in_play[body.key] = (*each[:seat], value, *each[seat + 1 :])
    said = [*words.in_play(in_play), *others]
    return list_names(said) or "nothing is noted now"


def _answered(ask: Ask[Any], body: Answer, value: Any, words: AnswerWords) -> str:
    """An answer that is not told in play: "Ann took 4"; its value only where that is known."""
    name = "" if body.seat is None else words.whose(ask.of, body.seat)
    if value is WITHHELD:
        if name and "covered" in words_of(ask):
            return fill(words_of(ask)["covered"], {"name": name})
        return f"{name} is in" if name else "is in"
    # Of who is out, the piece of a sentence about the deal is none by itself.
    is_out = ask in asks_of_who_is_out(words.start)
    template = str(words_of(ask).get("chip" if is_out else "says", ""))
    if "{name}" in template:
        return words.piece(ask, value, template, name)
    # "Ben 12" stands behind a colon already.
    if name and isinstance(ask, Number):
        return f"{name} {words.answer(ask, value)}"
    what = name or str(words_of(ask).get("title") or words_of(ask)["what"])
    return what if value is True else f"{what}: {words.answer(ask, value)}"


def notes_of(game: GameRead, names: Sequence[str]) -> Mapping[int, tuple[NoteView, ...]]:
    """For each seat what can be noted of it, and what was and can be taken back."""
    notes: defaultdict[int, list[NoteView]] = defaultdict(list)
    words = AnswerWords(game.sheet.start, tuple(map(in_a_sentence, names)))
    for seat, note in _notes(game, words, names):
        notes[seat].append(note)
    return {seat: tuple(found) for seat, found in notes.items()}


def questions_of(
    game: GameRead, notes: Mapping[int, Sequence[NoteView]]
) -> tuple[NoteQuestion, ...]:
    """What is still to be noted, one question for all seats that could answer it, clockwise."""
    every = [note for seat in game.sheet.start.order for note in notes.get(seat, ())]
    questions = (
        NoteQuestion(
            ask.key,
            words_of(ask)["in_play"]["asks"],
            tuple(note for note in every if note.ask == ask.key and note.offered),
        )
        for ask in asks_in_play(game.sheet)
        if _is_named(ask)
    )
    return tuple(question for question in questions if question.answers)


def _notes(
    game: GameRead, words: AnswerWords, names: Sequence[str]
) -> Iterator[tuple[int, NoteView]]:
    opening = game.sheet.opening
    if opening is None:
        return
    for ask in asks_in_play(game.sheet):
        if not _is_named(ask):
            continue
        in_play = words_of(ask)["in_play"]
        noted = opening.noted.get(ask.key)
        given = noted if ask.many else () if noted is None else (noted,)
        for seat in opening.table.order:
            side = game.sheet.side(seat)
            if isinstance(ask, Side):
                # Once for all who play for it.
                partners = game.sheet.start.seats_of(side)
                answer, asked = side, seat == partners[0]
            else:
                partners = (seat,)
                answer, asked = seat, seat in opening.table.plays
            if not asked:
                continue
            times = list(given or ()).count(answer)
            offered = (ask.many or not given) and _moves(game, ask, answer)
            if offered or times:
                yield (
                    seat,
                    NoteView(
                        ask=ask.key,
                        name=listed([names[partner] for partner in partners]),
                        sentence=words.piece(ask, answer, template_of(ask)),
                        mark=f"{in_play['mark']}{f' ×{times}' if times > 1 else ''}",
                        at=seat,
                        seat=answer,
                        offered=offered,
                        entry=_newest_note(game, ask, answer) if times else "",
                        times=times,
                    ),
                )


def _moves(game: GameRead, ask: Ask[Any], answer: int) -> bool:
    """Whether noting this would move anything, in a game in which such a note does."""
    opening, variant = game.sheet.opening, game.sheet.start.variant
    if opening is None:
        return False
    # What was noted before is in the carry already.
    lines = variant.in_play(
        {ask.key: (answer,) if ask.many else answer}, opening.table, opening.carry
    )
    return not lines or any(line.points for line in lines)


def _newest_note(game: GameRead, ask: Ask[Any], answer: int) -> str:
    """The name of the newest note that gives this answer, or any where there is but one."""
    entries = game.entries
    gone = withdrawn(entries)
    notes = (
        entry.name
        for entry in reversed(entries)
        if isinstance(entry.body, Answer) and ask.key == entry.body.key and entry.name not in gone
        if not ask.many or entry.body.value == answer
    )
    return next(notes, "")
