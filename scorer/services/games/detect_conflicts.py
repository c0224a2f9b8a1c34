"""Detecting conflicts: entries that the writer of the last one had not seen."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from scorer.rules.asks import Ask, Seat
from scorer.rules.book import SortedBook, deals_of_answers, sort_entries, withdrawn
from scorer.rules.entries import (
    MOST_SEATS,
    WITHHELD,
    Answer,
    Body,
    Buy,
    CorrectDeal,
    CorrectStart,
    Deal,
    Decide,
    End,
    Entry,
    Lend,
    TakeSeat,
    Totals,
    Withdraw,
)
from scorer.rules.errors import BadEntry, GameIsOver, Refused
from scorer.rules.fold import read_sheet
from scorer.rules.given import Given, OpenQuestion, read_answer
from scorer.rules.sheet import Sheet, SheetDeal
from scorer.rules.start import ResolvedStart, Start, resolve_start
from scorer.rules.table import Table
from scorer.rules.types import Over
from scorer.services.errors import Conflict, WrittenSince
from scorer.services.games.read import GameRead
from scorer.services.games.withhold import secret_answers


def check_answer(read: GameRead) -> None:
    """Refuse the last entry where it is an answer that tells nothing, or comes after the end."""
    entry, sheet = read.entries[-1], read.sheet
    body = entry.body
    if not isinstance(body, Answer):
        return
    read_answer(body, sheet.start.asks, sheet.start.table(sheet.start.first_dealer))
    if body.value is WITHHELD:
        raise BadEntry("entry_shape", what="value")
    known = (name for deal in sheet.deals for name in (*deal.answers, *deal.beside))
    if sheet.over and entry.name not in known:
        raise GameIsOver(deals=sheet.played)


def check_decided(read: GameRead) -> None:
    """Refuse to stop a game in which two have answered otherwise and nobody has decided."""
    if isinstance(read.entries[-1].body, End) and read.sheet.undecided:
        raise BadEntry("not_decided")


def read_noted(answer: Answer, start: ResolvedStart) -> Any:
    """What an answer of the book says; None where it is one that is refused by now."""
    try:
        return read_answer(answer, start.asks, start.table(start.first_dealer))
    except Refused:
        return None


Places = Mapping[str | None, int]
ALL_SEATS = frozenset(range(MOST_SEATS))


def written_since(start: Start, entries: Sequence[Entry], seen: int) -> tuple[int, ...]:
    """The numbers of the entries that the writer of the last one should have seen before.

    The last entry takes something back, puts it back, or tells it again; or it is a deal, and
    what counts is the deal it follows. It has to have seen what is about the same deal or seat
    or the start, and every later deal. Everybody plays in every deal, so whatever is about a
    seat is about each deal too. What was written since and taken back again changes nothing.
    Raises BadEntry for an entry about nothing in the book.
    """
    *before, entry = entries
    if seen >= len(before):
        return ()
    places = sort_entries(start, entries).places
    by_name = {entry.name: entry for entry in before}
    named = _named(entry, by_name)
    known = {entry.name for entry in named}
    about = named[-1]
    if isinstance(about.body, CorrectDeal):
        about = by_name[about.body.deal]
    elif isinstance(entry.body, Deal) and entry.body.after is not None:
        about = by_name[entry.body.after]
    known.add(about.name)
    if isinstance(about.body, Answer) and _is_about_deal(entry, named):
        scope = _scope_of_answered(about.body, about.name, before, places)
    else:
        scope = _scope(about, before[:seen], places)
    if isinstance(entry.body, TakeSeat):
        # Nothing is taken back: only whoever else was put into this seat has to be known.
        scope = replace(scope, after=len(places), deals=frozenset())
    changes = [
        change for change in _changes(before, seen, by_name, known) if change.by.name not in known
    ]
    if isinstance(named[-1].body, CorrectDeal):
        # What is said of the deal in play has nothing to do with a deal that is scored.
        deals = read_sheet(start, before).deals
        in_play = places[deals[-1].id] if deals else 0
        changes = [
            change
            for change in changes
            if not isinstance(change.entry.body, Answer)
            or places[change.entry.body.after] < in_play
        ]
    return tuple(sorted({change.by.number for change in changes if scope.touches(change, places)}))


@dataclass(frozen=True)
class _Change:
    """An entry that counts since, or no longer does; `by` is the entry that made it so."""

    entry: Entry
    counts: bool
    by: Entry


@dataclass(frozen=True)
class _Scope:
    """What an entry is about: deals, seats, or what its `kind` alone says.

    `after` is the place of the deal before it, as the writer saw the book: whatever was played
    after that comes later, or instead. `asked` is what an answer answers, by ask and seat.
    """

    kind: type[Body]
    after: int = 0
    deals: frozenset[str | None] = frozenset()
    seats: frozenset[int] = frozenset()
    asked: frozenset[tuple[str, int | None]] = frozenset()

    def touches(self, change: _Change, places: Places) -> bool:
        """Whether a change is about the same, or a later deal."""
        match change.entry.body:
            case CorrectStart():
                return True
            case Deal():
                later = places[change.entry.name] > self.after
                return change.entry.name in self.deals or (change.counts and later)
            case CorrectDeal(deal=deal):
                return deal in self.deals
            case Answer(after=after) as answer:
                if self.kind is Answer and (answer.key, answer.seat) not in self.asked:
                    return False
                return self.kind in (Deal, Answer) and places[after] >= self.after
            case TakeSeat() | Buy() | Lend() as body:
                return not self.seats.isdisjoint(_seats(body))
            case End():
                return self.kind in (Deal, End)
            case Totals():
                return self.kind is Totals
        return False


def _scope(entry: Entry, then: Sequence[Entry], places: Places) -> _Scope:
    match entry.body:
        case Deal():
            before = _place_before(entry, then, places)
            return _Scope(Deal, before, frozenset({entry.name}), ALL_SEATS)
        case TakeSeat(after=after) | Buy(after=after) | Lend(after=after) as body:
            return _Scope(type(body), places[after], frozenset(places), _seats(body))
        case Answer(after=after) as answer:
            asked = frozenset({(answer.key, answer.seat)})
            return _Scope(Answer, places[after], asked=asked)
        case CorrectStart(order=order, sitters=sitters) if order or sitters:
            return _Scope(CorrectStart, deals=frozenset(places), seats=ALL_SEATS)
    return _Scope(type(entry.body))


def _is_about_deal(entry: Entry, named: Sequence[Entry]) -> bool:
    """Whether an entry that comes down to an answer is about the whole deal it belongs to."""
    taken_back = [one.body for one in named if isinstance(one.body, Withdraw)]
    return not taken_back or bool(taken_back[-1].whole) or isinstance(named[-1].body, CorrectDeal)


def _scope_of_answered(
    answer: Answer, name: str, before: Sequence[Entry], places: Places
) -> _Scope:
    """What is about a deal that was answered one by one."""
    deals = deals_of_answers(before)
    names = frozenset(other for other, deal in deals.items() if deal == deals.get(name))
    return _Scope(Deal, places[answer.after], names, ALL_SEATS)


def _seats(body: Body) -> frozenset[int]:
    match body:
        case TakeSeat(seat=seat) | Buy(seat=seat):
            return frozenset({seat})
        case Lend(seat=seat, lender=lender):
            return frozenset({seat, lender})
    return frozenset()


def _place_before(deal: Entry, then: Sequence[Entry], places: Places) -> int:
    """The place of the deal before this one, among those that the writer saw or named."""
    gone = withdrawn(then)
    seen = [places[deal.body.after]] if isinstance(deal.body, Deal) else []
    seen += [
        places[entry.name]
        for entry in then
        if isinstance(entry.body, Deal) and entry.name not in gone
    ]
    return max((place for place in seen if place < places[deal.name]), default=0)


def _named(entry: Entry, by_name: Mapping[str, Entry]) -> list[Entry]:
    """The entry, what it takes back or puts back, and so on to what was written first."""
    named = [entry]
    while isinstance(body := named[-1].body, Withdraw) and body.entry in by_name:
        named.append(by_name[body.entry])
    return named


def _changes(
    before: Sequence[Entry], seen: int, by_name: Mapping[str, Entry], known: Set[str]
) -> Iterator[_Change]:
    """All that counts now and did not when so much was seen, or the other way round.

    What the writer names is known too, though it may have been on its way to the book then.
    """
    then, now = withdrawn(before[:seen]), withdrawn(before)
    by: dict[str, Entry] = {}
    deals = deals_of_answers(before)
    for entry in before[seen:]:
        first, *rest = _named(entry, by_name)[::-1]
        # A whole deal goes by one of its answers, and what was answered together by the first.
        body = rest[0].body if rest else None
        of = {deals.get(name) for name in (body.takes_back if isinstance(body, Withdraw) else ())}
        of = (of | {deals.get(first.name)}) - {None}
        for name in (other for other, deal in deals.items() if deal in of):
            by.setdefault(name, entry)
        by[first.name] = entry
    for entry in before:
        if isinstance(entry.body, Withdraw):
            continue
        was_there = entry.number <= seen or entry.name in known
        counted = was_there and entry.name not in then
        if counted != (entry.name not in now):
            yield _Change(entry, not counted, by.get(entry.name, entry) if was_there else entry)


class SameDeal(Exception):
    """The very same was told already; raised so that the transaction rolls back.

    `number` is that of the entry in the book.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(number)


