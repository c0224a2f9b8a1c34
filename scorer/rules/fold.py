"""`read_sheet`: from the book to the sheet, deal after deal."""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from scorer.rules.asks import Facts, read_facts, read_seat, write_facts
from scorer.rules.book import SortedBook, sort_entries
from scorer.rules.counters import Loans, Transfer, check_transfer, repayments
from scorer.rules.entries import Entry, Note, Sitter, Totals
from scorer.rules.errors import BadEntry, GameIsOver, ImpossibleDeal, Refused
from scorer.rules.sheet import Opening, Sheet, SheetDeal
from scorer.rules.standing import winners_of
from scorer.rules.start import Start, resolve_start
from scorer.rules.table import Table, left_of
from scorer.rules.variant import IN_VOID_DEAL, Carry, Line, Variant


def read_note(note: Note, variant: Variant, table: Table) -> dict[str, Any]:
    """What a note answers, by ask; raises Refused where that is not asked in play, or no answer."""
    asks = {ask.key: ask for ask in variant.asks if ask.in_play}
    if not note.facts.keys() <= asks.keys():
        raise BadEntry("not_noted_in_play")
    return {key: asks[key].read(raw, table) for key, raw in note.facts.items()}


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


def score_deal(variant: Variant, raw: Mapping[str, Any], table: Table, before: Carry) -> DealScored:
    """Read and score a deal as it was recorded; raises ImpossibleDeal.

    `table` has the dealer whose turn it is, but the record may name another one.
    """
    named = raw.get("dealer") is not None
    if named:
        table = replace(table, dealer=read_seat(raw["dealer"], table.players, what="dealer"))
    facts = read_facts(variant.asks, raw, table)
    opening = variant.opening(table, before)
    carry = before.after(opening.lines, opening.marks)
    if facts.void:
        score = variant.void(table, carry)
    else:
        variant.check(facts, table)
        score = variant.score(facts, table, carry)
    record = write_facts(variant.asks, facts)
    if named:
        record["dealer"] = table.dealer
    lines = (*opening.lines, *score.lines)
    return DealScored(table, facts, record, lines, carry.after(score.lines, score.marks))


