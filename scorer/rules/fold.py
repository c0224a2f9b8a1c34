"""The fold: deal after deal, carrying what the game carries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scorer.rules.asks import Facts, read_facts, read_seat, write_facts
from scorer.rules.entries import Entry, Sitter
from scorer.rules.errors import BadEntry, GameIsOver, ImpossibleDeal, Refused
from scorer.rules.settling import winners_of
from scorer.rules.sheet import DealRead, Opening, Sheet
from scorer.rules.start import read_start
from scorer.rules.table import Table, left_of
from scorer.rules.tellings import Tellings
from scorer.rules.variant import Carry, DealScore, ScoredDeal, Variant


class Fold:
    """Reads deal after deal, carrying what the game carries."""

    def __init__(self, book: Tellings) -> None:
        self.book = book
        self.start = read_start(book.start)
        self.variant, self.rules = self.start.variant, self.start.rules
        players = len(self.start.order)
        self.pack = self.variant.pack(players, self.rules)
        self.to_play = players * self.variant.circuits(self.rules)
        self.carry = self.start.carry
        self.dealer = self.start.first_dealer
        self.played = 0
        self.deals: list[DealRead] = []

    def table(self, dealer: int) -> Table:
        """The table as it is while this seat deals."""
        return Table(self.start.order, dealer, self.rules, self.pack)

    def sitters(self, place: int) -> tuple[Sitter, ...]:
        """Who sits where for the deal at this place of the book's order."""
        seated = list(self.start.sitters)
        for taken in self.book.taken:
            if taken.seat >= len(seated):
                raise BadEntry("unknown_seat")
            if self.book.places[taken.after] < place:
                seated[taken.seat] = taken.sitter
        return tuple(seated)

    def read(self, entry: Entry) -> None:
        """Read one more deal; raises ImpossibleDeal with its number."""
        number = len(self.deals) + 1
        try:
            self.deals.append(self._read(entry, number))
        except ImpossibleDeal as fault:
            fault.deal = number
            raise

    def _read(self, entry: Entry, number: int) -> DealRead:
        *earlier, (written, told) = self.book.told[entry.name]
        ended = self.book.ended
        if self.played == self.to_play or (ended is not None and ended[0] < entry.number):
            raise GameIsOver(deals=self.played)
        if not isinstance(told, Mapping):
            raise ImpossibleDeal("not_a_deal")
        table, facts, score, opening = self._score(told)
        self._check_rules_change(facts, written)
        lines = (*opening.lines, *score.lines)
        before, self.carry = self.carry, self.carry.after(lines, score.marks)
        read = DealRead(
            id=entry.name,
            entry=written,
            number=number,
            table=table,
            facts=facts,
            told=written_facts(self.variant, facts, told),
            lines=lines,
            before=before,
            carry=self.carry,
            sitters=self.sitters(self.book.places[entry.name]),
            earlier=tuple(self._scores_as_told(before, one) for _, one in earlier),
            remarks=() if facts.void else self.variant.remarks(facts, table),
        )
        if not facts.void:
            self.played += 1
            self.dealer = left_of(self.start.order, table.dealer)
        else:
            self.dealer = table.dealer
        return read

    def _score(
        self, told: Mapping[str, Any], carry: Carry | None = None
    ) -> tuple[Table, Facts, DealScore, DealScore]:
        carry = self.carry if carry is None else carry
        dealer = self.dealer
        if told.get("dealer") is not None:
            dealer = read_seat(told["dealer"], len(self.start.order), what="dealer")
        table = self.table(dealer)
        facts = read_facts(self.variant.asks, told, table)
        opening = self.variant.opening(table, carry)
        laid = carry.after(opening.lines, opening.marks)
        if facts.void:
            return table, facts, self.variant.void(table, laid), opening
        self.variant.check(facts, table)
        return table, facts, self.variant.score(facts, table, laid), opening

    def _scores_as_told(self, before: Carry, told: Mapping[str, Any]) -> tuple[int, ...]:
        """The scores an earlier telling gave; empty where it would be impossible by now."""
        try:
            _, _, score, opening = self._score(told, before)
        except Refused:
            return ()
        after = before.after((*opening.lines, *score.lines))
        return tuple(now - was for now, was in zip(after.totals, before.totals, strict=True))

    def _check_rules_change(self, facts: Facts, written: int) -> None:
        """Refuse new house rules that need facts which were never noted."""
        then = self.book.start_before(written)
        if then.house_rules != self.book.start.house_rules and not facts.void:
            self.variant.reread(facts, read_start(then).rules, self.rules)

    def finish(self) -> Sheet:
        """The sheet of all deals read so far."""
        ended = self.book.ended[1] if self.book.ended else None
        last = self.sitters(len(self.book.places))
        sheet = Sheet(
            start=self.start,
            sitters=last,
            deals=tuple(self.deals),
            carry=self.carry,
            to_play=self.to_play,
            played=self.played,
            ended=ended,
        )
        if ended is None and self.played < self.to_play:
            table = self.table(self.dealer)
            laid = self.variant.opening(table, self.carry)
            carry = self.carry.after(laid.lines, laid.marks)
            return replace(sheet, opening=Opening(len(self.deals) + 1, table, laid.lines, carry))
        dealer = self.deals[-1].table.dealer if self.deals else self.dealer
        leftover = ended.leftover if ended else None
        closing = self.variant.closing(self.table(dealer), self.carry, leftover)
        scored = [
            ScoredDeal(_who_went_out(deal), deal.scores)
            for deal in self.deals
            if not deal.facts.void
        ]
        winners = winners_of(self.variant, self.rules, self.carry.after(closing), scored)
        return replace(sheet, closing=closing, winners=winners)


def _who_went_out(deal: DealRead) -> int | None:
    out = deal.facts.answers.get("out")
    return out if isinstance(out, int) else None


def written_facts(variant: Variant, facts: Facts, told: Mapping[str, Any]) -> dict[str, Any]:
    """The facts in the form a record keeps, with the dealer where the table chose its own."""
    written = write_facts(variant.asks, facts)
    if told.get("dealer") is not None:
        written["dealer"] = told["dealer"]
    return written