def check_conflicts(
    start: Start,
    entries: Sequence[Entry],
    seen: int,
    names: Mapping[str, str],
    own: Collection[int] = (),
) -> None:
    """Raise Conflict where the last entry is about something that changed unseen.

    A deal that says otherwise than a note its writer had not seen would lose it unnoticed. What two
    have told of one deal, or of one hand, unseen, is no conflict: both are kept, and somebody
    decides; where they say the same, both are kept and are one. What its phone has told itself,
    whose numbers are `own`, it may take back and correct, whatever others have told meanwhile.
    Raises SameDeal where it has told the very same itself, or somebody else has decided just so.
    """
    *before, entry = entries
    if isinstance(entry.body, Withdraw) and withdrawn(entries) == withdrawn(before):
        raise Conflict("already_withdrawn")
    if isinstance(entry.body, End):
        _check_not_ended(before, seen)
    elif seen < len(before):
        if isinstance(entry.body, Deal):
            book = sort_entries(start, entries)
            if _stands_beside(start, entries):
                return
            if entry.body.after in withdrawn(before) - withdrawn(before[:seen]):
                # It would get another number than its phone has shown.
                since, number = written_since(start, entries, seen), book.deals.index(entry) + 1
                if not set(since) <= set(own):
                    raise WrittenSince(since, len(before), deal=number)
            sheet = read_sheet(start, before)
            if not entry.body.facts.get("void"):
                in_play = _in_play_of(book, sheet, entry)
                for question, (then, now) in _answered_unseen(book, before, in_play, entry).items():
                    if question.is_public and not question.is_told(entry.body.facts, now):
                        raise _answer_conflict(book, question, then, now, names)
        elif isinstance(entry.body, Answer):
            _check_said_since(start, before, sort_entries(start, entries), entry, entry.body)
        elif not isinstance(entry.body, Buy | Lend | Decide) and not _is_about_own(entries, own):
            since = written_since(start, entries, seen)
            if isinstance(entry.body, CorrectDeal) and _is_rival(start, entries, since):
                return
            if since and not (_is_about_deals(entries) and set(since) <= set(own)):
                raise WrittenSince(since, len(before))
    if isinstance(entry.body, Answer):
        _check_not_scored(start, entries)
        _check_not_complete(start, before, entry, seen)
    if isinstance(entry.body, Decide):
        _check_decision(start, before, entry.body, seen)
    if isinstance(entry.body, Withdraw) and seen < len(before):
        _check_not_completed_since(start, before, entry.body, seen)
    if (
        isinstance(entry.body, CorrectDeal)
        and entry.body.deal in withdrawn(before)
        and not any(entry.body.deal in deal.answers for deal in read_sheet(start, before).deals)
    ):
        raise BadEntry("unknown_deal")


