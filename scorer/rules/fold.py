"""`read_sheet`: from the book to the sheet, deal after deal."""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from scorer.rules.asks import Ask, Facts, opened_in_play, read_facts, read_seat, write_facts
from scorer.rules.book import SortedBook, sort_entries
from scorer.rules.counters import Loans, Transfer, between_sides, check_transfer, repayments
from scorer.rules.entries import Entry, Note, Sitter, Totals
from scorer.rules.errors import BadEntry, GameIsOver, ImpossibleDeal, Refused
from scorer.rules.sheet import Opening, Sheet, SheetDeal
from scorer.rules.standing import winners_of
from scorer.rules.start import ResolvedStart, Start, resolve_start
from scorer.rules.table import Table
from scorer.rules.variant import IN_VOID_DEAL, Carry, Line, Next, Over, Remark, next_dealer


def read_note(note: Note, asks: Sequence[Ask[Any]], table: Table) -> dict[str, Any]:
    """What a note answers, by ask; raises Refused where that is not asked in play, or no answer.

    Of an ask with many answers each note gives one. What others may not see yet is noted of those
    alone whose answer the same note opens.
    """
    during = {ask.key: ask for ask in asks if ask.during}
    opened = {ask.key: ask for ask in opened_in_play(asks)}
    noted = {**during, **opened}
    if not note.facts.keys() <= noted.keys():
        raise BadEntry("not_noted_in_play")
    answers = {}
    for key, raw in note.facts.items():
        ask = noted[key]
        answers[key] = ask.read_one(raw, table, None) if ask.many else ask.read(raw, table)
    for key in opened.keys() & answers.keys():
        _check_opened(opened[key], answers, during)
    return answers


def _check_opened(
    ask: Ask[Any], answers: Mapping[str, Any], during: Mapping[str, Ask[Any]]
) -> None:
    """Refuse the answer of a seat or side that has not opened it."""
    opening = during[str(ask.open_with)]
    opens = answers.get(opening.key) or ()
    for at, answer in enumerate(answers[ask.key]):
        is_open = at < len(opens) and opens[at] != opening.nothing
        if answer != ask.nothing and not is_open:
            raise BadEntry("not_open_yet", what=ask.key)


def check_not_empty(note: Note) -> None:
    """Refuse a note that answers nothing."""
    if not note.facts:
        raise BadEntry("empty_note")


class DealScored(NamedTuple):
    """What follows from the facts of one deal, and those facts as a record keeps them."""

    table: Table
    facts: Facts
    record: dict[str, Any]
    lines: tuple[Line, ...]
    carry: Carry


def score_deal(
    start: ResolvedStart, raw: Mapping[str, Any], table: Table, before: Carry
) -> DealScored:
    """Read and score a deal as it was recorded; raises ImpossibleDeal.

    `table` has the dealer whose turn it is, but the record may name another one.
    """
    variant, table = start.variant, _with_named_dealer(start, raw, table, before)
    facts = read_facts(start.asks, raw, table)
    opening = variant.opening(table, before)
    carry = before.after(opening.lines, opening.marks)
    if facts.void:
        score = variant.void(table, carry)
    else:
        variant.check(facts, table, carry)
        score = variant.score(facts, table, carry)
    lines = (*opening.lines, *score.lines)
    after = carry.after(score.lines, score.marks)
    return DealScored(table, facts, _record_of(start, facts, table, raw), lines, after)


def read_unscored(
    start: ResolvedStart, raw: Mapping[str, Any], table: Table, before: Carry
) -> DealScored:
    """Read a deal of which nobody knows who played in it, and which changes nothing."""
    table = _with_named_dealer(start, raw, table, before)
    facts = read_facts(start.asks, raw, table, by_all=False)
    return DealScored(table, facts, _record_of(start, facts, table, raw), (), before)


def _with_named_dealer(
    start: ResolvedStart, raw: Mapping[str, Any], table: Table, before: Carry
) -> Table:
    if raw.get("dealer") is None:
        return table
    return start.table(read_seat(raw["dealer"], table.players, what="dealer"), before)


