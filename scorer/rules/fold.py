"""The fold: deal after deal, carrying what the game carries."""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scorer.rules.deal import ScoreRead, score_deal, scored_deal, written_facts
from scorer.rules.entries import Entry, Sitter, Totals
from scorer.rules.errors import BadEntry, GameIsOver, ImpossibleDeal, Refused
from scorer.rules.facts import Facts
from scorer.rules.loans import Loans, Moved, check_moved, given_back
from scorer.rules.notes import check_notes, read_note
from scorer.rules.settling import best_of, winners_of
from scorer.rules.sheet import DealRead, Opening, Sheet
from scorer.rules.start import read_start
from scorer.rules.table import Table, left_of
from scorer.rules.tellings import Tellings
from scorer.rules.variant import IN_VOID_DEAL, Carry, Line


class Fold:
    """Reads deal after deal, carrying what the game carries.

    With `earlier=False` it leaves out the scores that a deal had before its corrections.
    """

    def __init__(self, book: Tellings, *, earlier: bool = True) -> None:
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
        winners = winners_of(self.variant, self.rules, self.carry.after(closing), counted)
        return replace(sheet, closing=closing, winners=winners)

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
        return Sheet(
            start=self.start,
            sitters=self.sitters(1),
            deals=(),
            carry=carry,
            to_play=self.to_play,
            played=0,
            winners=best_of(self.variant, carry),
            only_totals=True,
        )

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
