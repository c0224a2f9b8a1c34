"""The sheet of a game, as its pages and its phone's modules show it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from scorer.rules.book import to_redo, to_undo
from scorer.rules.cards import Pack
from scorer.rules.entries import Entry, Sitter, Withdraw
from scorer.rules.fold import SheetHistory
from scorer.rules.settling import nets_of, shares_of
from scorer.rules.sheet import SheetDeal
from scorer.rules.words import WORDS
from scorer.services.games.read import GameRead
from scorer.web.access import club_here
from scorer.web.formats import money, ordinal, signed_money
from scorer.web.games.book_view import EntrySentences, find_deal
from scorer.web.games.counters_view import (
    CountersView,
    MoveRow,
    forgotten_asks,
    given_back_sentence,
    move_rows,
)
from scorer.web.games.summary import headline, leaders_of, summary
from scorer.web.names import in_a_sentence
from scorer.web.rules.house_rules import HouseRule, house_rules
from scorer.web.rules.pack_recipe import recipe

# At a larger table the notice would bury its buttons under numbers that the rows show anyway.
MOST_IN_NOTICE = 6
PIPS = 9


@dataclass(frozen=True)
class SeatRow:
    """One seat: who sits there, what it did last, how it stands.

    `total` is what it has now, with what the next deal has cost already, and `after` what it
    had after the last deal. `marks` are said in words beside the name.
    """

    seat: int
    name: str
    total: int
    after: int
    place: str
    last: tuple[int, ...] = ()
    deals: bool = False
    leads: bool = False
    in_front: bool = False
    won: bool = False
    took_over: str = ""
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Cell:
    """What one deal changed for one seat; `earlier` are the numbers it had before."""

    seat: int
    score: int
    out: bool = False
    earlier: tuple[int, ...] = ()


@dataclass(frozen=True)
class DealRow:
    """One deal; `news` says who sat down before it and `moved` what was bought and lent then.

    `given_back` says who gives back what, because the deal was void.
    """

    id: str
    number: int
    cells: tuple[Cell, ...]
    void: bool = False
    news: str = ""
    moved: tuple[MoveRow, ...] = ()
    given_back: str = ""
    pools: tuple[int, ...] = ()


@dataclass(frozen=True)
class Notice:
    """What was saved last, and what can be taken back or done again.

    `late` offers what may have been forgotten in the deal that was just saved, by ask.
    """

    sentence: str
    undo: Entry | None
    redo: Entry | None
    deal: str = ""
    late: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class SheetView:
    """A game, ready to be written down; rows and each deal's cells go clockwise.

    Each part is worked out once, when it is first asked for, so a page that only names people
    builds no rows. Money is written `in_currency`: "" for coins, None for that of the club.
    """

    game: GameRead
    in_currency: str | None = None

    @cached_property
    def sentences(self) -> EntrySentences:
        """Says in words what the entries of the game say."""
        return EntrySentences(self.game)

    def names_of(self, sitters: tuple[Sitter, ...]) -> tuple[str, ...]:
        """What these people are called, by seat; worked out once for each table of people."""
        return self.sentences.names_of(sitters)

    @property
    def names(self) -> tuple[str, ...]:
        """What the people who sit here now are called, by seat."""
        return self.names_of(self.game.sheet.sitters)

    @property
    def order(self) -> tuple[int, ...]:
        """The seats clockwise."""
        return self.game.sheet.start.order

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.game.sheet.over

    @property
    def only_totals(self) -> bool:
        """Whether only the totals were noted."""
        return self.game.sheet.only_totals

    @property
    def to_play(self) -> int:
        """How many deals the whole game has, void ones not among them."""
        return self.game.sheet.to_play

    @property
    def played(self) -> int:
        """How many deals were scored, void ones not among them."""
        return self.game.sheet.played

    @property
    def number(self) -> int:
        """The next deal's place on the sheet."""
        opening = self.game.sheet.opening
        return opening.number if opening else len(self.game.sheet.deals)

    @property
    def of(self) -> int:
        """How many deals the sheet will have, void ones among them."""
        return self.to_play + len(self.game.sheet.deals) - self.played

    @property
    def pips(self) -> int:
        """How many of the nine pips are filled."""
        return pips_of(self.played, self.to_play)

    @property
    def dealer(self) -> str:
        """Who deals next."""
        opening = self.game.sheet.opening
        return self.names[opening.table.dealer] if opening else ""

    @property
    def eldest(self) -> str:
        """Who leads next."""
        opening = self.game.sheet.opening
        return self.names[opening.table.eldest] if opening else ""

    @cached_property
    def headline(self) -> str:
        """Who won a finished game."""
        return headline(self.game.sheet, self.names)

    @cached_property
    def summary(self) -> str:
        """How the game stands, or who won it and why."""
        return summary(self.game.sheet, self.names)

    @cached_property
    def counters(self) -> CountersView | None:
        """The counters of the game; None where it is not played for any."""
        if self.game.sheet.start.variant.lowest_wins:
            return None
        return CountersView(self.game, self.names)

    @cached_property
    def won(self) -> tuple[str, ...]:
        """What each seat of a game for counters won, "won 10, +£0.05"; of totals alone no money."""
        shares, results = shares_of(self.game.sheet), []
        for seat, net in enumerate(nets_of(self.game.sheet) or ()):
            words = f"{'won' if net > 0 else 'lost'} {abs(net)}" if net else "neither won nor lost"
            worth = shares[seat].money if shares else None
            in_money = "" if worth is None else f", {signed_money(worth, self.currency)}"
            results.append(f"{words}{in_money}")
        return tuple(results)

    @cached_property
    def currency(self) -> str:
        """The currency of the club; "" where money is counted in coins."""
        return club_here().currency if self.in_currency is None else self.in_currency

    @cached_property
    def brought(self) -> tuple[int, ...]:
        """What everybody had at the start, clockwise."""
        return tuple(self.game.sheet.start.carry.totals[seat] for seat in self.order)

    @cached_property
    def rows(self) -> tuple[SeatRow, ...]:
        """The seats, clockwise."""
        deals, lowest = self.game.sheet.deals, self.game.sheet.start.variant.lowest_wins
        last = [deal.scores for deal in deals[-2 if lowest else -1 :]]
        return tuple(self._row(seat, last) for seat in self.order)

    @cached_property
    def result(self) -> tuple[SeatRow, ...]:
        """The seats, the best first."""
        rows = {row.seat: row for row in self.rows}
        return tuple(rows[seat] for seat in self.game.sheet.standing.seats)

    def _row(self, seat: int, last: Sequence[Sequence[int]]) -> SeatRow:
        game, sheet = self.game, self.game.sheet
        table = sheet.opening.table if sheet.opening else None
        first = sheet.start.sitters[seat]
        same = game.same_person(sheet.sitters[seat], first)
        return SeatRow(
            seat=seat,
            name=self.names[seat],
            total=sheet.now.totals[seat],
            after=sheet.totals[seat],
            place=place_of(sheet.standing.places, seat)
            if sheet.played or sheet.only_totals
            else "",
            last=tuple(scores[seat] for scores in last),
            deals=table is not None and table.dealer == seat,
            leads=table is not None and table.eldest == seat,
            in_front=not sheet.over and seat in leaders_of(sheet),
            won=seat in sheet.winners,
            took_over="" if same else game.names.get(first.player, first.name),
            marks=self.counters.marks(seat) if self.counters else (),
        )

    @cached_property
    def deals(self) -> tuple[DealRow, ...]:
        """The deals, the first one first."""
        before = (self.game.sheet.start.sitters, *(deal.sitters for deal in self.game.sheet.deals))
        return tuple(map(self._deal, self.game.sheet.deals, before))

    def _deal(self, deal: SheetDeal, before: tuple[Sitter, ...]) -> DealRow:
        names = self.names_of(deal.sitters)
        news = [
            f"{self._called(now)} sits down for {self._called(then)}"
            for now, then in zip(deal.sitters, before, strict=True)
            if not self.game.same_person(now, then)
        ]
        return DealRow(
            id=deal.id,
            number=deal.number,
            cells=cells_of(deal, self.order),
            void=deal.facts.void,
            news="; ".join(news),
            moved=move_rows(deal.transfers, self.order, names),
            given_back=given_back_sentence(deal, names),
            pools=tuple(deal.carry.pools.values()),
        )

    def _called(self, sitter: Sitter) -> str:
        return in_a_sentence(self.game.names.get(sitter.player, sitter.name))

    @cached_property
    def since(self) -> tuple[MoveRow, ...]:
        """What was bought and lent after the last deal."""
        return move_rows(self.game.sheet.since, self.order, self.names)

    @cached_property
    def pack(self) -> Pack:
        """The pack that is played with."""
        start = self.game.sheet.start
        return start.variant.pack(len(start.order), start.rules)

    @cached_property
    def recipe(self) -> str:
        """How to build the pack."""
        start = self.game.sheet.start
        return recipe(start.variant, len(start.order), start.rules)

    @cached_property
    def rules(self) -> list[HouseRule]:
        """The house rules in force; none of totals alone, unless a file has said any.

        Nobody else knows: that no rule was told there does not mean the usual ones.
        """
        start = self.game.sheet.start
        rules = house_rules(
            start.variant, vars(start.rules), lambda amount: money(amount, self.currency)
        )
        return [] if self.only_totals and all(rule.usual for rule in rules) else rules

    @cached_property
    def undo(self) -> Entry | None:
        """The newest entry that can be taken back."""
        return to_undo(self.game.entries)

    @cached_property
    def redo(self) -> Entry | None:
        """The newest withdrawal, if nothing else has been written since."""
        return to_redo(self.game.entries)

    @cached_property
    def notice(self) -> Notice | None:
        """What the notice under the seats says; None for a book that is still empty."""
        game = self.game
        if not game.entries:
            return None
        newest = game.entries[-1]
        deal, late = find_deal(newest.name, game.sheet), {}
        if deal is not None:
            sentence = f"saved: deal {deal.number}, {self.sentences.scores(deal, MOST_IN_NOTICE)}"
            late = forgotten_asks(deal, game.sheet)
        else:
            before = SheetHistory(game.start, game.entries).sheet(len(game.entries) - 1)
            sentence = self.sentences.sentence(newest, before, game.sheet)
            if not isinstance(newest.body, Withdraw):
                sentence = f"saved: {sentence}"
        sentence = f"{sentence[:1].upper()}{sentence[1:]}."
        return Notice(sentence, self.undo, self.redo, deal.id if deal else "", late)