def _is_about_deals(entries: Sequence[Entry]) -> bool:
    """Whether the last entry comes down to a whole deal, of which its phone knows what it wrote.

    An answer may be of another seat, whose hand nobody takes back unasked.
    """
    *before, entry = entries
    return not isinstance(_named(entry, {one.name: one for one in before})[-1].body, Answer)


def _check_said_since(
    start: Start, before: Sequence[Entry], book: SortedBook, entry: Entry, answer: Answer
) -> None:
    """Refuse an answer where somebody has noted something else of what all can see, unseen.

    What a seat answers of itself stands beside the other answer until somebody decides. Of many
    answers this is one more, whatever others have noted.
    """
    in_play = _in_play_of(book, read_sheet(start, before), None)
    for question, (_, now) in _answered_unseen(book, before, in_play, entry).items():
        ask = question.ask
        asked = (ask.key, question.seat) == (answer.key, answer.seat)
        is_one = question.is_public and not ask.many
        if asked and is_one and not question.says(answer.value, now):
            raise WrittenSince((_last_answer(before, question),), len(before))


def _check_not_scored(start: Start, entries: Sequence[Entry]) -> None:
    """Refuse an answer to a deal that somebody has scored as a whole: it can be corrected there.

    What a seat answers of itself, and who is out, stands beside that where neither of their writers
    had seen the other.
    """
    *before, entry = entries
    body = entry.body
    if not isinstance(body, Answer) or not any(isinstance(one.body, Deal) for one in before):
        return
    book = sort_entries(start, entries)
    later = book.places[body.after]
    scored = [deal.number for deal in book.deals if book.places[deal.name] > later]
    if not scored:
        return
    sheet = read_sheet(start, entries)
    ask = next((ask for ask in sheet.start.asks if ask.key == body.key), None)
    is_public = ask is None or (ask.during and ask.by == "anybody")
    stands = any(entry.name in (*deal.answers, *deal.beside) for deal in sheet.deals)
    if is_public or not stands:
        raise WrittenSince((scored[0],), len(before))


