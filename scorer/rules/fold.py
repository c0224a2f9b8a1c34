"""Notes: what happened while the cards were still being played, checked as deals are."""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from scorer.rules.asks import Facts, read_facts, read_seat, write_facts
from scorer.rules.book import SortedBook, sort_entries
from scorer.rules.counters import Loans, Moved, check_moved, given_back
from scorer.rules.entries import Entry, Note, Sitter, Totals
from scorer.rules.errors import BadEntry, GameIsOver, ImpossibleDeal, Refused
from scorer.rules.sheet import DealRead, Opening, Sheet
from scorer.rules.standing import winners_of
from scorer.rules.start import Start, read_start
from scorer.rules.table import Table, left_of
from scorer.rules.variant import IN_VOID_DEAL, Carry, Line, ScoredDeal, Variant


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


def check_notes(
    book: SortedBook, variant: Variant, table: Table, deals: Sequence[DealRead], to_play: int
) -> None:
    """Refuse notes that say nothing a deal could, and those of a game that was over.

    `to_play` counts the deals a whole game has. A book that is kept already is left alone.
    """
    played = sum(not deal.facts.void for deal in deals)
    for entry, note in book.notes:
        if entry.kept:
            continue
        read_note(note, variant, table)
        if _was_over(book, entry, note, deals, played == to_play):
            raise GameIsOver(deals=played)
        check_not_empty(note)


def _was_over(
    book: SortedBook, entry: Entry, note: Note, deals: Sequence[DealRead], played_out: bool
) -> bool:
    """Whether a note was written behind the end of the game.

    Not where the end has moved there since, which no entry is refused for.
    """
    if book.ended is not None:
        end = book.ended[0]
    else:
        last = deals[-1].id if deals else None
        if not played_out or book.places[note.after] < book.places[last]:
            return False
        end = max(book.starts[-1][0], *(deal.entry for deal in deals))
    return entry.number > max(end, book.undone)


ScoreRead = tuple[Table, Facts, tuple[Line, ...], Carry]


def score_deal(variant: Variant, told: Mapping[str, Any], table: Table, before: Carry) -> ScoreRead:
    """A deal's table, facts and lines, and the carry after it; raises ImpossibleDeal.

    `table` is as the turn made it: what was told may name another dealer.
    """
    if told.get("dealer") is not None:
        table = replace(table, dealer=read_seat(told["dealer"], table.players, what="dealer"))
    facts = read_facts(variant.asks, told, table)
    opening = variant.opening(table, before)
    laid = before.after(opening.lines, opening.marks)
    if facts.void:
        score = variant.void(table, laid)
    else:
        variant.check(facts, table)
        score = variant.score(facts, table, laid)
    return table, facts, (*opening.lines, *score.lines), laid.after(score.lines, score.marks)


def scored_deal(deal: DealRead) -> ScoredDeal:
    """The deal as the end of the game looks back on it."""
    out = deal.facts.answers.get("out")
    return ScoredDeal(deal.table.dealer, out if isinstance(out, int) else None, deal.scores)


def written_facts(variant: Variant, facts: Facts, told: Mapping[str, Any]) -> dict[str, Any]:
    """The facts in the form a record keeps, with the dealer where the table chose its own."""
    written = write_facts(variant.asks, facts)
    if told.get("dealer") is not None:
        written["dealer"] = told["dealer"]
    return written