def pips_of(played: int, to_play: int) -> int:
    """How many of the nine pips are filled: all of them only when the last deal is in."""
    return PIPS * played // to_play if to_play else 0


def place_of(places: Sequence[int], seat: int) -> str:
    """The place of a seat as people write it: "1st", or "2nd=" where it is shared."""
    return f"{ordinal(places[seat])}{'=' if places.count(places[seat]) > 1 else ''}"


def cells_of(deal: SheetDeal, order: Sequence[int]) -> tuple[Cell, ...]:
    """What a deal changed for each seat, and the numbers that stood there before."""
    scores, cells = deal.scores, []
    out = None if deal.facts.void else deal.facts.answers.get("out")
    for seat in order:
        earlier: list[int] = []
        for before in deal.earlier:
            if before and before[seat] not in earlier[-1:]:
                earlier.append(before[seat])
        if earlier[-1:] == [scores[seat]]:
            earlier.pop()
        cells.append(Cell(seat, scores[seat], out == seat, tuple(earlier)))
    return tuple(cells)


def game_context(game: GameRead, currency: str | None = None) -> dict[str, Any]:
    """The game, its sheet and its words, for every page of a game."""
    words = WORDS["variants"][game.variant]
    return {"game": game, "sheet": SheetView(game, currency), "variant": words}