def _check_not_complete(start: Start, before: Sequence[Entry], entry: Entry, seen: int) -> None:
    """Refuse an answer to a deal that its writer saw complete: from then on it is corrected.

    So is an answer that was told of another deal, taken back since, and would change this one.
    """
    if not isinstance(entry.body, Answer):
        return
    deals = deals_of_answers((*before, entry))
    now = read_sheet(start, (*before, entry)).deals
    stands = {name for deal in now if entry.name in deal.answers for name in deal.answers}
    for deal in read_sheet(start, before).deals:
        is_told_of = deals[entry.name] in {deals[name] for name in deal.answers}
        if is_told_of or not stands.isdisjoint(deal.answers):
            number = _completed_by(before, deal)
            if number <= seen or not is_told_of:
                raise WrittenSince((number,), len(before))


def _check_not_completed_since(
    start: Start, before: Sequence[Entry], withdrawal: Withdraw, seen: int
) -> None:
    """Refuse to take back an answer to a deal that was complete by then, unseen."""
    for deal in read_sheet(start, before).deals:
        if withdrawal.entry in deal.answers and (number := _completed_by(before, deal)) > seen:
            raise WrittenSince((number,), len(before))


def _completed_by(before: Sequence[Entry], deal: SheetDeal) -> int:
    """The number of the entry with which a deal that was answered one by one was complete."""
    corrected = {e.number for e in before if isinstance(e.body, CorrectDeal)}
    if deal.entry not in corrected:
        return deal.entry
    return max(entry.number for entry in before if entry.name in deal.answers)


def _is_about_own(entries: Sequence[Entry], own: Collection[int]) -> bool:
    """Whether the last entry takes back, puts back or corrects what its own phone has told."""
    *before, entry = entries
    by_name = {entry.name: entry for entry in before}
    named = _named(entry, by_name)
    if isinstance(entry.body, CorrectDeal) and entry.body.deal in by_name:
        named = [entry, by_name[entry.body.deal]]
    return len(named) > 1 and all(one.number in own for one in named[1:])


def same_as(sheet: Sheet, name: str) -> int | None:
    """The number of the entry that an entry only repeats; None where it says something else."""
    for deal in sheet.deals:
        for told in (deal, *deal.rivals):
            if name in told.repeats:
                return told.entry
    return None


def saying_the_same(start: Start, entries: Sequence[Entry], name: str, seen: range) -> list[str]:
    """The names of what else says the same as a deal or a correction, of what was seen.

    What was written just so stays the same, whatever was corrected or decided since.
    """
    by_name = {entry.name: entry for entry in entries}
    entry, gone = by_name[name], withdrawn(entries)
    if not isinstance(entry.body, Deal | CorrectDeal) or name in gone:
        return []
    book, same = sort_entries(start, entries), set[str]()
    for deal in read_sheet(start, entries).deals:
        for told in (deal, *deal.rivals):
            group = {told.id, entries[told.entry - 1].name, *told.repeats}
            same |= group if name in group else set()
    for other in entries:
        if isinstance(entry.body, Deal) and isinstance(other.body, Deal):
            is_there = book.places[other.name] == book.places[name]
            same |= {other.name} if is_there and other.body.facts == entry.body.facts else set()
    return [
        other.name
        for other in entries
        if other.name in same - {name} - gone
        if other.number in seen and type(other.body) is type(entry.body)
    ]