class Fold:
    """Reads deal after deal, carrying what the game carries.

    With `earlier=False` it leaves out the scores that a deal had before its corrections.
    """

    def __init__(self, book: SortedBook, *, earlier: bool = True) -> None:
        self.book, self.earlier = book, earlier
        self.start = read_start(book.start)
        self.variant, self.rules = self.start.variant, self.start.rules
        players = len(self.start.order)
        self.pack = self.variant.pack(players, self.rules)
        self.to_play = players * self.variant.circuits(self.rules)
        self.carry = self.start.carry
        self.dealer = self.start.first_dealer
        self.played = 0
        self.deals: list[DealRead] = []
        self.seated = list(self.start.sitters)
        self.unknown_seat = any(taken.seat >= players for taken in book.taken)
        self.taken, self.moves = deque(book.taken), deque(book.moved)
        self.noted_after = [book.places[note.after] for _, note in book.notes]
        self.loans = Loans()

    def keep(self, before: Fold) -> None:
        """Take over the deals with which an earlier part of the same book begins just so."""
        mine, theirs = self.book, before.book
        if mine.starts != theirs.starts:
            return
        until = mine.same_until(theirs)
        for entry, deal in zip(mine.deals, before.deals, strict=False):
            place = mine.places[entry.name]
            same = deal.id == entry.name and theirs.places[entry.name] == place <= until
            if not same or mine.told[entry.name][-1] != theirs.told[entry.name][-1]:
                break
            self._check_going_on(entry)
            self._moved_before(place)
            self._carry_on(deal)

    def table(self, dealer: int) -> Table:
        """The table as it is while this seat deals."""
        return Table(self.start.order, dealer, self.rules, self.pack)

    def sitters(self, place: int) -> tuple[Sitter, ...]:
        """Who sits where for the deal at this place, behind all that were asked for before."""
        if self.unknown_seat:
            raise BadEntry("unknown_seat")
        while self.taken and self.book.places[self.taken[0].after] < place:
            taken = self.taken.popleft()
            self.seated[taken.seat] = taken.sitter
        return tuple(self.seated)

    def read(self, entry: Entry) -> None:
        """Read one more deal; raises ImpossibleDeal with its number."""
        number = len(self.deals) + 1
        try:
            self._carry_on(self._read(entry, number))
        except ImpossibleDeal as fault:
            fault.deal = number
            raise

    def _read(self, entry: Entry, number: int) -> DealRead:
        *earlier, (written, told) = self.book.told[entry.name]
        place = self.book.places[entry.name]
        self._check_going_on(entry)
        if not isinstance(told, Mapping):
            raise ImpossibleDeal("not_a_deal")
        moved = self._moved_before(place)
        table, facts, lines, carry = self._score(told)
        if facts.void:
            lines += self._taken_back(self._noted(table, place), table, carry)
        self._check_rules_change(facts, written)
        return DealRead(
            id=entry.name,
            entry=written,
            number=number,
            table=table,
            facts=facts,
            told=written_facts(self.variant, facts, told),
            lines=lines,
            before=self.carry,
            carry=carry,
            sitters=self.sitters(place),
            moved=moved,
            loans=self.loans.standing,
            earlier=tuple(self._scores_as_told(one) for _, one in earlier if self.earlier),
            remarks=() if facts.void else self.variant.remarks(facts, table),
        )

    def _check_going_on(self, entry: Entry) -> None:
        """Refuse a deal of a game that was over before."""
        ended, totals = self.book.ended, self.book.totals
        if self.played == self.to_play or (ended is not None and ended[0] < entry.number):
            raise GameIsOver(deals=self.played)
        if totals is not None and totals[0] < entry.number:
            raise GameIsOver(deals=self.to_play)

    def _carry_on(self, deal: DealRead) -> None:
        """Put a deal on the sheet, and take along what it carries."""
        dealer, void = deal.table.dealer, deal.facts.void
        self.deals.append(deal)
        self.carry = deal.carry
        self.dealer = dealer if void else left_of(self.start.order, dealer)
        self.played += not void

    def _score(self, told: Mapping[str, Any]) -> ScoreRead:
        """A deal as it was told, at the place that comes next."""
        return score_deal(self.variant, told, self.table(self.dealer), self.carry)

    def _scores_as_told(self, told: Mapping[str, Any]) -> tuple[int, ...]:
        """The scores an earlier telling gave; empty where it would be impossible by now."""
        try:
            _, _, _, after = self._score(told)
        except Refused:
            return ()
        pairs = zip(after.totals, self.carry.totals, strict=True)
        return tuple(now - was for now, was in pairs)

    def _moved_before(self, place: int) -> tuple[Moved, ...]:
        """Take along the counters bought and lent that no earlier deal has taken along."""
        moves: list[Moved] = []
        while self.moves and self.book.places[self.moves[0][1].after] < place:
            name, said = self.moves.popleft()
            check_moved(said, self.variant, len(self.start.order))
            moves.append(Moved(name, said, self.loans.move(said)))
            self.carry = self.carry.after(moves[-1].lines, self.carry.marks)
        return tuple(moves)

    def _taken_back(self, noted: Mapping[str, Any], table: Table, carry: Carry) -> tuple[Line, ...]:
        """What was noted in play of a void deal never happened: who gives back how much."""
        return tuple(
            Line(line.seat, 0, f"{line.key}{IN_VOID_DEAL}", line.numbers)
            for line in self.variant.in_play(noted, table, carry)
            if line.points
        )

    def _check_rules_change(self, facts: Facts, written: int) -> None:
        """Refuse new house rules that need facts which were never noted."""
        then = self.book.start_before(written)
        if then.house_rules != self.book.start.house_rules and not facts.void:
            self.variant.reread(facts, read_start(then).rules, self.rules)

    def finish(self) -> Sheet:
        """The sheet of all deals read so far."""
        check_notes(self.book, self.variant, self.table(self.dealer), self.deals, self.to_play)
        if self.book.totals is not None:
            return self._only_totals(self.book.totals[1])
        ended = self.book.ended[1] if self.book.ended else None
        since = self._moved_before(len(self.book.places))
        sheet = Sheet(
            start=self.start,
            sitters=self.sitters(len(self.book.places)),
            deals=tuple(self.deals),
            carry=self.carry,
            to_play=self.to_play,
            played=self.played,
            since=since,
            loans=self.loans.standing,
            ended=ended,
        )
        if ended is None and self.played < self.to_play:
            return replace(sheet, opening=self._opening())
        counted = [scored_deal(deal) for deal in self.deals if not deal.facts.void]
        dealer = self.deals[-1].table.dealer if self.deals else self.dealer
        leftover = ended.leftover if ended else None
        # Loans first: the dealing is levelled with counters of one's own.
        back = given_back(sheet.loans)
        rest = self.carry.after(back)
        closing = (*back, *self.variant.closing(self.table(dealer), rest, counted, leftover))
        sheet = replace(sheet, closing=closing)
        winners = winners_of(self.variant, self.rules, sheet.standing, counted)
        return replace(sheet, winners=winners)

    def _only_totals(self, said: Totals) -> Sheet:
        """The sheet of a game of which nothing but its end was noted."""
        book, players = self.book, len(self.start.order)
        if book.deals or book.moved or book.notes or book.ended:
            raise BadEntry("totals_stand_alone")
        if len(said.totals) != players:
            raise BadEntry("totals_for_each_seat", players=players)
        if self.variant.lowest_wins and min(said.totals) < 0:
            raise BadEntry("totals_below_zero")
        brought = sum(self.carry.totals)
        if not self.variant.lowest_wins and sum(said.totals) != brought:
            raise BadEntry("totals_add_up", brought=brought, told=sum(said.totals))
        carry = replace(self.carry, totals=said.totals, pools=dict.fromkeys(self.carry.pools, 0))
        sheet = Sheet(
            start=self.start,
            sitters=self.sitters(1),
            deals=(),
            carry=carry,
            to_play=self.to_play,
            played=0,
            only_totals=True,
        )
        return replace(sheet, winners=sheet.standing.leaders)

    def _opening(self) -> Opening:
        table = self.table(self.dealer)
        laid = self.variant.opening(table, self.carry)
        carry = self.carry.after(laid.lines, laid.marks)
        noted = self._noted(table, len(self.book.places))
        moved = self.variant.in_play(noted, table, carry)
        lines = (*laid.lines, *moved)
        return Opening(len(self.deals) + 1, table, lines, carry.after(moved, carry.marks), noted)

    def _noted(self, table: Table, place: int) -> dict[str, Any]:
        """What was noted in play of the deal at this place: the newest answer to each ask."""
        last = self.book.places[self.deals[-1].id] if self.deals else 0
        first, end = (bisect_left(self.noted_after, one) for one in (last, place))
        noted: dict[str, Any] = {}
        for entry, note in sorted(self.book.notes[first:end], key=lambda one: one[0].number):
            try:
                noted |= read_note(note, self.variant, table)
            except Refused:
                if not entry.kept:
                    raise
        return noted


def read_sheet(start: Start, entries: Sequence[Entry]) -> Sheet:
    """The sheet these entries make.

    Raises BadRecord where no such game can begin, ImpossibleDeal (with the deal's number)
    for the first deal that cannot have happened, and BadEntry for an entry about nothing.
    """
    return _read_rest(Fold(sort_entries(start, entries)))


def _read_rest(fold: Fold) -> Sheet:
    for entry in fold.book.deals[len(fold.deals) :]:
        fold.read(entry)
    return fold.finish()


class Parts:
    """The sheets of a book as it grew, without the scores that deals had before corrections.

    The deals with which a part begins as the part asked for before are read only once.
    """

    def __init__(self, start: Start, entries: Sequence[Entry]) -> None:
        self.start, self.entries = start, entries
        self._before: Fold | None = None

    def sheet(self, end: int) -> Sheet | None:
        """The sheet of the first entries; None where they make no sense by themselves."""
        try:
            fold = Fold(sort_entries(self.start, self.entries[:end]), earlier=False)
            if self._before is not None:
                fold.keep(self._before)
            self._before = fold
            return _read_rest(fold)
        except Refused:
            return None
