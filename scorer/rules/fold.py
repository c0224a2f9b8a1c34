"""`read_sheet`: from the book to the sheet, in one loop over all that counts, in its order.

A deal is scored with what the one before it hands on, so a correction is one more entry and a read.
Reading never refuses: what could not be by today's rules is a fault of its entry, and refused when
it is written.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

from scorer.rules.asks import Facts, read_facts, read_seat, write_facts
from scorer.rules.counters import buy, lend, repayments
from scorer.rules.entries import (
    MAX_DEALS,
    MAX_ENTRIES,
    NOBODY,
    Adjust,
    BetweenDeals,
    Buy,
    ChangeTable,
    CorrectDeal,
    CorrectStart,
    Deal,
    End,
    Entry,
    Lend,
    Sitter,
    TakeSeat,
    Totals,
    Withdraw,
    apply_correction,
)
from scorer.rules.errors import BadEntry, GameIsOver, ImpossibleDeal, Refused, faults_of
from scorer.rules.seating import Seating, deal_table
from scorer.rules.sheet import Opening, Sheet, winners_of
from scorer.rules.start import ResolvedStart, Start, resolve_start
from scorer.rules.table import Table, clockwise_from
from scorer.rules.types import Carry, Line, Loan, Movement, Next, Over, Remark, SheetDeal
from scorer.rules.variant import first_who_owes, next_dealer, reached


@dataclass(frozen=True)
class SortedBook:
    """A book with its entries that count in the order in which things happened.

    `start` is that before any correction, and `entries` are all, as written. `order` has the deals
    and what stands between them. `versions` gives for each deal its facts as they were written and
    after each correction, with the number of the entry. `starts` are the starts as they read from
    each entry on. `end` is the entry that stopped the game, with its body, `totals` is the one that
    tells what it came to, and `last_move` is the number of the newest entry by which deals written
    before it may have come to stand behind the end. `refused` has the reason for each entry that
    cannot be, which moves nothing. `earlier` is the book without its newest entry, where one was
    added to it.
    """

    start: Start
    entries: tuple[Entry, ...]
    order: tuple[Entry, ...]
    versions: Mapping[str, Sequence[tuple[int, Mapping[str, Any]]]]
    starts: Sequence[tuple[int, Start]]
    end: tuple[Entry, End] | None
    totals: tuple[Entry, Totals] | None
    last_move: int
    refused: Mapping[str, Refused]
    earlier: SortedBook | None = None

    @property
    def deals(self) -> tuple[Entry, ...]:
        """The deals, in the order in which they were played."""
        return tuple(entry for entry in self.order if isinstance(entry.body, Deal))

    @property
    def deals_and_changes(self) -> tuple[Entry, ...]:
        """The deals and the changes of the table, in their order."""
        return tuple(entry for entry in self.order if isinstance(entry.body, Deal | ChangeTable))

    @cached_property
    def sheet(self) -> Sheet:
        """The sheet that this book makes; raises BadRecord where no such game can begin."""
        reading = _Reading(self)
        for entry in self.order:
            if isinstance(entry.body, Deal):
                reading.add_deal(entry)
            else:
                reading.between.append(entry)
        return reading.finish()

    def add(self, entry: Entry) -> SortedBook:
        """The book with one more entry."""
        body, entries = entry.body, (*self.entries, entry)
        if not isinstance(body, Deal) or body.before is not None:
            return replace(sort_book(self.start, entries), earlier=self)
        # A next deal changes nothing of what was sorted.
        order = (*self.order, entry)
        versions = {**self.versions, entry.id: [(entry.number, body.facts)]}
        return replace(self, entries=entries, order=order, versions=versions, earlier=self)

    def until(self, number: int) -> SortedBook:
        """The book as it was up to the entry of this number."""
        for book in (self, self.earlier):
            if book is not None and len(book.entries) == number:
                return book
        return sort_book(self.start, self.entries[:number])


def withdrawn(entries: Sequence[Entry]) -> set[str]:
    """The ids of all entries that do not count, withdrawals that were withdrawn among them."""
    gone, numbers = set[str](), {entry.id: entry.number for entry in entries}
    for entry in reversed(entries):
        about = entry.body.entry if isinstance(entry.body, Withdraw) else entry.id
        # What comes later cannot have been meant.
        if entry.id not in gone and numbers.get(about, entry.number) < entry.number:
            gone.add(about)
    return gone


def to_undo(entries: Sequence[Entry]) -> Entry | None:
    """The newest entry that counts and can be withdrawn; a correction goes with its deal."""
    gone = withdrawn(entries)
    for entry in reversed(entries):
        body = entry.body
        about = body.deal if isinstance(body, CorrectDeal) else entry.id
        if not isinstance(body, Withdraw) and gone.isdisjoint((entry.id, about)):
            return entry
    return None


def to_redo(entries: Sequence[Entry]) -> Entry | None:
    """The newest withdrawal that counts, if nothing else has been written since."""
    gone = withdrawn(entries)
    withdrawals = {entry.id for entry in entries if isinstance(entry.body, Withdraw)}
    for entry in reversed(entries):
        if not isinstance(entry.body, Withdraw):
            return None
        # A withdrawal of a withdrawal is itself a redo.
        if entry.id not in gone and entry.body.entry not in withdrawals:
            return entry
    return None


def next_seat(seats: int, entries: Sequence[Entry]) -> int:
    """The number of the next seat: one more than any that this book has ever used."""
    changes = (entry.body for entry in entries if isinstance(entry.body, ChangeTable))
    return max([seats, *(join.seat + 1 for change in changes for join in change.joins)])


def sort_book(start: Start, entries: Sequence[Entry]) -> SortedBook:
    """The entries that count, in order."""
    gone = withdrawn(entries)
    # A withdrawn deal keeps its place until all is in order: others may have been put before it.
    order: list[Entry] = []
    places = set[str]()
    versions: dict[str, list[tuple[int, Mapping[str, Any]]]] = {}
    starts, ids = [(0, start)], set[str]()
    end: tuple[Entry, End] | None = None
    totals: tuple[Entry, Totals] | None = None
    refused: dict[str, Refused] = {}
    last_move = 0
    for entry in entries:
        body, counts = entry.body, entry.id not in gone
        before = body.before if isinstance(body, Deal | BetweenDeals) else None
        if isinstance(body, Withdraw | CorrectDeal | CorrectStart) or before is not None:
            last_move = entry.number
        try:
            if isinstance(body, Withdraw) and body.entry not in ids:
                raise BadEntry("unknown_entry")
            if isinstance(body, CorrectDeal):
                if body.deal not in versions:
                    raise BadEntry("unknown_deal")
                if counts:
                    facts = apply_correction(versions[body.deal][-1][1], body.answers)
                    versions[body.deal].append((entry.number, facts))
            elif isinstance(body, Deal | ChangeTable | BetweenDeals):
                if before is None:
                    order.append(entry)
                elif before in places:
                    order.insert([earlier.id for earlier in order].index(before), entry)
                else:
                    raise BadEntry("unknown_deal")
                if isinstance(body, Deal):
                    versions[entry.id] = [(entry.number, body.facts)]
                if isinstance(body, Deal | ChangeTable):
                    places.add(entry.id)
            elif counts and isinstance(body, CorrectStart):
                corrected = starts[-1][1].corrected(vars(body))
                resolve_start(corrected)
                starts.append((entry.number, corrected))
            elif counts and isinstance(body, End):
                end = entry, body
            elif counts and isinstance(body, Totals):
                totals = entry, body
        except Refused as fault:
            if counts:
                refused[entry.id] = fault
        ids.add(entry.id)
    counting = tuple(entry for entry in order if entry.id not in gone)
    return SortedBook(
        start, tuple(entries), counting, versions, starts, end, totals, last_move, refused
    )


class DealScored(NamedTuple):
    """A deal that was read and scored, with its facts as a record keeps them, and its `fault`.

    Where its facts cannot be read they are kept as they are, and nothing has moved.
    """

    table: Table
    facts: Facts
    record: dict[str, Any]
    lines: tuple[Line, ...]
    laid: Carry
    carry: Carry
    fault: ImpossibleDeal | None = None


def score_deal(
    start: ResolvedStart, raw: Mapping[str, Any], table: Table, before: Carry
) -> DealScored:
    """Read and score a deal at this table, or with the dealer it names; raises ImpossibleDeal."""
    scored = read_deal(start, raw, table, before)
    if scored.fault is not None:
        raise scored.fault
    return scored


def read_deal(
    start: ResolvedStart, raw: Mapping[str, Any], table: Table, before: Carry
) -> DealScored:
    """Read and score a deal, whether it can have happened or not."""
    variant, fault = start.variant, None
    try:
        with faults_of(variant.key):
            if not isinstance(raw, Mapping):
                raise ImpossibleDeal("not_a_deal")
            dealt, dealer = table, raw.get("dealer")
            if dealer is not None:
                dealt = replace(table, dealer=read_seat(dealer, table.order, what="dealer"))
            dealt = deal_table(variant, dealt, before, raw)
            facts = read_facts(dealt.asks, raw, dealt)
            if not facts.void and variant.dealt_again(facts, start.rules):
                facts = replace(facts, void=True)
    except ImpossibleDeal as found:
        unread = Facts(dict.fromkeys(ask.key for ask in table.asks), unread=True)
        kept = dict(raw) if isinstance(raw, Mapping) else {}
        return DealScored(table, unread, kept, (), before, before, found)
    record = write_facts(dealt.asks, facts) | ({} if dealer is None else {"dealer": dealer})
    seating = Seating(dealt)
    opening = seating.play(variant.opening, dealt, before)
    laid = before.scored(opening)
    try:
        with faults_of(variant.key):
            if not facts.void:
                seating.play(variant.check, facts, dealt, laid)
    except ImpossibleDeal as found:
        fault = found
    if facts.void:
        score = seating.play(variant.void, dealt, laid)
    else:
        score = seating.play(variant.score, facts, dealt, laid)
    after = laid.scored(score)
    return DealScored(dealt, facts, record, (*opening.lines, *score.lines), laid, after, fault)


def read_sheet(start: Start, entries: Sequence[Entry]) -> Sheet:
    """The sheet these entries make; raises BadRecord where no such game can begin."""
    return sort_book(start, entries).sheet


def read_strictly(start: Start, entries: Sequence[Entry]) -> Sheet:
    """The sheet of entries none of which is refused; raises the first fault."""
    sheet = read_sheet(start, entries)
    for fault in sheet.refused.values():
        raise fault
    return sheet


def check_newest(before: Sheet | None, sheet: Sheet, entries: Sequence[Entry]) -> None:
    """Refuse the newest entry where it, or what it makes of others, cannot be; raises Refused.

    Behind the last deal a new one changes no other: there is no need of the sheet `before` it.
    """
    newest, body = entries[-1].id, entries[-1].body
    if len(entries) > MAX_ENTRIES:
        raise BadEntry("too_many_entries", most=MAX_ENTRIES)
    if isinstance(body, Deal) and len(sheet.deals) + len(sheet.behind_the_end) > MAX_DEALS:
        raise BadEntry("too_many_deals", most=MAX_DEALS)
    if isinstance(body, ChangeTable):
        seat = next_seat(len(sheet.start.sitters), entries[:-1])
        if [join.seat for join in body.joins] != [*range(seat, seat + len(body.joins))]:
            raise BadEntry("seat_is_taken")
    if newest in sheet.refused:
        raise sheet.refused[newest]
    if isinstance(body, CorrectDeal) and body.deal in sheet.faults:
        raise sheet.faults[body.deal]
    if before is None:
        return
    backed = [it.id for it in (to_undo(entries[:-1]), to_redo(entries[:-1])) if it is not None]
    if isinstance(body, Withdraw) and body.entry in backed:
        return
    # Who need not have bought in once a deal is corrected has not: the sheet says so.
    bought_in = (it.id for it in entries if isinstance(it.body, Buy) and it.body.counters is None)
    known = {*before.faults, *(deal.id for deal in sheet.behind_the_end), *bought_in}
    undone = body.entry if isinstance(body, Withdraw) else None
    is_table = any(it.id == undone and isinstance(it.body, ChangeTable) for it in entries)
    for id, fault in sheet.faults.items():
        if id not in known:
            raise BadEntry("table_was_dealt_to") if is_table else fault


class _Now(NamedTuple):
    """The state of a game: its totals, sitters, loans and table, and the totals it began with.

    `since` the last deal that counts these have moved.
    """

    carry: Carry
    sitters: tuple[Sitter, ...]
    loans: tuple[Loan, ...]
    table: Table
    began: tuple[int, ...]
    since: tuple[Movement, ...] = ()


class _Reading:
    """The sheet as far as it was read, with what the game carries from one deal to the next.

    `table` is that of the next deal but for its dealer, and once somebody has joined or left a game
    in which all deal equally often, `owes` says how many deals each seat still has to deal.
    `between` are the entries since the last deal, which change nothing before the next one comes.
    `at_the_end` keeps the carry, the people and the loans of a game that is over before the first
    deal behind its end: from there the reading goes on as if it were not over.
    """

    def __init__(self, book: SortedBook) -> None:
        self.book = book
        self.refused: dict[str, Refused] = {}
        self.start = resolve_start(book.starts[-1][1])
        self.variant = self.start.variant
        self.carry = self.start.carry
        self.began = self.carry.totals
        self.loans: tuple[Loan, ...] = ()
        self.sitters = list(self.start.sitters)
        self.table = self.start.table(self.start.first_dealer)
        self.owes: list[int] | None = None
        self.played = 0
        self.deals: list[SheetDeal] = []
        self.behind_the_end: list[SheetDeal] = []
        self.between: list[Entry] = []
        self.at_the_end: _Now | None = None
        self.follows = self.start.follows
        for id, fault in book.refused.items():
            self._refuse(id, fault)

    def _after(self, table: Table, facts: Facts | None) -> Next | Over:
        if self.owes is not None:
            table = replace(table, owes=tuple(self.owes))
        return Seating(table).play(self.variant.after, table, facts, self.carry, self.played)

    def _refuse(self, id: str, fault: Refused) -> None:
        """Note why an entry cannot be, in the words of this game; the first reason stays."""
        fault.game = self.variant.key
        self.refused.setdefault(id, fault)

    def _now(self) -> _Now:
        return _Now(self.carry, tuple(self.sitters), self.loans, self.table, self.began)

    def add_deal(self, entry: Entry) -> None:
        """Score a deal, and go on with what it hands on."""
        number = len(self.deals) + len(self.behind_the_end) + 1
        end, is_last = self.book.end, isinstance(entry.body, Deal) and entry.body.before is None
        stopped = is_last and end is not None and entry.number > end[0].number
        over = isinstance(self.follows, Over) or bool(self.behind_the_end) or stopped
        self._check_goes_on(*(self.between if over else ()), entry, deal=number)
        if over and self.at_the_end is None:
            # What was written before the game was stopped counts.
            since = self._move() if stopped and isinstance(self.follows, Next) else ()
            self.at_the_end = self._now()._replace(since=since)
        movements = self._move()
        if not over and isinstance(self.follows, Over):
            # Since the table has changed nobody owes a deal.
            over, self.at_the_end = True, self._now()
            self._check_goes_on(entry, deal=number)
        before, table = self.carry, self._table()
        versions = self.book.versions[entry.id]
        scored = read_deal(self.start, versions[-1][1], table, before)
        corrected = [read_deal(self.start, raw, table, before) for _, raw in versions[:-1]]
        if scored.facts.known:
            # Behind the end it counts nowhere, so it is not wrong.
            fault = None if over else scored.fault or self._fault_of_rules(entry, scored.table)
            scored = scored._replace(fault=fault)
        if scored.fault is not None:
            scored.fault.deal = number
            self._refuse(entry.id, scored.fault)
        facts, self.carry = scored.facts, scored.carry
        remarks: tuple[Remark, ...] = ()
        if not over:
            self.played += not facts.void
            if self.owes is not None and not facts.void:
                self._note_dealt(self.owes, scored.table)
            judged = self._after(scored.table, facts)
            if facts.void and isinstance(self.follows, Next) and isinstance(judged, Over):
                # A penalty before it has not ended the game, so neither does a void deal.
                judged = replace(self.follows, dealer=next_dealer(scored.table, facts))
            self.follows = judged
            if facts.known:
                seating = Seating(scored.table)
                remarks = seating.play(self.variant.remarks, facts, scored.table, before)
        deal = SheetDeal(
            id=entry.id,
            entry=versions[-1][0],
            number=number,
            **scored._asdict(),
            before=before,
            sitters=tuple(self.sitters),
            follows=self.follows,
            movements=movements,
            loans=self.loans,
            earlier=tuple(() if it.fault else it.carry.won_since(it.laid) for it in corrected),
            remarks=remarks,
        )
        (self.behind_the_end if over else self.deals).append(deal)

    def _check_goes_on(self, *entries: Entry, deal: int | None = None) -> None:
        for entry in entries:
            end, fault = self.book.end, None
            if isinstance(self.follows, Over) and entry.number >= self.book.last_move:
                fault = GameIsOver(deals=self.played)
            elif end is not None and entry.number > end[0].number:
                # Whoever withdraws the end can write this.
                fault = GameIsOver(deals=self.played, end=end[0].id)
            if fault is not None and not isinstance(entry.body, TakeSeat):
                fault.deal = deal
                self._refuse(entry.id, fault)

    def _table(self) -> Table:
        earlier = [*self.deals, *self.behind_the_end]
        if isinstance(self.follows, Next) and not self.behind_the_end:
            dealer = self.follows.dealer
        elif earlier:
            dealer = next_dealer(earlier[-1].table, earlier[-1].facts)
        else:
            dealer = self.start.first_dealer
        # Behind the end nobody has looked who deals.
        dealer = dealer if dealer in self.table.order else self.table.order[0]
        return replace(self.table, dealer=dealer, played=self.played)

    def _fault_of_rules(self, entry: Entry, table: Table) -> ImpossibleDeal | None:
        """Why a change of house rules needs facts that were not noted by then, nor are by now."""
        versions, fault = self.book.versions[entry.id], None
        for (_, then), (number, now) in pairwise(self.book.starts):
            written = [facts for at, facts in versions if at < number]
            if not written or then.house_rules == now.house_rules:
                continue
            rules = resolve_start(then).rules, resolve_start(now).rules
            for raw in (written[-1], versions[-1][1]):
                try:
                    with faults_of(self.variant.key):
                        facts = read_facts(table.asks, raw, table)
                        if facts.known:
                            Seating(table).play(self.variant.reread, facts, *rules)
                    break
                except ImpossibleDeal as found:
                    fault = found
            else:
                return fault
        return None

    def _move(self) -> tuple[Movement, ...]:
        """Apply the entries since the last deal; what they move ends no game, the next deal may."""
        movements, was_over = [], isinstance(self.follows, Over)
        for entry in self.between:
            body = entry.body
            try:
                if isinstance(self.follows, Over) and not was_over:
                    self._check_goes_on(entry)
                if entry.id in self.refused:
                    continue
                if isinstance(body, TakeSeat):
                    self._check_seats(body.seat)
                    self.sitters[body.seat] = body.sitter
                elif isinstance(body, ChangeTable):
                    was = self.table.order
                    self._change_table(body)
                    movements.append(Movement(entry.id, body.kind, (), change=body, was=was))
                elif isinstance(body, Buy | Lend | Adjust):
                    lines, why = self._lines(body), body.why if isinstance(body, Adjust) else ""
                    movements.append(Movement(entry.id, body.kind, lines, why))
                    self.carry = self.carry.after(lines)
            except Refused as fault:
                self._refuse(entry.id, fault)
        self.between = []
        if movements and isinstance(self.follows, Next):
            table, last = self._table(), self.deals[-1] if self.deals else None
            # The last deal that counts is judged again by the totals as now.
            if last is None or (last.table.order, last.table.sides) != (table.order, table.sides):
                judged = self._after(table, None)
            else:
                judged = self._after(last.table, last.facts)
            if isinstance(judged, Over):
                # Not by this: without a deal its game says who is there, or else the totals do.
                judged = self.variant.after(table, None, self.carry, self.played)
                there = reached(self.carry.totals, max(self.carry.totals))
                judged = replace(self.follows, shows=judged.shows or there)
            self.follows = judged
        return tuple(movements)

    def _lines(self, body: Buy | Lend | Adjust) -> tuple[Line, ...]:
        if isinstance(body, Adjust):
            if self.start.unit == "counters":
                raise BadEntry("counters_not_adjusted")
            if body.side >= len(self.carry.totals):
                raise BadEntry("unknown_seat")
            return (Line(body.side, body.points, "adjusted", {"points": body.points}),)
        table = self._table()
        self._check_seats(body.seat)
        if isinstance(body, Buy) and body.counters is None:
            table = deal_table(self.variant, table, self.carry)
            lines = Seating(table).play(self.variant.buy_ins, table, self.carry)
            lines = tuple(line for line in lines if line.side == table.sides[body.seat])
            if not lines:
                raise BadEntry("no_buy_in", name=self.sitters[body.seat].name)
            return lines
        if self.start.unit != "counters":
            raise BadEntry("no_counters_here")
        sides = table.sides
        if isinstance(body, Buy):
            return buy(sides[body.seat], body.counters or 0)
        self._check_seats(body.lender)
        if sides[body.seat] == sides[body.lender]:
            raise BadEntry("lends_to_itself")
        seat, lender = sides[body.seat], sides[body.lender]
        self.loans, lines = lend(self.loans, seat, lender, body.counters)
        return lines

    def _check_seats(self, *seats: int) -> None:
        if not set(seats) <= set(self.table.order):
            raise BadEntry("unknown_seat")

    def _change_table(self, body: ChangeTable) -> None:
        """Seat those who are at the table from now on; raises Refused where they cannot be."""
        joins, sitters = {join.seat: join for join in body.joins}, list(self.sitters)
        if len(joins) < len(body.joins) or len(set(body.seats)) < len(body.seats):
            raise BadEntry("same_player_twice")
        for seat in sorted(joins):
            if seat < len(sitters):
                raise BadEntry("seat_is_taken")
            sitters += [NOBODY] * (seat - len(sitters)) + [joins[seat].sitter]
        there = [sitters[seat] for seat in body.seats if seat < len(sitters)]
        if NOBODY in there or len(there) < len(body.seats) or not joins.keys() <= set(body.seats):
            raise BadEntry("unknown_seat")
        for at, sitter in enumerate(there):
            if sitter.player in {other.player for other in there[:at]}:
                raise BadEntry("sits_there", name=sitter.name)
        self.start.check_changed(len(there))
        counters = self.variant.start(len(there), self.start.rules).totals[:1]
        if self.start.unit == "counters" and {join.total for join in body.joins} - {*counters}:
            raise BadEntry("joins_with_counters", counters=counters[0])
        more = range(len(self.sitters), len(sitters))
        began = tuple(joins[seat].total if seat in joins else 0 for seat in more)
        nothing = (0,) * len(more)
        order, circuits = self.table.order, self.variant.circuits(self.start.rules)
        if self.owes is None and circuits is not None:
            self.owes = [circuits] * len(self.sitters)
            for deal in self.deals:
                if not deal.facts.void:
                    self._note_dealt(self.owes, deal.table)
        if self.owes is not None:
            most = max(self.owes[seat] for seat in order)
            self.owes += [most] * len(more)
            for seat in set(body.seats) - set(order):
                self.owes[seat] = min(self.owes[seat], most)
        # Whose turn it was deals, or else the first on his left who is still there.
        clockwise = clockwise_from(order, self._table().dealer)
        dealer = next((seat for seat in clockwise if seat in body.seats), body.seats[0])
        self.sitters, carry = sitters, self.carry
        self.began += began
        self.table = self.start.changed_table(body.seats, dealer, len(sitters))
        self.carry = replace(
            carry,
            totals=carry.totals + began,
            bought=carry.bought + nothing,
            by_side={key: (*each, *nothing) for key, each in carry.by_side.items()},
        )
        self.follows = self._after(replace(self.table, played=self.played), None)

    @staticmethod
    def _note_dealt(owes: list[int], table: Table) -> None:
        """Take a deal off what its dealer owes, or else the next who owes one."""
        seat = first_who_owes(table.order, table.dealer, owes)
        owes[seat] = max(owes[seat] - 1, 0)

    def finish(self) -> Sheet:
        """The sheet, once all deals are read."""
        self._check_goes_on(*self.between)
        over, last = self.at_the_end, self._now()
        was_over = isinstance(self.follows, Over)
        moved = self._move()
        if over is None and was_over:
            # A correction may have ended the game before a penalty: it counts no more than a deal.
            over = last._replace(sitters=tuple(self.sitters[: len(last.sitters)]))
        now = over or self._now()
        sheet = Sheet(
            start=self.start,
            table=self._table(),
            sitters=now.sitters,
            began=now.began,
            deals=tuple(self.deals),
            carry=now.carry,
            follows=self.follows,
            played=self.played,
            since=now.since if over else moved,
            loans=now.loans,
            behind_the_end=tuple(self.behind_the_end),
            since_behind_the_end=moved if over else (),
            refused=self.refused,
        )
        if self.book.totals is not None:
            entry, body = self.book.totals
            try:
                return self._with_totals(sheet, entry, body.totals)
            except BadEntry as fault:
                self._refuse(entry.id, fault)
        if isinstance(self.follows, Next) and self.book.end is None:
            table = replace(self.table, dealer=self.follows.dealer, played=self.played)
            table = deal_table(self.variant, table, self.carry)
            paid = Seating(table).play(self.variant.opening, table, self.carry)
            carry, shows = self.carry.scored(paid), self.follows.shows
            opening = Opening(len(self.deals) + 1, table, paid.lines, carry, shows)
            return replace(sheet, opening=opening, table=table)
        return self._closed(sheet, now.table)

    def _closed(self, sheet: Sheet, now: Table) -> Sheet:
        if self.deals:
            # The table of the last deal, of those who are there at the end.
            table = self.deals[-1].table
            if (table.order, table.sides) != (now.order, now.sides):
                there = [it for it in clockwise_from(table.order, table.dealer) if it in now.order]
                table = replace(now, dealer=(there or now.order)[0])
            sheet = replace(sheet, table=table)
        # A game that came to its end by itself was not stopped, whatever was written later.
        ended = self.book.end[1] if self.book.end and isinstance(self.follows, Next) else None
        deals = sheet.deals_that_count
        # Loans first: the dealing is levelled with counters of one's own.
        back = repayments(sheet.loans)
        leftover = ended.leftover if ended else None
        closing = self.variant.closing(sheet.table, sheet.carry.after(back), deals, leftover)
        sheet = replace(sheet, ended=ended, closing=(*back, *closing))
        over = self.follows if isinstance(self.follows, Over) else Over()
        return replace(sheet, winners=winners_of(self.start, sheet.standing, deals, over))

    def _with_totals(self, sheet: Sheet, entry: Entry, totals: tuple[int, ...]) -> Sheet:
        others = [it for it in self.book.order if not isinstance(it.body, TakeSeat)]
        others += [self.book.end[0]] if self.book.end else []
        if others:
            # The totals move nothing, nor may anything be written behind them.
            for other in others:
                if other.number > entry.number:
                    self._refuse(other.id, BadEntry("totals_stand_alone"))
            raise BadEntry("totals_stand_alone")
        if len(totals) != self.start.number_of_sides:
            raise BadEntry("number_of_totals", totals=self.start.number_of_sides)
        if min(totals) < 0 and not self.variant.below_zero(self.start.rules):
            raise BadEntry("totals_below_zero")
        brought = sum(sheet.carry.totals)
        if self.start.unit == "counters" and sum(totals) != brought:
            raise BadEntry("totals_add_up", brought=brought, total=sum(totals))
        pools = dict.fromkeys(sheet.carry.pools, 0)
        carry = replace(sheet.carry, totals=totals, pools=pools)
        sheet = replace(sheet, carry=carry, only_totals=True)
        return replace(sheet, winners=sheet.standing.leaders)
