"""Reading a book deal after deal: which deal comes next, what it says, and what is still open."""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter, itemgetter
from typing import Any

from scorer.rules.asks import Facts
from scorer.rules.beside import answers_of, is_unseen, put_in
from scorer.rules.book import SortedBook
from scorer.rules.corrections import Corrections
from scorer.rules.counters import Loans, Transfer, between_sides, check_transfer, repayments
from scorer.rules.entries import Answer, Deal, Decide, Entry, Sitter, Totals, answer_of
from scorer.rules.errors import BadEntry, GameIsOver, ImpossibleDeal, Refused
from scorer.rules.given import Given, OpenQuestion, read_answer
from scorer.rules.recorded import Recorded
from scorer.rules.rivals import Telling
from scorer.rules.score_deal import DealScored, read_record, read_unscored, score_deal
from scorer.rules.sheet import Opening, Sheet, SheetDeal
from scorer.rules.standing import winners_of
from scorer.rules.start import resolve_start
from scorer.rules.table import Table
from scorer.rules.types import Carry, Line, Next, Over, Remark
from scorer.rules.variant import IN_VOID_DEAL, next_dealer

# Why answers make no deal of which something is still to be answered.
LACKING = "missing_then"


class SheetReader:
    """Reads deal after deal, with what the game carries from one to the next.

    With `with_earlier=False` it leaves out the scores that a deal had before its corrections.
    """

    def __init__(self, book: SortedBook, *, with_earlier: bool = True) -> None:
        self.book, self.with_earlier = book, with_earlier
        self.start = resolve_start(book.start)
        self.variant, self.rules = self.start.variant, self.start.rules
        players = len(self.start.order)
        self.carry = self.start.carry
        self.played = 0
        self.follows = self.variant.after(
            self.start.table(self.start.first_dealer), None, self.carry, self.played
        )
        self.deals: list[SheetDeal] = []
        self.behind_the_end: list[SheetDeal] = []
        self.sitters = list(self.start.sitters)
        self.unknown_seat = any(taken.seat >= players for taken in book.seats_taken)
        self.seats_taken, self.transfers = deque(book.seats_taken), deque(book.transfers)
        self.places_of_answers = [book.places[answer_of(entry).after] for entry in book.answers]
        # How many deals with an entry of their own were read, and how many answers.
        self.whole = self.given = 0
        # The same after each deal.
        self.passed: list[tuple[int, int]] = []
        self.loans = self.loans_behind = Loans()
        # Why answers, by the name of the deal they would be, make none.
        self.faults: dict[str, ImpossibleDeal] = {}
        # What was read, once it is.
        self.sheet: Sheet | None = None

    def reuse(self, reader: SheetReader) -> None:
        """Take over the deals at the beginning that an earlier part of the same book shares."""
        book, earlier_book = self.book, reader.book
        if book.starts != earlier_book.starts:
            return
        # A decision may be about any deal, and is rare.
        if book.decisions != earlier_book.decisions:
            return
        until = book.equal_until(earlier_book)
        befores = [(0, 0), *reader.passed]
        for deal, before, passed in zip(reader.deals, befores, reader.passed, strict=False):
            place = book.places.get(deal.id, until + 1)
            if isinstance(self.follows, Over) or place > until:
                break
            if earlier_book.places[deal.id] != place:
                break
            told = self._told_until(place, self.whole, self.given)
            if told != reader._told_until(place, *before) or self._is_over_before(deal):
                break
            self._transfers_before(place)
            self._add(deal)
            self.whole, self.given = passed
            self.passed.append(passed)

    def _told_until(self, place: int, whole: int, given: int) -> list[Any]:
        """All that the deal at this place is read from, besides what its answers say.

        `whole` and `given` count what was read before it. A deal with an entry of its own may stand
        behind it and yet tell of the same one, and say the same without leaving a trace.
        """
        book = self.book
        deals = [one for one in book.deals[whole : whole + 1] if self._place_before(one) < place]
        answers = book.answers[given : bisect_left(self.places_of_answers, place)]
        entries = [*deals, *answers]
        names = dict.fromkeys(entry.name for entry in entries)
        names |= dict.fromkeys(book.first_of[entry.name] for entry in answers)
        return [
            entries,
            [
                (book.versions.get(name), book.rivals.get(name), book.settled.get(name))
                for name in names
            ],
        ]

    def _is_over_before(self, deal: SheetDeal) -> bool:
        """Whether the game had been ended when a deal was written."""
        ends = [end[0] for end in (self.book.end, self.book.totals) if end is not None]
        return bool(ends) and min(ends) < self._number_of(deal)

    def _number_of(self, deal: SheetDeal) -> int:
        """The number of the entry that made it a deal, whichever counts by now."""
        if not deal.answers:
            return self.book.told_at[deal.id]
        return max(e.number for e in self.book.answers if e.name in deal.answers)

    def _next_whole_place(self) -> int:
        """The place of the next deal with an entry of its own; behind all where there is none."""
        book = self.book
        if self.whole == len(book.deals):
            return len(book.places)
        return book.places[book.deals[self.whole].name]

    def _pass_by(self, place: int, *, whole: bool, answers: bool = True) -> None:
        """Leave behind what is about the deal at this place."""
        self.whole += whole
        if answers:
            self.given = max(self.given, bisect_left(self.places_of_answers, place))
        self.passed.append((self.whole, self.given))

    def read(self) -> Sheet:
        """Read the deals that are not read yet; raises ImpossibleDeal with the deal's number."""
        while (recorded := self._next_deal()) is not None:
            try:
                if isinstance(self.follows, Next):
                    self._add(self._read(recorded))
                else:
                    self._add_behind_the_end(recorded)
            except ImpossibleDeal as fault:
                fault.deal = len(self.deals) + len(self.behind_the_end) + 1
                raise
            self._pass_by(recorded.place, whole=recorded.whole, answers=not recorded.earlier)
        return self._finish()

    def _next_deal(self) -> Recorded | None:
        """The deal that comes next in the book, None where there is none any more."""
        limit = self._next_whole_place()
        given = self._pending(limit)
        if self.whole == len(self.book.deals):
            return self._first_answered(given)
        whole = self.book.deals[self.whole]
        place, here = self.book.places, self._place_before(whole)
        # What its own phone has answered before says nothing against it.
        others = [
            one
            for one in given
            if one.number not in whole.known or place[answer_of(one).after] < here
        ]
        answered = self._first_answered(others)
        if answered is not None:
            if place[answer_of(answered.given[-1]).after] < here:
                return answered
            if self._is_apart(answered, whole):
                if not self._was_possible(answered, whole):
                    return self._written_whole(whole, given)
                # Who has seen the other deal puts in one that was forgotten, or dealt once more.
                is_first = answered.place < limit
                return answered if is_first else self._written_whole(whole, (), earlier=True)
            return self._beside(answered, whole, given)
        return self._written_whole(whole, given)

    def _place_before(self, whole: Entry) -> int:
        """The place of the deal that one with an entry of its own follows."""
        after = whole.body.after if isinstance(whole.body, Deal) else None
        return self.book.places[after]

    def _is_apart(self, answered: Recorded, whole: Entry) -> bool:
        """Whether a deal of answers and one that was written whole are known to be two.

        Who wrote it whole has seen the other complete, or who completed that has seen this.
        """
        if whole.saw(answered.written):
            return True
        last = next(one for one in answered.given if one.number == answered.written)
        return last.saw(whole.number)

    def _was_possible(self, answered: Recorded, whole: Entry) -> bool:
        """Whether the answers made a deal when one was written whole, by the start as it was.

        Those that could not be true together were replaced then, whatever would be possible now.
        """
        if answered.versions[1:] or answered.written > whole.number:
            return True
        then = resolve_start(self.book.start_before(whole.number))
        table, carry = self._table_and_carry(answered.place)
        try:
            score_deal(then, answered.versions[0][1], then.table(table.dealer, carry), carry)
        except Refused:
            return False
        return True

    def _written_whole(
        self, whole: Entry, given: Sequence[Entry], *, earlier: bool = False
    ) -> Recorded:
        """A deal with an entry of its own; it replaces the answers that its writer has seen."""
        book, here = self.book, self._place_before(whole)
        beside = [
            one
            for one in given
            if book.places[answer_of(one).after] >= here and is_unseen(one, whole)
        ]
        return Recorded(
            name=whole.name,
            place=book.places[whole.name],
            versions=book.versions[whole.name],
            written=book.told_at[whole.name],
            stored=whole.stored,
            given=given,
            rivals=book.rivals.get(whole.name, ()),
            beside=beside,
            seen=max(whole.seen, book.settled.get(whole.name, 0)),
            unseen=whole.unseen,
            earlier=earlier,
        )

    def _pending(self, limit: int) -> Sequence[Entry]:
        """The answers that are not read yet and follow something before this place."""
        return self.book.answers[self.given : bisect_left(self.places_of_answers, limit)]

    def _first_answered(self, given: Sequence[Entry]) -> Recorded | None:
        """The first deal that these answers make, None where they make none."""
        for some in self._by_what_they_follow(given):
            recorded = self._try(some)
            if recorded is not None:
                return recorded
        return None

    def _beside(self, answered: Recorded, whole: Entry, given: Sequence[Entry]) -> Recorded:
        """A deal that was answered one by one, and told as a whole by somebody who had not seen it.

        What was told first counts until somebody decides.
        """
        book = self.book
        names = (*answered.answers, whole.name)
        decided = [book.decisions[name] for name in names if name in book.decisions]
        decision = max(decided, key=attrgetter("number"), default=None)
        chosen = decision.body if decision and isinstance(decision.body, Decide) else None
        if chosen is not None and chosen.entry == whole.name:
            return answered if chosen.apart else self._written_whole(whole, given)
        settled = max((book.settled.get(name, 0) for name in answered.answers), default=0)
        if decision is not None:
            settled = max(settled, decision.seen)
        number, facts = book.versions[whole.name][-1]
        if settled < whole.number < answered.written:
            told = Telling(
                answered.name, answered.written, answered.versions[-1][1], answered.stored
            )
            rivals = [] if book.settled.get(whole.name, 0) >= answered.written else [told]
            first = self._written_whole(whole, given)
            return replace(first, rivals=(*rivals, *first.rivals), one_by_one=False)
        told = Telling(whole.name, number, facts, whole.stored)
        others = [one for one in (told, *book.rivals.get(whole.name, ())) if one.number > settled]
        return replace(answered, whole=True, rivals=(*answered.rivals, *others))

    def _by_what_they_follow(self, given: Sequence[Entry]) -> Iterator[Sequence[Entry]]:
        """The answers that follow one deal, then those with the ones of the next, and so on.

        Where the deal before was taken back in play and scored anew, answers follow either. Those
        that follow the very deal of the others are of the next one.
        """
        first_of, begun = self.book.first_of, 0
        places = [self.book.places[answer_of(entry).after] for entry in given]
        for at in range(1, len(given) + 1):
            if at < len(given) and places[at] == places[at - 1]:
                continue
            yield given[begun:at]
            after = answer_of(given[at]).after if at < len(given) else None
            deals = {first_of[entry.name] for entry in given[begun:at]}
            if after is not None and first_of.get(after) in deals:
                begun = at

    def _of_next(self, given: Sequence[Entry]) -> Sequence[Entry]:
        """Those of the answers that are about the deal that comes next, and not a later one."""
        groups = self._by_what_they_follow(given)
        found: Sequence[Entry] = ()
        for some in groups:
            if found and some[0] is not found[0]:
                break
            found = some
        return found

    def _try(self, given: Sequence[Entry]) -> Recorded | None:
        """The deal that these answers make; None where they make none."""
        name = self.book.first_of[given[-1].name]
        table, carry = self._table_and_carry(self.book.places[name])
        gathered = self._gather(given, table, carry)
        if not gathered.is_complete():
            key, seat = gathered.missing()[0]
            of_seat = gathered.asks[key].of == "seat"
            self.faults[name] = ImpossibleDeal(LACKING, seat=seat if of_seat else None, what=key)
            return None
        written = gathered.completed_by()
        ends = [end[0] for end in (self.book.end, self.book.totals) if end is not None]
        if any(end < written for end in ends):
            return None
        names = tuple(dict.fromkeys((name, *(entry.name for entry in gathered.entries))))
        corrections = (v for member in names for v in self.book.versions.get(member, ()))
        recorded = Recorded(
            name=name,
            place=self.book.places[name],
            versions=[(written, gathered.facts()), *sorted(corrections, key=itemgetter(0))],
            written=written,
            stored=all(entry.stored for entry in given),
            given=given,
            answers=names,
            rivals=tuple(told for member in names for told in self.book.rivals.get(member, ())),
            whole=False,
        )
        if isinstance(self.follows, Next) and not recorded.versions[1:]:
            try:
                scored = score_deal(self.start, recorded.versions[0][1], table, carry)
            except ImpossibleDeal as fault:
                self.faults[name] = fault
                return None
            return replace(recorded, scored=scored)
        return recorded

    def _table_and_carry(self, place: int) -> tuple[Table, Carry]:
        """The table of the deal at this place and the carry before it; nothing is moved yet."""
        if isinstance(self.follows, Over):
            earlier = (*self.deals, *self.behind_the_end)
            if not earlier:
                return self._table(), self.carry
            dealer = next_dealer(earlier[-1].table, earlier[-1].facts)
            return self.start.table(dealer), earlier[-1].carry
        transfers, loans = self.transfers, self.loans
        self.transfers = deque(transfers)
        try:
            _, carry = self._move_until(place, self.carry, loans.copy())
        finally:
            self.transfers = transfers
        return self.start.table(self.follows.dealer, carry), carry

    def _gather(self, given: Sequence[Entry], table: Table, carry: Carry) -> Given:
        """What these entries answer.

        What was said since may have moved an answer to a deal in which its seat sits out: only the
        newest is refused for that.
        """
        gathered = Given(self.start.asks, table)
        for entry in sorted(given, key=attrgetter("number")):
            body = answer_of(entry)
            trial = gathered.copy() if self._is_in_play(body) else gathered
            try:
                trial.add(entry, body)
                if trial is not gathered:
                    self.variant.check_in_play(trial.noted(), table, carry)
            except Refused:
                if not entry.stored and entry.name in self.book.newest_answers:
                    raise
                continue
            gathered = trial
        gathered.decide(self.book.decisions)
        return gathered

    def _is_in_play(self, body: Answer) -> bool:
        """Whether it may be open to all while the cards are being played."""
        ask = next((ask for ask in self.start.asks if ask.key == body.key), None)
        return ask is not None and (ask.during or ask.open_with is not None)

    def _table(self) -> Table:
        """The table of the deal that comes next; whoever deals once the game is over."""
        if isinstance(self.follows, Over):
            return self.start.table(self.start.first_dealer)
        return self.start.table(self.follows.dealer, self.carry)

    def _sitters_at(self, place: int) -> tuple[Sitter, ...]:
        """Who sits where in the deal at this place; places are asked for in their order."""
        if self.unknown_seat:
            raise BadEntry("unknown_seat")
        while self.seats_taken and self.book.places[self.seats_taken[0].after] < place:
            taken = self.seats_taken.popleft()
            self.sitters[taken.seat] = taken.sitter
        return tuple(self.sitters)

    def _read(self, recorded: Recorded) -> SheetDeal:
        place = recorded.place
        self._check_goes_on(recorded.written)
        transfers = self._transfers_before(place)
        recorded = self._with_corrections(recorded)
        *earlier, (number, raw) = recorded.versions
        if not isinstance(raw, Mapping):
            raise ImpossibleDeal("not_a_deal")
        scored = recorded.scored or score_deal(self.start, raw, self._table(), self.carry)
        if scored.facts.void:
            scored = scored._replace(
                lines=scored.lines + self._undone_in_play(scored, recorded.given)
            )
        else:
            self._check_rules_change(scored.facts, number)
        questions = self._open_questions(recorded, scored)
        if recorded.beside and recorded.one_by_one and not scored.facts.void:
            scored, questions = self._with_answers_beside(recorded, scored)
        remarks: tuple[Remark, ...] = ()
        if not scored.facts.void:
            remarks = self.variant.remarks(scored.facts, scored.table, self.carry)
        deal = SheetDeal(
            id=recorded.name,
            entry=number,
            number=len(self.deals) + 1,
            **scored._asdict(),
            follows=self._follows(scored),
            before=self.carry,
            sitters=self._sitters_at(place),
            transfers=transfers,
            loans=self.loans.standing,
            earlier=tuple(self._scores(raw) for _, raw in earlier if self.with_earlier),
            remarks=remarks,
            answers=recorded.answers,
            open_questions=questions,
            beside=tuple(entry.name for entry in recorded.beside),
        )
        return self._with_rivals(deal, recorded)

    def _with_corrections(self, recorded: Recorded) -> Recorded:
        """A deal with all its corrections: of those unseen each counts that touches other seats."""
        if not any(telling.corrects for telling in recorded.rivals) and not recorded.versions[2:]:
            return recorded
        start, table = self.start, self._table()

        def read(raw: Mapping[str, Any]) -> Mapping[str, Any] | None:
            try:
                return read_record(start, raw, table, self.carry)
            except ImpossibleDeal:
                return None

        def is_possible(raw: Mapping[str, Any]) -> bool:
            try:
                score_deal(start, raw, table, self.carry)
            except ImpossibleDeal:
                return False
            return True

        corrections = Corrections(start.asks, table, read, is_possible)
        for number, facts in recorded.versions:
            corrections.add(number, facts, self.book.seen[number])
        rivals = tuple(corrections.merge(recorded.rivals))
        return replace(recorded, versions=corrections.versions, rivals=rivals, scored=None)

    def _with_rivals(self, deal: SheetDeal, recorded: Recorded) -> SheetDeal:
        """A deal with what else was told of it; what says the same is one."""
        told = [deal]
        for telling in recorded.rivals:
            rival = self._as_told(deal, telling, recorded.given)
            same = next((one for one in told if rival.says_the_same(one, self.start.asks)), None)
            if same is None:
                told.append(rival)
            else:
                told[told.index(same)] = replace(same, repeats=(*same.repeats, telling.name))
        return replace(told[0], rivals=tuple(told[1:]))

    def _as_told(self, deal: SheetDeal, telling: Telling, given: Sequence[Entry]) -> SheetDeal:
        """A deal as it would read by what somebody else has told of it.

        What cannot have happened by now is kept and changes nothing; a new entry is refused then.
        """
        try:
            scored = score_deal(self.start, telling.facts, self._table(), self.carry)
            if scored.facts.void:
                undone = self._undone_in_play(scored, given)
                scored = scored._replace(lines=scored.lines + undone)
        except ImpossibleDeal:
            if not telling.stored:
                raise
            scored = read_unscored(self.start, telling.facts, self._table(), self.carry)
        return replace(
            deal,
            id=telling.name,
            entry=telling.number,
            **scored._asdict(),
            follows=self._follows(scored),
            earlier=(),
            remarks=(),
            answers=(),
            open_questions=(),
        )

    def _open_questions(self, recorded: Recorded, scored: DealScored) -> tuple[OpenQuestion, ...]:
        """What two have answered otherwise and nobody decided, as far as the deal goes by it."""
        if not recorded.answers or scored.facts.void:
            return ()
        given = self._gather(recorded.given, scored.table, self.carry)
        by_name = {entry.name: entry for entry in given.entries}
        corrected = recorded.versions[-1][0] if recorded.versions[1:] else 0
        return tuple(
            question
            for question in given.open_questions
            if any(
                by_name[name].number > corrected
                and self._scores_otherwise(given.facts(values), question.key, scored)
                for name, values in [*given.told_by(question).items()][1:]
            )
        )

    def _with_answers_beside(
        self, recorded: Recorded, scored: DealScored
    ) -> tuple[DealScored, tuple[OpenQuestion, ...]]:
        """A deal that was written whole, with answers to it that nobody had seen of each other.

        Of each the first in the book counts until somebody decides; the deal as it was written,
        where that cannot be true together.
        """
        asks, table = self.start.asks, scored.table
        body = Deal(None, scored.record, unseen=recorded.unseen or None)
        whole = Entry(recorded.versions[-1][0], recorded.name, body, recorded.seen)
        given = Given(asks, table)
        told = [*answers_of(asks, scored.facts, whole), *recorded.beside]
        for entry in sorted(told, key=attrgetter("number")):
            try:
                given.add(entry, answer_of(entry))
            except Refused:
                if not entry.stored:
                    raise
        given.decide(self.book.decisions)
        first = ""
        try:
            facts = put_in(asks, scored.record, given.told_beside(whole.name), table)
            scored = score_deal(self.start, facts, self._table(), self.carry)
        except ImpossibleDeal:
            first = whole.name
        questions = []
        for question in given.open_questions:
            names = sorted(question.entries, key=lambda name: name != first)
            values = given.told_by(question)
            if any(
                self._scores_otherwise(
                    put_in(asks, scored.record, values[name], table), question.key, scored
                )
                for name in names[1:]
            ):
                questions.append(replace(question, entries=tuple(names)))
        return scored, tuple(questions)

    def _scores_otherwise(self, facts: Mapping[str, Any], key: str, scored: DealScored) -> bool:
        """Whether the deal would be another one by these facts, of which one answer differs."""
        try:
            other = score_deal(self.start, facts, scored.table, self.carry)
        except ImpossibleDeal:
            return True
        ask = next(ask for ask in self.start.asks if ask.key == key)
        same = ask.same(scored.facts[ask], other.facts[ask])
        return not (same and scored.lines == other.lines)

    def _follows(self, scored: DealScored) -> Next | Over:
        """What comes after a deal that was just scored."""
        played = self.played + (not scored.facts.void)
        return self.variant.after(scored.table, scored.facts, scored.carry, played)

    def _check_goes_on(self, written: int) -> None:
        """Refuse a deal that was written when the game had been ended."""
        for end in (self.book.end, self.book.totals):
            if end is not None and end[0] < written:
                raise GameIsOver(deals=self.played)

    def _add(self, deal: SheetDeal) -> None:
        """Put a deal on the sheet, and go on with what it carries."""
        self.deals.append(deal)
        self.carry, self.follows = deal.carry, deal.follows
        self.played += not deal.facts.void

    def _add_behind_the_end(self, recorded: Recorded) -> None:
        """Keep a deal that a correction has moved behind the end; a new one is refused.

        It is scored as if the game went on, for whoever looks at it, where that can be done.
        """
        if not recorded.stored or not all(told.stored for told in recorded.rivals):
            raise GameIsOver(deals=self.played)
        self._check_goes_on(recorded.written)
        *_, (number, raw) = recorded.versions
        earlier = (*self.deals, *self.behind_the_end)
        if not self.behind_the_end:
            self.loans_behind = self.loans.copy()
        table, before = self._table(), self.carry
        if earlier:
            table = self.start.table(next_dealer(earlier[-1].table, earlier[-1].facts))
            before = earlier[-1].carry
        transfers, before = self._move_until(recorded.place, before, self.loans_behind)
        try:
            scored = score_deal(self.start, raw, table, before)
        except ImpossibleDeal:
            scored = read_unscored(self.start, raw, table, before)
        self.behind_the_end.append(
            SheetDeal(
                id=recorded.name,
                entry=number,
                number=len(earlier) + 1,
                **scored._asdict(),
                follows=self.follows,
                before=before,
                transfers=transfers,
                sitters=earlier[-1].sitters if earlier else tuple(self.sitters),
                answers=recorded.answers,
            )
        )

    def _scores(self, raw: Mapping[str, Any]) -> tuple[int, ...]:
        """The scores of an earlier version of a deal; empty where it is impossible by now."""
        try:
            totals = score_deal(self.start, raw, self._table(), self.carry).carry.totals
        except Refused:
            return ()
        pairs = zip(totals, self.carry.totals, strict=True)
        return tuple(after - before for after, before in pairs)

    def _transfers_before(self, place: int) -> tuple[Transfer, ...]:
        """Carry the counters bought and lent that no earlier deal has carried yet."""
        transfers, self.carry = self._move_until(place, self.carry, self.loans)
        return transfers

    def _move_until(
        self, place: int, carry: Carry, loans: Loans
    ) -> tuple[tuple[Transfer, ...], Carry]:
        """What was bought and lent before a place and not read yet, and the carry after it."""
        transfers: list[Transfer] = []
        while self.transfers and self.book.places[self.transfers[0][1].after] < place:
            name, body = self.transfers.popleft()
            check_transfer(body, self.start)
            lines = loans.transfer(between_sides(body, self.start.sides))
            transfers.append(Transfer(name, body, lines))
            carry = carry.after(lines, carry.marks)
        return tuple(transfers), carry

    def _undone_in_play(self, deal: DealScored, given: Sequence[Entry]) -> tuple[Line, ...]:
        """What was noted in play of a void deal never happened: who gives back how much."""
        noted = self._gather(given, deal.table, self.carry).noted()
        return tuple(
            Line(line.side, 0, f"{line.key}{IN_VOID_DEAL}", line.numbers)
            for line in self.variant.in_play(noted, deal.table, deal.carry)
            if line.points
        )

    def _check_rules_change(self, facts: Facts, number: int) -> None:
        """Refuse new house rules that need facts which were never noted."""
        start = self.book.start_before(number)
        if start.house_rules != self.book.start.house_rules:
            self.variant.reread(facts, resolve_start(start).rules, self.rules)

    def _check_answers(self) -> None:
        """Refuse answers that say nothing a deal could, and those of a game that was over.

        Stored answers are left alone.
        """
        known = {name for deal in self.deals for name in (*deal.answers, *deal.beside)}
        for entry in self.book.answers:
            if entry.stored or entry.name in known:
                continue
            body = answer_of(entry)
            read_answer(body, self.start.asks, self.start.table(self.start.first_dealer))
            if self._was_over(entry, body):
                raise GameIsOver(deals=self.played)

    def _was_over(self, entry: Entry, body: Answer) -> bool:
        """Whether an answer was written behind the end of the game.

        Not where the end has moved there since, which no entry is refused for.
        """
        book = self.book
        if book.end is not None:
            end = book.end[0]
        else:
            last = self.deals[-1].id if self.deals else None
            if isinstance(self.follows, Next) or book.places[body.after] < book.places[last]:
                return False
            end = max([book.starts[-1][0], *(deal.entry for deal in self.deals)])
        return entry.number > max(end, book.last_move)

    def waiting(self) -> Sequence[Entry]:
        """The answers of which no deal was made."""
        return self._pending(len(self.book.places))

    def may_have_lost(self, newest: Entry) -> bool:
        """Whether answers that made a deal may make none by the newest entry."""
        if not isinstance(newest.body, Answer):
            return bool(self.faults)
        # Most often it is one more of the deal in play.
        waiting = self.waiting()
        of_next = self._of_next(waiting)
        in_play = {self.book.first_of[entry.name] for entry in of_next}
        return len(of_next) < len(waiting) or not self.faults.keys() <= in_play

    def _finish(self) -> Sheet:
        """The sheet of all deals read so far."""
        self._check_answers()
        if self.book.totals is not None:
            return self._sheet_of_totals(self.book.totals[1])
        # A game that came to its end by itself was not stopped, whatever was said later.
        # Who has won is not known before somebody has decided.
        is_open = any(deal.is_open for deal in self.deals)
        stopped = self.book.end is not None and isinstance(self.follows, Next) and not is_open
        end = self.book.end[1] if self.book.end and stopped else None
        place = self._place_of_end()
        since = self._transfers_before(place)
        behind, _ = self._move_until(len(self.book.places), self.carry, self.loans_behind)
        sheet = Sheet(
            start=self.start,
            sitters=self._sitters_at(place),
            deals=tuple(self.deals),
            carry=self.carry,
            follows=self.follows,
            played=self.played,
            since=since,
            loans=self.loans.standing,
            ended=end,
            behind_the_end=tuple(self.behind_the_end),
            since_behind_the_end=behind,
            waits=is_open and (self.book.end is not None or isinstance(self.follows, Over)),
        )
        if end is None:
            follows = self.follows
            if isinstance(follows, Over) and is_open:
                dealer = next_dealer(self.deals[-1].table, self.deals[-1].facts)
                follows = Next(dealer, 0, shows=follows.shows, part=follows.part)
            if isinstance(follows, Next):
                opening = self._opening(follows)
                if sheet.waits:
                    opening = replace(opening, paid=(), moved=(), carry=self.carry)
                return replace(sheet, follows=follows, opening=opening)
        deals = sheet.deals_that_count
        table = self.deals[-1].table if self.deals else self._table()
        # Loans first: the dealing is levelled with counters of one's own.
        back = repayments(sheet.loans)
        leftover = end.leftover if end else None
        closing = self.variant.closing(table, self.carry.after(back), deals, leftover)
        sheet = replace(sheet, closing=(*back, *closing))
        over = self.follows if isinstance(self.follows, Over) else Over()
        return replace(sheet, winners=winners_of(self.start, sheet.standing, deals, over))

    def _place_of_end(self) -> int:
        """The place before which everything counts; what was said behind the end does not."""
        if not self.behind_the_end:
            return len(self.book.places)
        return self.book.places[self.deals[-1].id] if self.deals else 0

    def _sheet_of_totals(self, body: Totals) -> Sheet:
        """The sheet of a game of which nothing but its end was noted."""
        book, totals, sides = self.book, body.totals, self.start.number_of_sides
        if book.deals or book.transfers or book.answers or book.end:
            raise BadEntry("totals_stand_alone")
        if len(totals) != sides:
            raise BadEntry("number_of_totals", totals=sides)
        if self.start.unit == "penalties" and min(totals) < 0:
            raise BadEntry("totals_below_zero")
        brought = sum(self.carry.totals)
        if self.start.unit == "counters" and sum(totals) != brought:
            raise BadEntry("totals_add_up", brought=brought, told=sum(totals))
        sheet = Sheet(
            start=self.start,
            sitters=self._sitters_at(1),
            deals=(),
            carry=replace(self.carry, totals=totals, pools=dict.fromkeys(self.carry.pools, 0)),
            follows=self.follows,
            played=0,
            only_totals=True,
        )
        return replace(sheet, winners=sheet.standing.leaders)

    def _opening(self, follows: Next) -> Opening:
        table = self.start.table(follows.dealer, self.carry)
        paid = self.variant.opening(table, self.carry)
        carry = self.carry.after(paid.lines, paid.marks)
        given = self._gather(self._of_next(self.waiting()), table, self.carry)
        noted = given.noted()
        moved = self.variant.in_play(noted, table, carry)
        fault, unfit = self._fault(given, table)
        return Opening(
            number=len(self.deals) + 1,
            table=table,
            paid=paid.lines,
            moved=moved,
            carry=carry.after(moved, carry.marks),
            noted=noted,
            shows=self.variant.shows_in_play(follows.shows, noted),
            answers=tuple(entry.name for entry in given.entries),
            answered=given.answered,
            missing=given.missing(),
            open_questions=given.open_questions,
            fault=fault,
            unfit=unfit,
        )

    def _fault(self, given: Given, table: Table) -> tuple[ImpossibleDeal | None, tuple[int, ...]]:
        """Why a deal of which all is answered cannot have happened, and who does not fit."""
        if not given.entries or not given.is_complete():
            return None, ()
        try:
            score_deal(self.start, given.facts(), table, self.carry)
        except ImpossibleDeal as fault:
            fault.deal = len(self.deals) + 1
            seats = [seat for seat in table.order if self._fits_without(given, seat, table)]
            return fault, tuple(seats or ([] if fault.seat is None else [fault.seat]))
        return None, ()

    def _fits_without(self, given: Given, seat: int, table: Table) -> bool:
        """Whether the deal could have happened if this seat had hardly held anything."""
        instead = given.least_of(seat)
        if not instead:
            return False
        try:
            score_deal(self.start, given.facts(instead), table, self.carry)
        except ImpossibleDeal:
            return False
        return True