class SheetReader:
    """Reads deal after deal, with what the game carries from one to the next.

    With `with_earlier=False` it leaves out the scores that a deal had before its corrections.
    """

    def __init__(self, book: SortedBook, *, with_earlier: bool = True) -> None:
        self.book, self.with_earlier = book, with_earlier
        self.start = resolve_start(book.start)
        self.variant, self.rules = self.start.variant, self.start.rules
        players = len(self.start.order)
        self.pack = self.variant.pack(players, self.rules)
        self.to_play = players * self.variant.circuits(self.rules)
        self.carry = self.start.carry
        self.dealer = self.start.first_dealer
        self.played = 0
        self.deals: list[SheetDeal] = []
        self.sitters = list(self.start.sitters)
        self.unknown_seat = any(taken.seat >= players for taken in book.seats_taken)
        self.seats_taken, self.transfers = deque(book.seats_taken), deque(book.transfers)
        self.places_of_notes = [book.places[note.after] for _, note in book.notes]
        self.loans = Loans()

    def reuse(self, reader: SheetReader) -> None:
        """Take over the deals at the beginning that an earlier part of the same book shares."""
        book, earlier_book = self.book, reader.book
        if book.starts != earlier_book.starts:
            return
        until = book.equal_until(earlier_book)
        for entry, deal in zip(book.deals, reader.deals, strict=False):
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
                self._add(self._read(entry))
            except ImpossibleDeal as fault:
                fault.deal = len(self.deals) + 1
                raise
        return self._finish()

    def _table(self) -> Table:
        """The table of the deal that comes next."""
        return Table(self.start.order, self.dealer, self.rules, self.pack)

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
        scored = score_deal(self.variant, raw, self._table(), self.carry)
        if scored.facts.void:
            scored = scored._replace(lines=scored.lines + self._undone_in_play(scored, place))
        else:
            self._check_rules_change(scored.facts, number)
        return SheetDeal(
            id=entry.name,
            entry=number,
            number=len(self.deals) + 1,
            **scored._asdict(),
            before=self.carry,
            sitters=self._sitters_at(place),
            transfers=transfers,
            loans=self.loans.standing,
            earlier=tuple(self._scores(raw) for _, raw in earlier if self.with_earlier),
            remarks=() if scored.facts.void else self.variant.remarks(scored.facts, scored.table),
        )

    def _check_goes_on(self, entry: Entry) -> None:
        """Refuse a deal of a game that was over before."""
        end, totals = self.book.end, self.book.totals
        if self.played == self.to_play or (end is not None and end[0] < entry.number):
            raise GameIsOver(deals=self.played)
        if totals is not None and totals[0] < entry.number:
            raise GameIsOver(deals=self.to_play)

    def _add(self, deal: SheetDeal) -> None:
        """Put a deal on the sheet, and go on with what it carries."""
        dealer, void = deal.table.dealer, deal.facts.void
        self.deals.append(deal)
        self.carry = deal.carry
        self.dealer = dealer if void else left_of(self.start.order, dealer)
        self.played += not void

    def _scores(self, raw: Mapping[str, Any]) -> tuple[int, ...]:
        """The scores of an earlier version of a deal; empty where it is impossible by now."""
        try:
            totals = score_deal(self.variant, raw, self._table(), self.carry).carry.totals
        except Refused:
            return ()
        pairs = zip(totals, self.carry.totals, strict=True)
        return tuple(after - before for after, before in pairs)

    def _transfers_before(self, place: int) -> tuple[Transfer, ...]:
        """Carry the counters bought and lent that no earlier deal has carried yet."""
        transfers: list[Transfer] = []
        while self.transfers and self.book.places[self.transfers[0][1].after] < place:
            name, body = self.transfers.popleft()
            check_transfer(body, self.variant, len(self.start.order))
            transfers.append(Transfer(name, body, self.loans.transfer(body)))
            self.carry = self.carry.after(transfers[-1].lines, self.carry.marks)
        return tuple(transfers)

    def _undone_in_play(self, deal: DealScored, place: int) -> tuple[Line, ...]:
        """What was noted in play of a void deal never happened: who gives back how much."""
        noted = self._noted(deal.table, place)
        return tuple(
            Line(line.seat, 0, f"{line.key}{IN_VOID_DEAL}", line.numbers)
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
            read_note(note, self.variant, self._table())
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
            if self.played < self.to_play or book.places[note.after] < book.places[last]:
                return False
            end = max(book.starts[-1][0], *(deal.entry for deal in self.deals))
        return entry.number > max(end, book.last_withdrawal)

    def _finish(self) -> Sheet:
        """The sheet of all deals read so far."""
        self._check_notes()
        if self.book.totals is not None:
            return self._sheet_of_totals(self.book.totals[1])
        end = self.book.end[1] if self.book.end else None
        places = len(self.book.places)
        since = self._transfers_before(places)
        sheet = Sheet(
            start=self.start,
            sitters=self._sitters_at(places),
            deals=tuple(self.deals),
            carry=self.carry,
            to_play=self.to_play,
            played=self.played,
            since=since,
            loans=self.loans.standing,
            ended=end,
        )
        if end is None and self.played < self.to_play:
            return replace(sheet, opening=self._opening())
        deals = sheet.deals_that_count
        table = self._table()
        if self.deals:
            table = replace(table, dealer=self.deals[-1].table.dealer)
        # Loans first: the dealing is levelled with counters of one's own.
        back = repayments(sheet.loans)
        leftover = end.leftover if end else None
        closing = self.variant.closing(table, self.carry.after(back), deals, leftover)
        sheet = replace(sheet, closing=(*back, *closing))
        winners = winners_of(self.variant, self.rules, sheet.standing, deals)
        return replace(sheet, winners=winners)

    def _sheet_of_totals(self, body: Totals) -> Sheet:
        """The sheet of a game of which nothing but its end was noted."""
        book, totals, players = self.book, body.totals, len(self.start.order)
        if book.deals or book.transfers or book.notes or book.end:
            raise BadEntry("totals_stand_alone")
        if len(totals) != players:
            raise BadEntry("totals_for_each_seat", players=players)
        if self.variant.lowest_wins and min(totals) < 0:
            raise BadEntry("totals_below_zero")
        brought = sum(self.carry.totals)
        if not self.variant.lowest_wins and sum(totals) != brought:
            raise BadEntry("totals_add_up", brought=brought, told=sum(totals))
        sheet = Sheet(
            start=self.start,
            sitters=self._sitters_at(1),
            deals=(),
            carry=replace(self.carry, totals=totals, pools=dict.fromkeys(self.carry.pools, 0)),
            to_play=self.to_play,
            played=0,
            only_totals=True,
        )
        return replace(sheet, winners=sheet.standing.leaders)

    def _opening(self) -> Opening:
        table = self._table()
        dress = self.variant.opening(table, self.carry)
        carry = self.carry.after(dress.lines, dress.marks)
        noted = self._noted(table, len(self.book.places))
        moved = self.variant.in_play(noted, table, carry)
        lines = (*dress.lines, *moved)
        return Opening(len(self.deals) + 1, table, lines, carry.after(moved, carry.marks), noted)

    def _noted(self, table: Table, place: int) -> dict[str, Any]:
        """What was noted in play of the deal at this place: the newest answer to each ask."""
        last = self.book.places[self.deals[-1].id] if self.deals else 0
        first, end = (bisect_left(self.places_of_notes, limit) for limit in (last, place))
        noted: dict[str, Any] = {}
        for entry, note in sorted(self.book.notes[first:end], key=lambda item: item[0].number):
            try:
                noted |= read_note(note, self.variant, table)
            except Refused:
                if not entry.stored:
                    raise
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