def _record_of(
    start: ResolvedStart, facts: Facts, table: Table, raw: Mapping[str, Any]
) -> dict[str, Any]:
    record = write_facts(start.asks, facts)
    return record if raw.get("dealer") is None else {**record, "dealer": table.dealer}


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
        self.places_of_notes = [book.places[note.after] for _, note in book.notes]
        self.loans = self.loans_behind = Loans()

    def reuse(self, reader: SheetReader) -> None:
        """Take over the deals at the beginning that an earlier part of the same book shares."""
        book, earlier_book = self.book, reader.book
        if book.starts != earlier_book.starts:
            return
        until = book.equal_until(earlier_book)
        for entry, deal in zip(book.deals, reader.deals, strict=False):
            if isinstance(self.follows, Over):
                break
            name, place = entry.name, book.places[entry.name]
            if deal.id != name or place > until or earlier_book.places[name] != place:
                break
            if book.versions[name][-1] != earlier_book.versions[name][-1]:
                break
            self._check_goes_on(entry)
            self._transfers_before(place)
            self._add(deal)

    def read(self) -> Sheet:
        """Read the deals that are not read yet; raises ImpossibleDeal with the deal's number."""
        for entry in self.book.deals[len(self.deals) :]:
            try:
                if isinstance(self.follows, Next):
                    self._add(self._read(entry))
                else:
                    self._add_behind_the_end(entry)
            except ImpossibleDeal as fault:
                fault.deal = len(self.deals) + len(self.behind_the_end) + 1
                raise
        return self._finish()

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

    def _read(self, entry: Entry) -> SheetDeal:
        *earlier, (number, raw) = self.book.versions[entry.name]
        place = self.book.places[entry.name]
        self._check_goes_on(entry)
        if not isinstance(raw, Mapping):
            raise ImpossibleDeal("not_a_deal")
        transfers = self._transfers_before(place)
        scored = score_deal(self.start, raw, self._table(), self.carry)
        if scored.facts.void:
            scored = scored._replace(lines=scored.lines + self._undone_in_play(scored, place))
        else:
            self._check_rules_change(scored.facts, number)
        remarks: tuple[Remark, ...] = ()
        if not scored.facts.void:
            remarks = self.variant.remarks(scored.facts, scored.table, self.carry)
        return SheetDeal(
            id=entry.name,
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
        )

    def _follows(self, scored: DealScored) -> Next | Over:
        """What comes after a deal that was just scored."""
        played = self.played + (not scored.facts.void)
        return self.variant.after(scored.table, scored.facts, scored.carry, played)

    def _check_goes_on(self, entry: Entry) -> None:
        """Refuse a deal that was written when the game had been ended."""
        for end in (self.book.end, self.book.totals):
            if end is not None and end[0] < entry.number:
                raise GameIsOver(deals=self.played)

    def _add(self, deal: SheetDeal) -> None:
        """Put a deal on the sheet, and go on with what it carries."""
        self.deals.append(deal)
        self.carry, self.follows = deal.carry, deal.follows
        self.played += not deal.facts.void

    def _add_behind_the_end(self, entry: Entry) -> None:
        """Keep a deal that a correction has moved behind the end; a new one is refused.

        It is scored as if the game went on, for whoever looks at it, where that can be done.
        """
        if not entry.stored:
            raise GameIsOver(deals=self.played)
        self._check_goes_on(entry)
        *_, (number, raw) = self.book.versions[entry.name]
        earlier = (*self.deals, *self.behind_the_end)
        if not self.behind_the_end:
            self.loans_behind = self.loans.copy()
        table, before = self._table(), self.carry
        if earlier:
            table = self.start.table(next_dealer(earlier[-1].table, earlier[-1].facts))
            before = earlier[-1].carry
        place = self.book.places[entry.name]
        transfers, before = self._move_until(place, before, self.loans_behind)
        try:
            scored = score_deal(self.start, raw, table, before)
        except ImpossibleDeal:
            scored = read_unscored(self.start, raw, table, before)
        self.behind_the_end.append(
            SheetDeal(
                id=entry.name,
                entry=number,
                number=len(earlier) + 1,
                **scored._asdict(),
                follows=self.follows,
                before=before,
                transfers=transfers,
                sitters=earlier[-1].sitters if earlier else tuple(self.sitters),
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

    def _undone_in_play(self, deal: DealScored, place: int) -> tuple[Line, ...]:
        """What was noted in play of a void deal never happened: who gives back how much."""
        noted = self._noted(deal.table, place)
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

    def _check_notes(self) -> None:
        """Refuse notes that say nothing a deal could, and those of a game that was over.

        Stored notes are left alone.
        """
        for entry, note in self.book.notes:
            if entry.stored:
                continue
            read_note(note, self.start.asks, self.start.table(self.start.first_dealer))
            if self._was_over(entry, note):
                raise GameIsOver(deals=self.played)
            check_not_empty(note)

    def _was_over(self, entry: Entry, note: Note) -> bool:
        """Whether a note was written behind the end of the game.

        Not where the end has moved there since, which no entry is refused for.
        """
        book = self.book
        if book.end is not None:
            end = book.end[0]
        else:
            last = self.deals[-1].id if self.deals else None
            if isinstance(self.follows, Next) or book.places[note.after] < book.places[last]:
                return False
            end = max([book.starts[-1][0], *(deal.entry for deal in self.deals)])
        return entry.number > max(end, book.last_move)

    def _finish(self) -> Sheet:
        """The sheet of all deals read so far."""
        self._check_notes()
        if self.book.totals is not None:
            return self._sheet_of_totals(self.book.totals[1])
        # A game that came to its end by itself was not stopped, whatever was said later.
        stopped = self.book.end is not None and isinstance(self.follows, Next)
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
        )
        if end is None and isinstance(self.follows, Next):
            return replace(sheet, opening=self._opening(self.follows))
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
        if book.deals or book.transfers or book.notes or book.end:
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
        table = self._table()
        paid = self.variant.opening(table, self.carry)
        carry = self.carry.after(paid.lines, paid.marks)
        noted = self._noted(table, len(self.book.places))
        moved = self.variant.in_play(noted, table, carry)
        return Opening(
            number=len(self.deals) + 1,
            table=table,
            paid=paid.lines,
            moved=moved,
            carry=carry.after(moved, carry.marks),
            noted=noted,
            shows=self.variant.shows_in_play(follows.shows, noted),
        )

    def _noted(self, table: Table, place: int) -> dict[str, Any]:
        """What was noted in play of the deal at this place.

        The newest answer to each ask, of each seat or side where it is asked of them, and all
        answers to one that has many. What was said since may have moved a note to a deal in which
        its seat sits out: only the newest is refused for that.
        """
        last = self.book.places[self.deals[-1].id] if self.deals else 0
        first, end = (bisect_left(self.places_of_notes, limit) for limit in (last, place))
        asks = {ask.key: ask for ask in self.start.asks}
        noted: dict[str, Any] = {}
        for entry, note in sorted(self.book.notes[first:end], key=lambda item: item[0].number):
            try:
                answers = read_note(note, self.start.asks, table)
                after = {
                    key: asks[key].noted_after(noted.get(key), answer)
                    for key, answer in answers.items()
                }
                self.variant.check_in_play({**noted, **after}, table, self.carry)
            except Refused:
                if not entry.stored and entry.number == self.book.newest:
                    raise
                continue
            noted |= after
        return noted


def read_sheet(start: Start, entries: Sequence[Entry]) -> Sheet:
    """The sheet these entries make.

    Raises BadRecord where no such game can begin, ImpossibleDeal (with the deal's number)
    for the first deal that cannot have happened, and BadEntry for an entry about nothing.
    """
    return SheetReader(sort_entries(start, entries)).read()


class SheetHistory:
    """The sheets of a book as it grew, without the scores that deals had before corrections.

    Deals that a sheet has in common with the one asked for before are read only once.
    """

    def __init__(self, start: Start, entries: Sequence[Entry]) -> None:
        self.start, self.entries = start, entries
        self._last: SheetReader | None = None

    def sheet(self, version: int) -> Sheet | None:
        """The sheet of the first entries; None where they make no sense by themselves."""
        try:
            book = sort_entries(self.start, self.entries[:version])
            reader = SheetReader(book, with_earlier=False)
            if self._last is not None:
                reader.reuse(self._last)
            self._last = reader
            return reader.read()
        except Refused:
            return None