def _stands_beside(start: Start, entries: Sequence[Entry]) -> bool:
    """Whether the last entry stands beside another, saying the same or something else.

    Raises SameDeal where its own phone has corrected it just so.
    """
    *before, entry = entries
    sheet = read_sheet(start, entries)
    if isinstance(entry.body, CorrectDeal) and entry.body.known:
        alone = replace(entry, body=replace(entry.body, known=None))
        same = same_as(read_sheet(start, [*before, alone]), entry.name)
        if same in entry.body.known:
            raise SameDeal(same)
    if same_as(sheet, entry.name) is not None:
        return True
    return any(entry.name == rival.id for deal in sheet.deals for rival in deal.rivals)


def _is_rival(start: Start, entries: Sequence[Entry], since: Sequence[int]) -> bool:
    """Whether the last entry corrects a deal of which only other corrections were written since.

    Then it stands beside them, or counts with them where it touches other seats.
    """
    body, number = entries[-1].body, entries[-1].number
    sheet = read_sheet(start, entries)
    deal = next(
        (one for one in sheet.deals if isinstance(body, CorrectDeal) and one.goes_by(body.deal)),
        None,
    )
    bodies = [entries[one - 1].body for one in since]
    corrects = [
        isinstance(body, CorrectDeal) and deal is not None and deal.goes_by(body.deal)
        for body in bodies
    ]
    if deal is None or not any(corrects):
        return False
    versions = sort_entries(start, entries).versions
    counts = any(number in dict(versions.get(name, ())) for name in (deal.id, *deal.answers))
    stands = _stands_beside(start, entries) or counts or deal.entry == number
    return stands and all(corrects)


def _check_decision(start: Start, before: Sequence[Entry], decision: Decide, seen: int) -> None:
    """Refuse to decide what nobody asks yet, or what somebody else has decided since.

    Raises SameDeal where that was decided just so.
    """
    sheet = read_sheet(start, before)
    bodies = {entry.name: entry.body for entry in before}
    apart = {
        name: deal
        for deal in sheet.deals
        for name in may_be_apart(deal.id, [rival.id for rival in deal.rivals], bodies)
    }
    if decision.entry not in bodies:
        raise BadEntry("unknown_entry")
    if decision.apart:
        if decision.entry in apart:
            if isinstance(apart[decision.entry].follows, Over):
                raise GameIsOver(deals=sheet.played)
            return
    elif decision.entry in asked_about(sheet) - secret_answers(start, before, sheet):
        return
    gone = withdrawn(before)
    for entry in before[seen:]:
        if isinstance(entry.body, Decide) and entry.name not in gone:
            if entry.body == decision:
                raise SameDeal(entry.number)
            raise WrittenSince((entry.number,), len(before))
    raise Conflict("nothing_to_decide")


def may_be_apart(deal: str, rivals: Sequence[str], bodies: Mapping[str, Body]) -> list[str]:
    """Which of those who have told of a deal, by name, may have told of another one.

    That is who has written it whole; the one that counts, where the other has none of its own.
    """
    answered = any(isinstance(bodies[name], Answer) for name in rivals)
    names = [deal, *rivals] if answered and len(rivals) == 1 else rivals
    return [name for name in names if isinstance(bodies[name], Deal)]


def asked_about(sheet: Sheet) -> frozenset[str]:
    """The names of the entries between which somebody may decide."""
    questions = [question for deal in sheet.deals for question in deal.open_questions]
    questions += sheet.opening.open_questions if sheet.opening else ()
    names = {name for question in questions for name in question.entries}
    for deal in sheet.deals:
        if deal.rivals:
            names |= {deal.id, *(rival.id for rival in deal.rivals)}
    return frozenset(names)


def _in_play_of(book: SortedBook, sheet: Sheet, deal: Entry | None) -> range:
    """The places of deals after which an answer is about this deal; None is the next one."""
    limit = book.places[deal.name] if deal is not None else len(book.places)
    places = (book.places[one.id] for one in sheet.deals)
    return range(max((place for place in places if place < limit), default=0), limit)


@dataclass(frozen=True)
class _Question:
    """An ask of a seat or side, or of the deal, that was answered one by one."""

    ask: Ask[Any]
    seat: int | None
    table: Table = field(compare=False)

    @property
    def is_public(self) -> bool:
        """Whether it is noted in play for all to see, by anybody."""
        return self.ask.during and self.ask.by == "anybody"

    def says(self, raw: Any, value: Any) -> bool:
        """Whether an answer as a record keeps it says the same as one that the game has read."""
        nothing = () if self.ask.many else self.ask.nothing
        if raw is None or raw == []:
            return value is None or value == nothing
        if value is None or isinstance(value, OpenQuestion):
            return False
        if self.ask.many:
            return list(raw) == [self.ask.write_one(one) for one in value]
        try:
            return self.ask.same_one(self.ask.read_one(raw, self.table, None), value)
        except Refused:
            return bool(raw == self.ask.write_one(value))

    def is_told(self, facts: Mapping[str, Any], value: Any) -> bool:
        """Whether a deal says so."""
        given = facts.get(self.ask.group) if self.ask.group else facts
        told = given.get(self.ask.key) if isinstance(given, Mapping) else None
        if self.seat is not None:
            is_there = isinstance(told, list | tuple) and self.seat < len(told)
            told = told[self.seat] if is_there and isinstance(told, list | tuple) else None
        return self.says(told, value)


def _answered_unseen(
    book: SortedBook, before: Sequence[Entry], places: range, entry: Entry
) -> dict[_Question, tuple[Any, Any]]:
    """What was answered in play after these places and changed: as an entry saw it, and now.

    None where nothing counts.
    """
    start = resolve_start(book.start)
    asks, table = {ask.key: ask for ask in start.asks}, start.table(start.first_dealer)

    def answered(entries: Sequence[Entry]) -> dict[_Question, Any]:
        gone, given = withdrawn(entries), Given(start.asks, table)
        for entry in entries:
            body = entry.body
            if not isinstance(body, Answer) or entry.name in gone:
                continue
            if book.places[body.after] in places:
                with suppress(Refused):
                    given.add(entry, body)
        answers: dict[_Question, Any] = {}
        for one in given.answered:
            question = _Question(asks[one.key], one.seat, table)
            many = question.ask.many
            answers[question] = (*answers.get(question, ()), one.value) if many else one.value
        for undecided in given.open_questions:
            answers[_Question(asks[undecided.key], undecided.seat, table)] = undecided
        return answers

    then, now = answered([one for one in before if entry.had_seen(one)]), answered(before)
    changed = [key for key in {**then, **now} if then.get(key) != now.get(key)]
    return {key: (then.get(key), now.get(key)) for key in changed}


def _last_answer(before: Sequence[Entry], question: _Question) -> int:
    """The number of the entry that answered this last, or took that back."""
    last, names = 0, set()
    for entry in before:
        body = entry.body
        is_answer = isinstance(body, Answer) and (body.key, body.seat) == (
            question.ask.key,
            question.seat,
        )
        if is_answer or (isinstance(body, Withdraw) and body.entry in names):
            names.add(entry.name)
            last = entry.number
    return last


def _answer_conflict(
    book: SortedBook, question: _Question, then: Any, now: Any, names: Mapping[str, str]
) -> Conflict:
    """That somebody answered this, or took it back."""
    ask = question.ask
    seat = then if now is None else now
    if not isinstance(ask, Seat) or ask.many or ask.of != "deal" or not isinstance(seat, int):
        return Conflict("noted_otherwise_meanwhile", ask=ask.key)
    taken = [taking.sitter for taking in book.seats_taken if taking.seat == seat]
    sitter = (taken or [book.start.sitters[seat]])[-1]
    code = "taken_back_meanwhile" if now is None else "noted_meanwhile"
    return Conflict(code, ask=ask.key, name=names.get(sitter.player, sitter.name))


def _check_not_ended(before: Sequence[Entry], seen: int) -> None:
    """Refuse to end a game that was ended before."""
    gone = withdrawn(before)
    for entry in before:
        if isinstance(entry.body, End) and entry.name not in gone:
            if entry.number > seen:
                raise WrittenSince((entry.number,), len(before))
            deals = sum(
                isinstance(earlier.body, Deal) and earlier.name not in gone for earlier in before
            )
            raise GameIsOver(deals=deals)
